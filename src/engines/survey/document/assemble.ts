import {
  type PlanBlock,
  type PlanLane,
  type PlanRefusal,
  type PlanSortie,
  SURVEY_PLAN_VERSION,
  type SurveyPlan,
  surveyPlanHash,
} from '#ir';
import { type SurveyCatalogue, type SurveyScenario, type SurveyTerrainGrid } from '#world';
import { byCodeUnits, hashOf, quantize } from '#base';
import { type Block, type Lane, pointOn } from '../lanes/lane.ts';
import { heightAt } from '../lanes/heights.ts';
import { type Plane } from '../plane/projection.ts';
import { type Slot } from './schedule.ts';
import { type WrittenSortie, shifted } from './written.ts';

/** A slot with its flight written out. */
export type WrittenSlot = { readonly slot: Slot; readonly written: WrittenSortie };

/** What the document is assembled from. */
export type AssembleInput = {
  readonly scenario: SurveyScenario;
  readonly catalogue: SurveyCatalogue;
  readonly terrain: SurveyTerrainGrid | null;
  readonly plane: Plane;
  readonly blocks: readonly Block[];
  readonly lanes: readonly Lane[];
  readonly slots: readonly WrittenSlot[];
  readonly refusals: readonly PlanRefusal[];
  readonly status: SurveyPlan['status'];
  readonly bounds: { readonly work_time_s: number; readonly flight_time_s: number };
};

/** Name and version written into plans. */
export const SURVEY_PLANNER = { name: 'cloudbrain-survey', version: '1' } as const;

const SECOND = 1e-6;

/** Puts a plan together: sorties in order of launch, the day of each unit, totals, hashes. */
export function assemblePlan(input: AssembleInput): SurveyPlan {
  const { scenario } = input;
  const ordered = [...input.slots].sort(
    (a, b) => a.slot.start_s - b.slot.start_s || byCodeUnits(a.slot.ready.unit.id, b.slot.ready.unit.id),
  );
  const sorties = ordered.map((s, i) => sortieOf(s, `sortie-${i + 1}`));
  const ids = new Map(ordered.map((s, i) => [s.slot, sorties[i]!]));
  const totals = totalsOf(ordered);
  const body: Omit<SurveyPlan, 'plan_hash'> = {
    schema_version: SURVEY_PLAN_VERSION,
    scenario_id: scenario.id,
    scenario_hash: hashOf(scenario),
    catalogue_hash: hashOf(input.catalogue),
    terrain_hash: scenario.terrain.type === 'dem' && input.terrain !== null ? hashOf(input.terrain) : null,
    planner: { ...SURVEY_PLANNER },
    seed: scenario.solver.seed,
    status: input.status,
    objective: objectiveOf(scenario, totals, input.bounds),
    blocks: input.blocks.map(blockOf),
    lanes: laidLanes(input.lanes, input.plane),
    sorties,
    schedule: scheduleOf(ordered, ids),
    totals,
    refusals: [...input.refusals],
  };
  return { ...body, plan_hash: surveyPlanHash(body) };
}

function sortieOf({ slot, written }: WrittenSlot, id: string): PlanSortie {
  const legs = shifted(written.legs, slot.start_s);
  const { ready } = slot;
  return {
    id,
    unit_id: ready.unit.id,
    model_id: ready.unit.model_id,
    payload_id: ready.unit.payload_id,
    site_id: ready.place.site.id,
    landing_site_id: ready.place.site.id,
    pad: slot.pad,
    landing_pad: slot.landing_pad,
    battery_set: slot.battery_set,
    start_sec: legs[0]!.points[0]!.t_sec,
    end_sec: legs[legs.length - 1]!.points.at(-1)!.t_sec,
    legs,
    energy_wh: written.energy_wh,
  };
}

function blockOf(block: Block): PlanBlock {
  return {
    id: block.id,
    task_id: block.task_id,
    payload_id: block.payload_id,
    swath_angle_deg: block.swath_angle_deg,
    line_spacing_m: quantize(block.spacing_m, 1e-6),
    photo_spacing_m:
      block.design.photo_spacing_m === null ? null : quantize(block.design.photo_spacing_m, 1e-6),
    agl_m: quantize(block.design.agl_m, 1e-4),
  };
}

/** Lanes of the document: parts of one laid lane are one entry. */
function laidLanes(lanes: readonly Lane[], plane: Plane): PlanLane[] {
  const groups = new Map<string, Lane[]>();
  for (const lane of lanes) groups.set(lane.id, [...(groups.get(lane.id) ?? []), lane]);
  return [...groups.values()].map((parts) => {
    const first = parts[0]!;
    const last = parts[parts.length - 1]!;
    const position = (lane: Lane, at: number): [number, number] => {
      const [lon, lat] = plane.toLonLat(pointOn(lane, at));
      return [quantize(lon, 1e-9), quantize(lat, 1e-9)];
    };
    let offset = -first.core_m[0];
    const profile: { along_m: number; amsl_m: number }[] = [];
    for (const part of parts) {
      const [from, to] = part.core_m;
      const bends = part.heights.length > 2 ? part.heights.map((h) => h.along_m) : [];
      for (const at of [from, ...bends.filter((x) => x > from + 0.01 && x < to - 0.01), to]) {
        const along_m = quantize(offset + at, 1e-4);
        if (profile.length > 0 && along_m <= profile[profile.length - 1]!.along_m + 1e-3) continue;
        profile.push({ along_m: Math.max(0, along_m), amsl_m: quantize(heightAt(part.heights, at), 1e-4) });
      }
      offset += part.length_m;
    }
    return {
      id: first.id,
      block_id: first.block.id,
      role: first.role,
      line_index: first.line,
      start: position(first, first.core_m[0]),
      end: position(last, last.core_m[1]),
      profile,
    };
  });
}

