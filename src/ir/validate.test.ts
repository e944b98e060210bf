import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parseSystemState, sampleState } from '#world';
import {
  IR_ERROR_TYPES,
  LowAltitudeIR,
  lowAltitudeIrJsonSchema,
  validateIr,
  validateIrText,
  type Demand,
  type IrErrorType,
  type IrReport,
  type ToolCard,
  type ValidationContext,
} from './index.ts';
import { sampleIr } from './sample-ir.ts';

type Doc = Record<string, never> & ReturnType<typeof sampleIr>;
type Draft = { -readonly [K in keyof Doc]: unknown } & {
  entities: Record<string, unknown>;
  constraints: Record<string, unknown>;
  tool_plan: Record<string, unknown>[];
  verification_specs: Record<string, unknown>;
};

/** Stand-ins for the real catalogue, which is tested where it lives: names, order and needs are what stage 5 reads. */
const names = [
  'query_city_state',
  'query_airspace',
  'assign_uav',
  'plan_route',
  'verify_ltl_stl',
  'simulate_scenario',
  'risk_assess',
  'explain_decision',
];
const card = (name: string, order: number): ToolCard => ({
  name,
  order,
  needs:
    name === 'plan_route'
      ? [{ tool: 'assign_uav', unless_arg: 'uav_id' }]
      : name === 'verify_ltl_stl'
        ? [{ tool: 'plan_route', unless_arg: 'trajectory' }]
        : [],
  arg_names: ['region_id', 'objective', 'uav_id', 'planner', 'trajectory'],
  checkArgs: (args) =>
    Object.keys(args)
      .filter((k) => !['region_id', 'objective', 'uav_id', 'planner', 'trajectory'].includes(k))
      .map((k) => ({ path: k, message: `no argument ${k}`, value: args[k] })),
});

function context(more: Partial<ValidationContext> = {}): ValidationContext {
  return {
    state: sampleState(),
    tools: names.map(card),
    demands: [],
    open_questions: [],
    ...more,
  };
}

function failing(change: (d: Draft) => void, more: Partial<ValidationContext> = {}): IrReport {
  const draft = structuredClone(sampleIr()) as unknown as Draft;
  change(draft);
  const checked = validateIr(draft, context(more));
  assert.ok(!checked.ok, 'the changed document is refused');
  return checked.error;
}

