import { err, ok } from '#base';
import type { ModelPort } from '#agent';

/** Replays recorded replies in order; when they are used up, it says so. A double, labelled as simulation. */
export function scriptedModel(replies: readonly string[], name = 'scripted-1'): ModelPort {
  let at = 0;
  return {
    provider: 'scripted',
    model: name,
    simulated: true,
    complete: () => {
      const text = replies[at];
      at++;
      if (text === undefined) {
        return Promise.resolve(
          err({
            type: 'bad_reply' as const,
            message: `the script has ${replies.length} replies, and all are used`,
          }),
        );
      }
      return Promise.resolve(ok({ text, stop: 'done' as const, usage: null }));
    },
  };
}