function sums(slots: readonly WrittenSlot[]) {
  const total = (f: (s: WrittenSlot) => number): number => slots.reduce((sum, s) => sum + f(s), 0);
  return {
    flight_time_s: quantize(
      total((s) => s.written.duration_s),
      SECOND,
    ),
    distance_m: quantize(
      total((s) => s.written.distance_m),
      1e-3,
    ),
    lane_length_m: quantize(
      total((s) => s.written.lane_length_m),
      1e-3,
    ),
    photos: total((s) => s.written.photos),
    sorties: slots.length,
    turns: total((s) => s.written.turns),
    energy_wh: quantize(
      total((s) => s.written.energy_wh),
      1e-6,
    ),
  };
}

function unitsOf(slots: readonly WrittenSlot[]): string[] {
  return [...new Set(slots.map((s) => s.slot.ready.unit.id))].sort(byCodeUnits);
}

function totalsOf(slots: readonly WrittenSlot[]): SurveyPlan['totals'] {
  const work = slots.reduce((last, s) => Math.max(last, s.slot.start_s + s.written.duration_s), 0);
  return {
    work_time_s: quantize(work, SECOND),
    ...sums(slots),
    per_unit: unitsOf(slots).map((unit_id) => ({
      unit_id,
      ...sums(slots.filter((s) => s.slot.ready.unit.id === unit_id)),
    })),
  };
}

function scheduleOf(
  slots: readonly WrittenSlot[],
  ids: ReadonlyMap<Slot, PlanSortie>,
): SurveyPlan['schedule'] {
  return unitsOf(slots).map((unit_id) => {
    const entries: SurveyPlan['schedule'][number]['entries'] = [];
    let now = 0;
    let site_id = '';
    for (const { slot } of slots.filter((s) => s.slot.ready.unit.id === unit_id)) {
      const sortie = ids.get(slot)!;
      site_id = sortie.site_id;
      if (sortie.start_sec > now)
        entries.push({
          kind: 'wait',
          sortie_id: null,
          site_id,
          pad: null,
          from_sec: now,
          to_sec: sortie.start_sec,
        });
      entries.push({
        kind: 'sortie',
        sortie_id: sortie.id,
        site_id,
        pad: slot.pad,
        from_sec: sortie.start_sec,
        to_sec: sortie.end_sec,
      });
      now = sortie.end_sec;
      const more = slots.some((s) => s.slot.ready.unit.id === unit_id && s.slot.start_s > slot.start_s);
      const turn = slot.ready.place.site.turnaround_s;
      if (!more || turn === 0) continue;
      const to_sec = quantize(now + turn, SECOND);
      entries.push({
        kind: 'turnaround',
        sortie_id: null,
        site_id,
        pad: slot.landing_pad,
        from_sec: now,
        to_sec,
      });
      now = to_sec;
    }
    return { unit_id, entries };
  });
}

/** J of a pair of times under an objective, and its bound. */
export function objectiveValue(
  scenario: SurveyScenario,
  times: { readonly work_s: number; readonly flight_s: number },
  bounds: { readonly work_time_s: number; readonly flight_time_s: number },
): { readonly value: number; readonly lower_bound: number } {
  const { kind, lambda } = scenario.objective;
  if (kind === 'work_time') return { value: times.work_s, lower_bound: bounds.work_time_s };
  if (kind === 'flight_time') return { value: times.flight_s, lower_bound: bounds.flight_time_s };
  const t = bounds.work_time_s > 0 ? times.work_s / bounds.work_time_s : 0;
  const f = bounds.flight_time_s > 0 ? times.flight_s / bounds.flight_time_s : 0;
  return { value: (1 - lambda) * t + lambda * f, lower_bound: times.work_s > 0 ? 1 : 0 };
}

function objectiveOf(
  scenario: SurveyScenario,
  totals: SurveyPlan['totals'],
  bounds: AssembleInput['bounds'],
): SurveyPlan['objective'] {
  const times = { work_s: totals.work_time_s, flight_s: totals.flight_time_s };
  const { value, lower_bound } = objectiveValue(scenario, times, bounds);
  return {
    kind: scenario.objective.kind,
    value: quantize(value, 1e-6),
    lower_bound: quantize(lower_bound, 1e-6),
    gap_ratio:
      lower_bound > 0 && totals.sorties > 0 ? Math.max(0, quantize(value / lower_bound - 1, 1e-6)) : null,
    work_time_bound_s: quantize(bounds.work_time_s, 1e-3),
    flight_time_bound_s: quantize(bounds.flight_time_s, 1e-3),
  };
}
