import assert from 'node:assert/strict';
import test from 'node:test';
import { createRng } from '#base';
import { prismContains } from '#geo';
import { createHazardMap } from './hazards.ts';
import { missionTo, rectangle, scene } from './scene-kit.test.ts';
import { flyDecision } from './simulate-decision.ts';
import { cut, type Piece } from './track.ts';

const rng = createRng(31);

function randomScene(): ReturnType<typeof scene> {
  const zones = Array.from({ length: 6 }, (_, i) => {
    const [x, y] = [rng.between(-600, 600), rng.between(-600, 600)];
    const start = rng.int(120);
    const window = rng.next() < 0.4 ? null : { start: clock(start), end: clock(start + 1 + rng.int(120)) };
    const floor = rng.next() < 0.5 ? null : { value_m: rng.between(0, 60), reference: 'AGL' };
    return {
      id: `zone-${i}`,
      kind: rng.pick(['no_fly', 'temporary_no_fly', 'restricted', 'sensitive', 'advisory']),
      name: `Zone ${i}`,
      outline: {
        type: 'polygon',
        rings: [rectangle(x, y, x + rng.between(5, 300), y + rng.between(5, 300))],
      },
      floor,
      ceiling: rng.next() < 0.5 ? null : { value_m: rng.between(60, 120), reference: 'AGL' },
      window,
    };
  });
  const buildings = Array.from({ length: 10 }, (_, i) => {
    const [x, y] = [rng.between(-600, 600), rng.between(-600, 600)];
    return {
      id: `b-${i}`,
      footprint: rectangle(x, y, x + rng.between(5, 60), y + rng.between(5, 60)),
      height_m: rng.between(5, 100),
      height_source: 'measured',
    };
  });
  return scene({ zones, buildings });
}

const clock = (sec: number): string =>
  new Date(Date.UTC(2026, 0, 1, 12, 0, sec)).toISOString().replace('.000', '');

function randomPiece(): Piece {
  const at = (): Piece['from'] => ({
    x_m: rng.between(-700, 700),
    y_m: rng.between(-700, 700),
    z_m: rng.between(0, 120),
  });
  const from_sec = rng.between(0, 200);
  return { from_sec, to_sec: from_sec + rng.between(1, 60), from: at(), to: at() };
}

test('zones and buildings met by a piece are those that a walk along it at 2000 places finds, or touches between', () => {
  let met = 0;
  for (let s = 0; s < 12; s++) {
    const { air } = randomScene();
    const map = createHazardMap(air, new Set());
    for (let k = 0; k < 25; k++) {
      const piece = randomPiece();
      const found = map
        .meet(piece, 0)
        .map((h) => h.id)
        .sort();
      const walked = new Set<string>();
      for (let u = 0; u <= 2000; u++) {
        const t = piece.from_sec + ((piece.to_sec - piece.from_sec) * u) / 2000;
        const at = { t_sec: t, ...cut(piece, t, t).from };
        for (const z of air.zones) if (z.kind !== 'advisory' && prismContains(z.prism, at)) walked.add(z.id);
        for (const o of air.obstacles) if (prismContains(o.prism, at)) walked.add(o.id);
      }
      for (const id of walked) assert.ok(found.includes(id), `scene ${s} piece ${k} misses ${id}`);
      // What the walk does not see is met for less than two of its steps.
      for (const h of map.meet(piece, 0)) {
        if (walked.has(h.id)) continue;
        assert.ok(h.depth_m < 1, `scene ${s} piece ${k} finds ${h.id} ${h.depth_m} m deep`);
      }
      met += walked.size;
    }
  }
  assert.ok(met > 60, `${met} met`);
});

test('a flight without stress meets what its plan meets leg by leg: steps lose nothing and add nothing', () => {
  for (let s = 0; s < 25; s++) {
    const made = randomScene();
    let t = 0;
    const plan = Array.from({ length: 6 }, (_, i) => {
      const p = {
        t_sec: t,
        x_m: i === 0 ? 0 : rng.between(-600, 600),
        y_m: i === 0 ? 0 : rng.between(-600, 600),
        z_m: i === 0 ? 0 : rng.between(20, 110),
        stop_id: null,
      };
      t += rng.between(90, 160);
      return p;
    });
    const map = createHazardMap(made.air, new Set());
    const uav = { ...made.uav, radius_m: 0.6, battery_capacity_wh: 1e5 };
    const legs = plan
      .slice(1)
      .map((to, i): Piece => ({ from_sec: plan[i]!.t_sec, to_sec: to.t_sec, from: plan[i]!, to }));
    const direct = new Set(legs.flatMap((l) => map.meet(l, 0.6).map((h) => h.id)));
    const { log } = flyDecision({
      ...made,
      uav,
      mission: missionTo('clinic'),
      trajectory: plan,
      seed: 1,
      stress: 'none',
    });
    const flown = new Set(log.hazards.map((h) => h.id));
    for (const id of flown) assert.ok(direct.has(id), `scene ${s} adds ${id}`);
    if (log.end !== 'obstacle_hit') assert.deepEqual([...flown].sort(), [...direct].sort(), `scene ${s}`);
    else assert.ok([...direct].some((id) => id.startsWith('b-')));
  }
});
