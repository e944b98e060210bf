/** Flies lanes for tests: a multirotor stops at every corner, a wing turns on arcs wide enough for any heading. */
import { type PlanCapture, type PlanSortie } from '#ir';
import { type FlyInput } from './crew.ts';
import { type TestLane } from './lay-lanes.ts';
import { TestPath, dubins } from './path.ts';

/** What a sortie is called and stands on. */
export type SortieHead = {
  readonly id: string;
  readonly battery_set: number;
  readonly groundAt: (lon: number, lat: number) => number | null;
};

/** One sortie over the given lanes, to and fro. */
export function flyLanes(input: FlyInput, head: SortieHead): PlanSortie {
  const { crew, frame, wind, start_sec } = input;
  const [x, y] = frame.xy(crew.site.lon_deg, crew.site.lat_deg);
  const path = new TestPath(crew.craft, wind, { t: start_sec, x, y, z: crew.site.elevation_amsl_m });
  if (crew.craft.kind === 'multirotor') flyRotor(input, path, [x, y]);
  else flyWing(input, path, [x, y]);
  const legs = path.planLegs(frame, head.groundAt);
  return {
    id: head.id,
    unit_id: crew.unit.id,
    model_id: crew.unit.model_id,
    payload_id: crew.unit.payload_id,
    site_id: crew.site.id,
    landing_site_id: crew.site.id,
    pad: 0,
    landing_pad: 0,
    battery_set: head.battery_set,
    start_sec,
    end_sec: path.here.t,
    legs,
    energy_wh: path.here.e,
  };
}

type Flown = {
  readonly lane: TestLane;
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
};

function order(lanes: readonly TestLane[]): Flown[] {
  return lanes.map((lane, i) =>
    i % 2 === 0 ? { lane, a: lane.a, b: lane.b } : { lane, a: lane.b, b: lane.a },
  );
}

/** The lane leg itself with its capture: the rim before and behind, frames evenly on the lane. */
function flyLane(input: FlyInput, path: TestPath, flown: Flown, speed: number): void {
  const { layout, crew } = input;
  const length = Math.hypot(flown.b[0] - flown.a[0], flown.b[1] - flown.a[1]);
  const u = [(flown.b[0] - flown.a[0]) / length, (flown.b[1] - flown.a[1]) / length] as const;
  const rim = layout.rim_m;
  path.leg('lane', flown.lane.id);
  path.run(u, length + 2 * rim, speed);
  path.capture(
    captureOf(length, layout.photo_m, {
      rim,
      rims:
        rim > 0
          ? input.scenario.tasks.find((t) => flown.lane.id.startsWith(`t${input.scenario.tasks.indexOf(t)}`))!
              .rim_photos
          : 0,
      continuous: crew.payload.type !== 'camera',
    }),
  );
}

function captureOf(
  length: number,
  photo: number | null,
  v: { rim: number; rims: number; continuous: boolean },
): PlanCapture {
  if (v.continuous || photo === null) return { type: 'continuous', from_m: v.rim, to_m: v.rim + length };
  if (length < photo / 2 && v.rims === 0) return { type: 'list', along_m: [length / 2] };
  const gaps = Math.max(1, Math.ceil(length / photo - 1e-9));
  const spacing_m = length / gaps;
  const first_m = v.rim - v.rims * spacing_m;
  return { type: 'distance', first_m, spacing_m, count: gaps + 1 + 2 * v.rims };
}

function flyRotor(input: FlyInput, path: TestPath, home: readonly [number, number]): void {
  const { layout, crew, wind } = input;
  const speed = layout.speed_mps;
  const ramp = (speed * speed) / (2 * crew.craft.acceleration_mps2 * 0.9);
  const settle = ramp + 3.2 * speed;
  const fast = Math.min(crew.craft.cruise_mps, crew.craft.speed_max_mps - Math.hypot(...wind) - 0.5);
  path.leg('takeoff');
  path.vertical(layout.amsl_m, crew.craft.climb_max_mps * 0.8);
  order(input.lanes).forEach((flown, i) => {
    const length = Math.hypot(flown.b[0] - flown.a[0], flown.b[1] - flown.a[1]);
    const u = [(flown.b[0] - flown.a[0]) / length, (flown.b[1] - flown.a[1]) / length] as const;
    const back = settle + layout.rim_m;
    path.leg(i === 0 ? 'transit' : 'turn');
    path.moveTo(flown.a[0] - u[0] * back, flown.a[1] - u[1] * back, fast);
    path.leg('lead_in');
    path.ramp(u, ramp, 0, speed);
    path.run(u, settle - ramp, speed);
    flyLane(input, path, flown, speed);
    path.leg('run_out');
    path.ramp(u, ramp, speed, 0);
  });
  path.leg('transit');
  path.moveTo(home[0], home[1], fast);
  path.leg('landing');
  path.vertical(crew.site.elevation_amsl_m, crew.craft.descent_max_mps * 0.8);
}

function flyWing(input: FlyInput, path: TestPath, home: readonly [number, number]): void {
  const { crew, layout, scenario, wind } = input;
  const { craft, site } = crew;
  const w = Math.hypot(...wind);
  const radius = ((craft.cruise_mps + w) ** 2 / craft.cruise_mps ** 2) * craft.turn_radius_m * 1.01;
  const cable = crew.payload.type === 'magnetometer' ? crew.payload.cable_m : 0;
  const settle = Math.max(3.2 * (craft.cruise_mps + w), cable + 5);
  const into = ((site.corridor?.landing_toward_deg ?? scenario.weather.wind_from_deg) * Math.PI) / 180;
  const rise = layout.amsl_m - site.elevation_amsl_m;
  const upright = craft.kind === 'vtol';
  path.heading = into;
  path.leg('takeoff');
  if (upright) path.vertical(layout.amsl_m, craft.climb_max_mps * 0.8);
  else path.ahead((rise / (craft.climb_max_mps * 0.8)) * path.ground([Math.sin(into), Math.cos(into)]), rise);
  order(input.lanes).forEach((flown, i) => {
    const heading = Math.atan2(flown.b[0] - flown.a[0], flown.b[1] - flown.a[1]);
    const back = settle + layout.rim_m;
    const to = {
      x: flown.a[0] - Math.sin(heading) * back,
      y: flown.a[1] - Math.cos(heading) * back,
      heading,
    };
    path.leg(i === 0 ? 'transit' : 'turn');
    follow(path, to, radius);
    path.heading = heading;
    path.leg('lead_in');
    path.ahead(settle);
    flyLane(input, path, flown, path.ground([Math.sin(heading), Math.cos(heading)]));
  });
  const sink = (rise / (craft.descent_max_mps * 0.8)) * path.ground([Math.sin(into), Math.cos(into)]);
  const back = upright ? 0 : sink;
  path.leg('transit');
  follow(
    path,
    { x: home[0] - Math.sin(into) * back, y: home[1] - Math.cos(into) * back, heading: into },
    radius,
  );
  path.heading = into;
  path.leg('landing');
  if (upright) path.vertical(site.elevation_amsl_m, craft.descent_max_mps * 0.8);
  else path.ahead(sink, -rise);
}

function follow(path: TestPath, to: { x: number; y: number; heading: number }, radius: number): void {
  const { x, y } = path.here;
  const [first, straight, last] = dubins({ x, y, heading: path.heading }, to, radius);
  if (first !== 0) path.arc(first, radius);
  path.ahead(straight);
  if (last !== 0) path.arc(last, radius);
}
