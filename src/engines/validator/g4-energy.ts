/** G4: energy, endurance, work window, batteries. */
import { type AircraftFigures } from '#world';
import { type Context } from './context.ts';
import { drawnEnergy, returnEnergy } from './energy.ts';
import { disableUnit, replaceIn, scenarioRemedy } from './remedies.ts';
import { type Track } from './track.ts';
import { comma, plural } from './words.ts';

/** Energy of a sortie as recomputed. */
export type SortieEnergy = {
  readonly drawn_wh: number;
  /** Share of the usable energy left at touchdown; null where the model is unusable. */
  readonly reserve_ratio: number | null;
};

/** Rounding of positions over a whole flight, as a share of the usable energy. */
const SLACK_RATIO = 2e-4;
/** The manner of the way home (hovering into the wind, sinking under way) is not fixed closer than this. */
const RETURN_SLACK_RATIO = 2e-3;

/** Checks G4-01 to G4-04 and G4-06; returns the energy of each track. */
export function checkEnergy(context: Context): SortieEnergy[] {
  checkBatteries(context);
  return context.tracks.map((track) => {
    checkWindow(context, track);
    if (track.craft === null) return { drawn_wh: 0, reserve_ratio: null };
    checkEndurance(context, track, track.craft);
    return checkReserve(context, track, track.craft);
  });
}

function checkReserve(context: Context, track: Track, craft: AircraftFigures): SortieEnergy {
  const drawn = drawnEnergy(track, craft, context.wind);
  const last = track.n - 1;
  const reserve = context.scenario.objective.energy_reserve;
  const left = 1 - drawn[last]! / craft.usable_wh;
  const ids = [track.sortie.id, track.unit!.id];
  if (left < reserve - SLACK_RATIO)
    context.report.add({
      code: 'G4-01',
      ids,
      at: { x: track.x[last]!, y: track.y[last]!, z: track.z[last]! },
      t: track.t[last]!,
      measured: left,
      limit: reserve,
      least: true,
      unit: '1',
      detail: {
        en: `${drawn[last]!.toFixed(2)} of ${craft.usable_wh.toFixed(2)} Wh drawn, ${((reserve - left) * craft.usable_wh).toFixed(2)} Wh too much: fly less in this sortie`,
        ru: `израсходовано ${comma(drawn[last]!.toFixed(2))} из ${comma(craft.usable_wh.toFixed(2))} Вт·ч, на ${comma(((reserve - left) * craft.usable_wh).toFixed(2))} Вт·ч больше: сократить вылет`,
      },
    });
  const home = context.sites.get(track.sortie.landing_site_id);
  if (home !== undefined)
    for (let i = 0; i < track.n; i++) {
      const back = returnEnergy(
        craft,
        context.wind,
        { x: track.x[i]!, y: track.y[i]!, z: track.z[i]! },
        home,
      );
      const measured = 1 - (drawn[i]! + back) / craft.usable_wh;
      if (!(measured >= reserve - RETURN_SLACK_RATIO))
        context.report.add({
          code: 'G4-02',
          ids,
          at: { x: track.x[i]!, y: track.y[i]!, z: track.z[i]! },
          t: track.t[i]!,
          measured: Number.isFinite(measured) ? measured : -10,
          limit: reserve,
          least: true,
          unit: '1',
        });
    }
  return { drawn_wh: drawn[last]!, reserve_ratio: left };
}

function checkEndurance(context: Context, track: Track, craft: AircraftFigures): void {
  if (craft.endurance_s === null) {
    context.report.cannotJudge(
      'G4-03',
      `no endurance is known for ${craft.model_id}`,
      `для ${craft.model_id} неизвестна продолжительность полёта`,
    );
    return;
  }
  const measured = track.t[track.n - 1]! - track.t[0]!;
  if (measured > craft.endurance_s + 0.5)
    context.report.add({
      code: 'G4-03',
      ids: [track.sortie.id, track.unit!.id],
      t: track.t[track.n - 1]!,
      measured,
      limit: craft.endurance_s,
      unit: 's',
    });
}

function checkWindow(context: Context, track: Track): void {
  const limit = context.scenario.work_window.duration_s;
  const measured = track.t[track.n - 1]!;
  if (limit === null || !(measured > limit + 0.01)) return;
  context.report.add({
    code: 'G4-04',
    ids: [track.sortie.id],
    t: measured,
    measured,
    limit,
    unit: 's',
    remedy: () => {
      const needed = Math.ceil(Math.max(...context.tracks.map((t) => t.t[t.n - 1]!)));
      return scenarioRemedy('extend_window', [replaceIn('/work_window/duration_s', needed)], {
        en: `a work window of ${needed} s holds the whole plan`,
        ru: `рабочее окно ${needed} с вмещает весь план`,
      });
    },
  });
}

