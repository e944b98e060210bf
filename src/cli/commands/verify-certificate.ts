import { Command } from 'commander';
import { verifyCertificate } from '#agent';
import { nodeClock, readUserText } from '#store';
import { flightTools, toolContext } from '#tools';
import type { SetExit } from '../options.ts';
import { BadInput, EXIT, orBadInput, printResult, type OutputOptions } from '../output.ts';

/** `verify-certificate F`: replays a decision offline. */
export function verifyCertificateCommand(setExit: SetExit): Command {
  return new Command('verify-certificate')
    .description('replay a decision from its certificate; one changed byte fails it')
    .argument('<file>', 'the certificate')
    .action((file: string, options: OutputOptions) => {
      const text = orBadInput(readUserText(file, 'a decision certificate'));
      const verified = verifyCertificate(text, flightTools(), (state) => {
        const context = toolContext(state, nodeClock());
        return context.ok
          ? context
          : { ok: false, error: context.error[0]?.message ?? 'the state has no air model' };
      });
      if (!verified.ok && verified.error.type === 'malformed') {
        throw new BadInput('malformed', `${file}: ${verified.error.message}`, file);
      }
      const document = verified.ok
        ? { verified: true, ...verified.value }
        : { verified: false, reason: verified.error };
      printResult(options, document, () => [
        verified.ok
          ? `verified: ${verified.value.specs} specifications and ${verified.value.simulations} simulated flights come out the same`
          : `not verified (${verified.error.type}): ${verified.error.message}`,
      ]);
      setExit(verified.ok ? EXIT.done : EXIT.failed);
    });
}
