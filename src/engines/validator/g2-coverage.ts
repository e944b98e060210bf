/** G2-01, -12 (crosshatch) and -13: what is imaged, by exact area and by counted cells. */
import { SURVEY_RULES, type SurveyTask } from '#world';
import { type Capture } from './captures.ts';
import { type CellCount, countCells } from './cells.ts';
import { type Context } from './context.ts';
import { coverPolys } from './footprint.ts';
import { type Disc, discPoly, discsOf } from './masts.ts';
import { type Poly, polyFrom } from './poly.ts';
import { type SweepAnswer, sweepArea } from './sweep.ts';
import { comma } from './words.ts';

/** Coverage of one task; null where it cannot be computed. */
export type TaskCoverage = {
  readonly task_id: string;
  readonly plannable_m2: number;
  readonly exact_ratio: number | null;
  readonly cells_ratio: number | null;
};

/** Cells are counted at their middles only, so their share may fall short by this much where the exact area does not. */
const CELL_SLACK = 5e-4;

/** Checks coverage of every task. */
export function checkCoverage(context: Context, captures: readonly Capture[]): TaskCoverage[] {
  const spared: Spared[] = [];
  const coverage = context.scenario.tasks.map((task) => {
    const own = captures.filter((c) => c.task.id === task.id && suits(task, c));
    const area = context.areas.get(task.id)!;
    const zones = zonePolys(context, own, area);
    const discs = discsOf(context, own);
    const without = [...zones, ...discs.map(discPoly)];
    const within = [area, context.boundary];
    const unknown = own.some((c) => c.frames.some((f) => f.agl === null));
    if (unknown)
      context.report.cannotJudge(
        'G2-01',
        'the ground is unknown under part of the survey',
        'рельеф под частью съёмки неизвестен',
      );
    const lanes = own.filter((c) => c.role !== 'tie');
    const exact = coverageOf(context, { within, without }, lanes);
    if (!(exact.region_m2 > 1)) {
      context.report.add({
        code: 'G0-02',
        ids: [task.id],
        measured: exact.region_m2,
        limit: 0,
        margin: exact.region_m2,
        unit: 'm2',
        detail: {
          en: 'nothing of the area is left within the boundary and outside the zones and their buffer',
          ru: 'внутри границы и вне зон с буфером от участка ничего не осталось',
        },
      });
      return { task_id: task.id, plannable_m2: 0, exact_ratio: null, cells_ratio: null };
    }
    const cells = countCells(context, { within, without }, lanes);
    judge(context, task, exact, cells);
    if (discs.length > 0) {
      const all = coverageOf(context, { within, without: zones }, lanes);
      const bare_m2 = all.region_m2 - all.covered_m2 - (exact.region_m2 - exact.covered_m2);
      if (bare_m2 > 1) spared.push({ task, discs, bare_m2 });
    }
    if (task.crosshatch) checkCross(context, task, own, { within, without });
    return {
      task_id: task.id,
      plannable_m2: exact.region_m2,
      exact_ratio: Math.min(1, exact.covered_m2 / exact.region_m2),
      cells_ratio: cells === null ? null : cells.covered / cells.plannable,
    };
  });
  if (spared.length > 0) sayWhatIsSpared(context, spared);
  return coverage;
}

/** Ground of a task that is not imaged and, lying too close to obstacles, not asked to be. */
type Spared = {
  readonly task: SurveyTask;
  readonly discs: readonly Disc[];
  readonly bare_m2: number;
};

/** Coverage there is not judged, and nobody is to think that it was. */
function sayWhatIsSpared(context: Context, spared: readonly Spared[]): void {
  const list = (m2: string, of: string) =>
    spared
      .map(
        ({ task, discs, bare_m2 }) =>
          `${bare_m2.toFixed(0)} ${m2} ${of} ${task.id} (${discs.map((d) => d.id).join(', ')})`,
      )
      .join('; ');
  context.report.cannotJudge(
    'G2-01',
    `ground within the clearance of obstacles may not be flown over at this height; it is not imaged and not asked for: ${list('m²', 'of')}`,
    `над землёй в пределах запаса от препятствий на этой высоте лететь нельзя; она не снята и в требуемую площадь не входит: ${list('м²', 'участка')}`,
  );
}

function suits(task: SurveyTask, capture: Capture): boolean {
  return capture.payload.type === task.survey_type;
}

function coverageOf(
  context: Context,
  region: { readonly within: readonly Poly[]; readonly without: readonly Poly[] },
  captures: readonly Capture[],
): SweepAnswer {
  const cover = captures.flatMap((c) => coverPolys(c, context.wind));
  const first = captures[0];
  const direction_rad = first === undefined ? 0 : Math.atan2(first.uy, first.ux);
  return sweepArea({ ...region, cover, direction_rad });
}

