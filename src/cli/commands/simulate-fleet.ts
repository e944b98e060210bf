import { LIMITS } from '#base';
import { cityScenario, simulateFleet, type FleetReport } from '#engines/simulate';
import { writeScn, type ScnExport } from '#formats';
import type { StressLevel } from '#ir';
import { writeWhole } from '#store';
import type { ToolContext } from '#tools';
import { BadInput, note, orBadInput, printResult, type OutputOptions } from '../output.ts';

/** Flags of a simulated fleet. */
export type FleetFlags = OutputOptions & {
  readonly fleet: number;
  readonly crewed: number;
  readonly duration: number;
  readonly seed: number;
  readonly stress: string;
  readonly bluesky?: string;
};

/** Drones that a command line may ask for. */
export const MOST_DRONES = LIMITS.fleet_size;

/** Flies many drones over a city's places and reports separation, charging and faults. */
export function runFleet(flags: FleetFlags, context: ToolContext): void {
  const scenario = cityScenario(context.air, {
    drones: flags.fleet,
    crewed: flags.crewed,
    stress: flags.stress as StressLevel,
  });
  if (scenario.pads.length < 2 && flags.fleet > 0)
    throw new BadInput('invalid_state', 'a fleet flies between places, and this city has fewer than two');
  const report = simulateFleet({
    scenario,
    seed: flags.seed,
    duration_sec: flags.duration,
    dt_sec: 1,
    record_tracks: flags.bluesky !== undefined,
  });
  if (flags.bluesky !== undefined) {
    const flights = (report.tracks ?? []).map(({ agent, points }, k): ScnExport => ({
      id: `F${k}D${agent}`,
      type: 'M600',
      start_sec: 0,
      points,
    }));
    writeBlueSky(flags, flags.bluesky, flights, context);
  }
  const { tracks: _, ...rest } = report;
  printResult(flags, rest, () => linesOf(report));
}

/** Writes trajectories as a scenario that BlueSky replays. */
export function writeBlueSky(
  flags: OutputOptions,
  path: string,
  flights: readonly ScnExport[],
  { air, state }: ToolContext,
): void {
  const text = orBadInput(
    writeScn(flights, { frame: air.frame, ground: state.city.ground, style: 'replay' }),
    path,
  );
  orBadInput(writeWhole(path, text));
  note(flags, `BlueSky scenario of ${flights.length} flights written to ${path}`);
}

function linesOf(r: FleetReport): string[] {
  return [
    `${r.agents} aircraft, ${r.flights} flights, ${r.flight_hours.toFixed(1)} flight hours in ${r.end_sec} s (simulated, not flown; buildings and zones are not looked at)`,
    ...r.separation.map(
      (s) =>
        `  ${s.pair_class}: ${s.lowc_events} LoWC, ${s.nmac_events} NMAC (proxies), closest ${s.closest_m === null ? 'none' : `${s.closest_m.toFixed(1)} m`}`,
    ),
    `  mean wait for a charger ${r.charging.mean_wait_sec.toFixed(0)} s, aborted ${r.aborted}`,
    `  ${r.snapshot_hash}`,
  ];
}
