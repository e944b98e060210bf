import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { certificateOf, verifyCertificate, type DecisionRecord } from '#agent';
import { flightTools, toolContext } from '#tools';
import { cityContext, run } from '../support.ts';

const context = cityContext('demo');

type Ending = {
  readonly status: DecisionRecord['final_status'];
  readonly visits?: readonly string[];
  readonly missing?: string;
  readonly rule?: string;
};
type Case = {
  readonly what: string;
  readonly en: string;
  readonly ru: string;
  readonly zh: string;
  readonly ends: Ending;
};

/** What the product promises, in three languages. */
const cases: readonly Case[] = [
  {
    what: 'a delivery',
    en: 'Deliver a parcel from the Harbour Warehouse to hospital B within 20 minutes',
    ru: 'Доставь посылку с Портового склада в больницу Б за 20 минут',
    zh: '20分钟内把包裹从港口仓库送到B医院',
    ends: { status: 'success', visits: ['warehouse_A', 'hospital_B'] },
  },
  {
    what: 'an emergency delivery avoiding a temporary zone',
    en: 'Emergency: deliver blood from hospital A to accident site 1 within 12 minutes, avoid the fire zone',
    ru: 'Экстренно доставь кровь из больницы А на место аварии 1 за 12 минут, в обход зоны пожара',
    zh: '紧急：12分钟内从A医院把血液送到1号事故点，避开仓库火灾区',
    ends: { status: 'success', visits: ['hospital_A', 'accident_site_1'] },
  },
  {
    what: 'a patrol over three points',
    en: 'Patrol the stadium, Riverside Park and the Old Bridge in this order',
    ru: 'Патрулируй стадион, Приречный парк и Старый мост в этом порядке',
    zh: '依次巡逻体育场、河滨公园和老桥',
    ends: { status: 'success', visits: ['stadium_A', 'park_B', 'bridge_A'] },
  },
  {
    what: 'an inspection',
    en: 'Inspect the Old Bridge',
    ru: 'Осмотри Старый мост',
    zh: '检查老桥',
    ends: { status: 'success', visits: ['bridge_A'] },
  },
  {
    what: 'an impossible deadline',
    en: 'Deliver medicine from hospital A to hospital B within 20 seconds',
    ru: 'Доставь лекарства из больницы А в больницу Б за 20 секунд',
    zh: '20秒内把药品从A医院送到B医院',
    ends: { status: 'safe_refusal', rule: 'R4' },
  },
  {
    what: 'a destination inside a no-fly zone',
    en: 'Deliver a parcel to the Prison Infirmary',
    ru: 'Доставь посылку в Тюремный лазарет',
    zh: '把包裹送到监狱医务室',
    ends: { status: 'safe_refusal', rule: 'R1' },
  },
  {
    what: 'a hover where the ceiling and a sensitive zone leave no room',
    en: 'Patrol school A',
    ru: 'Патрулируй школу А',
    zh: '巡逻A学校',
    ends: { status: 'safe_refusal', rule: 'R1' },
  },
  {
    what: 'a task with no destination',
    en: 'Deliver a parcel from the Harbour Warehouse',
    ru: 'Доставь посылку с Портового склада',
    zh: '从港口仓库送一个包裹',
    ends: { status: 'human_confirm', missing: 'destination' },
  },
];

for (const { what, ends, ...texts } of cases) {
  for (const language of ['en', 'ru', 'zh'] as const) {
    test(`${what} (${language}): ${ends.status}`, async () => {
      const record = await run(context, texts[language]);
      assert.equal(record.final_status, ends.status, JSON.stringify(record.refusal));
      assert.notEqual(record.explanation, '', 'every ending is explained');
      if (ends.status === 'success') {
        const reached = record.decision.trajectory.flatMap((p) => p.stop_id ?? []);
        assert.deepEqual(reached.slice(0, ends.visits!.length), ends.visits);
        assert.ok(record.verdict!.passed && record.verdict!.specs.every((s) => s.satisfied === true));
        assert.ok(record.simulation.length === 3 && record.simulation.every((s) => s.success));
      } else {
        assert.deepEqual(
          [record.decision.uav_id, record.decision.trajectory],
          [null, []],
          'nothing is released',
        );
        if (ends.rule !== undefined) assert.equal(record.refusal!.rule, ends.rule);
        if (ends.missing !== undefined) assert.ok(record.refusal!.missing_information.includes(ends.missing));
      }
    });
  }
}

test('the same instruction, state and seed give the same decision, byte for byte', async () => {
  const [a, b] = [await run(context, cases[1]!.en), await run(cityContext('demo'), cases[1]!.en)];
  assert.equal(JSON.stringify(a), JSON.stringify(b));
});

test('a certificate replays; one changed byte anywhere fails it', async () => {
  const record = await run(context, cases[1]!.en);
  const text = certificateOf(record, context, cases[1]!.en)!;
  const contextFor = (state: Parameters<typeof toolContext>[0]) => {
    const made = toolContext(state, context.clock);
    return made.ok ? made : { ok: false as const, error: 'no air model' };
  };
  const verified = verifyCertificate(text, flightTools(), contextFor);
  assert.ok(verified.ok, JSON.stringify(verified));
  const rng = createRng(3);
  for (let i = 0; i < 60; i++) {
    const at = rng.int(text.length);
    const other = text[at] === '7' ? '8' : '7';
    const changed = text.slice(0, at) + other + text.slice(at + 1);
    assert.ok(
      !verifyCertificate(changed, flightTools(), contextFor).ok,
      `byte ${at} (${text.slice(at - 20, at + 20)})`,
    );
  }
  assert.ok(!verifyCertificate(`${text}\n`, flightTools(), contextFor).ok, 'a byte more');
});

