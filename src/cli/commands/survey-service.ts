import { availableParallelism } from 'node:os';
import { Argument, Command } from 'commander';
import { openSurveyServices, readSettings, startGrpc } from '#gateway';
import { bundledSurveyCatalogue } from '#store';
import { untilSignal, wholeNumber } from '../options.ts';
import { BadInput, note, orBadInput, type OutputOptions } from '../output.ts';

type ServiceFlags = OutputOptions & { readonly port: number; readonly host?: string };

/** `survey service`: planner or validator as a process of its own, for servers that name it in their settings. */
export function surveyServiceCommand(): Command {
  return new Command('service')
    .description('run the planner or the validator as a gRPC service (cloudbrain.survey.v1)')
    .addArgument(new Argument('<name>', 'which of the two').choices(['planner', 'validator', 'both']))
    .option('--port <n>', 'port', wholeNumber('--port', 0, 65_535), 50_051)
    .option('--host <address>', 'address to listen on (CLOUDBRAIN_HOST, else 127.0.0.1)')
    .action(async (name: 'planner' | 'validator' | 'both', flags: ServiceFlags) => {
      const settings = orBadInput(readSettings(process.env, flags, availableParallelism()));
      const services = openSurveyServices(
        { ...settings, planner_address: null, validator_address: null },
        bundledSurveyCatalogue(),
      );
      const grpc = await startGrpc({
        backend: services.backend,
        services: { planner: name !== 'validator', validator: name !== 'planner' },
        host: settings.host,
        port: settings.port,
        auth: settings.auth,
      }).catch(async (e: Error) => {
        await services.backend.close();
        throw new BadInput(
          'port_refused',
          `cannot listen on ${settings.host}:${settings.port}: ${e.message}`,
        );
      });
      note(flags, `survey ${name} at ${settings.host}:${grpc.port}`);
      await untilSignal();
      await grpc.close();
      await services.backend.close();
    });
}
