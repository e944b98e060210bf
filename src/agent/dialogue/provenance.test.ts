import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { sampleScenario } from '../../world/survey/sample-scenario.ts';
import { objectionToUnasked } from './provenance.ts';
import { madeUpEvaluation } from './testing/evaluations.ts';

const gsd = (gsd_cm: number): string => JSON.stringify({ task_id: 'task-1', gsd_cm });
const evaluation = madeUpEvaluation(sampleScenario(), 'e1', true).evaluation;
const objects = (say: string, args: string, tool = 'update_task'): boolean =>
  objectionToUnasked(tool, args, [{ role: 'user', content: say }], [evaluation]) !== null;

test('a remedy of the validator counts where the operator names its finding', () => {
  assert.equal(objects('Сними G1-05, как предлагает валидатор', gsd(2.8125)), false);
  assert.equal(objects('Сними G1-05, как предлагает валидатор', gsd(4)), true);
  assert.equal(objects('Сними предупреждение', gsd(2.8125)), true);
});

test('each guarded value in the unit in which it was said', () => {
  for (const [say, tool, args, wrong] of [
    ['GSD 3 см', 'update_task', gsd(3), false],
    ['GSD 30 мм', 'update_task', gsd(3), false],
    ['GSD 3 м', 'update_task', gsd(3), true],
    ['40 точек/м²', 'update_task', '{"point_density_per_m2":40}', false],
    ['spacing 60 m', 'update_task', '{"line_spacing_m":60}', false],
    ['перекрытие 80 %', 'update_task', '{"forward_overlap":0.8}', false],
    ['перекрытие 80 %', 'update_task', '{"side_overlap":0.6}', true],
    ['резерв четверть', 'set_objective', '{"energy_reserve":0.25}', true],
    ['резерв 25', 'set_objective', '{"energy_reserve":0.25}', false],
    ['буфер 0,05 км', 'set_objective', '{"nfz_buffer_m":50}', false],
    ['wind 10 kt', 'set_weather', '{"wind_mps":5.144}', false],
    ['ветер 10', 'set_weather', '{"wind_mps":10}', false],
    ['с запада', 'set_weather', '{"wind_mps":null,"wind_from_deg":270}', false],
    ['критерий налёт', 'set_objective', '{"kind":"flight_time"}', false],
    ['что угодно', 'set_solver', '{"time_limit_s":10}', false],
  ] as const) {
    assert.equal(objects(say, args, tool), wrong, `${say} -> ${args}`);
  }
});

test('what cannot be read is left to the tool', () => {
  for (const args of ['', '{', '[]', 'null', '{"wind_mps":"7"}'])
    assert.equal(objects('x', args, 'set_weather'), false);
});