test('a certificate whose digest was made to fit an altered path is refused by the replay', async () => {
  const { hashOf, canonicalJson } = await import('#base');
  const record = await run(context, cases[1]!.en);
  const { digest: _, ...body } = JSON.parse(certificateOf(record, context, cases[1]!.en)!) as Record<
    string,
    never
  > & { trajectory: { x_m: number }[]; specs: { robustness: number }[] };
  const forge = (change: (b: typeof body) => void): ReturnType<typeof verifyCertificate> => {
    const altered = structuredClone(body);
    change(altered);
    return verifyCertificate(
      canonicalJson({ ...altered, digest: hashOf(altered) }),
      flightTools(),
      (state) => {
        const made = toolContext(state, context.clock);
        return made.ok ? made : { ok: false as const, error: 'no air model' };
      },
    );
  };
  assert.ok(forge(() => undefined).ok);
  const bent = forge((b) => (b.trajectory[3]!.x_m += 400));
  assert.ok(!bent.ok && bent.error.type === 'not_verified', JSON.stringify(bent));
  const better = forge((b) => (b.specs[0]!.robustness += 1));
  assert.ok(!better.ok && better.error.type === 'verdict_differs');
  const calm = forge(
    (b) =>
      ((b as unknown as { simulations: { outcome_hash: string }[] }).simulations[0]!.outcome_hash =
        'sha256:0'),
  );
  assert.ok(!calm.ok && calm.error.type === 'simulation_differs');
});

test('a certificate from before a rule was known is judged by that rule, and its stated rows are compared', async () => {
  const { hashOf, canonicalJson } = await import('#base');
  const record = await run(context, cases[0]!.en);
  const { digest: _, ...body } = JSON.parse(certificateOf(record, context, cases[0]!.en)!) as Record<
    string,
    never
  > & {
    specs: { spec: string }[];
    uav_id: string;
    state: { fleet: { id: string; battery_ratio: number }[] };
  };
  const replay = (change: (b: typeof body) => void): ReturnType<typeof verifyCertificate> => {
    const other = structuredClone(body);
    change(other);
    const whole = { ...other, state_hash: hashOf(other.state) };
    const text = canonicalJson({ ...whole, digest: hashOf(whole) });
    return verifyCertificate(text, flightTools(), (state) => {
      const made = toolContext(state, context.clock);
      return made.ok ? made : { ok: false as const, error: 'no air model' };
    });
  };
  const without = (spec: string) => (b: typeof body) =>
    void (b.specs = b.specs.filter((s) => s.spec !== spec) as never);
  assert.ok(body.specs.some((s) => s.spec === 'program way_home'));
  assert.ok(replay(without('program way_home')).ok, 'an older certificate of a sound flight');
  const cut = replay(without('program inside_map'));
  assert.ok(!cut.ok && cut.error.type === 'verdict_differs', 'any other row must be there');
  const none = replay((b) => void (b.specs = null as never));
  assert.ok(!none.ok && none.error.type === 'malformed');
  const stranded = replay((b) => {
    without('program way_home')(b);
    const uav = b.state.fleet.find((u) => u.id === b.uav_id)!;
    const used = uav.battery_ratio - endRatio(record);
    uav.battery_ratio = 0.2 + used + 0.001;
  });
  assert.ok(!stranded.ok && stranded.error.type === 'not_verified', JSON.stringify(stranded));
  assert.match(stranded.error.message, /R5 way_home: [\d.]+ Wh are missing for the way to/);
});

/** What the verifier says is left at the end of a released flight, as a share of the battery. */
function endRatio(record: DecisionRecord): number {
  const reserve = record.verdict!.specs.find((s) => s.spec.startsWith('always (battery_ratio'))!;
  return reserve.robustness! + record.ir!.constraints.battery_reserve_ratio;
}

test('a trajectory, a passing verdict and every id in a release exist in the state', async () => {
  const record = await run(context, cases[0]!.en);
  const ids = new Set([...context.state.city.places, ...context.state.fleet].map((p) => p.id));
  assert.ok(ids.has(record.decision.uav_id!));
  for (const p of record.decision.trajectory) assert.ok(p.stop_id === null || ids.has(p.stop_id));
  const first = record.decision.trajectory[0]!;
  assert.deepEqual([first.t_sec, first.z_m], [0, 0]);
});

test('an aircraft that stands where it is to charge or to return needs no flight: the operator is told what can be done', async () => {
  for (const [text, done] of [
    [
      'Charge uav_05 at hub B',
      /uav_05 stands at hub_B already and needs no flight; connect it to a charger there/,
    ],
    ['Charge uav_05', /connect it to a charger there, or name another place/],
    ['Return uav_05 home', /uav_05 stands at hub_B already and needs no flight; leave it there/],
    ['Верни uav_05 домой', /uav_05 уже стоит на hub_B, полёт не нужен: оставьте его там/],
  ] as const) {
    const record = await run(context, text);
    assert.equal(record.final_status, 'human_confirm', text);
    assert.equal(record.decision.trajectory.length, 0, text);
    assert.equal(record.refusal!.reason_code, 'information_missing');
    assert.match(`${record.refusal!.message} ${record.explanation}`, done, text);
  }
  const elsewhere = await run(context, 'Charge uav_05 at hub A');
  assert.equal(elsewhere.final_status, 'success');
});

test('a delivery to a pad on which an accepted operation ends is refused by who stands there', async () => {
  const record = await run(context, 'Deliver a parcel from the Harbour Warehouse to hospital C');
  assert.equal(record.final_status, 'safe_refusal');
  const [found] = record.refusal!.counterexamples;
  assert.deepEqual([found!.rule, found!.violated_constraint], ['R2', 'pad_free']);
  assert.deepEqual(found!.entities, ['uav_11', 'hospital_C']);
});
