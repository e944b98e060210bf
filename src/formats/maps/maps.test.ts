import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSearchContext, findPath } from '#search';
import {
  conformRoute,
  gridOfMap,
  lengthInCells,
  parseGridJson,
  parseMap,
  parseMovingAiMap,
  parseScenario,
  writeGridJson,
} from './index.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data/planning');
const skipLoudly = existsSync(DATA) ? false : `${DATA} is absent: published optima were NOT compared`;
const load = (name: string): string | null =>
  existsSync(join(DATA, name)) ? readFileSync(join(DATA, name), 'utf8') : null;

for (const file of ['voxel_rows.csv', 'own_rows.csv']) {
  test(`every row of ${file} is met under each of its rules`, { skip: skipLoudly }, () => {
    const rows = conformRoute(load(file)!, load);
    assert.ok(rows.ok && rows.value.length > 10);
    assert.deepEqual(
      rows.value.filter((r) => !r.passed),
      [],
    );
    assert.ok(rows.value.every((r) => Object.keys(r.got).length >= 3));
  });
}

test('published 2-D optima are met to their printed digits', { skip: skipLoudly }, () => {
  const map = parseMap('arena.map', load('arena.map')!);
  assert.ok(map.ok);
  const grid = gridOfMap(map.value);
  assert.ok(grid.ok);
  const context = createSearchContext(grid.value);
  const rows = parseScenario(load('arena.map.scen')!);
  assert.ok(rows.ok && rows.value.length > 100);
  for (const row of rows.value) {
    const found = findPath(context, { start: row.start, goal: row.goal, mode: 'optimal' });
    assert.ok(found.ok);
    const off = Math.abs(lengthInCells(context, found.value.path) - row.optimum);
    assert.ok(off <= row.printed_error + 1e-5, `${JSON.stringify(row)} off by ${off}`);
  }
});

const tiny = 'voxel 3 3 1\n1 0 0\n1 1 0\n';
const columns = 'map,sx,sy,sz,gx,gy,gz,strict_opt,cut_opt,axis_opt';
const loadTiny = (name: string): string | null => (name === 'tiny.3dmap' ? tiny : null);

test('rows that are wrong fail, each with what was found', () => {
  const at = (row: string) => {
    const rows = conformRoute(`${columns}\n${row}\n`, loadTiny);
    assert.ok(rows.ok);
    return rows.value[0]!;
  };
  const right = at('tiny.3dmap,0,0,0,2,0,0,6,4.828427,6');
  assert.ok(right.passed, JSON.stringify(right));
  assert.equal(right.id, 'tiny.3dmap:1');
  const wrong = at('tiny.3dmap,0,0,0,2,0,0,5.9999,4.828427,6');
  assert.ok(!wrong.passed && wrong.got['strict_opt'] === 6);
  assert.ok(!at('tiny.3dmap,0,0,0,2,0,0,no_path,4.828427,6').passed);
  assert.equal(at('tiny.3dmap,0,0,0,1,0,0,6,6,6').got['strict_opt'], 'goal_blocked');
  assert.equal(at('gone.3dmap,0,0,0,1,0,0,6,6,6').got['strict_opt'], 'map_missing');
  assert.equal(at('tiny.3dmap,0,0,0,9,0,0,6,6,6').got['strict_opt'], 'outside_grid');
  assert.equal(at('tiny.3dmap,x,0,0,1,0,0,6,6,6').got['strict_opt'], 'outside_grid');
  assert.ok(!at('tiny.3dmap,0,0,0,2,0,0,six,4.828427,6').passed);
});

test('files of rows without the columns are refused', () => {
  assert.ok(!conformRoute('map,sx,sy\n', load).ok);
  assert.ok(!conformRoute('map,sx,sy,gx,gy,other\n', load).ok);
  assert.ok(!conformRoute(`${columns}\ntiny.3dmap,0,0\n`, loadTiny).ok);
});

test('maps that make no sense are refused with their line', () => {
  const line = (name: string, text: string): number | string => {
    const map = parseMap(name, text);
    assert.ok(!map.ok, text);
    return map.error.type === 'bad_map' ? map.error.line : map.error.type;
  };
  assert.equal(line('a.3dmap', ''), 1);
  assert.equal(line('a.3dmap', 'voxel 2 2\n'), 1);
  assert.equal(line('a.3dmap', 'voxel 2 2 0\n'), 1);
  assert.equal(line('a.3dmap', 'voxel 2 2 2\n0 0 0\n0 0 2\n'), 3);
  assert.equal(line('a.3dmap', 'voxel 2 2 2\n0 0 -1\n'), 2);
  assert.equal(line('a.3dmap', 'voxel 1000 1000 1000\n'), 'map_too_large');
  assert.equal(line('a.map', 'type octile\nheight 2\nwidth 2\nmap\n..\n'), 4);
  assert.equal(line('a.map', 'type octile\nheight 1\nwidth 2\nmap\n.\n'), 5);
  assert.equal(line('a.map', 'type octile\nheight 1\nwidth 2\nmap\n.x\n'), 5);
  assert.equal(line('a.map', 'type tile\nheight 1\nwidth 1\nmap\n.\n'), 1);
  assert.equal(line('a.txt', ''), 'unknown_map_format');
  const json = (more: object): string =>
    JSON.stringify({
      format: 'cloudbrain-grid/1',
      size_cells: { x: 2, y: 2, z: 2 },
      cell_m: { x: 10, y: 10, z: 5 },
      blocked_boxes: [],
      ...more,
    });
  assert.ok(parseGridJson(json({})).ok);
  assert.equal(line('a.json', json({ blocked_boxes: [[0, 0, 0, 2, 0, 0]] })), 1);
  assert.equal(line('a.json', json({ blocked_boxes: [[1, 0, 0, 0, 0, 0]] })), 1);
  assert.equal(line('a.json', json({ cell_m: { x: 10, y: 10, z: 0.0005 } })), 1);
  assert.equal(line('a.json', json({ cell_m: { x: 10, y: 10, z: 1.0005 } })), 1);
  assert.equal(line('a.json', json({ extra: 1 })), 1);
  assert.equal(line('a.json', '{\n"a":}'), 2);
});

test('the axes of a flat map are column and row, and grid JSON keeps the cells', () => {
  const map = parseMovingAiMap('type octile\nheight 2\nwidth 3\nmap\n..T\n@.G\n');
  assert.ok(map.ok);
  const { nx, ny, nz, blocked } = map.value;
  assert.deepEqual([nx, ny, nz, [...blocked]], [3, 2, 1, [0, 1, 0, 0, 1, 0]]);
  const again = parseGridJson(JSON.stringify(writeGridJson(map.value)));
  assert.ok(again.ok);
  assert.deepEqual([...again.value.blocked], [...blocked]);
});