/** Sorties of each unit in order of launch. */
export function sortiesByUnit(context: Context): Map<string, Track[]> {
  const out = new Map<string, Track[]>();
  for (const track of context.tracks) {
    const list = out.get(track.sortie.unit_id) ?? [];
    list.push(track);
    out.set(track.sortie.unit_id, list);
  }
  for (const list of out.values()) list.sort((a, b) => a.t[0]! - b.t[0]!);
  return out;
}

function checkBatteries(context: Context): void {
  for (const [unitId, tracks] of sortiesByUnit(context)) {
    const index = context.scenario.units.findIndex((u) => u.id === unitId);
    const sets = context.scenario.units[index]?.battery_sets ?? null;
    if (sets !== null && tracks.length > sets)
      context.report.add({
        code: 'G4-06',
        ids: [unitId],
        measured: tracks.length,
        limit: sets,
        unit: '1',
        detail: {
          en: 'sorties, each with a battery set of its own',
          ru: 'вылетов, каждый со своим комплектом батарей',
        },
        remedy: () =>
          scenarioRemedy('bring_batteries', [replaceIn(`/units/${index}/battery_sets`, tracks.length)], {
            en: `Bring ${tracks.length} battery sets`,
            ru: `Взять ${tracks.length} ${plural(tracks.length, 'комплект', 'комплекта', 'комплектов')} батарей`,
          }),
      });
    const used = new Set<number>();
    tracks.forEach((track, k) => {
      const set = track.sortie.battery_set;
      if (used.has(set))
        context.report.add(
          {
            code: 'G4-06',
            ids: [track.sortie.id, unitId],
            t: track.t[0]!,
            detail: { en: `battery set ${set} flies twice`, ru: `комплект ${set} использован дважды` },
          },
          'set',
        );
      used.add(set);
      if (k > 0) checkTurnaround(context, tracks[k - 1]!, track);
    });
  }
}

function checkTurnaround(context: Context, before: Track, after: Track): void {
  const { sortie } = before;
  const site = context.sites.get(sortie.landing_site_id)?.site;
  const gap = after.t[0]! - before.t[before.n - 1]!;
  if (site !== undefined && gap < site.turnaround_s - 1e-3)
    context.report.add(
      {
        code: 'G4-06',
        ids: [after.sortie.id, after.sortie.unit_id, site.id],
        t: after.t[0]!,
        measured: gap,
        limit: site.turnaround_s,
        least: true,
        unit: 's',
        detail: { en: 'between a landing and the next launch', ru: 'между посадкой и следующим взлётом' },
      },
      'turnaround',
    );
  if (after.sortie.site_id !== sortie.landing_site_id)
    context.report.add(
      {
        code: 'G3-06',
        ids: [after.sortie.id, after.sortie.unit_id],
        t: after.t[0]!,
        detail: {
          en: `the unit landed at ${sortie.landing_site_id} and cannot start from ${after.sortie.site_id}`,
          ru: `борт сел на ${sortie.landing_site_id} и не может взлететь с ${after.sortie.site_id}`,
        },
      },
      'site',
    );
}

/** G5-01 to G5-04: weather against the limits of every unit that flies. */
export function checkWeather(context: Context): void {
  const { weather } = context.scenario;
  for (const [unitId, tracks] of sortiesByUnit(context)) {
    const craft = tracks[0]!.craft;
    if (craft === null) continue;
    const common = {
      ids: [unitId, ...tracks.map((t) => t.sortie.id)],
      remedy: () => disableUnit(context, unitId),
    };
    const over = (code: 'G5-01' | 'G5-02' | 'G5-03', measured: number, limit: number) => {
      if (measured > limit * (1 + 1e-9))
        context.report.add({ ...common, code, measured, limit, unit: 'm/s' });
    };
    over('G5-01', weather.wind_mps, craft.wind_max_mps);
    over('G5-02', weather.gust_mps, craft.gust_max_mps);
    over('G5-03', weather.ground_wind_mps ?? weather.wind_mps, craft.ground_wind_max_mps);
    const t = weather.temperature_c;
    const [low, high] = [craft.temperature_min_c, craft.temperature_max_c];
    if (low === null || high === null)
      context.report.cannotJudge(
        'G5-04',
        `no temperature limits are known for ${craft.model_id}`,
        `для ${craft.model_id} неизвестны пределы температуры`,
      );
    if (low !== null && t < low)
      context.report.add({ ...common, code: 'G5-04', measured: t, limit: low, least: true, unit: 'C' });
    if (high !== null && t > high)
      context.report.add({ ...common, code: 'G5-04', measured: t, limit: high, unit: 'C' });
  }
}
