import { CHROMIUM, launch, serve } from '../test/browser.ts';

/** What the map is asked to carry: a large working day. */
const AREAS = 5;
const LANES_PER_AREA = 60;
const FRAMES = 10_000;
/** Frames of the pan that are timed, and milliseconds between its steps. */
const PAN_STEPS = 120;

type Scenario = { id: string; tasks: { id: string; name: string; area: unknown }[]; units: { id: string }[] };

/** `AREAS` squares side by side, made from the first task of a bundled scenario. */
function wide(s: Scenario): Scenario {
  const task = s.tasks[0]!;
  const tasks = Array.from({ length: AREAS }, (_, i) => {
    const [w, south] = [39.5 + i * 0.014, 45.3];
    const ring = [
      [w, south],
      [w + 0.012, south],
      [w + 0.012, south + 0.012],
      [w, south + 0.012],
      [w, south],
    ];
    return {
      ...task,
      id: `area-${i}`,
      name: `Area ${i}`,
      area: { type: 'Polygon', coordinates: [ring] },
    };
  });
  return { ...s, tasks };
}

/** A double of a plan: straight lanes with frames, no aircraft could fly it; only its size matters here. */
function planDouble(s: Scenario): Record<string, unknown> {
  const per_lane = FRAMES / (AREAS * LANES_PER_AREA);
  const sorties = s.tasks.map((task, a) => {
    let t_sec = 0;
    const legs = Array.from({ length: LANES_PER_AREA }, (_, k) => {
      const lon_deg = 39.5 + a * 0.014 + (k + 0.5) * (0.012 / LANES_PER_AREA);
      const end = (lat_deg: number): Record<string, unknown> => ({
        t_sec: (t_sec += 60),
        lon_deg,
        lat_deg,
        amsl_m: 160,
        agl_m: 100,
        energy_wh: t_sec / 100,
      });
      const [from, to] = k % 2 === 0 ? [45.3, 45.312] : [45.312, 45.3];
      const capture = { type: 'distance', first_m: 0, spacing_m: 1330 / per_lane, count: per_lane };
      return { kind: 'lane', lane_id: `l${a}-${k}`, points: [end(from), end(to)], capture };
    });
    const sortie = { id: `sortie-${a}`, unit_id: s.units[0]!.id, start_sec: 60, end_sec: t_sec, legs };
    return { ...sortie, task: task.id };
  });
  const end = sorties[0]!.end_sec;
  return {
    plan_hash: 'sha256:double',
    sorties,
    lanes: [],
    blocks: [],
    schedule: [],
    refusals: [],
    totals: { work_time_s: end },
    objective: { gap_ratio: null },
    status: { stopped_by: 'finished' },
  };
}

/** Notes the time of every drawn frame, and reads the times between them. Text, because it runs in the page. */
const MARKS = `window.marks = []; (function tick(now) { if (now) window.marks.push(now); requestAnimationFrame(tick); })()`;
const GAPS = `window.marks.slice(1).map((m, i) => m - window.marks[i])`;

/** First load of the page, and the pan over a large plan in software WebGL. */
export async function run(print: (line: string) => void): Promise<void> {
  if (CHROMIUM === null) return print('no Chromium here: nothing measured');
  const server = await serve();
  const browser = await launch();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage();
    await page.route('**/api/survey/demos/s01', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ json: wide((await reply.json()) as Scenario) });
    });
    await page.route('**/api/survey/plan', async (route) => {
      const { scenario } = route.request().postDataJSON() as { scenario: Scenario };
      await route.fulfill({ json: { status: 'complete', revision: '', plan: planDouble(scenario) } });
    });
    const started = performance.now();
    await page.goto(`${server.url}/#/survey/s01`);
    await page.waitForSelector('[data-testid=compute]:not([disabled])');
    print(`first load until the scenario can be edited: ${(performance.now() - started).toFixed(0)} ms`);
    await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
    print(`first load until the map has settled: ${(performance.now() - started).toFixed(0)} ms`);
    await page.click('[data-testid=compute]');
    await page.waitForSelector('[data-testid=play]');
    await page.waitForTimeout(1500);
    const box = (await page.locator('[data-testid=map]').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.evaluate(MARKS);
    await page.mouse.down();
    for (let i = 0; i < PAN_STEPS; i++) {
      const a = (i / PAN_STEPS) * 2 * Math.PI;
      await page.mouse.move(box.x + box.width * (0.5 + 0.2 * Math.sin(a)), box.y + box.height * 0.5);
    }
    await page.mouse.up();
    const gaps = (await page.evaluate(GAPS)) as number[];
    const sorted = [...gaps].sort((x, y) => x - y);
    const mean = gaps.reduce((x, y) => x + y, 0) / gaps.length;
    print(
      `pan over ${AREAS} areas, ${AREAS * LANES_PER_AREA} lanes, ${FRAMES} frames: ${(1000 / mean).toFixed(1)} fps on average, slowest twentieth ${(1000 / sorted[Math.floor(sorted.length * 0.95)]!).toFixed(1)} fps (${gaps.length} frames, software WebGL)`,
    );
  } finally {
    await browser.close();
    await server.stop();
  }
}