/** Every error type of the closed list, a change that must raise it, and the field at which it must stand. */
const cases: [IrErrorType, string, string, (d: Draft) => void, Partial<ValidationContext>?][] = [
  ['missing_field', 'schema', 'intent', (d) => delete (d as Record<string, unknown>)['intent']],
  ['missing_field', 'schema', 'entities.origin', (d) => delete d.entities['origin']],
  ['unknown_field', 'schema', 'speed', (d) => Object.assign(d, { speed: 3 })],
  ['unknown_field', 'schema', 'entities.pilot', (d) => Object.assign(d.entities, { pilot: 'x' })],
  ['wrong_type', 'schema', 'constraints.deadline_sec', (d) => (d.constraints['deadline_sec'] = '900')],
  ['wrong_type', 'schema', 'tool_plan', (d) => (d.tool_plan = 'all' as never)],
  ['invalid_enum', 'schema', 'intent', (d) => Object.assign(d, { intent: 'deliver' })],
  [
    'out_of_range',
    'schema',
    'constraints.battery_reserve_ratio',
    (d) => (d.constraints['battery_reserve_ratio'] = 20),
  ],
  ['out_of_range', 'schema', 'constraints.deadline_sec', (d) => (d.constraints['deadline_sec'] = 0)],
  ['out_of_range', 'schema', 'constraints.altitude_min_m', (d) => (d.constraints['altitude_min_m'] = 120)],
  ['out_of_range', 'schema', 'tool_plan', (d) => (d.tool_plan = [])],
  ['nonexistent_origin', 'entity_grounding', 'entities.origin', (d) => (d.entities['origin'] = 'hospital_z')],
  [
    'nonexistent_destination',
    'entity_grounding',
    'entities.destination',
    (d) => (d.entities['destination'] = 'hospital_z'),
  ],
  [
    'nonexistent_destination',
    'entity_grounding',
    'entities.waypoints[0]',
    (d) => (d.entities['waypoints'] = ['nowhere']),
  ],
  [
    'missing_destination',
    'entity_grounding',
    'entities.destination',
    (d) => (d.entities['destination'] = null),
  ],
  [
    'missing_destination',
    'entity_grounding',
    'entities.waypoints',
    (d) => Object.assign(d, { intent: 'patrol', entities: { ...d.entities, destination: null } }),
  ],
  [
    'unknown_uav',
    'entity_grounding',
    'entities.candidate_uavs[1]',
    (d) => (d.entities['candidate_uavs'] = ['uav_1', 'uav_9']),
  ],
  [
    'uav_unavailable',
    'entity_grounding',
    'entities.candidate_uavs[0]',
    (d) => (d.entities['candidate_uavs'] = ['uav_3']),
  ],
  [
    'unknown_zone',
    'entity_grounding',
    'entities.avoid_zones[0]',
    (d) => (d.entities['avoid_zones'] = ['tfz_9']),
  ],
  [
    'unknown_handoff_point',
    'entity_grounding',
    'entities.handoff_points[0]',
    (d) => (d.entities['handoff_points'] = ['school_1']),
  ],
  [
    'ceiling_exceeded',
    'constraint_grounding',
    'constraints.altitude_max_m',
    (d) => (d.constraints['altitude_max_m'] = 150),
  ],
  [
    'unparsable_spec',
    'constraint_grounding',
    'verification_specs.stl[0]',
    (d) => (d.verification_specs['stl'] = ['always always']),
  ],
  [
    'unknown_proposition',
    'constraint_grounding',
    'verification_specs.stl[0]',
    (d) => (d.verification_specs['stl'] = ['always (height > 3)']),
  ],
  ['unknown_tool', 'tool_dependency', 'tool_plan[3].tool', (d) => (d.tool_plan[3]!['tool'] = 'plan_rout')],
  [
    'invalid_arguments',
    'tool_dependency',
    'tool_plan[3].args.speed',
    (d) => (d.tool_plan[3]!['args'] = { speed: 99 }),
  ],
  [
    'invalid_arguments',
    'tool_dependency',
    'tool_plan[3].args.pilot',
    (d) => (d.tool_plan[3]!['args'] = { pilot: '$2.uav_id' }),
  ],
  ['missing_dependency', 'tool_dependency', 'tool_plan', (d) => (d.tool_plan = d.tool_plan.slice(0, 5))],
  [
    'missing_dependency',
    'tool_dependency',
    'tool_plan[0]',
    (d) => (d.tool_plan = [{ tool: 'plan_route', args: {}, depends_on: [] }]),
  ],
  ['missing_dependency', 'tool_dependency', 'tool_plan[3]', (d) => (d.tool_plan[3]!['depends_on'] = [40])],
  [
    'wrong_tool_order',
    'tool_dependency',
    'tool_plan[3]',
    (d) =>
      Object.assign(d.tool_plan, {
        3: { ...d.tool_plan[3], depends_on: [7] },
        7: { ...d.tool_plan[7], depends_on: [] },
      }),
  ],
  [
    'wrong_tool_order',
    'tool_dependency',
    'tool_plan[2]',
    (d) =>
      (d.tool_plan = [
        d.tool_plan[0]!,
        d.tool_plan[1]!,
        { ...d.tool_plan[3]!, depends_on: [], args: {} },
        { ...d.tool_plan[2]!, depends_on: [] },
        { ...d.tool_plan[4]!, args: {} },
        d.tool_plan[5]!,
      ].map((s) => ({ ...s, depends_on: [] }))),
  ],
  [
    'dependency_cycle',
    'tool_dependency',
    'tool_plan[2].depends_on',
    (d) => (d.tool_plan[2]!['depends_on'] = [3]),
  ],
  [
    'dependency_cycle',
    'tool_dependency',
    'tool_plan[2].depends_on',
    (d) => (d.tool_plan[2]!['depends_on'] = [2]),
  ],
  [
    'unsafe_override',
    'policy',
    'constraints.battery_reserve_ratio',
    (d) => (d.constraints['battery_reserve_ratio'] = 0.15),
  ],
  [
    'unsafe_override',
    'policy',
    'constraints.min_separation_m',
    (d) => Object.assign(d, { priority: 'critical', constraints: { ...d.constraints, min_separation_m: 0 } }),
  ],
  [
    'missing_human_confirmation',
    'policy',
    'fallback_policy',
    (d) =>
      Object.assign(d, {
        fallback_policy: 'safe_refusal',
        constraints: { ...d.constraints, max_risk_level: 'high' },
      }),
  ],
  [
    'missing_human_confirmation',
    'policy',
    'entities.destination',
    () => undefined,
    { open_questions: ['destination'] },
  ],
  [
    'fallback_incompatible',
    'policy',
    'fallback_policy',
    (d) => Object.assign(d, { fallback_policy: 'wait' }),
  ],
  [
    'fallback_incompatible',
    'policy',
    'fallback_policy',
    (d) =>
      Object.assign(d, {
        intent: 'patrol',
        fallback_policy: 'ground_transfer',
        entities: { ...d.entities, waypoints: ['school_1'] },
      }),
  ],
];

