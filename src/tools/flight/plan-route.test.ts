import assert from 'node:assert/strict';
import test from 'node:test';
import type { PlannedRoute } from '#engines/route';
import { generateCity, type SystemState } from '#world';
import { toolContext } from '../context.ts';
import type { ToolContext } from '../contract.ts';
import { flightTools } from '../registry.ts';
import { runTool } from '../run-tool.ts';

const STATE = generateCity('mixed_city', 1);
const GOAL = STATE.city.places.find((p) => p.kind === 'hospital')!.id;

function contextOf(state: SystemState): ToolContext {
  const context = toolContext(state, { now: () => '2026-01-01T00:00:00.000Z', elapsed_ms: () => 0 });
  assert.ok(context.ok);
  return context.value;
}

const CONTEXT = contextOf(STATE);
const UAV = STATE.fleet.find((u) => u.status === 'available' && u.battery_ratio > 0.7)!;
const plan = (args: object, context = CONTEXT) =>
  runTool(flightTools(), 'plan_route', { uav_id: UAV.id, goal: GOAL, ...args }, context);

test('plan_route tells the margin for turning away, the objective and its front, and what was tracked', () => {
  const envelope = plan({ objective: 'energy', front_limit: 3, tracking: 'horizon' });
  assert.ok(envelope.ok, envelope.error?.message);
  const route = envelope.result as PlannedRoute;
  assert.ok(flightTools().get('plan_route')?.result.safeParse(route).success);
  assert.ok(route.return_margin.least_wh! > 0 && route.objective.unit === 'Wh');
  assert.ok(route.objective.front!.points.length >= 1 && route.tracking!.cross_track_m <= 0.5);
});

test('a route that cannot be turned back from is an error with the route; a battery short at the end is the verifier to tell', () => {
  const low = (battery_ratio: number): ToolContext =>
    contextOf({ ...STATE, fleet: STATE.fleet.map((u) => (u.id === UAV.id ? { ...u, battery_ratio } : u)) });
  const used = (plan({}).result as PlannedRoute).energy_est_wh / UAV.battery_capacity_wh;
  const stranded = plan({}, low(0.2 + used * 1.01));
  assert.equal(stranded.error?.type, 'no_return');
  assert.ok(stranded.error.recoverable && stranded.result !== null);
  const short = plan({}, low(0.2 + used * 0.9));
  assert.ok(short.ok && (short.result as PlannedRoute).return_margin.least_wh! < 0);
});

test('a load raises the energy, and one that is too heavy is refused', () => {
  const energy = (args: object): number => (plan(args).result as PlannedRoute).energy_est_wh;
  const load = { payload_kg: UAV.max_payload_kg, empty_mass_kg: 3, rated_mass_kg: 4 };
  assert.ok(energy({ load }) > energy({}) * 1.1);
  const heavy = plan({ load: { ...load, payload_kg: UAV.max_payload_kg + 1 } });
  assert.equal(heavy.error?.type, 'bad_load');
  assert.equal(plan({ planner: 'rrt_star', objective: 'time' }).error?.type, 'unsupported');
});

test('risk_assess decides by the rules and shows the learned model beside them under its name', () => {
  const route = plan({}).result as PlannedRoute;
  const task = {
    intent: 'delivery',
    entities: {
      origin: null,
      destination: GOAL,
      candidate_uavs: [],
      avoid_zones: [],
      sensitive_zones: [],
      handoff_points: [],
      waypoints: [],
    },
    constraints: {},
  };
  const decision = { uav_id: UAV.id, trajectory: route.waypoints, task };
  const envelope = runTool(flightTools(), 'risk_assess', { decision }, CONTEXT);
  const risk = envelope.result as { model: string; learned: { model: string; risk_score: number } };
  assert.notEqual(risk.learned.model, risk.model);
  assert.ok(risk.learned.risk_score >= 0 && risk.learned.risk_score <= 1);
  assert.ok(flightTools().get('risk_assess')?.result.safeParse(risk).success);
});
