import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Rng, createRng } from '#base';
import {
  type Calibration,
  FEATURE_NAMES,
  LEARNED_CALIBRATION,
  LEARNED_MODEL,
  type LogisticModel,
  type RiskInput,
  type Sample,
  assessRisk,
  brierScore,
  calibrate,
  calibrated,
  factorsOf,
  featuresOf,
  fit,
  predict,
  reliability,
} from '#engines/risk';
import { simulateDecision } from '#engines/simulate';
import type { Mission } from '#ir';
import { type SystemState, type Trajectory, buildAirModel, parseSystemState } from '#world';

type Print = (line: string) => void;

/** Flights that are drawn; those that fail without stress are thrown away, because no verifier would let them pass. */
const DRAWN = 6000;
const SEED = 20_260_101;
const STEPS = 4000;
const M_PER_DEG_LON = 111_319.490_793_226_4;
const M_PER_DEG_LAT = 110_574.275_821_594_35;

type Drawn = { readonly sample: Sample; readonly rules: number };

const lonLat = (x: number, y: number): [number, number] => [10 + x / M_PER_DEG_LON, y / M_PER_DEG_LAT];

function block(x: number, y: number, width: number, depth: number): [number, number][] {
  return [
    lonLat(x, y),
    lonLat(x + width, y),
    lonLat(x + width, y + depth),
    lonLat(x, y + depth),
    lonLat(x, y),
  ];
}

/** One straight delivery in a scene drawn around it: wind, margins, a building and a zone beside it, other operations. */
function draw(rng: Rng): Drawn | null {
  const cruise = 14;
  const limit = 11;
  const wind = rng.between(0, 1.05 * limit);
  const from_deg = rng.next() < 0.1 ? null : rng.between(0, 360);
  const gust = rng.next() < 0.3 ? null : wind * rng.between(1, 1.7);
  const length = rng.between(500, 4000);
  const z = rng.between(40, 100);
  const keep = rng.pick([2, 5, 10]);
  const against = wind * (from_deg === null ? 1 : Math.max(0, Math.cos(((from_deg - 90) * Math.PI) / 180)));
  const trajectory = plan(length, z, Math.max(2, cruise - against - 0.3 * wind));
  const arrival = trajectory.at(-1)!.t_sec;
  const deadline = arrival / (1 - rng.pick([rng.between(0, 0.05), rng.between(0, 0.4)]));
  const used_wh = ((z / 3) * 620 + ((arrival - z / 3 - z / 2) * 520 + (z / 2) * 480)) / 3600;
  const reserve = 0.2;
  const spare = rng.pick([rng.between(0, 0.05), rng.between(0, 0.5)]);
  const battery = reserve + spare + used_wh / 260;
  if (battery > 1 || deadline > 86_400) return null;
  const building_m = rng.pick([rng.between(0, 3), rng.between(0, 40)]);
  const zone_m = rng.pick([rng.between(0, 3), rng.between(0, 40)]);
  const state = stateOf({
    wind,
    from_deg,
    gust,
    battery,
    length,
    z,
    building_y: 0.6 + keep + building_m,
    zone_y: zone_m,
    rng,
  });
  const air = buildAirModel(state);
  if (!air.ok) return null;
  const constraints: Mission['constraints'] = {
    deadline_sec: deadline,
    altitude_min_m: 30,
    altitude_max_m: 120,
    min_separation_m: keep,
    battery_reserve_ratio: reserve,
    max_risk_level: 'high',
    corridor_capacity_required: 1,
  };
  const mission: Mission = {
    stops: [{ place_id: 'goal', action: 'land', service_sec: 0 }],
    required_stop: 0,
    returns_home: false,
    constraints,
  };
  const uav = state.fleet[0]!;
  const flight = { state, air: air.value, uav, mission, trajectory, seed: rng.int(2 ** 31) };
  if (!simulateDecision({ ...flight, stress: 'none' }).success) return null;
  const input: RiskInput = {
    state,
    uav,
    constraints,
    plan: {
      length_m: length,
      eta_sec: arrival,
      end_sec: arrival,
      battery_end_ratio: battery - used_wh / 260,
      obstacle_clearance_m: building_m,
      zone_clearance_m: zone_m,
    },
    simulations: [],
  };
  const failed = !simulateDecision({ ...flight, stress: 'high' }).success;
  return { sample: { features: featuresOf(factorsOf(input)), failed }, rules: assessRisk(input).risk_score };
}

