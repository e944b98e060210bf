import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { parseStrictJson } from '#base';
import { readUserText } from '#store';
import { flightTools, runTool, type ToolEnvelope } from '#tools';
import { contextOf, stateFrom, type SetExit } from '../options.ts';
import { BadInput, EXIT, orBadInput, printResult, type OutputOptions } from '../output.ts';

/** `tool NAME`: one tool's envelope. */
export function toolCommand(setExit: SetExit): Command {
  return new Command('tool')
    .description('run one tool and print its envelope')
    .argument('<name>', `one of ${flightTools().names().join(', ')}`)
    .requiredOption('--args <json|file>', 'arguments as JSON, or a file with them')
    .option('--state <file>', 'a state document')
    .option('--city <id>', 'a bundled city or a city directory')
    .action((name: string, options: OutputOptions & { args: string; state?: string; city?: string }) => {
      const args = argsFrom(options.args);
      const envelope = runTool(flightTools(), name, args, contextOf(stateFrom(options)));
      printResult(options, envelope, () => linesOf(envelope));
      setExit(exitOf(envelope));
    });
}

function argsFrom(text: string): unknown {
  const inline = /^\s*[[{]/.test(text);
  if (!inline && !existsSync(text))
    throw new BadInput(
      'file_missing',
      `--args is neither JSON nor a file: ${text.slice(0, 200)}`,
      text.slice(0, 200),
    );
  const json = parseStrictJson(inline ? text : orBadInput(readUserText(text, 'tool arguments (JSON)')));
  if (json.ok) return json.value;
  throw new BadInput(
    'invalid_json',
    `--args: line ${json.error.line}, column ${json.error.column}: ${json.error.message}`,
    json.error.path,
  );
}

/** Unusable arguments are bad input; an answer that says no is a failed check. */
function exitOf(envelope: ToolEnvelope): number {
  if (envelope.ok) return EXIT.done;
  const type = envelope.error?.type;
  return type === 'unknown_tool' || type === 'invalid_arguments' || type === 'unknown_region'
    ? EXIT.bad_input
    : EXIT.failed;
}

function linesOf(envelope: ToolEnvelope): string[] {
  const { ok, tool, error, warnings, result } = envelope;
  return [
    `${tool}: ${ok ? 'ok' : `${error?.type ?? ''}: ${error?.message ?? ''}`}`,
    ...warnings.map((w) => `warning ${w.type}: ${w.message}`),
    ...(result === null ? [] : [JSON.stringify(result, null, 2)]),
  ];
}
