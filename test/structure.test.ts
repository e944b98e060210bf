import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { PROGRAM_RULES, VERIFY_SIGNALS } from '#ir';
import { flightTools } from '#tools';
import { VERSION } from '../src/cli/version.ts';

type Room = { what: string; packages: string[] | 'any' };
type Floor = { floor: number; rooms: Record<string, Room> };
const { floors, core } = JSON.parse(readFileSync('floors.json', 'utf8')) as {
  floors: Floor[];
  core: string[];
};
const rooms = floors.flatMap((f) =>
  Object.entries(f.rooms).map(([name, room]) => ({ name, floor: f.floor, ...room })),
);

const files = readdirSync('src', { recursive: true })
  .map((f) => join('src', String(f)))
  .filter((f) => /\.tsx?$/.test(f) && !f.endsWith('.d.ts'));

/** The room of a source file: the longest room name that its path starts with. */
function roomOf(path: string): (typeof rooms)[number] | undefined {
  return rooms
    .filter((r) => path.startsWith(`src/${r.name}/`))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

/** Imports of a file as text, without the help of the checker that enforces the same laws. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm,
    ),
  ].map((m) => m[1] ?? m[2]!);
}

test('every source file stands in a room of floors.json', () => {
  const strays = files.filter((f) => roomOf(f) === undefined && f !== join('src', 'index.ts'));
  assert.deepEqual(strays, []);
  assert.ok(files.length > 50, 'the walk found the sources');
});

test('every import goes down, through a door, and engines are strangers', () => {
  const wrong: string[] = [];
  for (const file of files.filter((f) => !f.endsWith('.test.ts') && f !== join('src', 'index.ts'))) {
    const from = roomOf(file)!;
    for (const target of importsOf(file)) {
      if (target.startsWith('#')) {
        const to = rooms.find((r) => r.name === target.slice(1));
        if (to === undefined) wrong.push(`${file}: ${target} is no room`);
        else if (to.floor >= from.floor) wrong.push(`${file}: ${from.name} may not import ${to.name}`);
      } else if (target.startsWith('.')) {
        const to = roomOf(relative('.', join(dirname(file), target)));
        if (to?.name !== from.name) wrong.push(`${file}: ${target} leaves the room past its door`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

test('the model has no road to a verdict', () => {
  for (const file of files.filter((f) => !f.endsWith('.test.ts'))) {
    const room = roomOf(file)?.name ?? '';
    if (!room.startsWith('engines/') && room !== 'tools') continue;
    for (const target of importsOf(file))
      assert.ok(!/^#(llm|agent)/.test(target), `${file} imports ${target}`);
  }
});

test('the validator never reaches the survey planner, nor the verifier the route planner', () => {
  for (const [a, b] of [
    ['engines/validator', '#engines/survey'],
    ['engines/verify', '#engines/route'],
  ] as const) {
    for (const file of files.filter((f) => f.startsWith(`src/${a}/`) && !f.endsWith('.test.ts'))) {
      assert.ok(!importsOf(file).includes(b), `${file} imports ${b}`);
    }
  }
});

test('every room that has code has a door with a sentence, and stands in ARCHITECTURE.md', () => {
  const page = readFileSync('ARCHITECTURE.md', 'utf8');
  for (const room of rooms) {
    const dir = `src/${room.name}`;
    if (!existsSync(dir) || !files.some((f) => f.startsWith(`${dir}/`))) continue;
    assert.ok(page.includes(`\`${room.name}\``), `ARCHITECTURE.md does not name ${room.name}`);
    if (room.name === 'web' || room.name === 'cli') continue;
    assert.ok(existsSync(`${dir}/index.ts`), `${dir} has no door`);
    assert.match(readFileSync(`${dir}/index.ts`, 'utf8'), /^\/\*\*/, `${dir}/index.ts says what the room is`);
  }
});

test('no file switches off a law', () => {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    assert.ok(!/eslint-disable|@ts-ignore|@ts-nocheck|@ts-expect-error/.test(text), file);
  }
});

test('core rooms in floors.json are the ones that the compiler checks without node and DOM', () => {
  const { include } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { include: string[] };
  assert.deepEqual([...include].sort(), core.map((c) => `src/${c}`).sort());
});

test('every signal and program rule stands in docs/specifications.md', () => {
  const page = readFileSync('docs/specifications.md', 'utf8');
  for (const { name } of [...VERIFY_SIGNALS, ...PROGRAM_RULES]) assert.ok(page.includes(`\`${name}\``), name);
});

test('every tool has its file, a summary, errors and schemas', () => {
  const tools = flightTools().tools;
  assert.equal(tools.length, 8);
  for (const tool of tools) {
    assert.ok(existsSync(`src/tools/flight/${tool.name.replaceAll('_', '-')}.ts`), tool.name);
    assert.ok(tool.summary.endsWith('.') && tool.result !== undefined, tool.name);
  }
});

test('the version is that of package.json', () => {
  assert.equal(VERSION, (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
});
