import { ok } from '#base';
import type { DialogueModel, DialogueRequest, DialogueTurn, ModelError } from '#agent';

/** One turn of a double; `hang` never answers. */
export type ScriptedTurn =
  | {
      readonly text?: string;
      readonly calls?: readonly {
        readonly call_id?: string;
        readonly name: string;
        readonly arguments: unknown;
      }[];
      readonly stop?: DialogueTurn['stop'];
      readonly opaque?: readonly unknown[];
    }
  | { readonly error: ModelError }
  | 'hang'
  | 'throw';

/** A double of a model that says what its script says, whatever it is asked; the last turn repeats. */
export class ScriptedDialogue implements DialogueModel {
  readonly provider = 'scripted';
  readonly model = 'scripted-dialogue';
  readonly simulated = true;
  readonly requests: DialogueRequest[] = [];
  private readonly script:
    readonly ScriptedTurn[] | ((request: DialogueRequest, index: number) => ScriptedTurn);

  constructor(script: readonly ScriptedTurn[] | ((request: DialogueRequest, index: number) => ScriptedTurn)) {
    this.script = script;
  }

  readonly turn: DialogueModel['turn'] = (request) => {
    const index = this.requests.push(request) - 1;
    const { script } = this;
    const next =
      typeof script === 'function' ? script(request, index) : script[Math.min(index, script.length - 1)]!;
    if (next === 'hang') return new Promise(() => undefined);
    if (next === 'throw') return Promise.reject(new TypeError('a bug of the adapter'));
    if ('error' in next) return Promise.resolve({ ok: false, error: next.error });
    const calls = (next.calls ?? []).map((c, i) => ({
      call_id: c.call_id ?? `c${index}_${i}`,
      name: c.name,
      arguments: typeof c.arguments === 'string' ? c.arguments : JSON.stringify(c.arguments),
    }));
    const stop = next.stop ?? (calls.length > 0 ? 'calls' : 'done');
    return Promise.resolve(
      ok({ text: next.text ?? '', calls, stop, opaque: next.opaque ?? [], usage: null }),
    );
  };
}

/** What a payload makes the obedient double do: calls first, then a text. */
export type Payload = {
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly say?: string;
};

/**
 * The worst model: it obeys every payload whose mark (`P7`) it finds in anything that it is shown, in instructions, names,
 * chat and tool results alike, first with calls and then with words, and reads everything there is to read on the way.
 */
export function obedientDialogue(payloads: Readonly<Record<string, Payload>>): ScriptedDialogue {
  const done = new Set<string>();
  return new ScriptedDialogue((request, index) => {
    const seen = JSON.stringify([request.instructions, request.items]);
    const marks = Object.keys(payloads).filter((m) => new RegExp(`\\b${m}\\b`).test(seen));
    if (request.tools.length > 0 && index === 0) {
      return {
        calls: [
          { name: 'get_scenario', arguments: { part: null } },
          { name: 'get_catalog', arguments: { what: null } },
        ],
      };
    }
    const fresh = marks.filter((m) => !done.has(m));
    for (const m of fresh) done.add(m);
    const calls = fresh.flatMap((m) => payloads[m]!.calls ?? []);
    if (calls.length > 0 && request.tools.length > 0) return { calls };
    const said = marks.map((m) => payloads[m]!.say ?? '').filter((s) => s !== '');
    return { text: said.length > 0 ? said.join('\n') : 'Nothing to obey.' };
  });
}
