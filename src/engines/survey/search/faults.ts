import { type PlanRefusal } from '#ir';
import { type UnitClass } from '../fleet/fleet.ts';
import { refusal } from '../fleet/refusal.ts';
import { type DesignFault } from '../sensing/design.ts';

/** What each fault of a design means, in words. */
const WORDS: Readonly<Record<DesignFault['what'], readonly [en: string, ru: string]>> = {
  height: [
    'the height that the quality asks for is not allowed here',
    'высота, нужная для заданного качества, здесь недопустима',
  ],
  spacing: ['the lanes would lie closer than a metre', 'галсы легли бы ближе метра'],
  crab: ['the crab angle in this wind is too large', 'угол сноса при таком ветре слишком велик'],
  headway: ['there is no headway against the wind', 'против ветра нет продвижения'],
  trigger: [
    'frames would have to follow faster than the camera takes them',
    'кадры должны следовать быстрее, чем успевает камера',
  ],
  blur: ['motion blur would exceed half a pixel', 'смаз превысил бы половину пикселя'],
  density: [
    'the point density cannot be reached at a flyable speed',
    'плотность точек недостижима на лётной скорости',
  ],
  images: [
    'zones or obstacles cut lanes so short that points at the rim are on too few images',
    'зоны или препятствия так укорачивают галсы, что точки у края попадают на слишком малое число кадров',
  ],
  sensor_height: ['the height is outside what the sensor works at', 'высота вне рабочего диапазона датчика'],
};

/** A design fault as a refusal. */
export function faultRefusal(task_id: string, cls: UnitClass, fault: DesignFault): PlanRefusal {
  const [en, ru] = WORDS[fault.what];
  const units = cls.units.map((u) => u.unit.id);
  const numbers = `${Number(fault.measured.toFixed(2))} / ${Number(fault.limit.toFixed(2))} ${fault.unit}`;
  return refusal(fault.code, [task_id, ...units], fault, {
    en: `${task_id}: ${en} (${numbers})`,
    ru: `«${task_id}»: ${ru} (${numbers})`,
  });
}
