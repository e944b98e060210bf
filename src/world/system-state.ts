import { z } from 'zod';
import { LIMITS, type Result, err, ok } from '#base';
import { Airspace } from './airspace.ts';
import { City } from './city.ts';
import { Uav } from './fleet.ts';
import { Id, Instant, secondsBetween } from './ids.ts';
import { AcceptedOperation } from './operation.ts';
import { TaskItem } from './task-item.ts';
import { Weather } from './weather.ts';

/** Everything that a decision may rest on: city, airspace, fleet, weather, accepted operations and tasks at one moment. */
export const SystemState = z.strictObject({
  schema_version: z.literal('state-1'),
  /** The region that tools know this state by; the bundled city is `demo`. */
  region_id: Id,
  /** Now: time 0 of every trajectory. */
  time: Instant,
  city: City,
  airspace: Airspace,
  fleet: z.array(Uav).max(LIMITS.fleet_size),
  weather: Weather,
  operations: z.array(AcceptedOperation).max(10_000),
  /** Instructions in the queue; a state may have none. */
  tasks: z.array(TaskItem).max(10_000).default([]),
});
export type SystemState = Readonly<z.infer<typeof SystemState>>;

/** One thing wrong with a state document. */
export type StateIssue = { readonly path: string; readonly message: string };

/** Reads a state document: schema, then what the schema cannot say (unique ids, homes that exist, bands, size). */
export function parseSystemState(value: unknown): Result<SystemState, readonly StateIssue[]> {
  const parsed = SystemState.safeParse(value);
  if (!parsed.success) {
    return err(
      parsed.error.issues
        .slice(0, 20)
        .map((i) => ({ path: i.path.map(String).join('.'), message: i.message })),
    );
  }
  const issues = crossChecks(parsed.data);
  return issues.length > 0 ? err(issues) : ok(parsed.data);
}

function crossChecks(state: SystemState): StateIssue[] {
  const issues: StateIssue[] = [];
  const seen = new Map<string, string>();
  const note = (id: string, path: string): void => {
    const other = seen.get(id);
    if (other !== undefined) issues.push({ path, message: `the id ${id} is taken by ${other}` });
    else seen.set(id, path);
  };
  state.city.places.forEach((p, i) => note(p.id, `city.places.${i}.id`));
  state.fleet.forEach((u, i) => note(u.id, `fleet.${i}.id`));
  state.airspace.zones.forEach((z_, i) => note(z_.id, `airspace.zones.${i}.id`));
  state.airspace.corridors.forEach((c, i) => note(c.id, `airspace.corridors.${i}.id`));
  state.tasks.forEach((t, i) => note(t.id, `tasks.${i}.id`));
  const uavs = new Set(state.fleet.map((u) => u.id));
  state.tasks.forEach((t, i) => {
    if (t.uav_id !== null && !uavs.has(t.uav_id)) {
      issues.push({ path: `tasks.${i}.uav_id`, message: `no aircraft has the id ${t.uav_id}` });
    }
  });
  const places = new Set(state.city.places.map((p) => p.id));
  state.fleet.forEach((u, i) => {
    if (!places.has(u.home_place_id)) {
      issues.push({ path: `fleet.${i}.home_place_id`, message: `no place has the id ${u.home_place_id}` });
    }
  });
  state.airspace.zones.forEach((z_, i) => {
    const w = z_.window;
    if (w?.start && w.end && secondsBetween(w.start, w.end) <= 0) {
      issues.push({ path: `airspace.zones.${i}.window`, message: 'the window ends before it starts' });
    }
  });
  state.operations.forEach((o, i) => {
    if (!o.trajectory.every((p, k) => k === 0 || p.t_sec > o.trajectory[k - 1]!.t_sec)) {
      issues.push({ path: `operations.${i}.trajectory`, message: 'times must strictly increase' });
    }
  });
  const [west, south, east, north] = state.city.bounds;
  if (!(west < east && south < north)) {
    issues.push({
      path: 'city.bounds',
      message: 'bounds are [west, south, east, north] with west < east and south < north',
    });
  }
  return issues.slice(0, 20);
}
