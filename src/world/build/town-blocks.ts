import { type Rng, quantize } from '#base';
import { type Frame } from '#geo';
import { type Building, type Road } from '../city.ts';
import {
  type Box,
  type EastNorth,
  clipToSquare,
  cornersOf,
  distance_m,
  lonLatOf,
  ringOf,
} from './plane-kit.ts';

/** What stands on the lots of a block: how many lots a side, the share that is built on, and the heights. */
export type Fabric = {
  readonly lots: number;
  readonly built_ratio: number;
  readonly low_m: number;
  readonly high_m: number;
};

/** Ground on which nothing generated may stand. */
export type KeepOut = { readonly at: EastNorth; readonly radius_m: number };

/** A rectangular street grid with buildings between. */
export type TownPlan = {
  readonly half_m: number;
  /** Distance of neighbouring street centre lines. */
  readonly pitch_m: number;
  readonly street_m: number;
  /** The whole grid is turned counter-clockwise by this. */
  readonly angle_rad: number;
  readonly fabricAt: (at: EastNorth) => Fabric | null;
  readonly keepOuts: readonly KeepOut[];
  readonly isOpen: (at: EastNorth, radius_m: number) => boolean;
};

/** A box with a height: a building that a plan names by hand. */
export type Landmark = { readonly id: string; readonly box: Box; readonly height_m: number };

/** A landmark as a building of the document. */
export function buildingOf(frame: Frame, mark: Landmark): Building {
  return {
    id: mark.id,
    footprint: ringOf(frame, cornersOf(mark.box)),
    height_m: quantize(mark.height_m, 0.1),
    height_source: 'measured',
  };
}

/** Buildings on the lots of a town plan, in a fixed order, ids `b_0001` and on. */
export function fillBlocks(frame: Frame, plan: TownPlan, rng: Rng): Building[] {
  const out: Building[] = [];
  const reach = Math.ceil((plan.half_m * 1.5) / plan.pitch_m);
  const c = Math.cos(plan.angle_rad);
  const s = Math.sin(plan.angle_rad);
  for (let row = -reach; row < reach; row++) {
    for (let column = -reach; column < reach; column++) {
      const draw = rng.fork(`block ${column} ${row}`);
      const middle = turned([(column + 0.5) * plan.pitch_m, (row + 0.5) * plan.pitch_m], c, s);
      const fabric = plan.fabricAt(middle);
      if (fabric === null) continue;
      const lot_m = (plan.pitch_m - plan.street_m) / fabric.lots;
      for (let i = 0; i < fabric.lots * fabric.lots; i++) {
        const u = (column + 0.5) * plan.pitch_m + ((i % fabric.lots) - (fabric.lots - 1) / 2) * lot_m;
        const v = (row + 0.5) * plan.pitch_m + (Math.floor(i / fabric.lots) - (fabric.lots - 1) / 2) * lot_m;
        const built = draw.next() < fabric.built_ratio;
        const box: Box = {
          at: turned([u, v], c, s),
          width_m: lot_m * draw.between(0.55, 0.82),
          depth_m: lot_m * draw.between(0.55, 0.82),
          angle_rad: plan.angle_rad,
        };
        const tall = draw.next() ** 2;
        if (!built || !fits(plan, box)) continue;
        const id = `b_${String(out.length + 1).padStart(4, '0')}`;
        out.push(
          buildingOf(frame, { id, box, height_m: fabric.low_m + (fabric.high_m - fabric.low_m) * tall }),
        );
      }
    }
  }
  return out;
}

function turned([u, v]: EastNorth, c: number, s: number): EastNorth {
  return [c * u - s * v, s * u + c * v];
}

function fits(plan: TownPlan, box: Box): boolean {
  const r = Math.hypot(box.width_m, box.depth_m) / 2;
  const [x, y] = box.at;
  if (Math.abs(x) + r > plan.half_m || Math.abs(y) + r > plan.half_m) return false;
  if (!plan.isOpen(box.at, r)) return false;
  return plan.keepOuts.every((k) => distance_m(k.at, box.at) >= k.radius_m + r);
}

/** Street centre lines of a plan, clipped to the city; every fourth is `primary`. */
export function streetsOf(frame: Frame, plan: TownPlan): Road[] {
  const out: Road[] = [];
  const reach = Math.ceil((plan.half_m * 1.5) / plan.pitch_m);
  const c = Math.cos(plan.angle_rad);
  const s = Math.sin(plan.angle_rad);
  const far = plan.half_m * 3;
  for (const along of ['east', 'north'] as const) {
    for (let k = -reach; k <= reach; k++) {
      const offset = k * plan.pitch_m;
      const [a, b]: [EastNorth, EastNorth] =
        along === 'east'
          ? [
              [-far, offset],
              [far, offset],
            ]
          : [
              [offset, -far],
              [offset, far],
            ];
      const line = clipToSquare(turned(a, c, s), turned(b, c, s), plan.half_m);
      if (line === null) continue;
      out.push({
        id: `road_${along}_${k + reach}`,
        class: k % 4 === 0 ? 'primary' : 'residential',
        line: line.map((p) => lonLatOf(frame, p)),
      });
    }
  }
  return out;
}
