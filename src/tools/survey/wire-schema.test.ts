import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { surveyTools } from './registry.ts';

/** Everything that a strict decoder reads; any other keyword is refused by some of them. */
const KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'description',
]);

type Json = Record<string, unknown>;

/** What is wrong with a schema as the wire's strict rules have it: each fault with its place. */
function faults(schema: Json, at: string, depth: number): string[] {
  const found = Object.keys(schema)
    .filter((key) => !KEYWORDS.has(key))
    .map((key) => `${at}: ${key}`);
  if (depth > 10) found.push(`${at}: deeper than 10 levels`);
  if (schema.type === undefined && schema.anyOf === undefined) found.push(`${at}: no type`);
  if (schema.type === 'object') {
    const properties = schema.properties as Record<string, Json>;
    if (schema.additionalProperties !== false) found.push(`${at}: open`);
    if (Object.keys(properties).length === 0) found.push(`${at}: no property`);
    if (String([...(schema.required as string[])].sort()) !== String(Object.keys(properties).sort()))
      found.push(`${at}: not everything is required`);
    for (const [key, value] of Object.entries(properties))
      found.push(...faults(value, `${at}.${key}`, depth + 1));
  }
  if (schema.items !== undefined) found.push(...faults(schema.items as Json, `${at}[]`, depth + 1));
  for (const branch of (schema.anyOf ?? []) as Json[]) {
    if (branch.anyOf !== undefined) found.push(`${at}: a choice in a choice`);
    found.push(...faults(branch, `${at}|`, depth));
  }
  return found;
}

const NAMES = [
  'get_scenario',
  'get_catalog',
  'set_weather',
  'set_objective',
  'set_solver',
  'update_task',
  'update_unit',
  'add_unit',
  'remove_unit',
  'add_site',
  'update_site',
  'remove_site',
  'compute_plan',
  'recommend',
  'evaluate_variants',
  'adopt_variant',
  'get_plan_report',
  'write_report_note',
];

test('there are eighteen tools, in order, each in its file', () => {
  const tools = surveyTools();
  assert.deepEqual(tools.names(), NAMES);
  for (const { name, summary } of tools.tools) {
    assert.ok(existsSync(new URL(`./${name.replaceAll('_', '-')}.ts`, import.meta.url)), name);
    assert.ok(summary.length <= 1500 && summary.endsWith('.'), name);
  }
});

for (const spec of surveyTools().specs())
  test(`the schema of ${spec.name} keeps the strict rules`, () => {
    assert.equal(spec.parameters.type, 'object');
    assert.deepEqual(faults(spec.parameters, spec.name, 1), []);
    // It is a schema at all, as a decoder with no mercy reads it.
    new Ajv2020({ strict: true, allowUnionTypes: true }).compile(spec.parameters);
  });

test('the wire says what the full schema says, but for ranges and patterns', () => {
  const validator = new Ajv2020({ strict: true, allowUnionTypes: true });
  const check = (name: string, args: unknown): [boolean, boolean] => {
    const tool = surveyTools().get(name)!;
    const spec = surveyTools()
      .specs()
      .find((s) => s.name === name)!;
    return [validator.validate(spec.parameters, args), tool.args.safeParse(args).success];
  };
  const task = {
    task_id: 't',
    name: null,
    gsd_cm: 3,
    point_density_per_m2: null,
    line_spacing_m: null,
    forward_overlap: null,
    side_overlap: null,
    swath_angle: null,
  };
  const planner = { ...task, swath_angle: { mode: 'planner' } };
  assert.deepEqual(check('update_task', task), [true, true]);
  assert.deepEqual(check('update_task', planner), [true, true]);
  assert.deepEqual(check('update_task', { ...task, swath_angle: { mode: 'fixed', deg: 30 } }), [true, true]);
  assert.deepEqual(check('update_task', { ...task, swath_angle: { mode: 'planner', deg: 30 } }), [
    false,
    false,
  ]);
  assert.deepEqual(check('update_task', { ...task, swath_angle: 30 }), [false, false]);
  assert.deepEqual(check('update_task', { ...task, survey_type: 'lidar' }), [false, false]);
  assert.deepEqual(check('update_task', { ...task, gsd_cm: '3' }), [false, false]);
  assert.deepEqual(check('update_task', { ...task, gsd_cm: undefined }), [false, false]);
  assert.deepEqual(check('update_task', { ...task, name: 'two\nlines' }), [true, false]);
  assert.deepEqual(check('set_solver', { time_limit_s: 1, seed: 1.5 }), [false, false]);
  assert.deepEqual(check('set_objective', { kind: 'fastest' }), [false, false]);
});

test('no tool has an argument for what it may never change', () => {
  const names = (schema: Json): string[] => [
    ...Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([k, v]) => [
      k,
      ...names(v),
    ]),
    ...(schema.items === undefined ? [] : names(schema.items as Json)),
    ...((schema.anyOf ?? []) as Json[]).flatMap(names),
  ];
  const all = new Set(
    surveyTools()
      .specs()
      .flatMap((s) => names(s.parameters)),
  );
  assert.ok(all.has('wind_mps') && all.has('deg') && all.has('site_id'));
  for (const name of all)
    assert.doesNotMatch(
      name,
      /area|polygon|coordinates|boundary|zone|floor|ceiling|survey_type|policy|pin|admitted|route|lane|plan/,
    );
});
