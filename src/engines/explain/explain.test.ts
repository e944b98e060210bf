import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { checkExplanation } from './check.ts';
import { claimsIn } from './claims.ts';
import { explain } from './explain.ts';
import { decisionFacts, type DecisionTrace } from './facts.ts';
import { shownNumbers } from './numbers.ts';

const TRACE: DecisionTrace = {
  final_status: 'success',
  ir: {
    task_id: 'task-7',
    intent: 'delivery',
    priority: 'high',
    entities: {
      origin: 'hub_1',
      destination: 'hospital_2',
      candidate_uavs: [],
      avoid_zones: ['tfr_9'],
      sensitive_zones: [],
      handoff_points: [],
      waypoints: [],
    },
    constraints: {
      deadline_sec: 600,
      altitude_min_m: 30,
      altitude_max_m: 120,
      min_separation_m: 10,
      battery_reserve_ratio: 0.2,
      max_risk_level: 'medium',
      corridor_capacity_required: 1,
    },
    tool_plan: [{ tool: 'plan_route', args: {}, depends_on: [] }],
    verification_specs: { ltl: [], stl: [], program_rules: [] },
    fallback_policy: 'human_confirm',
  },
  assignment: {
    uav_id: 'uav-3',
    assignment_score: 0.87,
    reason: 'earliest arrival of 4 candidates, 231.8 s.',
    candidates: [],
  },
  route: {
    length_m: 2345.67,
    eta_sec: 231.818,
    end_sec: 231.818,
    energy_est_wh: 33.64,
    battery_end_ratio: 0.5432,
    planner: 'astar_3d',
    search: {
      cost_m: 2345.6,
      lower_bound_m: 2340,
      certified_ratio: 1.0024,
      expansions: 812,
      movement_rule: 'strict',
      grid_hash: 'sha256:ab12',
    },
  },
  verdict: {
    passed: true,
    specs: [
      {
        spec: 'G(dist_to_obstacle > 10)',
        rule: 'R2',
        robustness: 3.21,
        unit: 'm',
        satisfied: true,
        note: 'building b-17 at 41.2 s',
      },
      { spec: 'arrive within 600 s', rule: 'R4', robustness: 368.182, unit: 's', satisfied: true, note: '' },
    ],
    violations: [],
  },
  simulations: [
    {
      success: true,
      scenario_seed: 11,
      stress_level: 'medium',
      events: [],
      min_distance_m: 61.234,
      delay_sec: 1.5,
      arrival_sec: 233.318,
      battery_end_ratio: 0.53,
      separation: [],
      risk: 'low',
      counterexample: null,
    },
  ],
  risk: {
    risk_score: 0.2134,
    risk_level: 'low',
    override_allowed: true,
    model: 'rules-1',
    top_reasons: [
      {
        factor: 'wind',
        value: 0.62,
        unit: 'ratio',
        contribution: 0.1,
        text: 'wind or gust of 6.2 m/s against a limit of 10.0 m/s',
      },
    ],
  },
  refusal: null,
};

const REFUSED: DecisionTrace = {
  ...TRACE,
  final_status: 'safe_refusal',
  verdict: {
    passed: false,
    specs: TRACE.verdict!.specs,
    violations: [
      {
        failure_type: 'zone_entered',
        violated_constraint: 'stay out of tfr_9',
        rule: 'R1',
        counterexample_time_sec: 88.25,
        offending_segment: ['w2', 'w3'],
        robustness: -4.5,
        entities: ['tfr_9'],
        suggested_repair: 'Keep at least 5.5 m further from tfr_9.',
      },
    ],
  },
  refusal: { reason_code: 'not_verified', rule: 'R1', message: 'tfr_9 is entered', missing_information: [] },
};

const facts = decisionFacts(TRACE, { names: ['City Hospital 12', 'Школа №5', '第3医院'] });
const refused = decisionFacts(REFUSED);
const faults = (text: string, f = facts): string[] =>
  checkExplanation(text, f).map((u) => `${u.type} ${u.text}`);