test('the sample state parses and the sample document passes all six stages', () => {
  assert.ok(parseSystemState(sampleState()).ok);
  const checked = validateIr(sampleIr(), context());
  assert.ok(checked.ok, JSON.stringify(checked));
});

for (const [type, stage, field, change, more] of cases) {
  test(`${type} at ${field}, stage ${stage}`, () => {
    const { errors, stages } = failing(change, more);
    assert.ok(
      errors.every((e) => e.stage === stage),
      JSON.stringify(errors),
    );
    assert.ok(
      errors.some((e) => e.error_type === type && e.field === field),
      JSON.stringify(errors),
    );
    const at = stages.findIndex((s) => s.stage === stage);
    assert.deepEqual(
      stages.map((s) => s.passed),
      stages.map((_, i) => (i < at ? true : i === at ? false : null)),
    );
  });
}

test('every error type of the closed list is reached', () => {
  const reached = new Set<string>([...cases.map((c) => c[0]), 'invalid_json']);
  assert.deepEqual(
    IR_ERROR_TYPES.filter((t) => !reached.has(t)),
    [],
  );
});

test('a text that is not strict JSON is refused at stage 1: cut off, doubled key, infinite number', () => {
  const text = JSON.stringify(sampleIr());
  for (const bad of [
    text.slice(0, -1),
    text.replace('{', '{"task_id":"x",'),
    text.replace('900', '8e677'),
    `Sure! ${text}`,
  ]) {
    const checked = validateIrText(bad, context());
    assert.ok(!checked.ok && checked.error.errors[0]!.error_type === 'invalid_json', bad.slice(0, 60));
  }
  const infinite = validateIr({ ...sampleIr(), constraints: { deadline_sec: Infinity } }, context());
  assert.ok(!infinite.ok && infinite.error.errors[0]!.stage === 'json');
});

test('all errors of the first failing stage come, nearest candidates first, at most 12', () => {
  const { errors } = failing((d) =>
    Object.assign(d.entities, { origin: 'hospital_c', destination: 'hospital_d', avoid_zones: ['nfz_2'] }),
  );
  assert.deepEqual(
    errors.map((e) => e.error_type),
    ['nonexistent_origin', 'nonexistent_destination', 'unknown_zone'],
  );
  assert.match(errors[0]!.allowed_entities![0]!, /^hospital_/);
  assert.ok(errors.every((e) => (e.allowed_entities?.length ?? 0) <= 12));
});

