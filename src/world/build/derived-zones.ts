import { type Frame } from '#geo';
import { type Zone } from '../airspace.ts';
import { placeKindOf } from './classify.ts';
import { type MapFeature } from './extract.ts';
import { mainName, slugOf, usableName } from './names.ts';
import { shortId } from './obstacles.ts';
import { type EastNorth, cornersOf, distance_m, eastNorthOf, lonLatOf, ringOf } from './plane-kit.ts';
import { insideRing } from './rings.ts';

/** Distances that this product assumes around aerodromes; no authority has published them. */
export const DERIVED_ZONE_M = {
  /** Circle around an aerodrome of which the map knows only a point. */
  aerodrome_radius: 1000,
  /** To each side of a runway's centre line, and beyond each of its ends. */
  runway_side: 150,
  runway_end: 300,
  helipad_radius: 60,
} as const;

const REASON = 'derived from the map by assumed distances; not a published airspace';

type Plain = Pick<Zone, 'id' | 'name' | 'outline'>;

/** No-fly zones around the aerodromes, runways and helipads of an extract, where they reach into the city. */
export function derivedZones(
  features: readonly MapFeature[],
  frame: Frame,
  isInside: (at: EastNorth) => boolean,
): Zone[] {
  const out: Plain[] = [];
  const pads: EastNorth[] = [];
  for (const f of features) {
    const kind = placeKindOf(f.tags);
    const id = shortId(f.source_id);
    const name = mainName(f.tags);
    const label = (what: string): string =>
      usableName(`${name ?? what} zone (derived)`) ?? `${what} zone (derived)`;
    if (f.tags['aeroway'] === 'runway' && f.geometry.type === 'line') {
      out.push(...runwayZones(f, id, frame, isInside));
    } else if (kind === 'airport') {
      const zone = aerodromeZone(f, `nfz_airport_${slugOf(name ?? '') || id}`, label('Airport'), frame);
      if (zone !== null && touches(zone, frame, isInside)) out.push(zone);
    } else if (kind === 'helipad') {
      const at = middleOf(f, frame);
      if (at === null || !isInside(at) || pads.some((p) => distance_m(p, at) < 30)) continue;
      pads.push(at);
      out.push({
        id: `nfz_helipad_${id}`,
        name: label('Helipad'),
        outline: { type: 'circle', center: lonLatOf(frame, at), radius_m: DERIVED_ZONE_M.helipad_radius },
      });
    }
  }
  const taken = new Set<string>();
  return out.map((z) => ({
    ...z,
    id: unusedId(z.id, taken),
    kind: 'no_fly' as const,
    other_names: { en: [], ru: [], zh: [] },
    floor: null,
    ceiling: null,
    window: null,
    reason: REASON,
  }));
}

function unusedId(base: string, taken: Set<string>): string {
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}_${n}`;
  taken.add(id);
  return id;
}

function middleOf(f: MapFeature, frame: Frame): EastNorth | null {
  if (f.geometry.type === 'point') return eastNorthOf(frame, f.geometry.at);
  if (f.geometry.type !== 'area') return null;
  const ring = f.geometry.rings[0]!.map((p) => eastNorthOf(frame, p));
  const mean = (i: 0 | 1): number => ring.slice(1).reduce((s, p) => s + p[i], 0) / (ring.length - 1);
  return [mean(0), mean(1)];
}

function aerodromeZone(f: MapFeature, id: string, name: string, frame: Frame): Plain | null {
  if (f.geometry.type === 'area') {
    const rings = f.geometry.rings[0]!.map((p) => eastNorthOf(frame, p)).slice(0, -1);
    return { id, name, outline: { type: 'polygon', rings: [ringOf(frame, rings)] } };
  }
  const at = middleOf(f, frame);
  if (at === null) return null;
  return {
    id,
    name,
    outline: { type: 'circle', center: lonLatOf(frame, at), radius_m: DERIVED_ZONE_M.aerodrome_radius },
  };
}

function runwayZones(f: MapFeature, id: string, frame: Frame, isInside: (at: EastNorth) => boolean): Plain[] {
  if (f.geometry.type !== 'line') return [];
  const out: Plain[] = [];
  for (const line of f.geometry.lines) {
    const [a, b] = [eastNorthOf(frame, line[0]!), eastNorthOf(frame, line.at(-1)!)];
    const box = {
      at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const,
      width_m: distance_m(a, b) + 2 * DERIVED_ZONE_M.runway_end,
      depth_m: 2 * DERIVED_ZONE_M.runway_side,
      angle_rad: Math.atan2(b[1] - a[1], b[0] - a[0]),
    };
    const corners = cornersOf(box);
    if (![...corners, a, b, box.at].some(isInside)) continue;
    const suffix = out.length === 0 ? '' : `_${out.length + 1}`;
    out.push({
      id: `nfz_runway_${id}${suffix}`,
      name: usableName(`Runway ${f.tags['ref'] ?? id} zone (derived)`) ?? 'Runway zone (derived)',
      outline: { type: 'polygon', rings: [ringOf(frame, corners)] },
    });
  }
  return out;
}

function touches(zone: Plain, frame: Frame, isInside: (at: EastNorth) => boolean): boolean {
  if (zone.outline.type === 'circle') return isInside(eastNorthOf(frame, zone.outline.center));
  return zone.outline.rings[0]!.some((p) => isInside(eastNorthOf(frame, p)));
}

/** Whether a point lies in a zone's outline; for choosing pads, not for verdicts. */
export function outlineHolds(
  zone: Pick<Zone, 'outline'>,
  frame: Frame,
  at: EastNorth,
  margin_m: number,
): boolean {
  if (zone.outline.type === 'circle') {
    return distance_m(eastNorthOf(frame, zone.outline.center), at) <= zone.outline.radius_m + margin_m;
  }
  return zone.outline.rings.slice(0, 1).some((r) =>
    insideRing(
      r.map((p) => eastNorthOf(frame, p)),
      at,
    ),
  );
}
