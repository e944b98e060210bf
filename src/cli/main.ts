import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { conformCommand } from './commands/conform.ts';
import { dataCommand } from './commands/data.ts';
import { decideCommand } from './commands/decide.ts';
import { doctorCommand } from './commands/doctor.ts';
import { irCommand } from './commands/ir.ts';
import { monitorCommand } from './commands/monitor.ts';
import { routeCommand } from './commands/route.ts';
import { serveCommand } from './commands/serve.ts';
import { simulateCommand } from './commands/simulate.ts';
import { surveyCommand } from './commands/survey.ts';
import { toolCommand } from './commands/tool.ts';
import { verifyCertificateCommand } from './commands/verify-certificate.ts';
import { BadInput, EXIT, printFailure } from './output.ts';
import { VERSION } from './version.ts';

const COMMANDS = [
  decideCommand,
  irCommand,
  toolCommand,
  monitorCommand,
  conformCommand,
  routeCommand,
  simulateCommand,
  verifyCertificateCommand,
  dataCommand,
  surveyCommand,
  serveCommand,
  doctorCommand,
];

/** Runs the command line and answers its exit code. Bad input is one line and 2; only a bug is 1 with a stack. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('cloudbrain')
    .description('Verified decisions for drone operations: a model proposes, deterministic code decides.')
    .version(VERSION)
    .showHelpAfterError(false);
  const exit: { code: number } = { code: EXIT.done };
  for (const make of COMMANDS) program.addCommand(make((code) => void (exit.code = code)));
  everyCommand(program, (c) => {
    c.exitOverride().configureOutput({ writeErr: () => undefined });
    if (c.commands.length === 0)
      c.option('--json', 'one JSON document on stdout').option('--quiet', 'no progress on stderr');
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exit.code;
  } catch (e) {
    return failure(e, argv);
  }
}

function everyCommand(command: Command, act: (c: Command) => void): void {
  act(command);
  for (const child of command.commands) everyCommand(child, act);
}

function failure(e: unknown, argv: readonly string[]): number {
  const json = argv.includes('--json');
  if (e instanceof CommanderError && e.exitCode === 0) return EXIT.done;
  if (e instanceof InvalidArgumentError || e instanceof CommanderError) {
    if (e.code === 'commander.help') return EXIT.done;
    printFailure(json, {
      type: 'usage',
      message: `${e.message.replace(/^error: /, '')} (see cloudbrain --help)`,
      path: '',
    });
    return EXIT.bad_input;
  }
  if (e instanceof BadInput) {
    printFailure(json, { type: e.type, message: e.message, path: e.path });
    return EXIT.bad_input;
  }
  const stack = e instanceof Error ? (e.stack ?? e.message) : String(e);
  process.stderr.write(`cloudbrain: internal error, please report it\n${stack}\n`);
  if (json)
    process.stdout.write(
      `${JSON.stringify({ error: { type: 'internal', message: 'internal error', path: '' } })}\n`,
    );
  return EXIT.internal;
}
