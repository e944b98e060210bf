import { ok } from '#base';
import type { DialogueItem, DialogueModel, DialogueRequest, DialogueTurn } from '#agent';
import type { SurveySummary } from '#tools';
import { type Ran, answerFrom, answerToUnread, reportLines } from './answer.ts';
import { isEdit, readPhrases } from './read-phrases.ts';
import type { Step } from './reading.ts';

/**
 * The provider that needs no network: reads common phrases of operators in Russian and English by rules, calls the tools, and
 * tells the answer from what they return. Not a language model; what it cannot read it says, and then it does nothing.
 */
export function phraseModel(): DialogueModel {
  return {
    provider: 'builtin',
    model: 'operator-phrases-1',
    simulated: false,
    turn: (request) => Promise.resolve(ok(nextTurn(request))),
  };
}

function nextTurn(request: DialogueRequest): DialogueTurn {
  const { items, language } = request;
  const asked = items.findLastIndex((i) => i.kind === 'user');
  const item = items[asked];
  const message = item?.kind === 'user' ? item.text : '';
  const reading = readPhrases(message, request.summary as SurveySummary, language);
  if (
    reading.questions.length + reading.refusals.length + reading.unread.length > 0 ||
    reading.steps.length === 0
  ) {
    return said(answerToUnread(reading, language));
  }
  const steps = withNeeded(reading.steps, language);
  const ran = ranSince(items.slice(asked + 1));
  const rest = steps.slice(ran.length);
  const broken = rest.length > 0 && isBroken(ran);
  if (rest.length === 0 || broken || request.tools.length === 0) {
    const left = rest.map((s) => s.tool);
    return said(answerFrom(shown(ran, steps), left, language));
  }
  const edits = rest.findIndex((s) => !isEdit(s.tool));
  const batch = rest.slice(0, edits === -1 ? rest.length : Math.max(1, edits));
  const calls = batch.map((step, i) => ({
    call_id: `phrase_${ran.length + i}`,
    name: step.tool,
    arguments: JSON.stringify(argumentsOf(step, ran, request)),
  }));
  return { text: '', calls, stop: 'calls', opaque: [], usage: null };
}

function said(text: string): DialogueTurn {
  return { text, calls: [], stop: 'done', opaque: [], usage: null };
}

/** Puts a computation before what needs one: a report and a note are about the scenario as it then stands. */
function withNeeded(steps: readonly Step[], language: string): Step[] {
  const out: Step[] = [];
  let computed = false;
  let reported = false;
  const add = (tool: string, args: Step['args'] = {}): void =>
    void out.push({ at: -1, tool, object: null, args });
  for (const step of steps) {
    if (isEdit(step.tool) || step.tool === 'adopt_variant') computed = reported = false;
    const needs = ['get_plan_report', 'write_report_note', 'evaluate_variants'].includes(step.tool);
    if (needs && !computed) add('compute_plan');
    if (step.tool === 'write_report_note' && !reported)
      add('get_plan_report', { evaluation_id: null, language });
    if (needs || step.tool === 'compute_plan') computed = true;
    if (step.tool === 'get_plan_report' || step.tool === 'write_report_note') reported = true;
    out.push(step);
  }
  return out;
}

/** What ran after the operator's last message, in order. */
function ranSince(items: readonly DialogueItem[]): Ran[] {
  const answers = new Map(
    items.flatMap((i) => (i.kind === 'result' ? [[i.call_id, i.output] as const] : [])),
  );
  return items.flatMap((i) =>
    i.kind !== 'calls'
      ? []
      : i.calls.map((call) => ({
          tool: call.name,
          args: JSON.parse(call.arguments) as Ran['args'],
          answer: JSON.parse(answers.get(call.call_id) ?? '{"ok":false}') as Ran['answer'],
        })),
  );
}

/** After a change that failed nothing is computed: the result would be of another scenario than the one asked for. */
function isBroken(ran: readonly Ran[]): boolean {
  return ran.some((r) => !r.answer.ok);
}

/** A report that was read only for the note is not told again. */
function shown(ran: readonly Ran[], steps: readonly Step[]): Ran[] {
  const asked = (i: number): boolean =>
    steps[i] === undefined || steps[i].at !== -1 || steps[i].tool !== 'get_plan_report';
  return ran.filter((r, i) => !r.answer.ok || asked(i));
}

/** Every property of the tool's schema, null where nothing was said. */
function argumentsOf(step: Step, ran: readonly Ran[], request: DialogueRequest): Record<string, unknown> {
  const spec = request.tools.find((t) => t.name === step.tool);
  const names = Object.keys((spec?.parameters['properties'] ?? {}) as object);
  const args: Record<string, unknown> = Object.fromEntries(names.map((n) => [n, null]));
  Object.assign(args, step.args);
  if (step.tool === 'adopt_variant' && step.args['variant_id'] === null) {
    const search = ran.findLast((r) => r.tool === 'recommend')?.answer.result as
      { best_id?: unknown } | undefined;
    args['variant_id'] = typeof search?.best_id === 'string' ? search.best_id : 'best';
  }
  if (step.tool === 'write_report_note') {
    const report = ran.findLast((r) => r.tool === 'get_plan_report')?.answer.result ?? {};
    args['text'] =
      reportLines(report as Record<string, unknown>, request.language)
        .slice(1)
        .join('\n') || noFindings(request);
  }
  return args;
}

function noFindings({ language }: DialogueRequest): string {
  return language === 'ru' ? 'Других сведений в отчёте нет.' : 'The report holds nothing further.';
}
