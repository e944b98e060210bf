import type { PlanePoint } from '#geo';
import { type Finding, type Moment, NOWHERE, shown } from './finding.ts';
import { type Flight, GROUND_M, PAD_CLEARANCE_M } from './flight.ts';
import { visitsOf } from './stops.ts';

/** Another aircraft on the ground: where, and between which seconds. Infinite where nothing takes it away. */
type Standing = PlanePoint & {
  readonly uav_id: string;
  readonly radius_m: number;
  readonly from_sec: number;
  readonly to_sec: number;
};

/** This aircraft on the ground at a stop. */
type Landing = PlanePoint & {
  readonly place_id: string;
  readonly from_sec: number;
  readonly to_sec: number;
  readonly leg: number;
};

/**
 * R2 on the ground: where the flight lands and for as long as it stays, no other aircraft stands so near that the two
 * would touch, with the clearance of a pad between them. Others stand where the fleet says until an accepted operation
 * takes them away, and where an operation set them down until the next one: nobody says that they are moved in between.
 * A place has one pad, except for those that charge, hubs and the aircraft's own home: they have room for several, and
 * the ground crew says where each stands.
 */
export function checkPads(flight: Flight): Finding {
  const { uav } = flight;
  const others = standingOthers(flight);
  let margin = Infinity;
  let worst: Moment = NOWHERE;
  let met: { readonly landing: Landing; readonly other: Standing } | null = null;
  for (const landing of landings(flight)) {
    for (const other of others) {
      if (!(other.from_sec <= landing.to_sec && landing.from_sec <= other.to_sec)) continue;
      const away_m = Math.hypot(landing.x_m - other.x_m, landing.y_m - other.y_m);
      const spare_m = away_m - (uav.radius_m + other.radius_m + PAD_CLEARANCE_M);
      if (!(spare_m < margin)) continue;
      margin = spare_m;
      met = { landing, other };
      const t_sec = Math.max(landing.from_sec, other.from_sec);
      worst = { t_sec, leg: landing.leg, entities: [other.uav_id, landing.place_id] };
    }
  }
  const satisfied = margin > 0;
  const where = met === null ? '' : `${met.other.uav_id} stands at ${met.landing.place_id}`;
  return {
    spec: 'program pad_free',
    check: 'pad_free',
    rule: 'R2',
    unit: 'm',
    robustness: margin,
    satisfied,
    note:
      met === null
        ? 'no other aircraft stands where the flight lands'
        : `nearest on the ground: ${met.other.uav_id}, ${shown(margin)} m more than needed at ${met.landing.place_id}`,
    failure_type: 'separation_lost',
    constraint: 'pad_free',
    worst,
    repair: satisfied
      ? ''
      : `${where} from t=${Math.max(0, Math.floor(worst.t_sec ?? 0))} s${until(met?.other)}: land elsewhere, or have it moved first.`,
  };
}

function until(other: Standing | undefined): string {
  return other === undefined || other.to_sec === Infinity ? '' : ` to ${Math.ceil(other.to_sec)} s`;
}

/** Where and when this flight stands at stops that have one pad. */
function landings(flight: Flight): Landing[] {
  const { air, uav, trajectory } = flight;
  return visitsOf(flight).visits.flatMap(({ stop, point, arrives_sec, leaves_sec }): Landing[] => {
    const place = air.places.get(stop.place_id)?.place;
    const roomy = place?.kind === 'hub' || (place !== undefined && place.chargers !== null);
    if (stop.action !== 'land' || point === null || roomy || stop.place_id === uav.home_place_id) return [];
    const { x_m, y_m, t_sec } = trajectory[point]!;
    const [from_sec, to_sec] = [arrives_sec ?? t_sec, leaves_sec ?? Infinity];
    return [{ place_id: stop.place_id, x_m, y_m, from_sec, to_sec, leg: Math.max(0, point - 1) }];
  });
}

/** Where and when every other aircraft stands on the ground, by what fleet and accepted operations say. */
function standingOthers({ state, air, uav }: Flight): Standing[] {
  const largest_m = Math.max(uav.radius_m, ...state.fleet.map((u) => u.radius_m));
  const listed = new Map(state.fleet.map((u) => [u.id, u.radius_m]));
  const ids = new Set([...listed.keys(), ...air.operations.map((o) => o.uav_id)]);
  ids.delete(uav.id);
  return [...ids].sort().flatMap((uav_id) => {
    const radius_m = listed.get(uav_id) ?? largest_m;
    // What is over already is told by where the fleet says that the aircraft is.
    const flown = air.operations
      .filter((o) => o.uav_id === uav_id && o.points.at(-1)!.t_sec > 0)
      .sort((a, b) => a.points[0]!.t_sec - b.points[0]!.t_sec);
    const stands: Standing[] = [];
    const now = air.uavs.get(uav_id);
    const first_sec = flown[0]?.points[0]!.t_sec ?? Infinity;
    if (now !== undefined && first_sec > 0)
      stands.push({ uav_id, radius_m, x_m: now.x_m, y_m: now.y_m, from_sec: -Infinity, to_sec: first_sec });
    flown.forEach((o, i) => {
      const { x_m, y_m, z_m, t_sec } = o.points.at(-1)!;
      const to_sec = flown[i + 1]?.points[0]!.t_sec ?? Infinity;
      if (z_m <= GROUND_M) stands.push({ uav_id, radius_m, x_m, y_m, from_sec: t_sec, to_sec });
    });
    return stands;
  });
}
