import { type Notebook, claim, complain, evidenceOf } from './notebook.ts';
import { pattern } from './pattern.ts';
import type { WorkText } from './work-text.ts';

/** Things that every flight keeps clear of anyway; asking to avoid them adds nothing. */
const ALWAYS_AVOIDED = [
  'avoid~ (?:any |all |the |other |every |unnecessary |possible )*(?:obstacles?|buildings?|collisions?|delays?|air traffic|traffic|aircraft|drones|uavs|structures?|conflicts?|trees|cables|detours?|accidents|risks?|danger)',
  '(?:избега~|обходи~|обходя|объезжа~|огиба~)(?: все~| люб~| возможн~)* (?:препятстви~|здани~|строени~|столкновени~|задерж~|опозданий|самолет~|дрон~|риск~|опасност~)',
  '(?:避免|避开|避让|绕开|绕过)(?:所有|任何|一切|其他)?(?:障碍物?|建筑物?|楼宇|碰撞|延误|冲突|其他飞行器|飞行器|危险|风险)',
].map((source) => pattern(source));

const PAYLOAD = pattern(
  '\\d+(?:[.,]\\d+)?\\s*-?(?:kilograms?|kgs?|grams?|g|pounds?|lbs?|lb|кг|килограмм~|грамм~|г|公斤|千克|克|斤|litres?|liters?|l|ml|литр~|мл|毫升|升)',
);
const UNREAD = [
  pattern(
    '<n>\\s*(?:m/s|mps|km/h|kph|mph|kt|kts|knots?|м/с|км/ч|米每秒|米/秒|公里每小时|公里/小时|节)(?:\\s*(?:max|wind|speed))?',
  ),
  pattern('<d>'),
  pattern('<n>\\s*-?<l>'),
  pattern('<n>\\s*%'),
];

/** Drops what holds anyway; numbers with a unit that nothing has understood are reported, never dropped. */
export function readRest(work: WorkText, book: Notebook): WorkText {
  let out = work;
  for (const regex of ALWAYS_AVOIDED) out = claim(out, regex, () => undefined);
  out = claim(out, PAYLOAD, () => undefined);
  for (const regex of UNREAD) {
    out = claim(out, regex, (_, at) => {
      complain(
        book,
        'unsupported',
        'instruction',
        evidenceOf(book, at).text,
        'This quantity is not understood: say what it limits.',
      );
    });
  }
  return out;
}
