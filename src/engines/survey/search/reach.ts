import { type PlanRefusal } from '#ir';
import { type ReadyUnit } from '../fleet/fleet.ts';
import { refusal } from '../fleet/refusal.ts';
import { type ClassWork } from './class-work.ts';
import { type CostTable } from './quick.ts';
import { sortieLimits } from './sortie.ts';

/** Whole lanes that some unit can begin with, and why the others cannot be flown. */
export type Reach = { readonly lanes: ReadonlySet<number>; readonly refusals: readonly PlanRefusal[] };

const NEVER = 1e6;

/** Least energy to fly out to an end of a lane, take the shortest piece of it, and come back. */
function leastEnergy(
  t: CostTable,
  ready: ReadyUnit,
  key: number,
): { readonly wh: number; readonly photos: number } {
  const c = t.site(ready);
  const share = Math.min(1, t.least_m[key]! / t.length_m[key]!);
  const back = Math.max(
    c.back_wh[key ^ 1]! < NEVER ? c.back_wh[key ^ 1]! : c.back_wh[key]!,
    c.exit_wh[key]! < NEVER ? 0 : NEVER,
  );
  return { wh: c.out_wh[key]! + share * t.lane_wh[key]! + back, photos: share * t.photos[key]! };
}

/** Finds out which lanes can be flown at all; the reasons name the task, the units, and by how much they fall short. */
export function reachOf(work: ClassWork, t: CostTable, reserve: number): Reach {
  const lanes = new Set<number>();
  const refusals: PlanRefusal[] = [];
  work.blocks.forEach((block, b) => {
    let least = Infinity;
    let limit = 0;
    let missing = 0;
    let noWay = 0;
    for (const lane of work.laneSets[b]!) {
      let ok = false;
      let way = false;
      let own = Infinity;
      let most = 0;
      for (const ready of work.cls.units) {
        const limits = sortieLimits(ready, reserve);
        for (const key of [2 * lane, 2 * lane + 1]) {
          const c = t.site(ready);
          if (t.lane_s[key]! > NEVER || c.out_s[key]! > NEVER || c.back_s[key]! > NEVER) continue;
          way = true;
          const { wh } = leastEnergy(t, ready, key);
          if (wh <= limits.energy_wh) ok = true;
          if (wh - limits.energy_wh < own - most || own === Infinity) {
            own = wh;
            most = limits.energy_wh;
          }
        }
      }
      if (ok) lanes.add(lane);
      else if (way) {
        missing++;
        if (own - most < least - limit || least === Infinity) [least, limit] = [own, most];
      } else noWay++;
    }
    const units = work.cls.units.map((u) => u.unit.id);
    const whole = missing + noWay === work.laneSets[b]!.length;
    const task = block.task_id;
    if (missing > 0) refusals.push(energyRefusal(task, units, { least, limit, count: missing, whole }));
    if (noWay > 0)
      refusals.push(
        refusal(
          'G1-03',
          [task, ...units],
          { measured: noWay, unit: '1' },
          {
            en: `${whole ? 'no lane' : `${noWay} lanes`} of ${task} can${whole ? '' : 'not'} be entered and left within the boundary and clear of zones`,
            ru: `${whole ? 'ни на один галс' : `на ${noWay} галсов`} «${task}» ${whole ? 'нельзя' : 'не удаётся'} зайти и сойти внутри границы и вне зон`,
          },
        ),
      );
  });
  return { lanes, refusals };
}

function energyRefusal(
  task: string,
  units: readonly string[],
  c: { readonly least: number; readonly limit: number; readonly count: number; readonly whole: boolean },
): PlanRefusal {
  const [least, limit] = [c.least.toFixed(1), c.limit.toFixed(1)];
  return refusal(
    'G4-02',
    [task, ...units],
    { measured: c.least, limit: c.limit, unit: 'Wh' },
    {
      en: c.whole
        ? `flying to the nearest lane of ${task}, taking one stretch of it and coming back draws ${least} Wh; ${limit} Wh are there above the reserve`
        : `${c.count} lanes of ${task} are too far: the way out, one stretch and the way back draw ${least} Wh or more of ${limit} Wh`,
      ru: c.whole
        ? `долететь до ближайшего галса «${task}», снять один отрезок и вернуться стоит ${least} Вт·ч, а сверх резерва есть ${limit} Вт·ч`
        : `${c.count} галсов «${task}» слишком далеко: путь туда, один отрезок и возврат требуют не менее ${least} Вт·ч из ${limit} Вт·ч`,
    },
  );
}
