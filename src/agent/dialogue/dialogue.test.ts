import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { canonicalJson, frozenClock, hashOf } from '#base';
import { type SurveyEvent, type SurveyToolContext, surveyTools } from '#tools';
import { ScriptedDialogue, type ScriptedTurn } from '../../../test/doubles/dialogue-model.ts';
import { deskContext, deskScenario, variant } from '../../../test/doubles/survey-desk.ts';
import { ScriptedEngines } from '../../../test/doubles/survey-engines.ts';
import { runDialogue } from './dialogue.ts';
import type { DialogueModel } from './ports.ts';
import type { DialoguePorts, DialogueRequestInput } from './request.ts';

const NOTHING = { site_ids: [], unit_ids: [], task_ids: [] };
const POLICY = { propose_new_sites: false, rebase_units: true, change_fleet: false };
const wind = (wind_mps: number, gust_mps = wind_mps) => ({
  name: 'set_weather',
  arguments: { wind_mps, wind_from_deg: null, gust_mps, temperature_c: null },
});
const compute = { name: 'compute_plan', arguments: { label: null } };

type Options = {
  readonly say?: string;
  readonly request?: Partial<DialogueRequestInput>;
  readonly ports?: Partial<DialoguePorts>;
  readonly context?: Partial<SurveyToolContext>;
};

async function talk(model: DialogueModel, options: Options = {}): Promise<SurveyEvent[]> {
  const events: SurveyEvent[] = [];
  const context = deskContext(options.context);
  await runDialogue(
    {
      scenario: deskScenario(),
      messages: [{ role: 'user', content: options.say ?? 'Ветер 7 м/с, порывы 9 м/с, рассчитай' }],
      policy: POLICY,
      pins: NOTHING,
      language: 'ru',
      ...options.request,
    },
    {
      model,
      tools: surveyTools(),
      context,
      max_steps: 8,
      timeout_ms: 60_000,
      clock: frozenClock('2026-06-01T12:00:00.000Z'),
      onEvent: (event) => events.push(event),
      ...options.ports,
    },
  );
  checkStream(events);
  return events;
}

/** One last event, plain JSON, names from the closed list. */
function checkStream(events: readonly SurveyEvent[]): void {
  const names = events.map((e) => e.event);
  const known = 'status tool ops evaluation recommendation note message done error'.split(' ');
  assert.deepEqual(
    names.filter((n) => !known.includes(n)),
    [],
  );
  assert.equal(names.filter((n) => n === 'done' || n === 'error').length, 1);
  assert.ok(['done', 'error'].includes(names.at(-1)!));
  for (const event of events) {
    const text = JSON.stringify(event);
    assert.equal(text.includes('\n'), false);
    assert.equal(canonicalJson(JSON.parse(text)), canonicalJson(event));
  }
}

const run = (script: readonly ScriptedTurn[], options: Options = {}) =>
  talk(new ScriptedDialogue(script), options);
const names = (events: readonly SurveyEvent[]) => events.map((e) => e.event).filter((n) => n !== 'status');

/** Data of the events of one name. */
function only<E extends SurveyEvent['event']>(events: readonly SurveyEvent[], event: E): DataOf<E>[] {
  return events.filter((e) => e.event === event).map((e) => e.data as DataOf<E>);
}
type DataOf<E> = Extract<SurveyEvent, { event: E }>['data'];

test('a change, a computation and an answer, each told when it happens', async () => {
  const events = await run([
    { calls: [wind(7, 9)] },
    { calls: [compute] },
    { text: 'Ветер выставлен, план пересчитан и допущен валидатором (оценка e1).' },
  ]);
  assert.deepEqual(names(events), ['tool', 'ops', 'tool', 'evaluation', 'message', 'done']);
  const [message] = only(events, 'message');
  assert.deepEqual(message, {
    text: 'Ветер выставлен, план пересчитан и допущен валидатором (оценка e1).',
    grounded: true,
    unsupported: [],
  });
  const [done] = only(events, 'done');
  assert.equal(done!.scenario.weather.wind_mps, 7);
  assert.equal(done!.revision, hashOf(done!.scenario));
  assert.deepEqual([done!.changed, done!.computed, done!.steps], [true, true, 3]);
  const first = events[0]!;
  assert.ok(first.event === 'status' && first.data.provider === 'scripted' && first.data.simulated === true);
});

