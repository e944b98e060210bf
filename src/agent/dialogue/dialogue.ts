import { type AbortSignalLike, assert } from '#base';
import type { ModelError } from '../ports.ts';
import type { DialogueLanguage } from './facts-text.ts';
import { instructionsFor } from './instructions.ts';
import type { DialogueItem, DialogueTurn } from './ports.ts';
import { DIALOGUE_LIMITS, type DialoguePorts, type DialogueRequestInput } from './request.ts';
import { Work } from './work.ts';

const GONE = Symbol('the caller went away');

/**
 * Talks with a model until it answers: its calls run on the scenario as it stands, in the order in which they are listed, and
 * its text is shown only after a check against the results. Sends events in the order in which things happen; the last
 * one is `done` or `error`, and there is exactly one of them.
 */
export async function runDialogue(request: DialogueRequestInput, ports: DialoguePorts): Promise<void> {
  const { messages } = request;
  assert(
    messages.length > 0 && messages.length <= DIALOGUE_LIMITS.max_turns,
    'the history has 1 to 24 turns',
  );
  assert(messages.at(-1)!.role === 'user', 'the last turn is the operator’s');
  assert(
    messages.every((m) => m.content.length <= DIALOGUE_LIMITS.max_turn_chars),
    'a turn has at most 4000 characters',
  );
  assert(Number.isInteger(ports.max_steps) && ports.max_steps >= 1, 'a dialogue has at least one step');
  const language = request.language ?? languageOf(messages.at(-1)!.content);
  const work = new Work(request, language, ports);
  try {
    await talk(work, ports);
  } catch (e) {
    const said = e instanceof Error ? e.name : 'unknown';
    ports.onBug?.(e);
    work.fail('INTERNAL', `the dialogue failed (${said})`, 'internal');
  }
}

/** Russian where the text has a Cyrillic letter. */
export function languageOf(text: string): DialogueLanguage {
  return /[\u0400-\u04ff]/u.test(text) ? 'ru' : 'en';
}

async function talk(work: Work, ports: DialoguePorts): Promise<void> {
  const { model, tools, max_steps, timeout_ms, signal } = ports;
  const instructions = instructionsFor(work.summary, work.language);
  const items: DialogueItem[] = work.messages.map(({ role, content }) => ({ kind: role, text: content }));
  const specs = tools.specs();
  work.started(model);
  for (let step = 1; step <= max_steps; step++) {
    work.thinking(step);
    const last = step === max_steps;
    const asked = model.turn(
      {
        instructions,
        items: [...items],
        tools: last ? [] : specs,
        timeout_ms,
        summary: work.summary,
        language: work.language,
      },
      signal,
    );
    const turn = await untilGone(asked, signal);
    if (turn === GONE || signal?.aborted === true)
      return work.fail('ABORTED', 'the caller went away', 'aborted');
    if (!turn.ok) return failed(work, turn.error);
    // What is cut off, filtered or refused may hold half a call; none of it is run.
    if (turn.value.stop !== 'calls' || last || turn.value.calls.length === 0)
      return work.answer(turn.value, last);
    const calls = withOwnIds(turn.value.calls, step, items);
    items.push({ kind: 'calls', text: turn.value.text, calls, opaque: turn.value.opaque });
    for (const call of calls) {
      const output = await untilGone(work.call(call, tools, calls.indexOf(call)), signal);
      if (output === GONE) return work.fail('ABORTED', 'the caller went away', 'aborted');
      items.push({ kind: 'result', call_id: call.call_id, output });
    }
  }
}

function failed(work: Work, error: ModelError): void {
  if (error.type === 'aborted') return work.fail('ABORTED', 'the caller went away', 'aborted');
  const code = error.type === 'timeout' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE';
  work.fail(code, `the language model did not answer: ${error.message}`, error.type);
}

/** Calls with ids that are there and differ, also from those of earlier turns: answers are matched by them. */
function withOwnIds(
  calls: DialogueTurn['calls'],
  step: number,
  items: readonly DialogueItem[],
): DialogueTurn['calls'] {
  const taken = new Set(items.flatMap((i) => (i.kind === 'calls' ? i.calls.map((c) => c.call_id) : [])));
  return calls.map((call, i) => {
    let call_id = call.call_id;
    if (!/^[\x21-\x7e]{1,64}$/.test(call_id) || taken.has(call_id)) call_id = `call_${step}_${i}`;
    while (taken.has(call_id)) call_id += '_';
    taken.add(call_id);
    return { ...call, call_id };
  });
}

/** The value, or `GONE` as soon as the signal says so, whether or not the work listens to it. */
function untilGone<T>(work: Promise<T>, signal: AbortSignalLike | undefined): Promise<T | typeof GONE> {
  if (signal === undefined) return work;
  if (signal.aborted) {
    work.catch(() => undefined);
    return Promise.resolve(GONE);
  }
  return new Promise((resolve, reject) => {
    const gone = (): void => resolve(GONE);
    signal.addEventListener('abort', gone);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', gone));
  });
}