function plan(length: number, z: number, ground_mps: number): Trajectory {
  const up = z / 3;
  const over = up + length / ground_mps;
  const at = (t_sec: number, x_m: number, z_m: number, stop_id: string | null): Trajectory[number] => ({
    t_sec,
    x_m,
    y_m: 0,
    z_m,
    stop_id,
  });
  return [
    at(0, 0, 0, null),
    at(up, 0, z, null),
    at(over, length, z, null),
    at(over + z / 2, length, 0, 'goal'),
  ];
}

type SceneNumbers = {
  readonly wind: number;
  readonly from_deg: number | null;
  readonly gust: number | null;
  readonly battery: number;
  readonly length: number;
  readonly z: number;
  readonly building_y: number;
  readonly zone_y: number;
  readonly rng: Rng;
};

function stateOf(n: SceneNumbers): SystemState {
  const time = '2026-01-01T12:00:00Z';
  const operations = Array.from({ length: n.rng.int(16) }, (_, i) => {
    const [x, y] = [n.rng.between(0, n.length), n.rng.between(-1500, 1500)];
    const course = n.rng.between(0, 2 * Math.PI);
    const span = n.rng.between(60, 240);
    const reach = 12 * span;
    const start = n.rng.between(0, 200);
    const z_m = n.rng.between(30, 120);
    return {
      operation_id: `op-${i}`,
      uav_id: `other-${i}`,
      priority: 'normal',
      start: time,
      trajectory: [
        { t_sec: start, x_m: x, y_m: y, z_m },
        { t_sec: start + span, x_m: x + reach * Math.sin(course), y_m: y + reach * Math.cos(course), z_m },
      ],
    };
  });
  const parsed = parseSystemState({
    schema_version: 'state-1',
    region_id: 'scene',
    time,
    city: {
      city_id: 'scene',
      name: 'Scene',
      origin: [10, 0],
      bounds: [9.95, -0.05, 10.05, 0.05],
      ground: { amsl_m: 0, geoid_separation_m: null },
      grid: { cell_m: 10, layer_m: 10, layers: 12 },
      places: [
        { id: 'home', kind: 'other', name: 'home', at: lonLat(0, 0) },
        { id: 'goal', kind: 'other', name: 'goal', at: lonLat(n.length, 0) },
      ],
      buildings: [
        {
          id: 'b-1',
          footprint: block(0.3 * n.length, n.building_y, 40, 40),
          height_m: 120,
          height_source: 'measured',
        },
      ],
      roads: [],
      provenance: [],
    },
    airspace: {
      ceiling_agl_m: 120,
      zones: [
        {
          id: 'z-1',
          kind: 'no_fly',
          name: 'Zone',
          outline: { type: 'polygon', rings: [block(0.6 * n.length, -n.zone_y - 60, 80, 60)] },
          floor: null,
          ceiling: null,
          window: null,
        },
      ],
      corridors: [],
      ceiling_cells: [],
    },
    fleet: [
      {
        id: 'uav-1',
        name: 'One',
        model: 'courier',
        status: 'available',
        at: lonLat(0, 0),
        home_place_id: 'home',
        battery_capacity_wh: 260,
        battery_ratio: n.battery,
        cruise_mps: 14,
        climb_mps: 3,
        descent_mps: 2,
        max_payload_kg: 2,
        wind_limit_mps: 11,
        hover_w: 480,
        cruise_w: 520,
        climb_w: 620,
        radius_m: 0.6,
        equipment: [],
      },
    ],
    weather: {
      observed_at: time,
      wind_mps: n.wind,
      wind_from_deg: n.from_deg,
      gust_mps: n.gust,
      visibility_m: 10_000,
      precipitation: 'none',
      temperature_c: null,
      source: 'drawn',
    },
    operations,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error[0]));
  return parsed.value;
}