test('the written explanation is founded in every language, for a release, a refusal and a question', () => {
  const asked: DecisionTrace = {
    ...TRACE,
    final_status: 'human_confirm',
    ir: null,
    assignment: null,
    route: null,
    verdict: null,
    simulations: [],
    risk: null,
    refusal: {
      reason_code: 'information_missing',
      rule: 'R8',
      message: 'no destination',
      missing_information: ['destination'],
    },
  };
  for (const trace of [TRACE, REFUSED, asked]) {
    for (const language of ['en', 'ru', 'zh'] as const) {
      const f = decisionFacts(trace);
      const made = explain(f, language);
      assert.deepEqual(faults(made.explanation, f), [], made.explanation);
      assert.deepEqual(explain(f, language), made);
      made.citations.forEach((c) =>
        assert.ok(made.explanation.includes(`[${c.mark}]`) && f.tools.has(c.tool)),
      );
    }
  }
});

test('the explanation says what happened: aircraft, arrival, margin, seed; and a refusal its rule, zone and depth', () => {
  const text = explain(facts, 'en').explanation;
  for (const part of [
    'uav-3',
    '2345.7 m',
    '231.8 s',
    '54.3 %',
    'R2',
    '3.21 m',
    'seeds 11',
    '61.2 m',
    '0.21',
  ]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  const no = explain(refused, 'en').explanation;
  for (const part of ['refused', 'R1', 'tfr_9', '88.3 s', '-4.5'])
    assert.ok(no.includes(part), `${part} in ${no}`);
});

test('true sentences in three languages pass: converted units, percent, minutes, names with digits', () => {
  for (const text of [
    'uav-3 flies 2.35 km to City Hospital 12 in 3 min 52 s and lands with 54 % of the battery.',
    'The separation stays above 10 m (R2, margin 3.2 m); the limit is 394 ft.',
    'uav-3 прибудет в Школа №5 через 232 с, это 3,9 мин; запас 3,2 м, батарея 54,3 %.',
    'Длина маршрута 2 346 м, скорость порыва 6,2 м/с.',
    '无人机uav-3将在232秒后到达第3医院，航程2.3公里，剩余电量54%。',
    'Seed 11, stress medium, risk score 0.21, spec G(dist_to_obstacle > 10), arrival at 3:52.',
    'R1-R8 were looked at; plan_route expanded 812 nodes; field battery_end_ratio is 0.5432.',
  ]) {
    assert.deepEqual(faults(text), [], text);
  }
});

test('each invention is found and named by its kind', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['It goes to uav-4 instead.', 'unknown_id uav-4'],
    ['Борт uav-33 вылетает.', 'unknown_id uav-33'],
    ['由无人机uav-8执行。', 'unknown_id uav-8'],
    ['Борт БПЛА-7 готов.', 'unknown_id БПЛА-7'],
    ['Zone nfz_12 is avoided.', 'unknown_id nfz_12'],
    ['Rule R9 holds.', 'unknown_rule R9'],
    ['I called check_weather first.', 'unknown_tool check_weather'],
    ['It takes 231.9 s.', 'unknown_number 231.9 s'],
    ['Дальность 2,4 км.', 'unknown_number 2,4 км'],
    ['航程2.4公里。', 'unknown_number 2.4公里'],
    ['It leaves 55 % of the battery.', 'unknown_number 55 %'],
    ['The distance is 61.2 s.', 'unknown_number 61.2 s'],
    ['It takes 4 min 2 s.', 'unknown_number 4 min 2 s'],
    ['Wind of 6.3 m/s.', 'unknown_number 6.3 m/s'],
  ];
  for (const [text, fault] of cases) assert.deepEqual(faults(text), [fault], text);
});

test('a number agrees to its last shown digit, and no further', () => {
  assert.deepEqual(faults('61.2 m'), []);
  assert.deepEqual(faults('61.23 m'), []);
  assert.deepEqual(faults('61 m'), []);
  assert.deepEqual(faults('61.3 m'), ['unknown_number 61.3 m']);
  assert.deepEqual(faults('62 m'), ['unknown_number 62 m']);
});

