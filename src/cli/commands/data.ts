import { Argument, Command, InvalidArgumentError } from 'commander';
import {
  CITY_KINDS,
  TABLE_KINDS,
  importInto,
  importTable,
  isTableKind,
  nodeClock,
  oneFile,
  type CityKind,
  type TableKind,
} from '#store';
import { wholeNumber, type SetExit } from '../options.ts';
import { note, orBadInput, printResult, type OutputOptions } from '../output.ts';

type ImportFlags = OutputOptions & {
  readonly in: readonly string[];
  readonly out: string;
  readonly id?: string;
  readonly name?: string;
  readonly bounds?: [number, number, number, number];
  readonly groundAmsl?: number;
  readonly geoidSeparation?: number;
  readonly fleetSeed?: number;
  readonly uavs?: number;
  readonly hubs?: number;
  readonly station?: string;
  readonly time?: string;
  readonly referenceTime?: string;
  readonly airport?: readonly Airport[];
  readonly partial?: boolean;
};

type Airport = { readonly code: string; readonly at: [number, number] | null };

/** `data import KIND`: real files to a city directory, with provenance. */
export function dataCommand(_: SetExit): Command {
  const data = new Command('data').description('real files to normalised data with provenance');
  data
    .command('import')
    .description('import files into a city directory, which `decide --city DIR` then takes')
    .addArgument(new Argument('<kind>').choices([...CITY_KINDS, ...TABLE_KINDS]))
    .requiredOption('--in <file...>', 'files to import')
    .requiredOption('--out <dir>', 'city directory, made where it does not exist')
    .option('--id <id>', 'id of a new city; the directory name otherwise')
    .option('--name <text>', 'name of a new city')
    .option('--bounds <w,s,e,n>', 'west,south,east,north in degrees; the extract otherwise', bounds)
    .option('--ground-amsl <m>', 'height of the ground above mean sea level, metres', finite('--ground-amsl'))
    .option('--geoid-separation <m>', 'W84 minus AMSL, metres', finite('--geoid-separation'))
    .option(
      '--fleet-seed <n>',
      'seed of the generated (synthetic) fleet',
      wholeNumber('--fleet-seed', 0, 0xffffffff),
    )
    .option('--uavs <n>', 'aircraft in the generated fleet', wholeNumber('--uavs', 0, 1000))
    .option('--hubs <n>', 'hubs of the generated fleet', wholeNumber('--hubs', 1, 26))
    .option('--station <icao>', 'weather station; the nearest that reports wind otherwise')
    .option('--time <instant>', "the state's moment, ISO 8601 in UTC; the weather's otherwise")
    .option('--reference-time <instant>', 'a moment at or after raw METAR reports')
    .option(
      '--airport <place...>',
      'airports as CODE or CODE@lon,lat, with a stand-in ceiling grid around them (generated, not authoritative)',
      airports,
    )
    .option('--partial', 'take facility-map pages that are known to be incomplete')
    .action(async (kind: CityKind | TableKind, flags: ImportFlags) => {
      if (isTableKind(kind)) return importOne(kind, flags);
      const report = orBadInput(
        await importInto(kind, flags.in, flags.out, {
          clock: nodeClock(),
          city_id: flags.id,
          name: flags.name,
          settings: {
            bounds: flags.bounds,
            ground_amsl_m: flags.groundAmsl,
            geoid_separation_m: flags.geoidSeparation,
            fleet_seed: flags.fleetSeed,
            uavs: flags.uavs,
            hubs: flags.hubs,
            station: flags.station,
            time: flags.time,
            reference_time: flags.referenceTime,
            airports: flags.airport === undefined ? undefined : [...flags.airport],
            partial: flags.partial,
          },
        }),
      );
      for (const line of report.notes) note(flags, line);
      printResult(flags, report, () => [
        `${report.directory}: ${Object.entries(report.counts)
          .map(([k, n]) => `${n} ${k}`)
          .join(', ')}`,
        ...report.missing.map((m) => `${report.usable ? 'assumed' : 'missing'}: ${m}`),
        report.usable
          ? `usable: cloudbrain decide --city ${report.directory} --instruction "..."`
          : 'not usable yet',
      ]);
    });
  return data;
}

/** Tables stand beside cities: one file in, one table out. */
function importOne(kind: TableKind, flags: ImportFlags): void {
  const report = orBadInput(
    importTable(kind, orBadInput(oneFile(flags.in, flags.out)), flags.out, nodeClock()),
  );
  for (const line of report.notes) note(flags, line);
  printResult(flags, report, () => [
    `${report.table}: ${Object.entries(report.counts)
      .map(([k, n]) => `${n} ${k}`)
      .join(', ')}`,
  ]);
}

function finite(name: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value))
      throw new InvalidArgumentError(`${name} must be a number, not ${text.slice(0, 40)}`);
    return value;
  };
}

function bounds(text: string): [number, number, number, number] {
  const values = text.split(',').map(Number);
  const [w, s, e, n] = values;
  if (values.length !== 4 || !values.every(Number.isFinite) || !(w! < e! && s! < n!)) {
    throw new InvalidArgumentError(
      '--bounds is west,south,east,north in degrees with west < east and south < north',
    );
  }
  return [w!, s!, e!, n!];
}

function airports(text: string, before: readonly Airport[] | undefined): readonly Airport[] {
  const match = /^([A-Za-z0-9]{2,8})(?:@(-?[\d.]+),(-?[\d.]+))?$/.exec(text);
  if (match === null)
    throw new InvalidArgumentError(`--airport is CODE or CODE@lon,lat, not ${text.slice(0, 40)}`);
  const at: [number, number] | null = match[2] === undefined ? null : [Number(match[2]), Number(match[3])];
  return [...(before ?? []), { code: match[1]!, at }];
}
