/** G6-02 pads, G6-03 capacity, G6-07 spacing of launches and landings: who is where on the ground, and when. */
import { type Context } from './context.ts';
import { sortiesByUnit } from './g4-energy.ts';
import { comma } from './words.ts';

/** A unit on a pad; launches are moments. */
type Stay = {
  readonly site: string;
  readonly pad: number;
  readonly unit: string;
  readonly sortie: string;
  readonly from: number;
  readonly to: number;
};

const SLACK_S = 1e-3;

/** Checks all sites. */
export function checkPads(context: Context): void {
  const stays = staysOf(context);
  for (const stay of stays) {
    const site = context.sites.get(stay.site)?.site;
    if (site !== undefined && stay.pad >= site.pads)
      context.report.add({
        code: 'G6-03',
        ids: [stay.site, stay.unit, stay.sortie],
        t: stay.from,
        measured: stay.pad + 1,
        limit: site.pads,
        unit: '1',
      });
  }
  for (let i = 0; i < stays.length; i++)
    for (let j = i + 1; j < stays.length; j++) clash(context, stays[i]!, stays[j]!);
  capacity(context, stays);
  spacing(context);
}

/**
 * Battery changes from touchdown on, as long as the site's turnaround (or up to the next launch), and moments of launch
 * and touchdown. Before its first launch and after its last landing a unit stands off the pads.
 */
function staysOf(context: Context): Stay[] {
  const out: Stay[] = [];
  for (const [unit, tracks] of sortiesByUnit(context))
    tracks.forEach((track, k) => {
      const { sortie } = track;
      const start = track.t[0]!;
      const end = track.t[track.n - 1]!;
      out.push({ site: sortie.site_id, pad: sortie.pad, unit, sortie: sortie.id, from: start, to: start });
      const site = context.sites.get(sortie.landing_site_id)?.site;
      const next = tracks[k + 1];
      const until =
        next === undefined || site === undefined ? end : Math.min(next.t[0]!, end + site.turnaround_s);
      const to = Math.max(end, until);
      out.push({
        site: sortie.landing_site_id,
        pad: sortie.landing_pad,
        unit,
        sortie: sortie.id,
        from: end,
        to,
      });
    });
  for (const { unit_id, entries } of context.plan.schedule)
    for (const e of entries)
      if (e.kind === 'wait' && e.pad !== null)
        out.push({
          site: e.site_id,
          pad: e.pad,
          unit: unit_id,
          sortie: unit_id,
          from: e.from_sec,
          to: e.to_sec,
        });
  return out.sort((a, b) => a.from - b.from || (a.unit < b.unit ? -1 : 1));
}

function meets(a: Stay, b: Stay): boolean {
  return Math.max(a.from, b.from) < Math.min(a.to, b.to) - SLACK_S || strictlyIn(a, b) || strictlyIn(b, a);
}

/** A moment inside another's stay. */
function strictlyIn(moment: Stay, stay: Stay): boolean {
  if (moment.to - moment.from > SLACK_S) return false;
  return moment.from > stay.from + SLACK_S && moment.from < stay.to - SLACK_S;
}

function clash(context: Context, a: Stay, b: Stay): void {
  if (a.site !== b.site || a.pad !== b.pad || a.unit === b.unit || !meets(a, b)) return;
  context.report.add({
    code: 'G6-02',
    ids: [a.site, a.unit, b.unit, a.sortie, b.sortie],
    t: b.from,
    measured: Math.max(0, Math.min(a.to, b.to) - b.from),
    limit: 0,
    unit: 's',
  });
}

/** More stays at one moment than pads. */
function capacity(context: Context, stays: readonly Stay[]): void {
  for (const { site } of context.sites.values()) {
    const here = stays.filter((s) => s.site === site.id);
    for (const probe of here) {
      const units = new Set(
        here.filter((s) => s === probe || coversMoment(s, probe.from)).map((s) => s.unit),
      );
      if (units.size > site.pads)
        context.report.add(
          {
            code: 'G6-03',
            ids: [site.id, ...units],
            t: probe.from,
            measured: units.size,
            limit: site.pads,
            unit: '1',
          },
          'many',
        );
    }
  }
}

function coversMoment(s: Stay, t: number): boolean {
  return s.from < t - SLACK_S && s.to > t + SLACK_S;
}

/** Launches and landings of different units at one site, in order of time. */
function spacing(context: Context): void {
  const limit = context.scenario.separation.launch_spacing_s;
  const events = context.tracks.flatMap((track) => [
    { site: track.sortie.site_id, t: track.t[0]!, track },
    { site: track.sortie.landing_site_id, t: track.t[track.n - 1]!, track },
  ]);
  events.sort((a, b) => a.t - b.t || (a.track.sortie.id < b.track.sortie.id ? -1 : 1));
  for (let i = 0; i < events.length; i++)
    for (let j = i + 1; j < events.length && events[j]!.t - events[i]!.t < limit; j++) {
      const [a, b] = [events[i]!, events[j]!];
      if (a.site !== b.site || a.track.sortie.unit_id === b.track.sortie.unit_id) continue;
      const measured = b.t - a.t;
      if (measured < limit - SLACK_S)
        context.report.add(
          {
            code: 'G6-07',
            ids: [a.site, a.track.sortie.id, b.track.sortie.id],
            t: b.t,
            measured,
            limit,
            least: true,
            unit: 's',
            detail: {
              en: `start ${b.track.sortie.id} ${(limit - measured).toFixed(1)} s later`,
              ru: `начать ${b.track.sortie.id} на ${comma((limit - measured).toFixed(1))} с позже`,
            },
          },
          `${a.track.sortie.id}|${b.track.sortie.id}`,
        );
    }
}
