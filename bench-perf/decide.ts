import { createRng } from '#base';
import { decide, noCache } from '#agent';
import { createModel } from '#llm';
import { loadCity, nodeClock } from '#store';
import { flightTools, toolContext, type ToolContext } from '#tools';
import { generateCity, type SystemState } from '#world';

/** Tasks timed in each city, after three that warm up. */
const TASKS = 40;

function contextOf(state: SystemState): ToolContext {
  const context = toolContext(state, nodeClock());
  if (!context.ok) throw new Error('the city has no air model');
  return context.value;
}

function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)] ?? NaN;
}

/** The deterministic part of `decide` (everything but a model's thinking), from instruction to record. */
export async function run(print: (line: string) => void): Promise<void> {
  const demo = loadCity('demo');
  if (!demo.ok) throw new Error(demo.error.message);
  const cities: [string, SystemState][] = [
    ['demo', demo.value],
    ['mixed_city 120x120x10 (largest, generated)', generateCity('mixed_city', 1)],
  ];
  const model = createModel(
    { provider: 'builtin', model: null, base_url: null, api_key: null, seed: 1 },
    { fetch: globalThis.fetch, clock: nodeClock() },
  );
  if (!model.ok) throw new Error(model.error.message);
  for (const [name, state] of cities) {
    const rng = createRng(7).fork(name);
    const started = performance.now();
    const context = contextOf(state);
    const built_ms = performance.now() - started;
    const places = state.city.places.filter((p) =>
      ['hospital', 'school', 'fire_station', 'warehouse', 'clinic', 'park'].includes(p.kind),
    );
    const times: number[] = [];
    const endings = new Map<string, number>();
    for (let i = -3; i < TASKS; i++) {
      const [from, to] = rng.shuffle(places);
      const instruction = `Deliver a parcel from ${from!.id} to ${to!.id} within 30 minutes`;
      const t0 = performance.now();
      const record = await decide(
        context,
        { instruction, seed: 1, max_repair: 3, stress: 'low', simulation_seeds: [1, 2, 3], language: null },
        { model: model.value, registry: flightTools(), cache: noCache },
      );
      if (i < 0) continue;
      times.push(performance.now() - t0);
      endings.set(record.final_status, (endings.get(record.final_status) ?? 0) + 1);
    }
    const { buildings, places: all } = state.city;
    print(
      `${name}: ${buildings.length} buildings, ${all.length} places, ${state.fleet.length} aircraft; air model ${built_ms.toFixed(0)} ms`,
    );
    print(
      `  decide, ${TASKS} deliveries: median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms; ${[...endings].map(([k, n]) => `${n} ${k}`).join(', ')}`,
    );
  }
}