test('what the operator said binds: dropped, weakened and contradicted demands are refused', () => {
  const demand = (d: Demand): Partial<ValidationContext> => ({ demands: [d] });
  const bad: [Demand, string, string][] = [
    [
      { field: 'deadline_sec', at_most: 600, words: 'within 10 minutes' },
      'out_of_range',
      'constraints.deadline_sec',
    ],
    [
      { field: 'altitude_max_m', at_most: 80, words: 'below 80 m' },
      'out_of_range',
      'constraints.altitude_max_m',
    ],
    [
      { field: 'battery_reserve_ratio', at_least: 0.3, words: '30 percent' },
      'out_of_range',
      'constraints.battery_reserve_ratio',
    ],
    [
      { field: 'avoid_zones', includes: ['tfz_1'], words: 'avoid the fire' },
      'missing_field',
      'entities.avoid_zones',
    ],
    [
      { field: 'visits', in_order: ['school_1'], words: 'to School 1' },
      'unsafe_override',
      'entities.destination',
    ],
    [
      { field: 'max_risk_level', no_higher_than: 'low', words: 'low risk' },
      'out_of_range',
      'constraints.max_risk_level',
    ],
    [
      { field: 'handoff_points', includes: ['handoff_9'], words: 'via hand-off point 9' },
      'missing_field',
      'entities.handoff_points',
    ],
    [{ field: 'origin', equals: null, words: 'the instruction' }, 'unsafe_override', 'entities.origin'],
    [
      { field: 'candidate_uavs', only: ['uav_2'], words: 'with uav_2' },
      'unsafe_override',
      'entities.candidate_uavs',
    ],
    [{ field: 'intent', one_of: ['patrol'], words: 'patrol' }, 'unsafe_override', 'intent'],
    [
      { field: 'fallback_policy', equals: 'safe_refusal', words: 'or refuse' },
      'unsafe_override',
      'fallback_policy',
    ],
  ];
  for (const [d, type, field] of bad) {
    const { errors } = failing(() => undefined, demand(d));
    assert.deepEqual(
      errors.map((e) => [e.error_type, e.field]),
      [[type, field]],
      JSON.stringify(d),
    );
  }
  const missing = failing(
    (doc) => (doc.constraints['deadline_sec'] = null),
    demand({ field: 'deadline_sec', at_most: 600, words: 'within 10 minutes' }),
  );
  assert.equal(missing.errors[0]!.error_type, 'missing_field');
  const kept = validateIr(
    sampleIr(),
    context({
      demands: [
        { field: 'deadline_sec', at_most: 900, words: 'x' },
        { field: 'visits', in_order: ['hospital_b'], words: 'x' },
      ],
    }),
  );
  assert.ok(kept.ok);
});

test('a reserve below the default passes where the operator asked for it, but never below the policy floor', () => {
  const asked = {
    demands: [{ field: 'battery_reserve_ratio', at_least: 0.05, words: '5 percent' }],
  } as const;
  const lower = validateIr({ ...sampleIr(), constraints: { battery_reserve_ratio: 0.15 } }, context(asked));
  assert.ok(lower.ok);
  assert.equal(
    failing((d) => (d.constraints['battery_reserve_ratio'] = 0.05), asked).errors[0]!.error_type,
    'unsafe_override',
  );
});

test('the published schema accepts and refuses what the check accepts and refuses', () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: false });
  const published = ajv.compile(lowAltitudeIrJsonSchema());
  const mutate = fc.record({
    path: fc.constantFrom(
      'intent',
      'entities.origin',
      'constraints.deadline_sec',
      'constraints.battery_reserve_ratio',
      'tool_plan',
      'fallback_policy',
      'extra',
      'constraints.max_risk_level',
      'entities.waypoints',
    ),
    value: fc.oneof(
      fc.constant(null),
      fc.integer({ min: -10, max: 2000 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -2, max: 2 }),
      fc.constantFrom('patrol', 'x y', '', 'low', 'wait'),
      fc.constant([]),
      fc.constant(['a', 'b']),
    ),
  });
  fc.assert(
    fc.property(fc.array(mutate, { maxLength: 3 }), (changes) => {
      const doc = structuredClone(sampleIr()) as unknown as Record<string, unknown>;
      for (const { path, value } of changes) {
        const [a, b] = path.split('.');
        if (b === undefined) doc[a!] = value;
        else if (typeof doc[a!] === 'object' && doc[a!] !== null)
          (doc[a!] as Record<string, unknown>)[b] = value;
      }
      assert.equal(published(doc), LowAltitudeIR.safeParse(doc).success, JSON.stringify(changes));
    }),
    { seed: 11, numRuns: 400 },
  );
});
