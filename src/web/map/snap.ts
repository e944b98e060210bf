import type { Map } from 'maplibre-gl';
import type { Place } from './earth.ts';

/** Pixels within which a corner, and an edge, catches the pointer. */
const CORNER_PX = 11;
const EDGE_PX = 7;

/** Where the pointer is taken to be, and whether something caught it. */
export type Snapped = { readonly place: [number, number]; readonly caught: boolean };

/** The nearest corner in reach, else the nearest point of an edge in reach, else the pointer itself. */
export function snap(
  map: Map,
  pointer: { readonly x: number; readonly y: number },
  lines: readonly (readonly Place[])[],
): Snapped {
  const bounds = map.getBounds();
  const near = lines.filter((l) =>
    l.some(
      ([x, y]) =>
        x >= bounds.getWest() && x <= bounds.getEast() && y >= bounds.getSouth() && y <= bounds.getNorth(),
    ),
  );
  let corner: { place: Place; px: number } | null = null;
  let edge: { place: Place; px: number } | null = null;
  for (const l of near) {
    const screen = l.map((p) => map.project([p[0], p[1]]));
    screen.forEach((s, i) => {
      const px = Math.hypot(s.x - pointer.x, s.y - pointer.y);
      if (px <= CORNER_PX && (corner === null || px < corner.px)) corner = { place: l[i]!, px };
      const next = screen[i + 1];
      if (next === undefined) return;
      const length = (next.x - s.x) ** 2 + (next.y - s.y) ** 2;
      if (length === 0) return;
      const share = ((pointer.x - s.x) * (next.x - s.x) + (pointer.y - s.y) * (next.y - s.y)) / length;
      if (share <= 0 || share >= 1) return;
      const foot = { x: s.x + share * (next.x - s.x), y: s.y + share * (next.y - s.y) };
      const away = Math.hypot(foot.x - pointer.x, foot.y - pointer.y);
      if (away <= EDGE_PX && (edge === null || away < edge.px)) {
        const at = map.unproject([foot.x, foot.y]);
        edge = { place: [at.lng, at.lat], px: away };
      }
    });
  }
  const found = (corner ?? edge) as { place: Place; px: number } | null;
  if (found !== null) return { place: [found.place[0], found.place[1]], caught: true };
  const at = map.unproject([pointer.x, pointer.y]);
  return { place: [at.lng, at.lat], caught: false };
}

/** A position as it is written into a scenario: seven decimals, about a centimetre. */
export function rounded([lon, lat]: Place): [number, number] {
  return [Number(lon.toFixed(7)), Number(lat.toFixed(7))];
}