function drawAll(): Drawn[] {
  const rng = createRng(SEED);
  const out: Drawn[] = [];
  for (let i = 0; i < DRAWN; i++) {
    const made = draw(rng.fork(`flight-${i}`));
    if (made !== null) out.push(made);
  }
  return out;
}

/** Figures as they are shipped: five decimals. */
const five = (x: number): number => Math.round(x * 1e5) / 1e5 + 0;

function rounded(m: LogisticModel): LogisticModel {
  return { bias: five(m.bias), weights: m.weights.map(five) };
}

function sourceOf(m: LogisticModel, line: Calibration, flights: number): string {
  return `import type { Calibration } from './calibration.ts';
import type { LogisticModel } from './logistic.ts';

/**
 * Weights trained on ${flights} simulated flights under high stress, in the order of FEATURE_NAMES. Written by
 * \`node --conditions=cloudbrain-src --import tsx bench-perf/risk.ts --write\`; \`npm run bench -- risk\` trains again and compares.
 */
export const LEARNED_MODEL: LogisticModel = ${JSON.stringify(m, null, 2)};

/** What the model says and how often it happened, on flights that it was not trained on. */
export const LEARNED_CALIBRATION: Calibration = ${JSON.stringify(line, null, 2)};
`;
}

/** Trains the risk model on simulated outcomes; prints reliability and Brier score on flights that it has not seen. */
export async function run(print: Print, write = false): Promise<void> {
  const drawn = drawAll();
  const seen = drawn.filter((_, i) => i % 4 < 2);
  const kept = drawn.filter((_, i) => i % 4 === 2);
  const unseen = drawn.filter((_, i) => i % 4 === 3);
  const model = rounded(
    fit(
      seen.map((d) => d.sample),
      STEPS,
    ),
  );
  const test = unseen.map((d) => d.sample);
  const base = seen.filter((d) => d.sample.failed).length / seen.length;
  const rulesOf = new Map(unseen.map((d) => [d.sample, d.rules]));
  const raw = (s: Sample): number => predict(model, s.features);
  const knots = calibrate(
    kept.map((d) => d.sample),
    raw,
    12,
  );
  const line: Calibration = { said: knots.said.map(five), happens: knots.happens.map(five) };
  const learned = (s: Sample): number => calibrated(line, raw(s));
  print(
    `${DRAWN} flights drawn, ${drawn.length} pass without stress; ${(100 * base).toFixed(1)} % of these fail under high stress`,
  );
  print(`trained on ${seen.length}, calibrated on ${kept.length}, tested on ${unseen.length} others`);
  FEATURE_NAMES.forEach((name, i) => print(`  ${name}: ${model.weights[i]}`));
  print(`  bias: ${model.bias}`);
  print('reliability on unseen flights: said -> happened (count)');
  for (const r of reliability(test, learned, 10)) {
    print(
      `  ${r.from.toFixed(1)}-${r.to.toFixed(1)}: ${r.said.toFixed(3)} -> ${r.happened.toFixed(3)} (${r.count})`,
    );
  }
  const brier = (p: (s: Sample) => number): string => brierScore(test, p).toFixed(4);
  print(
    `Brier score: learned ${brier(learned)}, uncalibrated ${brier(raw)}, rules ${brier((s) => rulesOf.get(s)!)}, base rate ${brier(() => base)}`,
  );
  const same = JSON.stringify([model, line]) === JSON.stringify([LEARNED_MODEL, LEARNED_CALIBRATION]);
  print(`shipped weights ${same ? 'equal these' : 'DIFFER from these'}`);
  if (write) {
    writeFileSync(
      fileURLToPath(new URL('../src/engines/risk/learned/weights.ts', import.meta.url)),
      sourceOf(model, line, seen.length),
    );
    print('written to src/engines/risk/learned/weights.ts');
  }
}

if (process.argv.includes('--write')) await run((line) => void process.stdout.write(`${line}\n`), true);
