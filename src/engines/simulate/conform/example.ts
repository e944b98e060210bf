import {
  ATC_CYLINDER,
  WELL_CLEAR_BUFFERED,
  WELL_CLEAR_BUFFERED_PREVENTIVE,
  WELL_CLEAR_PHASE_I,
  WELL_CLEAR_PHASE_I_PREVENTIVE,
  tcasVolume,
} from '../detectors/volumes.ts';
import { type AlertThreshold, LOOKAHEAD_S, alertLevel, timeToLoss_s } from './levels.ts';
import { type ConformOutcome, asNumber, asRecord, unreadable } from './outcome.ts';
import { relativeOnSphere, type GeodeticState } from './projection.ts';

/** Times in these rows are printed with two decimals. */
const PRINTED_S = 0.005 + 1e-6;

type Configuration = { readonly levels: readonly AlertThreshold[]; readonly corrective: number | null };

/** The named configurations: volume and alert time per level, and which level is the corrective volume. */
function configuration(name: unknown, own_altitude_ft: number): Configuration | null {
  switch (name) {
    case 'no_sum':
      return { levels: three(WELL_CLEAR_PHASE_I_PREVENTIVE, WELL_CLEAR_PHASE_I), corrective: 1 };
    case 'nom_a':
    case 'nom_b':
      return { levels: three(WELL_CLEAR_BUFFERED_PREVENTIVE, WELL_CLEAR_BUFFERED), corrective: 1 };
    case 'cd3d':
      return { levels: [{ volume: ATC_CYLINDER, alert_sec: LOOKAHEAD_S }], corrective: 0 };
    case 'tcasii': {
      const ta = tcasVolume(own_altitude_ft, 'ta');
      const ra = tcasVolume(own_altitude_ft, 'ra');
      const volumes = [ta, ra].filter((v) => v !== null);
      return { levels: volumes.map((volume) => ({ volume, alert_sec: 0 })), corrective: null };
    }
    default:
      return null;
  }
}

function three(
  preventive: AlertThreshold['volume'],
  corrective: AlertThreshold['volume'],
): readonly AlertThreshold[] {
  return [
    { volume: preventive, alert_sec: 55 },
    { volume: corrective, alert_sec: 55 },
    { volume: corrective, alert_sec: 25 },
  ];
}

/** Runs one `example` row: the printed times to violation and the alert of the first intruder. */
export function conformExample(r: Readonly<Record<string, unknown>>): ConformOutcome {
  const id = `example/${String(r['config'])}`;
  const aircraft = Array.isArray(r['aircraft']) ? r['aircraft'].map(stateOf) : [];
  const own = aircraft[0];
  if (own == null || aircraft.length < 2 || aircraft.some((a) => a === null)) {
    return unreadable(id, 'aircraft needs an own ship and at least one intruder with finite numbers');
  }
  const config = configuration(r['config'], own.state.alt_ft);
  if (config === null) return unreadable(id, 'unknown configuration');
  const times: [string, string, number][] = [];
  const alerts: [string, string][] = [];
  for (const a of aircraft.slice(1)) {
    if (a === null || a === undefined) continue;
    const rel = relativeOnSphere(own.state, a.state);
    config.levels.forEach((l, i) => {
      const t = timeToLoss_s(l.volume, rel);
      if (!Number.isFinite(t)) return;
      times.push([`Alert Thresholds at Level ${i + 1}`, a.id, t]);
      if (i === config.corrective) times.push(['Corrective Volume', a.id, t]);
    });
    const level = alertLevel(config.levels, rel);
    if (level > 0) alerts.push([String(level), a.id]);
  }
  const wrong = [
    ...(sameTimes(r['time_to_violation'], times) ? [] : ['time_to_violation']),
    ...(sameAlerts(r['alert'], alerts) ? [] : ['alert']),
  ];
  return {
    id,
    passed: wrong.length === 0,
    expected: { time_to_violation: r['time_to_violation'], alert: r['alert'] },
    got: { time_to_violation: times, alert: alerts },
    note: `${wrong.length > 0 ? `differs in ${wrong.join(', ')}; ` : ''}manoeuvre bands and last times to manoeuvre not compared`,
  };
}

function sameTimes(expected: unknown, got: readonly (readonly [string, string, number])[]): boolean {
  if (!Array.isArray(expected) || expected.length !== got.length) return false;
  return expected.every((row: unknown) => {
    if (!Array.isArray(row)) return false;
    const mine = got.find((g) => g[0] === row[0] && g[1] === row[1]);
    return mine !== undefined && Math.abs(parseFloat(String(row[2])) - mine[2]) <= PRINTED_S;
  });
}

function sameAlerts(expected: unknown, got: readonly (readonly [string, string])[]): boolean {
  if (expected === undefined) return true;
  const key = (rows: readonly unknown[]): string =>
    rows
      .map((x) => JSON.stringify(x))
      .sort()
      .join();
  return Array.isArray(expected) && key(expected) === key(got);
}

function stateOf(value: unknown): { readonly id: string; readonly state: GeodeticState } | null {
  const s = asRecord(value);
  const keys = ['lat', 'lon', 'alt_ft', 'trk_deg', 'gs_kn', 'vs_fpm'];
  const [lat_deg, lon_deg, alt_ft, trk, gs, up_fpm] = keys.map((k) => asNumber(s?.[k]));
  if (lat_deg == null || lon_deg == null || alt_ft == null || trk == null || gs == null || up_fpm == null) {
    return null;
  }
  const track = (trk * Math.PI) / 180;
  const state = {
    lat_deg,
    lon_deg,
    alt_ft,
    east_kn: gs * Math.sin(track),
    north_kn: gs * Math.cos(track),
    up_fpm,
  };
  return { id: String(s?.['id'] ?? '?'), state };
}
