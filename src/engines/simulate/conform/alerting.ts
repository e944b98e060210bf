import { M_PER_FT, MPS_PER_KT } from '#base';
import {
  type RelativeState,
  advance,
  horizontalDistance_m,
  modifiedTau_s,
  timeToClosestApproach_s,
  timeToCoaltitude_s,
} from '../detectors/relative.ts';
import type { LossVolume } from '../detectors/well-clear.ts';
import { type AlertThreshold, LOOKAHEAD_S, alertLevel, timeToLoss_s } from './levels.ts';
import { type ConformOutcome, asNumber, asRecord, unreadable } from './outcome.ts';
import { relativeOnSphere, type GeodeticState } from './projection.ts';

const M_PER_NMI = 1852;

/** Alert times of DO-365B Phase I: preventive, corrective, warning. */
const ALERT_S: readonly number[] = [55, 55, 25];

/** How long the reference filters an alert (M of N, persistence, hysteresis): no comparison within this of a change. */
const FILTER_S = 6;

/** Largest differences: times in seconds; nautical miles, feet, knots, feet a minute as printed with six decimals. */
const TOLERANCE = { time: 1e-3, nmi: 1e-5, ft: 1e-3, kn: 1e-4, fpm: 1e-3 } as const;

/** Runs one `alerting` row: distances, closure, closest approach, taus, time to each level's volume, alert level. */
export function conformAlerting(r: Readonly<Record<string, unknown>>): ConformOutcome {
  const id = `alerting/t=${String(r['time_s'])}`;
  const own = geodetic(r['own']);
  const intruder = geodetic(r['intruder']);
  const levels = thresholdsOf(r['alerter']);
  if (own === null || intruder === null) return unreadable(id, 'own and intruder need finite numbers');
  if (levels === null) return unreadable(id, `unknown alerter ${JSON.stringify(r['alerter'])}`);
  const rel = relativeOnSphere(own, intruder);
  const got = measures(rel, levels);
  const wrong = Object.keys(got).filter((key) => key in r && !same(key, r[key], got[key]));
  const stable = [...Array(FILTER_S + 1).keys()].every(
    (back) => alertLevel(levels, advance(rel, -back)) === alertLevel(levels, rel),
  );
  const level = alertLevel(levels, rel);
  if (stable && 'alert_level' in r && r['alert_level'] !== level) wrong.push('alert_level');
  const keys = [...Object.keys(got), 'alert_level'];
  return {
    id,
    passed: wrong.length === 0,
    expected: Object.fromEntries(keys.filter((k) => k in r).map((k) => [k, r[k]])),
    got: { ...got, alert_level: level },
    note: [
      wrong.length > 0 ? `differs in ${wrong.join(', ')}` : '',
      stable ? '' : 'alert level not compared: it changed within the reference filter time',
      'manoeuvre bands not compared',
    ]
      .filter((s) => s !== '')
      .join('; '),
  };
}

type Measures = Readonly<Record<string, number | null | readonly (number | 'inf')[]>>;

function measures(r: RelativeState, levels: readonly AlertThreshold[]): Measures {
  const tcpa = timeToClosestApproach_s(r);
  const volume = levels.at(-1)!.volume;
  return {
    time_to_volume_s: levels.map((l) => finiteOrInf(timeToLoss_s(l.volume, r))),
    h_sep_nmi: horizontalDistance_m(r) / M_PER_NMI,
    v_sep_ft: Math.abs(r.sz_m) / M_PER_FT,
    h_closure_kn: Math.hypot(r.vx_mps, r.vy_mps) / MPS_PER_KT,
    v_closure_fpm: (Math.abs(r.vz_mps) * 60) / M_PER_FT,
    proj_hmd_nmi: horizontalDistance_m(advance(r, Math.min(tcpa, LOOKAHEAD_S))) / M_PER_NMI,
    proj_vmd_ft: lowestVertical_m(r) / M_PER_FT,
    tcpa_s: tcpa,
    dcpa_nmi: horizontalDistance_m(advance(r, tcpa)) / M_PER_NMI,
    tcoa_s: timeToCoaltitude_s(r),
    taumod_s: modifiedTau_s(r, volume.horizontal_m),
  };
}

function lowestVertical_m(r: RelativeState): number {
  const tcoa = timeToCoaltitude_s(r);
  if (tcoa !== null && tcoa <= LOOKAHEAD_S) return 0;
  return tcoa === null ? Math.abs(r.sz_m) : Math.abs(r.sz_m + r.vz_mps * LOOKAHEAD_S);
}

function finiteOrInf(x: number): number | 'inf' {
  return Number.isFinite(x) ? x : 'inf';
}

function same(key: string, expected: unknown, got: Measures[string] | undefined): boolean {
  if (Array.isArray(got)) {
    const list: readonly unknown[] = got;
    return (
      Array.isArray(expected) &&
      expected.length === list.length &&
      list.every((g, i) => close(expected[i], g, TOLERANCE.time))
    );
  }
  const tolerance = key.endsWith('_nmi')
    ? TOLERANCE.nmi
    : key.endsWith('_ft')
      ? TOLERANCE.ft
      : key.endsWith('_kn')
        ? TOLERANCE.kn
        : key.endsWith('_fpm')
          ? TOLERANCE.fpm
          : TOLERANCE.time;
  return close(expected, got, tolerance);
}

function close(expected: unknown, got: unknown, tolerance: number): boolean {
  if (typeof got !== 'number') return expected === got;
  const e = asNumber(expected);
  return e !== null && Math.abs(e - got) <= tolerance;
}

/** Reads `NAME (D nmi, CORRECTIVE/PREVENTIVE ft, TAU s)`: three levels, the first with the preventive height. */
function thresholdsOf(alerter: unknown): readonly AlertThreshold[] | null {
  if (typeof alerter !== 'string') return null;
  const m = /\(([\d.]+) nmi, ([\d.]+)(?:\/([\d.]+))? ft(?:, ([\d.]+) s)?\)/.exec(alerter);
  if (m === null) return null;
  const [, nmi, ft, preventive_ft, tau] = m;
  const volume = (height_ft: number): LossVolume => ({
    type: 'TAUMOD',
    horizontal_m: Number(nmi) * M_PER_NMI,
    vertical_m: height_ft * M_PER_FT,
    tau_sec: Number(tau ?? 0),
    tcoa_sec: 0,
  });
  const heights = [Number(preventive_ft ?? ft), Number(ft), Number(ft)];
  return heights.map((height, i) => ({ volume: volume(height), alert_sec: ALERT_S[i]! }));
}

function geodetic(value: unknown): GeodeticState | null {
  const s = asRecord(value);
  const keys = ['lat', 'lon', 'alt_ft', 'vx_kn', 'vy_kn', 'vz_fpm'];
  const [lat_deg, lon_deg, alt_ft, east_kn, north_kn, up_fpm] = keys.map((k) => asNumber(s?.[k]));
  if (lat_deg == null || lon_deg == null || alt_ft == null) return null;
  if (east_kn == null || north_kn == null || up_fpm == null) return null;
  return { lat_deg, lon_deg, alt_ft, east_kn, north_kn, up_fpm };
}
