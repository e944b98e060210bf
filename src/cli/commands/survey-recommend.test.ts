import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CommanderError } from 'commander';
import type { SurveyRecommendation } from '#tools';
import { bundledSurveyScenario } from '../../store/bundled/survey.ts';
import { BadInput } from '../output.ts';
import { surveyRecommendCommand } from './survey-recommend.ts';

const dir = mkdtempSync(join(tmpdir(), 'cloudbrain-recommend-'));
after(() => rmSync(dir, { recursive: true }));

/** Runs the command in this process; answers its exit code and the recommendation that it wrote. */
async function run(args: readonly string[]): Promise<{ code: number; found: SurveyRecommendation }> {
  let code = -1;
  const out = join(dir, 'found.json');
  const command = surveyRecommendCommand((c) => void (code = c))
    .option('--json')
    .option('--quiet')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  await command.parseAsync([...args, '--quiet', '--out', out], { from: 'user' });
  return { code, found: JSON.parse(readFileSync(out, 'utf8')) as SurveyRecommendation };
}

/** s01 with a search so short that it takes no time. */
const scenario = { ...bundledSurveyScenario('s01')! };
const file = join(dir, 'field.json');
writeFileSync(
  file,
  JSON.stringify({ ...scenario, solver: { ...scenario.solver, seed: 5, iteration_budget: 5 } }),
);

test('a bundled or own scenario is searched, the seed is its own unless given, the file has it all', async () => {
  const { code, found } = await run(['--scenario', file, '--limit', '1']);
  assert.equal(code, 0);
  assert.deepEqual([found.seed, found.evaluated, found.left, found.left_is_exact], [5, 1, 3, true]);
  assert.equal(found.base.admitted, true);
  const pinned = await run(['--scenario', file, '--limit', '1', '--seed', '7', '--pin', 'task:field-1']);
  assert.deepEqual([pinned.found.seed, pinned.found.evaluated, pinned.found.left], [7, 0, 0]);
});

test('nothing that can be flown is a refusal; with new sites allowed it is mended', async () => {
  const closed = await run(['--scenario', 's10', '--limit', '1']);
  assert.deepEqual([closed.code, closed.found.base.status], [3, 'infeasible']);
  const open = await run(['--scenario', 's10', '--limit', '1', '--policy', 'propose_new_sites=on']);
  assert.deepEqual([open.code, open.found.variants[0]!.new_site, open.found.best_id], [0, true, 'v1']);
});

const bad: readonly [string, readonly string[], RegExp][] = [
  ['an unknown switch', ['--policy', 'geometry=on'], /--policy takes propose_new_sites/],
  ['a switch that is neither on nor off', ['--policy', 'rebase_units=1'], /=on or =off/],
  ['a prototype’s name', ['--policy', 'constructor=on'], /--policy takes/],
  ['a pin of no kind', ['--pin', 'zone:z1'], /--pin takes site:ID/],
  ['a pin on nothing', ['--pin', 'unit:nobody'], /the scenario has m3e-01/],
  ['no variants', ['--limit', '0'], /--limit must be a whole number/],
  ['a broken seed', ['--seed', '1.5'], /--seed must be a whole number/],
];

for (const [what, args, says] of bad)
  test(`bad input: ${what}`, async () => {
    await assert.rejects(run(['--scenario', file, ...args]), (e) => {
      assert.ok(e instanceof BadInput || e instanceof CommanderError, String(e));
      assert.match(e.message, says);
      return true;
    });
  });

test('a scenario that makes no sense is bad input with its code', async () => {
  const odd = join(dir, 'odd.json');
  const units = scenario.units.map((u) => ({ ...u, payload_id: 'no-such' }));
  writeFileSync(odd, JSON.stringify({ ...scenario, units }));
  await assert.rejects(run(['--scenario', odd, '--limit', '1']), /odd\.json: G0-03/);
  await assert.rejects(run(['--scenario', join(dir, 'none.json')]), BadInput);
});