test('a claim of approval needs a verdict that passed and a release; a denial is no claim', () => {
  const claims = [
    'The plan is approved.',
    'The route has been verified.',
    'All rules are satisfied.',
    'План одобрен.',
    'Маршрут проверен, все правила выполнены.',
    '该方案已批准。',
    '航线已验证，所有规则均满足。',
  ];
  for (const text of claims) {
    assert.deepEqual(faults(text), [], text);
    assert.ok(
      faults(text, refused).some((x) => x.startsWith('unsupported_claim')),
      text,
    );
  }
  for (const text of [
    'It was not verified.',
    'The plan must be approved first.',
    'План не одобрен.',
    '方案未批准。',
    '未获批准。',
  ]) {
    assert.deepEqual(faults(text, refused), [], text);
  }
});

test('permissions of an authority and certainty are never supported', () => {
  for (const text of [
    'The flight is authorized.',
    'It was cleared by ATC.',
    'Approved by the FAA.',
    'Safety is guaranteed.',
    'Разрешение получено.',
    'Полёт согласован с диспетчером.',
    'Безопасность гарантирована.',
    '空管已批准。',
    '已获许可。',
    '绝对安全。',
  ]) {
    assert.ok(
      faults(text).some((x) => x.startsWith('unsupported_claim')),
      text,
    );
  }
  assert.deepEqual(
    claimsIn('This is no permission to fly. No authorisation was granted.').filter(
      (c) => c.at > 30 && !/granted/.test(c.text),
    ),
    [],
  );
});

test('numbers are read with both decimal signs, thousands, clocks and joined durations', () => {
  const read = (text: string): (readonly number[])[] =>
    shownNumbers(text).map((n) => n.readings.map((r) => r.value));
  assert.deepEqual(read('1,250 m'), [[1250, 1.25]]);
  assert.deepEqual(read('1 250,5 м'), [[1250.5]]);
  assert.deepEqual(read('2 h 5 min'), [[7500]]);
  assert.deepEqual(read('12:30'), [[750, 45000]]);
  assert.deepEqual(read('5 meters and 5 s'), [[5], [5]]);
  assert.deepEqual(read('-3.5e2 m'), [[-350]]);
  assert.deepEqual(read('a,12 m'), [[12]]);
});

test('whatever numbers and ids a trace holds, its explanation is founded', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    fc.integer({ min: -9999, max: 9999 }),
  );
  const id = fc.stringMatching(/^[A-Za-z0-9_.:/-]{1,24}$/);
  fc.assert(
    fc.property(
      fc.record({ a: number, b: number, c: number, d: number, uav: id, zone: id, seed: fc.nat(4294967295) }),
      (r) => {
        const trace: DecisionTrace = {
          ...REFUSED,
          assignment: { ...TRACE.assignment!, uav_id: r.uav },
          route: {
            ...TRACE.route!,
            length_m: r.a,
            eta_sec: r.b,
            battery_end_ratio: r.c / 1e6,
            energy_est_wh: r.d,
          },
          verdict: {
            passed: false,
            specs: [],
            violations: [
              {
                ...REFUSED.verdict!.violations[0]!,
                robustness: r.b,
                counterexample_time_sec: r.d,
                entities: [r.zone],
              },
            ],
          },
          simulations: [{ ...TRACE.simulations[0]!, scenario_seed: r.seed, min_distance_m: r.a }],
          risk: { ...TRACE.risk!, risk_score: Math.abs(r.c) / 1e6 },
        };
        const f = decisionFacts(trace);
        for (const language of ['en', 'ru', 'zh'] as const) {
          const { explanation } = explain(f, language);
          assert.deepEqual(faults(explanation, f), [], explanation);
        }
      },
    ),
    { seed: 3, numRuns: 300 },
  );
});

test('text that is hostile in size or shape is checked in bounded time', () => {
  const long = `${'uav-3 '.repeat(5000)}${'1,'.repeat(5000)}${'a_'.repeat(5000)}`;
  const start = process.hrtime.bigint();
  checkExplanation(long, facts);
  const took = Number(process.hrtime.bigint() - start) / 1e9;
  assert.ok(took < 20, `${took} s`);
});
