import { chromium, type Browser, type Page } from 'playwright-core';
import { CHROMIUM, launch, serve } from '../test/browser.ts';

/** What the map is asked to carry: a large working day. */
const AREAS = 5;
const LANES_PER_AREA = 60;
const FRAMES = 10_000;
const VIEWPORT = { width: 1280, height: 860 };
/** How long one pan lasts, and how often the pointer moves, milliseconds. */
const PAN_MS = 4000;
const MOVE_MS = 16;
/** Presses of "Zoom in" from the whole view to one in which frames are drawn. */
const CLOSER = 2;

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

/**
 * Notes the times of frames in which something was drawn with WebGL; a frame that only repeats the last picture
 * does not count. Text, because it runs in the page.
 */
const MARKS = `window.drawn_ms = [];
const clear = WebGL2RenderingContext.prototype.clear;
WebGL2RenderingContext.prototype.clear = function (bits) {
  const now = document.timeline.currentTime;
  if (window.drawn_ms.at(-1) !== now) window.drawn_ms.push(now);
  return clear.call(this, bits);
};`;

/** A page with nothing but a canvas of the map's size that is cleared in every frame: what this machine can do at all. */
const BARE = (
  width: number,
  height: number,
): string => `<canvas id="c" width="${width}" height="${height}"></canvas>
<script>${MARKS}
const gl = document.getElementById('c').getContext('webgl2', { antialias: false });
(function tick(t) { gl.clearColor((t % 1000) / 1000, 0.5, 0.5, 1); gl.clear(gl.COLOR_BUFFER_BIT); requestAnimationFrame(tick); })(0);</script>`;

type Pace = {
  /** Processor time of all of Chromium's processes for one drawn frame. */
  readonly work_ms: number;
  readonly fps: number;
  readonly median_ms: number;
  readonly p95_ms: number;
  readonly frames: number;
};

function paceOf(drawn_ms: readonly number[], work_ms: number): Pace {
  const gaps = drawn_ms.slice(1).map((t, i) => t - drawn_ms[i]!);
  const sorted = [...gaps].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  const span_ms = gaps.reduce((a, b) => a + b, 0);
  return {
    fps: (1000 * gaps.length) / span_ms,
    median_ms: at(0.5),
    p95_ms: at(0.95),
    frames: gaps.length,
    work_ms: work_ms / gaps.length,
  };
}

/** Processor time that Chromium has taken so far, all its processes. */
async function work_ms(page: Page): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, p) => sum + p.cpuTime * 1000, 0);
}

/** Drags the map around a circle at a steady pace, without waiting for the page between the moves. */
async function pan(page: Page): Promise<Pace> {
  const box = (await page.locator('[data-testid=map]').boundingBox())!;
  const at = (share: number): [number, number] => [
    box.x + box.width * (0.5 + 0.2 * Math.sin(share * 2 * Math.PI)),
    box.y + box.height * (0.5 + 0.15 * (1 - Math.cos(share * 2 * Math.PI))),
  ];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  await page.evaluate('window.drawn_ms = []');
  const before_ms = await work_ms(page);
  const moves: Promise<void>[] = [];
  const started = performance.now();
  for (let past = 0; past < PAN_MS; past = performance.now() - started) {
    moves.push(page.mouse.move(...at(past / PAN_MS)));
    await new Promise((resolve) => setTimeout(resolve, MOVE_MS));
  }
  await Promise.all(moves);
  const drawn_ms = (await page.evaluate('window.drawn_ms')) as number[];
  const after_ms = await work_ms(page);
  await page.mouse.up();
  return paceOf(drawn_ms, after_ms - before_ms);
}

async function bare(
  browser: Browser,
  size: { readonly width: number; readonly height: number },
): Promise<Pace> {
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  await page.setContent(BARE(Math.round(size.width), Math.round(size.height)));
  await page.waitForTimeout(500);
  await page.evaluate('window.drawn_ms = []');
  const before_ms = await work_ms(page);
  await page.waitForTimeout(PAN_MS / 2);
  const drawn_ms = (await page.evaluate('window.drawn_ms')) as number[];
  const after_ms = await work_ms(page);
  await page.close();
  return paceOf(drawn_ms, after_ms - before_ms);
}

/** The page with the double in place of the planner's answer. */
async function open(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  await page.addInitScript(MARKS);
  await page.route('**/api/survey/demos/s01', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: wide((await reply.json()) as Scenario) });
  });
  await page.route('**/api/survey/plan', async (route) => {
    const { scenario } = route.request().postDataJSON() as { scenario: Scenario };
    await route.fulfill({ json: { status: 'complete', revision: '', plan: planDouble(scenario) } });
  });
  return page;
}

async function pans(browser: Browser, url: string, print: (line: string) => void): Promise<void> {
  const page = await open(browser);
  const started = performance.now();
  await page.goto(`${url}/#/survey/s01`);
  await page.waitForSelector('[data-testid=compute]:not([disabled])');
  print(`  first load until the scenario can be edited: ${(performance.now() - started).toFixed(0)} ms`);
  await page.waitForSelector('[data-testid=map][data-idle=true]', { timeout: 60_000 });
  print(`  first load until the map has settled: ${(performance.now() - started).toFixed(0)} ms`);
  const box = (await page.locator('[data-testid=map]').boundingBox())!;
  const areas_only = await pan(page);
  await page.click('[data-testid=compute]');
  await page.waitForSelector('[data-testid=play]');
  await page.waitForTimeout(2500);
  const whole = await pan(page);
  for (let i = 0; i < CLOSER; i++) {
    await page.click('.maplibregl-ctrl-zoom-in');
    await page.waitForTimeout(1200);
  }
  const close = await pan(page);
  const most = await bare(browser, box);
  const scene = `${AREAS} areas, ${AREAS * LANES_PER_AREA} lanes, ${FRAMES} frames`;
  const rows: readonly [string, Pace][] = [
    ['a bare canvas of the same size, cleared (what the machine can do)', most],
    ['the map with its areas, no plan', areas_only],
    [`${scene}: the whole view`, whole],
    [`${scene}: closer, with frames drawn`, close],
  ];
  for (const [name, p] of rows)
    print(
      `  ${name}: ${p.fps.toFixed(1)} fps, frame time median ${p.median_ms.toFixed(1)} ms, p95 ${p.p95_ms.toFixed(1)} ms, ${p.work_ms.toFixed(0)} ms of processor time a frame, ${((100 * p.fps) / most.fps).toFixed(0)} % of the bare canvas (${p.frames} frames drawn)`,
    );
}

/** First load of the page, and pans over a large plan, with WebGL in software (SwiftShader). */
export async function run(print: (line: string) => void): Promise<void> {
  if (CHROMIUM === null) return print('no Chromium here: nothing measured');
  const server = await serve();
  try {
    for (const [name, start] of COMPOSITORS) {
      print(name);
      const browser = await start();
      await pans(browser, server.url, print).finally(() => browser.close());
    }
  } finally {
    await server.stop();
  }
}

/**
 * The second is what the browser tests use: the page itself, beside the map, is then put together by SwiftShader
 * too. The first is what Chromium does by itself on a machine without a graphics processor.
 */
const COMPOSITORS: readonly [string, () => Promise<Browser>][] = [
  [
    'map in SwiftShader, page in the software compositor (Chromium without a graphics processor):',
    () =>
      chromium.launch({
        executablePath: CHROMIUM!,
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--enable-unsafe-swiftshader',
          '--disable-background-networking',
        ],
      }),
  ],
  ['map and page in SwiftShader (flags of the browser tests):', launch],
];
