import type { Desk } from './reading.ts';
import { LENGTH, N, SHARE, TIME, TO, inUnit } from './units.ts';

const L = '(?<![\\p{L}\\p{N}])';
const R = '(?![\\p{L}\\p{N}])';
const g = (source: string): RegExp => new RegExp(source, 'gu');

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:парето|pareto)/u, 'pareto'],
  [/^(?:налет|летн|flight)/u, 'flight_time'],
  [/^(?:врем|work|makespan)/u, 'work_time'],
];

/** Criterion, lambda, reserve, turn mode, buffer, time limit and seed. */
export function readSettings(desk: Desk): void {
  readCriterion(desk);
  readShares(desk);
  readTurns(desk);
  readBuffer(desk);
  readSolver(desk);
}

function readCriterion(desk: Desk): void {
  const KIND =
    '(времени\\s+работ|время\\s+работ|налет[а-я]*|летное\\s+время|парето|work\\s+time|makespan|flight\\s+time|pareto)';
  desk.sheet.take(
    g(
      `${L}(?:критери[а-я]*|цел(?:ь|и|евую)|оптимизиру[а-я]*|минимизиру[а-я]*|objective|criterion|optimi[sz]e|minimi[sz]e)(?:\\s|[:=-]|по|на|функци[а-я]*|for|by|is|to|the)*${KIND}${R}`,
    ),
    ({ at, groups }) => {
      const kind = KINDS.find(([pattern]) => pattern.test(groups[1]!))![1];
      desk.do(at, 'set_objective', { kind });
    },
  );
}

function readShares(desk: Desk): void {
  const { sheet } = desk;
  sheet.take(g(`${L}(?:λ|лямбд[а-я]*|lambda)${TO}${N}${SHARE.after}`), ({ at, groups }) => {
    desk.do(at, 'set_objective', { lambda: inUnit(groups[1]!, groups[2], SHARE) ?? Number(groups[1]) });
  });
  sheet.take(
    g(
      `${L}(?:(?:energy|battery)\\s+)?(?:резерв[а-я]*|запас[а-я]*|reserve)(?:\\s+(?:энергии|заряда|батареи|of\\s+energy))?${TO}${N}${SHARE.after}`,
    ),
    ({ at, groups }) => {
      const energy_reserve = ratio(groups[1]!, groups[2]);
      if (energy_reserve === null) {
        return desk.ask(
          `Is the reserve ${groups[1]} in percent? Say for example “${groups[1]} %”.`,
          `Резерв ${groups[1]} в процентах? Скажите, например, «${groups[1]} %».`,
        );
      }
      return desk.do(at, 'set_objective', { energy_reserve });
    },
  );
}

/** A share as it was said: with a percent sign, or as a number below one. One by itself may be 1 % or all of it. */
export function ratio(n: string, word: string | undefined): number | null {
  const share = inUnit(n, word, SHARE);
  if (share !== null) return share;
  const value = Number(n);
  return (word ?? '').trim() === '' && value < 1 ? value : null;
}

function readTurns(desk: Desk): void {
  const MODE = '(лзп|пролет[а-я]*|track[- ]?lines?|fly[- ]?by|lzp)';
  const mode = ({ at, groups }: { at: number; groups: readonly (string | undefined)[] }): void =>
    desk.do(at, 'set_objective', {
      turn_mode: /^(?:лзп|lzp|track)/u.test(groups[1]!) ? 'track_line' : 'fly_by',
    });
  desk.sheet.take(
    g(
      `${L}(?:режим\\s+)?(?:разворот[а-я]*|turns?(?:\\s+mode)?|turn\\s+mode)(?:\\s|[:=-]|по|на|с|to|by|on|the|is)*${MODE}${R}`,
    ),
    mode,
  );
  desk.sheet.take(g(`${L}${MODE}\\s+(?:разворот[а-я]*|turns?|mode|turn\\s+mode)${R}`), mode);
}

function readBuffer(desk: Desk): void {
  desk.sheet.take(
    g(
      `${L}(?:(?:no-?fly|nfz|zone)\\s+)?(?:буфер[а-я]*|buffer)(?:\\s+(?:от|вокруг|у|of|around|from|to)\\s+(?:the\\s+)?(?:бесполетн[а-я]+\\s+|запретн[а-я]+\\s+|no-?\\s?fly\\s+)?(?:зон[а-я]*|zones?))?${TO}${N}${LENGTH.after}`,
    ),
    ({ at, groups }) => {
      const nfz_buffer_m = inUnit(groups[1]!, groups[2], LENGTH);
      if (nfz_buffer_m === null) {
        return desk.ask(
          `In which unit is the buffer, ${groups[1]}? Say for example “${groups[1]} m”.`,
          `В каких единицах буфер ${groups[1]}? Скажите, например, «${groups[1]} м».`,
        );
      }
      return desk.do(at, 'set_objective', { nfz_buffer_m });
    },
  );
}

function readSolver(desk: Desk): void {
  const { sheet } = desk;
  sheet.take(
    g(
      `${L}(?:лимит[а-я]*(?:\\s+времени)?(?:\\s+(?:на\\s+)?(?:расчет[а-я]*|решател[а-я]*))?|(?:solver\\s+|computation\\s+)?time\\s+limit|solver\\s+limit|не\\s+дольше|at\\s+most|no\\s+longer\\s+than)${TO}${N}${TIME.after}`,
    ),
    ({ at, groups }) => {
      const time_limit_s = inUnit(groups[1]!, groups[2], TIME);
      if (time_limit_s === null) {
        return desk.ask(
          `In which unit is the time limit, ${groups[1]}? Say for example “${groups[1]} s”.`,
          `В каких единицах лимит времени ${groups[1]}? Скажите, например, «${groups[1]} с».`,
        );
      }
      // "Compute for at most 60 s" sets the limit before it computes.
      const before = /^(?:не|at|no)/u.test(groups[0]!)
        ? desk.steps.findLast((s) => s.tool === 'compute_plan')
        : undefined;
      return desk.do(before !== undefined && before.at < at ? before.at - 0.5 : at, 'set_solver', {
        time_limit_s,
      });
    },
  );
  sheet.take(g(`${L}(?:зерно|seed)${TO}(\\d+)(?![.\\d])`), ({ at, groups }) =>
    desk.do(at, 'set_solver', { seed: Number(groups[1]) }),
  );
}
