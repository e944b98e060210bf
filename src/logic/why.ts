import type { Counterexample, CounterexampleAtom, TimeSpan } from './counterexample-types.ts';

/** Six significant digits, without trailing zeros: enough to repair by, short enough to read. */
export function short(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : String(value);
}

function spanText(span: TimeSpan): string {
  return span.from_sec === span.to_sec
    ? `at ${short(span.from_sec)} s`
    : `from ${short(span.from_sec)} s to ${short(span.to_sec)} s`;
}

function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
}

function atomText(atom: CounterexampleAtom): string {
  const unit = atom.unit === null ? '' : ` ${atom.unit}`;
  const said = `${clipped(atom.signal, 60)} ${atom.op} ${short(atom.threshold)}${unit}`;
  const found = `${clipped(atom.signal, 60)} = ${short(atom.value)}${unit} at ${short(atom.t_sec)} s`;
  return atom.holds ? `${said} holds (${found})` : `${said} fails (${found})`;
}

/** Sentences from a template: what fails when and how badly, and the atoms it rests on. Never a model's. */
export function whySentence(found: Omit<Counterexample, 'why'>): string {
  const { violation } = found;
  const run = spanText({ from_sec: violation.t_start_sec, to_sec: violation.t_end_sec });
  const what = `${clipped(violation.formula, 160)} is violated ${run}, worst at ${short(violation.t_worst_sec)} s (robustness ${short(violation.robustness_worst)}).`;
  const parts = found.atoms.slice(0, 3).map((atom) => {
    const epoch = found.epochs.find(
      (e) => e.atom && e.holds === atom.holds && e.formula.includes(atom.signal),
    );
    const spans =
      epoch === undefined || epoch.intervals.length > 1 ? '' : ` throughout ${spanText(epoch.intervals[0]!)}`;
    return `${atomText(atom)}${spans.includes('from') ? spans : ''}`;
  });
  const more = found.atoms.length > 3 ? ` and ${found.atoms.length - 3} more` : '';
  return parts.length === 0 ? what : `${what} ${parts.join('; ')}${more}.`;
}

/** Characters that surely fit in 200 tokens, counting three characters a token. */
const SHORT_CHARACTERS = 600;

/**
 * A counterexample in under 200 tokens, for a model's repair: requirement, violation, nearest atoms, and
 * the smallest shifts. Numbers keep six digits; what does not fit is left out from the end.
 */
export function shortCounterexample(found: Counterexample): string {
  const { violation } = found;
  const parts = [
    `${found.requirement_id === null ? 'violated' : `${clipped(found.requirement_id, 40)} violated`}: ${clipped(found.formula, 150)}`,
    `robustness ${short(violation.robustness_worst)} at t=${short(violation.t_worst_sec)} s, fails ${short(violation.t_start_sec)}..${short(violation.t_end_sec)} s`,
    ...found.atoms.slice(0, 3).map(atomText),
    ...found.sufficient_fix
      .slice(0, 3)
      .map(
        (fix) => `bound: shift ${clipped(fix.signal, 40)} by ${short(fix.shift)} at t=${short(fix.t_sec)} s`,
      ),
    ...(found.entity_ids.length > 0 ? [`entities: ${clipped(found.entity_ids.join(', '), 80)}`] : []),
  ];
  let text = parts[0]!;
  for (const part of parts.slice(1)) {
    if (text.length + part.length + 2 > SHORT_CHARACTERS) break;
    text += `; ${part}`;
  }
  return text;
}
