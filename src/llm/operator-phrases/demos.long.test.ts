import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { runDialogue } from '#agent';
import { bundledSurveyCatalogue, bundledSurveyScenario, nodeClock } from '#store';
import { DEFAULT_SURVEY_POLICY, type SurveyEvent, inProcessSurveyEngines, surveyTools } from '#tools';
import { phraseModel } from './phrase-model.ts';

const catalogue = bundledSurveyCatalogue();
const clock = nodeClock();

async function say(id: string, content: string): Promise<SurveyEvent[]> {
  const scenario = bundledSurveyScenario(id)!;
  const events: SurveyEvent[] = [];
  await runDialogue(
    {
      // Few iterations, so that the same plan comes out on every machine.
      scenario: { ...scenario, solver: { ...scenario.solver, iteration_budget: 50 } },
      messages: [{ role: 'user', content }],
      policy: DEFAULT_SURVEY_POLICY,
      pins: { site_ids: [], unit_ids: [], task_ids: [] },
    },
    {
      model: phraseModel(),
      tools: surveyTools(),
      context: {
        catalogue,
        engines: inProcessSurveyEngines(catalogue, clock),
        limits: { max_variants: 4, eval_time_limit_s: 5, eval_concurrency: 1, compute_time_limit_s: 60 },
      },
      max_steps: 8,
      timeout_ms: 1000,
      clock,
      onEvent: (event) => events.push(event),
    },
  );
  return events;
}

const textOf = (events: readonly SurveyEvent[]): string => {
  const message = events.find((e) => e.event === 'message');
  assert.ok(message?.event === 'message', JSON.stringify(events.at(-1)));
  assert.deepEqual(message.data.unsupported, [], message.data.text);
  return message.data.text;
};

test('with the real planner and validator every word of the answer is found in their results', async () => {
  for (const id of ['s01', 's03', 's06', 's10']) {
    const events = await say(id, 'Рассчитай и объясни отчёт');
    const evaluation = events.find((e) => e.event === 'evaluation');
    assert.ok(evaluation?.event === 'evaluation', id);
    const { admitted } = evaluation.data;
    assert.match(
      textOf(events),
      admitted === true ? /план допущен валидатором/ : admitted === false ? /не допущен/ : /вердикта нет/,
      id,
    );
  }
});

test('a note, variants by angle and a search on a real scenario', async () => {
  assert.match(textOf(await say('s01', 'Напиши пояснительную записку')), /записка составлена/);
  assert.match(textOf(await say('s01', 'try angles 0 and 90')), /Evaluation v1:.*[^]*Evaluation v2:/);
  assert.match(textOf(await say('s01', 'Подбери угол галсов')), /Просчитано вариантов|Выигрыша не найдено/);
});
