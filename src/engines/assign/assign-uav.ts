import { type Result, err, ok, quantize } from '#base';
import { type AssignmentAnswer, type AssignmentCandidate, type Task, missionOf } from '#ir';
import type { AirModel, SystemState, Uav } from '#world';
import { boundOf } from './flight-bound.ts';

/** What a good assignment is: the earliest arrival, or the least energy. */
export type Objective = 'eta' | 'energy';

/** Which aircraft for which task. `payload_kg` null means that the payload's mass is not known. */
export type AssignmentRequest = {
  readonly state: SystemState;
  readonly air: AirModel;
  readonly task: Task;
  readonly objective: Objective;
  readonly payload_kg: number | null;
};

/** Why no aircraft is assigned; `candidates` says for each aircraft what speaks against it. */
export type AssignmentRefusal =
  | {
      readonly type: 'no_available_uav';
      readonly message: string;
      readonly candidates: readonly AssignmentCandidate[];
    }
  | { readonly type: 'unknown_place'; readonly message: string; readonly place_id: string }
  | { readonly type: 'bad_payload'; readonly message: string };

/** A cost at which the score is one half: ten minutes, or a hundred watt hours. */
const HALF_SCORE: Readonly<Record<Objective, number>> = { eta: 600, energy: 100 };

/**
 * Picks the aircraft for one task among those that can take it: on the candidate list, available, equipped, strong
 * enough, within its wind limit, and with battery for at least the straight way (a lower bound, so a refusal is final
 * and an acceptance is not: the route decides). Ranked by the objective's lower bound; ties by the other measure, then
 * by id.
 */
export function assignUav(request: AssignmentRequest): Result<AssignmentAnswer, AssignmentRefusal> {
  const { state, payload_kg } = request;
  if (payload_kg !== null && !(payload_kg >= 0 && payload_kg < Infinity))
    return err({ type: 'bad_payload', message: `a payload of ${payload_kg} kg is no mass` });
  const lost = unknownPlace(request);
  if (lost !== null)
    return err({ type: 'unknown_place', message: `no place has the id ${lost}`, place_id: lost });
  const rated = state.fleet.map((uav) => candidateOf(request, uav));
  const ranked = rated.sort((a, b) => compare(a, b, request.objective));
  const best = ranked[0];
  if (best === undefined || best.refused !== null) {
    return err({ type: 'no_available_uav', message: whyNone(ranked), candidates: ranked });
  }
  const able = ranked.filter((c) => c.refused === null).length;
  const measure =
    request.objective === 'eta'
      ? `the earliest arrival, after at least ${best.eta_sec!.toFixed(0)} s`
      : `the least energy, at least ${best.energy_wh!.toFixed(1)} Wh`;
  return ok({
    uav_id: best.uav_id,
    assignment_score: best.score!,
    reason: `${best.uav_id} has ${measure}, of ${able} able aircraft among ${ranked.length}`,
    candidates: ranked,
  });
}

function unknownPlace({ state, air, task }: AssignmentRequest): string | null {
  const { origin, destination, waypoints } = task.entities;
  const named = [origin, destination, ...waypoints, ...state.fleet.map((u) => u.home_place_id)];
  return named.find((id) => id !== null && !air.places.has(id)) ?? null;
}

/** What the intent needs aboard: a bay to carry something to a destination, a camera to look. */
export function equipmentFor(task: Task): 'cargo_bay' | 'camera' | null {
  switch (task.intent) {
    case 'delivery':
      return 'cargo_bay';
    case 'emergency':
      return task.entities.destination !== null ? 'cargo_bay' : 'camera';
    case 'inspection':
    case 'patrol':
    case 'monitoring':
      return 'camera';
    case 'return':
    case 'charge':
      return null;
  }
}

/** One aircraft for one task: what it takes at least, or what speaks against it. */
export function candidateOf(request: AssignmentRequest, uav: Uav): AssignmentCandidate {
  const refuse = (refused: AssignmentCandidate['refused']): AssignmentCandidate => ({
    uav_id: uav.id,
    score: null,
    eta_sec: null,
    energy_wh: null,
    battery_end_ratio: null,
    refused,
  });
  const { state, air, task, payload_kg, objective } = request;
  const { candidate_uavs } = task.entities;
  if (candidate_uavs.length > 0 && !candidate_uavs.includes(uav.id)) return refuse('not_candidate');
  if (uav.status !== 'available') return refuse('unavailable');
  const needed = equipmentFor(task);
  if (needed !== null && !uav.equipment.includes(needed)) return refuse('equipment');
  if (payload_kg !== null && payload_kg > uav.max_payload_kg) return refuse('payload');
  if (Math.max(air.wind.speed_mps, air.wind.gust_mps ?? 0) > uav.wind_limit_mps) return refuse('wind');
  const mission = missionOf(task, state, uav.id);
  const bound = boundOf(air, uav, mission);
  if (bound === null) return refuse('wind');
  const end_ratio = uav.battery_ratio - bound.energy_wh / uav.battery_capacity_wh;
  const enough = end_ratio >= mission.constraints.battery_reserve_ratio;
  const cost = objective === 'eta' ? bound.eta_sec : bound.energy_wh;
  return {
    uav_id: uav.id,
    score: enough ? quantize(HALF_SCORE[objective] / (HALF_SCORE[objective] + cost), 1e-6) : null,
    eta_sec: quantize(bound.eta_sec, 0.001),
    energy_wh: quantize(bound.energy_wh, 1e-6),
    battery_end_ratio: quantize(end_ratio, 1e-6),
    refused: enough ? null : 'low_battery',
  };
}

/** Able ones first, the better first; then the refused ones; ids last. */
function compare(a: AssignmentCandidate, b: AssignmentCandidate, objective: Objective): number {
  const able = Number(a.refused !== null) - Number(b.refused !== null);
  if (able !== 0) return able;
  const eta = (a.eta_sec ?? Infinity) - (b.eta_sec ?? Infinity) || 0;
  const energy = (a.energy_wh ?? Infinity) - (b.energy_wh ?? Infinity) || 0;
  const byCost = objective === 'eta' ? eta || energy : energy || eta;
  return byCost || (a.uav_id < b.uav_id ? -1 : a.uav_id > b.uav_id ? 1 : 0);
}

/** One sentence: how many aircraft each reason keeps back. */
function whyNone(candidates: readonly AssignmentCandidate[]): string {
  if (candidates.length === 0) return 'the fleet is empty';
  const counts = new Map<string, number>();
  for (const { refused } of candidates) counts.set(refused!, (counts.get(refused!) ?? 0) + 1);
  const parts = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, n]) => `${n} ${reason}`);
  return `none of ${candidates.length} aircraft can take the task: ${parts.join(', ')}`;
}
