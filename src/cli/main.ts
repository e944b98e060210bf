import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { SetExit } from './options.ts';
import { BadInput, EXIT, printFailure } from './output.ts';
import { VERSION } from './version.ts';

type Make = (setExit: SetExit) => Command;

/** Every command, in the order of the help. A command's module is loaded only when it is needed: some start servers. */
export const COMMANDS: Readonly<Record<string, () => Promise<Make>>> = {
  decide: async () => (await import('./commands/decide.ts')).decideCommand,
  ir: async () => (await import('./commands/ir.ts')).irCommand,
  tool: async () => (await import('./commands/tool.ts')).toolCommand,
  monitor: async () => (await import('./commands/monitor.ts')).monitorCommand,
  conform: async () => (await import('./commands/conform.ts')).conformCommand,
  route: async () => (await import('./commands/route.ts')).routeCommand,
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand,
  'verify-certificate': async () =>
    (await import('./commands/verify-certificate.ts')).verifyCertificateCommand,
  data: async () => (await import('./commands/data.ts')).dataCommand,
  survey: async () => (await import('./commands/survey.ts')).surveyCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
};

/**
 * The commands that a command line needs: the one that it names, none for the version, and all of them for everything
 * else, so that the help and the advice on a misspelt command know every name.
 */
async function commandsFor(argv: readonly string[]): Promise<readonly Make[]> {
  const [first] = argv;
  if (argv.length === 1 && (first === '--version' || first === '-V')) return [];
  const named = first !== undefined && Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (named !== undefined) return [await named()];
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}

/** Runs the command line and answers its exit code. Bad input is one line and 2; only a bug is 1 with a stack. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('cloudbrain')
    .description('Verified decisions for drone operations: a model proposes, deterministic code decides.')
    .version(VERSION)
    .showHelpAfterError(false);
  const exit: { code: number } = { code: EXIT.done };
  for (const make of await commandsFor(argv)) program.addCommand(make((code) => void (exit.code = code)));
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
