import { boxOfSegment, parametersInside, pointOnLeg } from '#geo';
import { type Finding, type Moment, NOWHERE, atLeast, shown } from './finding.ts';
import { type Flight, complement } from './flight.ts';

/** R3: under the highest height everywhere, above the lowest outside terminal cylinders. Heights run linearly: exact. */
export function checkBand(flight: Flight): Finding {
  const { altitude_min_m, altitude_max_m } = flight.constraints;
  let margin = Infinity;
  let worst: Moment = NOWHERE;
  let z_m = 0;
  const offer = (m: number, z: number, t_sec: number, leg: number): void => {
    if (!(m < margin)) return;
    margin = m;
    z_m = z;
    worst = { t_sec, leg, entities: [] };
  };
  for (const leg of flight.legs) {
    for (const p of [leg.from, leg.to]) offer(altitude_max_m - p.z_m, p.z_m, p.t_sec, leg.index);
    for (const part of complement(leg.terminal)) {
      for (const s of part) {
        const p = pointOnLeg(leg.from, leg.to, s);
        offer(p.z_m - altitude_min_m, p.z_m, p.t_sec, leg.index);
      }
    }
  }
  const satisfied = margin >= 0;
  const low = z_m < altitude_min_m;
  return {
    spec: `always (${shown(altitude_min_m)} <= z and z <= ${shown(altitude_max_m)})`,
    check: 'altitude_band',
    rule: 'R3',
    unit: 'm',
    robustness: margin,
    satisfied,
    note: `height nearest to the band's edge is ${shown(z_m)} m at ${shown(worst.t_sec ?? 0)} s; no floor inside terminal cylinders`,
    failure_type: 'altitude_band_left',
    constraint: low ? 'constraints.altitude_min_m' : 'constraints.altitude_max_m',
    worst,
    repair: satisfied ? '' : `Fly ${atLeast(-margin)} m ${low ? 'higher' : 'lower'} there.`,
  };
}

/** R3: under the ceiling of every area that a leg touches, its border included, and of the airspace. Exact. */
export function checkCeiling(flight: Flight): Finding {
  const { air } = flight;
  let margin = Infinity;
  let worst: Moment = NOWHERE;
  let ceiling_m = air.ceiling_agl_m;
  const offer = (ceiling: number, z: number, at: Moment): void => {
    if (!(ceiling - z < margin)) return;
    margin = ceiling - z;
    ceiling_m = ceiling;
    worst = at;
  };
  for (const { from, to, index } of flight.legs) {
    for (const p of [from, to]) {
      offer(air.ceiling_agl_m, p.z_m, { t_sec: p.t_sec, leg: index, entities: [] });
    }
    const shadow = [from.x_m, from.y_m, to.x_m, to.y_m] as const;
    for (const i of air.ceilingIndex.search(boxOfSegment(...shadow))) {
      const area = air.ceilings[i]!;
      for (const s of parametersInside(shadow, area.outline)) {
        const p = pointOnLeg(from, to, s);
        offer(area.ceiling_agl_m, p.z_m, { t_sec: p.t_sec, leg: index, entities: [area.id] });
      }
    }
  }
  const satisfied = margin >= 0;
  return {
    spec: 'always (altitude_m <= ceiling_m)',
    check: 'airspace_ceiling',
    rule: 'R3',
    unit: 'm',
    robustness: margin,
    satisfied,
    note: `least room under a ceiling is ${shown(margin)} m, under ${shown(ceiling_m)} m`,
    failure_type: 'altitude_band_left',
    constraint: 'airspace_ceiling',
    worst,
    repair: satisfied
      ? ''
      : `Fly at most ${shown(ceiling_m)} m high there, or go around ${worst.entities[0] ?? 'it'}.`,
  };
}