function judge(context: Context, task: SurveyTask, exact: SweepAnswer, cells: CellCount | null): void {
  const ratio = exact.covered_m2 / exact.region_m2;
  const limit = SURVEY_RULES.coverage_min_ratio;
  const counted = cells === null ? 1 : cells.covered / cells.plannable;
  if (!(ratio >= limit) || !(counted >= limit - CELL_SLACK)) {
    const place = ratio < limit ? exact.gap : (cells?.bare ?? null);
    context.report.add({
      code: 'G2-01',
      ids: [task.id],
      at: place === null ? undefined : { x: place.x, y: place.y, z: null },
      measured: Math.min(ratio, counted),
      limit,
      least: true,
      unit: '1',
      detail: {
        en: `${(100 * ratio).toFixed(3)} % by exact area, ${(100 * counted).toFixed(2)} % by cells, ${(exact.region_m2 - exact.covered_m2).toFixed(0)} m² bare`,
        ru: `${comma((100 * ratio).toFixed(3))} % по точной площади, ${comma((100 * counted).toFixed(2))} % по клеткам, не снято ${(exact.region_m2 - exact.covered_m2).toFixed(0)} м²`,
      },
    });
  }
  if (task.survey_type !== 'camera' || task.min_images_per_point <= 1) return;
  if (cells === null) {
    context.report.cannotJudge(
      'G2-13',
      'the area is too large to count cells',
      'участок слишком велик для счёта клеток',
    );
    return;
  }
  const enough = cells.enough / cells.plannable;
  if (enough < limit - CELL_SLACK)
    context.report.add({
      code: 'G2-13',
      ids: [task.id],
      at: cells.poor === null ? undefined : { x: cells.poor.x, y: cells.poor.y, z: null },
      measured: cells.least,
      limit: task.min_images_per_point,
      least: true,
      unit: '1',
      detail: {
        en: `${(100 * (1 - enough)).toFixed(2)} % of the area is on too few images`,
        ru: `${comma((100 * (1 - enough)).toFixed(2))} % площади на слишком малом числе кадров`,
      },
    });
}

/** The second set of a crosshatch: it covers the area by itself and lies across the first. */
function checkCross(
  context: Context,
  task: SurveyTask,
  own: readonly Capture[],
  region: { readonly within: readonly Poly[]; readonly without: readonly Poly[] },
): void {
  for (const role of ['main', 'cross'] as const) {
    const set = own.filter((c) => c.role === role);
    const answer = coverageOf(context, region, set);
    const ratio = answer.covered_m2 / answer.region_m2;
    if (!(ratio >= SURVEY_RULES.coverage_min_ratio))
      context.report.add(
        {
          code: 'G2-12',
          ids: [task.id],
          at: answer.gap === null ? undefined : { x: answer.gap.x, y: answer.gap.y, z: null },
          measured: ratio,
          limit: SURVEY_RULES.coverage_min_ratio,
          least: true,
          unit: '1',
          detail: {
            en: `the ${role} set alone`,
            ru: role === 'main' ? 'один основной набор' : 'один поперечный набор',
          },
        },
        role,
      );
  }
  const main = own.find((c) => c.role === 'main');
  if (main === undefined) return;
  for (const cross of own) {
    if (cross.role !== 'cross' || cross.length_m < 1) continue;
    const mate = own.find((c) => c.role === 'main' && c.block?.id === cross.block?.id) ?? main;
    const angle = (Math.acos(Math.min(1, Math.abs(mate.ux * cross.ux + mate.uy * cross.uy))) * 180) / Math.PI;
    if (angle < 88)
      context.report.add(
        {
          code: 'G2-12',
          ids: [task.id, cross.lane!.id],
          measured: angle,
          limit: 90,
          least: true,
          unit: 'deg',
        },
        'angle',
      );
  }
}

/**
 * Zones grown by the buffer, as pieces whose union it is: the zone, a rectangle along each edge, a disc at each vertex.
 * Zones too far from the area are left out. Only zones that reach the height at which the task is flown are taken out; with no capture, all that have no floor.
 */
export function zonePolys(context: Context, captures: readonly Capture[], area: Poly): Poly[] {
  const buffer = context.scenario.airspace.nfz_buffer_m;
  let [low, high] = [Infinity, -Infinity];
  for (const c of captures)
    for (const f of [c.frames[0]!, c.frames[c.frames.length - 1]!]) {
      low = Math.min(low, f.z);
      high = Math.max(high, f.z);
    }
  const out: Poly[] = [];
  for (const { zone, poly } of context.zones) {
    const floor = zone.floor_amsl_m ?? -Infinity;
    const ceiling = zone.ceiling_amsl_m ?? Infinity;
    const reached = captures.length === 0 ? floor === -Infinity : floor <= high && ceiling >= low;
    const away =
      poly.west - buffer > area.east ||
      poly.east + buffer < area.west ||
      poly.south - buffer > area.north ||
      poly.north + buffer < area.south;
    if (!reached || away) continue;
    out.push(poly);
    if (buffer > 0) for (const ring of poly.rings) out.push(...grown(ring, buffer));
  }
  return out;
}

function grown(ring: Float64Array, r: number): Poly[] {
  const n = ring.length;
  const out: Poly[] = [];
  for (let i = 0; i < n; i += 2) {
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[(i + 2) % n]!, ring[(i + 3) % n]!];
    const length = Math.hypot(bx - ax, by - ay);
    const [nx, ny] = [(-(by - ay) * r) / length, ((bx - ax) * r) / length];
    out.push(
      polyFrom([Float64Array.from([ax + nx, ay + ny, bx + nx, by + ny, bx - nx, by - ny, ax - nx, ay - ny])]),
    );
    out.push(discPoly({ x: ax, y: ay, r }));
  }
  return out;
}
