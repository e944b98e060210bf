import { type SurveyCatalogue, aircraftFigures, payloadFigures } from '#world';
import { type ReadyUnit, type Fleet, type UnitClass, sitePlace } from '../fleet/fleet.ts';
import { designBlock } from '../sensing/design.ts';
import { type Band, type Setup, type TaskPlace } from '../setup.ts';
import { type Region } from '../plane/region.ts';
import { type ClassSpace } from './class-work.ts';

/** Spaces of a problem: what lanes have to cover, where each kind of aircraft may be, and where sites may lie. */
export type Spaces = {
  /** What no exposure of a task may lie over, whatever height is chosen for it. */
  readonly closed: (place: TaskPlace) => readonly Region[];
  /** Everything that launches, ways and lanes pass through. */
  readonly whole: ClassSpace;
  readonly of: (cls: UnitClass) => ClassSpace;
  /** Height to which multirotors climb over their site first; null where there is no need. */
  readonly gate_m: number | null;
};

/** Room over and under the planned heights: relief and rounding. */
const BAND_ROOM_M = 1;

/** Heights of the lanes that any usable unit would fly; the whole airspace where none can be worked out. */
function laneBand(setup: Setup, catalogue: SurveyCatalogue): Band {
  const { scenario } = setup;
  const whole = { low_m: scenario.airspace.floor_amsl_m, high_m: scenario.airspace.ceiling_amsl_m };
  let low = Infinity;
  let high = -Infinity;
  for (const unit of scenario.units) {
    const craft = aircraftFigures(catalogue, unit.model_id);
    const payload = payloadFigures(catalogue, unit.payload_id);
    if (!unit.enabled || !craft.ok || !payload.ok) continue;
    for (const place of setup.tasks) {
      if (place.task.survey_type !== payload.value.type) continue;
      for (const u of [
        { x: 1, y: 0 },
        { x: 0, y: 1 },
      ]) {
        const made = designBlock({
          task: place.task,
          craft: craft.value,
          payload: payload.value,
          airspace: scenario.airspace,
          wind: setup.wind,
          relief_m: 0,
          low_m: place.low_m,
          high_m: place.high_m,
          u,
        });
        // A design that cannot be made in one direction may be made in another: then nothing is narrowed.
        if (!made.ok) return whole;
        low = Math.min(low, place.low_m + made.value.agl_m);
        high = Math.max(high, place.high_m + made.value.agl_m);
        // Lidar and followed ground choose their height later, within the same limits.
        if (payload.value.type === 'lidar') low = Math.min(low, place.low_m + scenario.airspace.min_agl_m);
      }
    }
  }
  if (!(low <= high)) return whole;
  return { low_m: low - BAND_ROOM_M, high_m: Math.min(whole.high_m, high + BAND_ROOM_M) };
}

/** Heights between which all exposures of a task are sure to lie, whoever flies it. */
function heightsOf(setup: Setup, place: TaskPlace): Band {
  const { scenario, catalogue } = setup;
  const { floor_amsl_m, ceiling_amsl_m, min_agl_m } = scenario.airspace;
  const whole = { low_m: floor_amsl_m, high_m: ceiling_amsl_m };
  let low = Infinity;
  let high = -Infinity;
  for (const unit of scenario.units) {
    const craft = aircraftFigures(catalogue, unit.model_id);
    const payload = payloadFigures(catalogue, unit.payload_id);
    if (!unit.enabled || !craft.ok || !payload.ok || place.task.survey_type !== payload.value.type) continue;
    if (payload.value.type === 'lidar') {
      // Its height is chosen with the direction of its lanes.
      low = Math.min(low, place.low_m + min_agl_m);
      high = Math.max(high, place.high_m + payload.value.agl_max_m);
      continue;
    }
    const made = designBlock({
      ...{ task: place.task, craft: craft.value, payload: payload.value, airspace: scenario.airspace },
      ...{ wind: setup.wind, relief_m: 0, low_m: place.low_m, high_m: place.high_m, u: { x: 1, y: 0 } },
    });
    if (!made.ok) return whole;
    low = Math.min(low, place.low_m + made.value.agl_m);
    // Over uneven ground a magnetometer flies higher than its own height over the highest place.
    const lifted = made.value.height_is === 'at_least' && setup.ground.flat_m === null;
    high = Math.max(high, lifted ? ceiling_amsl_m : place.high_m + made.value.agl_m);
  }
  if (!(low <= high)) return whole;
  return { low_m: Math.max(floor_amsl_m, low), high_m: Math.min(ceiling_amsl_m, high) };
}

/**
 * Works out which zones matter at which heights. A zone wholly over or under the lanes takes nothing from the area. Ways
 * rise from the least allowed height to the lanes, so low zones matter to them, unless multirotors first climb over
 * their site: they do so only where that clears something.
 */
export function spacesOf(setup: Setup): Spaces {
  const { scenario } = setup;
  const lanes = laneBand(setup, setup.catalogue);
  const safe = scenario.sites
    .map((s) => sitePlace(scenario, s.id, setup)?.z_safe_m ?? Infinity)
    .reduce((a, b) => Math.min(a, b), lanes.low_m);
  const whole: Band = { low_m: Math.min(safe, lanes.low_m), high_m: lanes.high_m };
  const climbFirst = setup.blockersIn(lanes) < setup.blockersIn(whole) && setup.ground.flat_m !== null;
  const wholeSpace = setup.spaceFor(whole);
  const laneSpace = climbFirst ? setup.spaceFor(lanes) : wholeSpace;
  return {
    closed: (place) => setup.closedThroughout(heightsOf(setup, place)),
    whole: wholeSpace,
    of: (cls) => (cls.craft.kind === 'multirotor' ? laneSpace : wholeSpace),
    gate_m: climbFirst ? lanes.low_m + BAND_ROOM_M : null,
  };
}

/** Lets multirotors climb over their sites before they leave. */
export function withGates(fleet: Fleet, gate_m: number | null): Fleet {
  if (gate_m === null) return fleet;
  const lifted = (u: ReadyUnit): ReadyUnit => ({
    ...u,
    place: { ...u.place, z_gate_m: Math.max(u.place.z_safe_m, gate_m) },
  });
  const classes = fleet.classes.map((c) =>
    c.craft.kind === 'multirotor' ? { ...c, units: c.units.map(lifted) } : c,
  );
  return { ...fleet, classes };
}
