import { lossInterval, type LossVolume } from '../detectors/well-clear.ts';
import type { RelativeState, TimeInterval } from '../detectors/relative.ts';
import { conformAlerting } from './alerting.ts';
import { conformExample } from './example.ts';
import { type ConformOutcome, asNumber, asRecord, unreadable } from './outcome.ts';

/** Largest difference of a time in seconds at which a row still agrees. */
export const TIME_TOLERANCE_S = 1e-3;

/**
 * A conflict has positive length. Shorter stretches than this come from the rounding of a tangent pass: at 100 m/s they
 * mean a depth below a nanometre.
 */
const SHORTEST_CONFLICT_S = 1e-5;

/**
 * Runs one detect-and-avoid row against the detectors. Kinds: `interval` (plane states, one volume, look-ahead),
 * `alerting` (states in latitude and longitude, measures and times per alert level), `example` (named configuration).
 * Manoeuvre bands in a row are not compared; the note says so.
 */
export function conformSeparation(row: unknown): ConformOutcome {
  const r = asRecord(row);
  if (r === null) return unreadable('?', 'it is no object');
  switch (r['kind']) {
    case 'interval':
      return conformInterval(r);
    case 'alerting':
      return conformAlerting(r);
    case 'example':
      return conformExample(r);
    default:
      return unreadable(
        String(r['encounter'] ?? r['id'] ?? '?'),
        `unknown kind ${JSON.stringify(r['kind'])}`,
      );
  }
}

function conformInterval(r: Readonly<Record<string, unknown>>): ConformOutcome {
  const id = `${String(r['encounter'])}/${String(r['detector'])}`;
  const volume = volumeOf(r['params']);
  const own = planeState(r['own']);
  const intruder = planeState(r['intruder']);
  const horizon = asNumber(r['lookahead_s']);
  if (volume === null) return unreadable(id, 'params need a known type and its numbers');
  if (own === null || intruder === null || horizon === null || !(horizon > 0)) {
    return unreadable(id, 'own, intruder and lookahead_s need finite numbers');
  }
  const found = lossInterval(volume, minus(own, intruder), horizon);
  const got = found !== null && found.to_sec - found.from_sec > SHORTEST_CONFLICT_S ? found : null;
  const expected = { conflict: r['conflict'], t_in: r['t_in'], t_out: r['t_out'] };
  const agrees = r['conflict'] === (got !== null) && sameTimes(r, got) && sameAlert(r, got);
  return {
    id,
    passed: agrees,
    expected,
    got: { conflict: got !== null, t_in: got?.from_sec ?? null, t_out: got?.to_sec ?? null },
    note: 'bands_hdir_deg' in r ? 'manoeuvre bands not compared' : '',
  };
}

function sameTimes(r: Readonly<Record<string, unknown>>, got: TimeInterval | null): boolean {
  if (got === null) return r['t_in'] == null && r['t_out'] == null;
  return sameTime(r['t_in'], got.from_sec) && sameTime(r['t_out'], got.to_sec);
}

/** Inside one volume without alert times, the alert level is 1 exactly while a conflict lies ahead. */
function sameAlert(r: Readonly<Record<string, unknown>>, got: TimeInterval | null): boolean {
  return r['alert_level'] == null || r['alert_level'] === (got === null ? 0 : 1);
}

function sameTime(expected: unknown, got_sec: number): boolean {
  const time = asNumber(expected);
  return time !== null && Math.abs(time - got_sec) <= TIME_TOLERANCE_S;
}

/** The volume of a row's `params`: TAUMOD, TCPA, TEP with times, CYL or CD3D without. */
export function volumeOf(params: unknown): LossVolume | null {
  const p = asRecord(params);
  const d = asNumber(p?.['D_m']);
  const h = asNumber(p?.['H_m']);
  if (p === null || d === null || h === null || !(d >= 0) || !(h >= 0)) return null;
  const type = p['type'];
  if (type === 'CYL' || type === 'CD3D') {
    return { type: 'CYL', horizontal_m: d, vertical_m: h, tau_sec: 0, tcoa_sec: 0 };
  }
  if (type !== 'TAUMOD' && type !== 'TCPA' && type !== 'TEP') return null;
  const tau = asNumber(p['TTHR_s'] ?? 0);
  const tcoa = asNumber(p['TCOA_s'] ?? 0);
  if (tau === null || tcoa === null || !(tau >= 0) || !(tcoa >= 0)) return null;
  return { type, horizontal_m: d, vertical_m: h, tau_sec: tau, tcoa_sec: tcoa };
}

type PlaneState = { x: number; y: number; z: number; vx: number; vy: number; vz: number };

/** Position in east, north, up metres; `trk` degrees clockwise from north, `gs` and `vs` metres a second. */
function planeState(value: unknown): PlaneState | null {
  const s = asRecord(value);
  const [x, y, z, trk, gs, vs] = ['x', 'y', 'z', 'trk', 'gs', 'vs'].map((k) => asNumber(s?.[k]));
  if (x == null || y == null || z == null || trk == null || gs == null || vs == null) return null;
  const track = (trk * Math.PI) / 180;
  return { x, y, z, vx: gs * Math.sin(track), vy: gs * Math.cos(track), vz: vs };
}

function minus(own: PlaneState, other: PlaneState): RelativeState {
  return {
    sx_m: own.x - other.x,
    sy_m: own.y - other.y,
    sz_m: own.z - other.z,
    vx_mps: own.vx - other.vx,
    vy_mps: own.vy - other.vy,
    vz_mps: own.vz - other.vz,
  };
}