test('the model is shown the summary as data, who allows what, and no polygon', async () => {
  const model = new ScriptedDialogue([{ text: 'Готов помочь.' }]);
  await talk(model, { say: 'Привет' });
  const [request] = model.requests;
  assert.match(request!.instructions, /never instructions/);
  assert.match(request!.instructions, /change the fleet: not allowed/);
  assert.doesNotMatch(request!.instructions, /coordinates"/);
  assert.equal(request!.tools.length, 18);
  assert.deepEqual(request!.items, [{ kind: 'user', text: 'Привет' }]);
});

test('calls of one turn run in order, each on the scenario as it then stands', async () => {
  const events = await run([{ calls: [wind(7, 9), wind(9, 9), compute, wind(7, 9)] }, { text: 'Готово.' }]);
  assert.deepEqual(
    only(events, 'ops')
      .map((o) => o.changes.find((c) => c.path === '/weather/wind_mps')!)
      .map((c) => [c.was, c.became]),
    [
      [3, 7],
      [7, 9],
      [9, 7],
    ],
  );
});

test('an unknown tool, unreadable and wrong arguments are told to the model, and the dialogue goes on', async () => {
  const model = new ScriptedDialogue([
    {
      calls: [
        { name: 'set_policy\u202e\n', arguments: { change_fleet: true } },
        { name: 'compute_plan', arguments: '{"label":' },
        { name: 'set_weather', arguments: '{"wind_mps":7,"wind_mps":8}' },
        { name: 'set_weather', arguments: '{"wind_mps":1e999}' },
        { name: 'compute_plan', arguments: { label: null, force: true } },
        { name: '', arguments: '' },
      ],
    },
    { text: 'Готово.' },
  ]);
  const events = await talk(model);
  const errors = only(events, 'tool').map((t) => t.error!.type);
  assert.deepEqual(errors, [
    'unknown_tool',
    'invalid_arguments',
    'invalid_arguments',
    'invalid_arguments',
    'invalid_arguments',
    'unknown_tool',
  ]);
  const results = model.requests[1]!.items.flatMap((i) =>
    i.kind === 'result' ? [JSON.parse(i.output) as { ok: boolean }] : [],
  );
  assert.equal(results.length, 6);
  assert.ok(results.every((r) => !r.ok));
  assert.equal(only(events, 'done')[0]!.changed, false);
});

test('missing and doubled call ids are replaced, and each call keeps its own result', async () => {
  const model = new ScriptedDialogue([
    {
      calls: [
        { ...wind(7, 9), call_id: '' },
        { ...compute, call_id: 'same' },
        { ...compute, call_id: 'same' },
      ],
    },
    { calls: [{ ...compute, call_id: 'same' }] },
    { text: 'Готово.' },
  ]);
  await talk(model);
  const items = model.requests[2]!.items;
  const asked = items.flatMap((i) => (i.kind === 'calls' ? i.calls.map((c) => c.call_id) : []));
  assert.deepEqual(asked, ['call_1_0', 'same', 'call_1_2', 'call_2_0']);
  assert.deepEqual(
    items.flatMap((i) => (i.kind === 'result' ? [i.call_id] : [])),
    asked,
  );
});

test('the last step gets no tools, and calls made there all the same are not run', async () => {
  const model = new ScriptedDialogue([{ calls: [compute] }]);
  const events = await talk(model, { ports: { max_steps: 3 } });
  assert.equal(model.requests.length, 3);
  assert.deepEqual(
    model.requests.map((r) => r.tools.length),
    [18, 18, 0],
  );
  assert.equal(only(events, 'evaluation').length, 2);
  assert.match(only(events, 'message')[0]!.text, /Шаги этого запроса исчерпаны/);
});

test('what is cut off, filtered or refused runs no call and says what stands', async () => {
  for (const stop of ['length', 'filter', 'refusal'] as const) {
    const events = await run([{ calls: [wind(7, 9)] }, { stop, text: 'План допущен', calls: [compute] }]);
    assert.deepEqual(names(events), ['tool', 'ops', 'message', 'done'], stop);
    const [message] = only(events, 'message');
    assert.doesNotMatch(message!.text, /План допущен/);
    assert.match(message!.text, /ветер 3 → 7 м\/с/);
  }
});

test('a model that fails before anything happened is an error; after changes the scenario goes along', async () => {
  for (const [type, code] of [
    ['timeout', 'UPSTREAM_TIMEOUT'],
    ['unreachable', 'UPSTREAM_UNAVAILABLE'],
    ['rate_limited', 'UPSTREAM_UNAVAILABLE'],
    ['auth', 'UPSTREAM_UNAVAILABLE'],
    ['bad_reply', 'UPSTREAM_UNAVAILABLE'],
    ['aborted', 'ABORTED'],
  ] as const) {
    const error = { error: { type, message: 'no answer' } };
    const before = only(await run([error]), 'error')[0]!.error;
    assert.equal(before.code, code);
    assert.deepEqual(before.details, { reason: type, steps: 1, changed: false });
    const after = only(await run([{ calls: [wind(7, 9)] }, error]), 'error')[0]!.error;
    const details = after.details as {
      changed: boolean;
      scenario: { weather: { wind_mps: number } };
      changes: unknown[];
    };
    assert.equal(details.changed, true);
    assert.equal(details.scenario.weather.wind_mps, 7);
    assert.equal(details.changes.length, 2);
  }
});

test('a bug of an adapter ends the stream in order', async () => {
  const events = await run([{ calls: [wind(7, 9)] }, 'throw']);
  const { code, message } = only(events, 'error')[0]!.error;
  assert.equal(code, 'INTERNAL');
  assert.doesNotMatch(message, /bug of the adapter/);
});

test('an abort ends a waiting model and a running computation at once, and nothing follows', async () => {
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), 10);
  const one = await run(['hang'], { ports: { signal: waiting.signal } });
  assert.equal(only(one, 'error')[0]!.error.code, 'ABORTED');
  const computing = new AbortController();
  const engines = new ScriptedEngines({ onPlan: () => computing.abort(), turns: () => 50 });
  const two = await run([{ calls: [wind(7, 9), compute] }, { text: 'ok' }], {
    ports: { signal: computing.signal },
    context: { engines },
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(two.at(-1)!.event, 'error');
  assert.deepEqual((only(two, 'error')[0]!.error.details as { changed: boolean }).changed, true);
  const gone = new AbortController();
  gone.abort();
  const three = await run(['hang'], { ports: { signal: gone.signal } });
  assert.equal(three.at(-1)!.event, 'error');
});

test('a text that does not hold is replaced by what the validator says; a wrong figure alone is marked', async () => {
  const refusing = { context: { engines: new ScriptedEngines({ admits: () => false }) } };
  const replaced = only(
    await run([{ calls: [compute] }, { text: 'План допущен.' }], refusing),
    'message',
  )[0]!;
  assert.equal(replaced.grounded, false);
  assert.deepEqual(replaced.unsupported, ['допущен']);
  assert.match(replaced.text, /Оценка e1: план не допущен валидатором.*G2-01/s);
  const english = await run([{ text: 'The plan is approved.' }], { request: { language: 'en' } });
  assert.match(only(english, 'message')[0]!.text, /No plan was computed/);
  const marked = only(await run([{ text: 'Полёт займёт 12 мин.' }]), 'message')[0]!;
  assert.deepEqual(marked, { text: 'Полёт займёт 12 мин.', grounded: false, unsupported: ['12 мин'] });
});

test('a note that does not hold is refused, so that the model can mend it; one that holds goes to the page', async () => {
  const note = (text: string) => ({
    name: 'write_report_note',
    arguments: { evaluation_id: null, language: 'ru', text },
  });
  const refusing = { context: { engines: new ScriptedEngines({ admits: () => false }) } };
  const events = await run(
    [
      {
        calls: [
          compute,
          note('План полностью безопасен.'),
          note('Время работ 00:10:00.'),
          note('План не допущен: покрытие 90 %, G2-01.'),
        ],
      },
      { text: 'Записка готова.' },
    ],
    refusing,
  );
  assert.deepEqual(
    only(events, 'tool').map((t) => t.error?.type ?? 'ok'),
    ['ok', 'not_admitted', 'invalid_arguments', 'ok'],
  );
  const notes = only(events, 'note');
  assert.equal(notes.length, 1);
  assert.match(notes[0]!.text, /План НЕ допущен[^]*G2-01/);
});

test('a label or a name that a model makes up may not speak of a verdict', async () => {
  const rename = (name: string) => ({
    name: 'update_task',
    arguments: {
      task_id: 'task-1',
      name,
      gsd_cm: null,
      point_density_per_m2: null,
      line_spacing_m: null,
      forward_overlap: null,
      side_overlap: null,
      swath_angle: null,
    },
  });
  const events = await run(
    [
      {
        calls: [
          { name: 'compute_plan', arguments: { label: 'План допущен' } },
          { name: 'evaluate_variants', arguments: { variants: [variant({ label: 'APPROVED' })] } },
          rename('План допущен'),
          rename('Одобренное поле'),
          { name: 'compute_plan', arguments: { label: 'Южный ветер' } },
        ],
      },
      { text: 'Готово.' },
    ],
    { say: 'Назови участок «Одобренное поле» и рассчитай' },
  );
  assert.deepEqual(
    only(events, 'tool').map((t) => t.ok),
    [false, false, false, true, true],
  );
});

test('wind, reserve, buffer and requirements take only values that the operator said', async () => {
  const objective = (energy_reserve: number | null, nfz_buffer_m: number | null) => ({
    name: 'set_objective',
    arguments: { kind: null, lambda: null, energy_reserve, turn_mode: null, nfz_buffer_m },
  });
  const rows: [string, { name: string; arguments: unknown }, boolean][] = [
    ['Резерв 15 %', objective(0.15, null), true],
    ['Снизь резерв до 0.15', objective(0.15, null), true],
    ['Сделай так, чтобы план прошёл', objective(0.05, null), false],
    ['Резерв 15 %', objective(0.05, null), false],
    ['Буфер 20 м', objective(null, 20), true],
    ['Буфер 20 м', objective(null, 2), false],
    ['Ветер 18 км/ч, порывы 18 км/ч', wind(5), true],
    ['Ветер семь метров в секунду', wind(7), true],
    ['wind 10 knots', wind(5.14), true],
    ['Рассчитай', wind(6), false],
  ];
  for (const [say, call, passes] of rows) {
    const events = await run([{ calls: [call] }, { text: 'Готово.' }], { say });
    assert.equal(only(events, 'tool')[0]!.ok, passes, say);
    if (!passes) assert.equal(only(events, 'tool')[0]!.error!.type, 'needs_operator');
  }
});

test('a value proposed by the assistant counts once the operator agrees to it', async () => {
  const lower = {
    name: 'set_objective',
    arguments: { kind: null, lambda: null, energy_reserve: 0.15, turn_mode: null, nfz_buffer_m: null },
  };
  for (const [answer, passes] of [
    ['Да, давай', true],
    ['Рассчитай ещё раз', false],
  ] as const) {
    const events = await run([{ calls: [lower] }, { text: 'Готово.' }], {
      request: {
        messages: [
          { role: 'user', content: 'План не проходит' },
          { role: 'assistant', content: 'Снизить резерв до 15 %?' },
          { role: 'user', content: answer },
        ],
      },
    });
    assert.equal(only(events, 'tool')[0]!.ok, passes, answer);
  }
});

test('texts that look like framing stay inside one JSON value', async () => {
  const text = 'one\n\nevent: done\ndata: {}\n\nid: 1\u2028two\u2029three\r\nretry: 1\u0000';
  const [message] = only(await run([{ text }]), 'message');
  assert.equal(JSON.stringify(message).includes('\n'), false);
  assert.doesNotMatch(message!.text, /[\u2028\u2029\u0000\r]/);
  assert.match(message!.text, /event: done/);
});

test('a long result of a tool is cut for the model and says so', async () => {
  const scenario = deskScenario();
  const site = scenario.sites[0]!;
  const sites = Array.from({ length: 60 }, (_, i) => ({
    ...site,
    id: `site-${i + 1}`,
    lon_deg: 39.49 + i / 5000,
  }));
  const candidates = sites.map((x) => ({ ...x, id: `candidate-${x.id}` }));
  const model = new ScriptedDialogue([
    { calls: [{ name: 'get_scenario', arguments: { part: null } }] },
    { text: 'ok' },
  ]);
  await talk(model, { request: { scenario: { ...scenario, sites, candidate_sites: candidates } } });
  const result = model.requests[1]!.items.find((i) => i.kind === 'result')!;
  assert.ok(result.kind === 'result' && result.output.length <= 16_000);
  assert.equal((JSON.parse(result.output) as { truncated: boolean }).truncated, true);
});

test('more calls in one turn than are run are told so', async () => {
  const calls = Array.from({ length: 20 }, () => ({ name: 'get_scenario', arguments: { part: 'settings' } }));
  const events = await run([{ calls }, { text: 'ok' }]);
  assert.equal(only(events, 'tool').filter((t) => t.ok).length, 16);
});

test('a history beyond the limits is a bug of the caller', async () => {
  const turn = { role: 'user' as const, content: 'x' };
  for (const messages of [
    [],
    Array.from({ length: 25 }, () => turn),
    [{ role: 'user' as const, content: 'x'.repeat(4001) }],
    [turn, { role: 'assistant' as const, content: 'x' }],
  ]) {
    await assert.rejects(run([{ text: 'ok' }], { request: { messages } }));
  }
});
