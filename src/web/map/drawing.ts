import type { LayerSpecification, Map, MapMouseEvent } from 'maplibre-gl';
import type { Feature } from 'geojson';
import type { Place } from './earth.ts';
import { collection, line, point, polygon, show } from './features.ts';
import { rounded, snap } from './snap.ts';

/** Source into which a drawing is drawn. */
export const DRAW_SOURCE = 'drawing';

const ACCENT = '#d9480f';

/** Layers of a drawing, on top of everything. */
export const DRAW_LAYERS: readonly LayerSpecification[] = [
  {
    id: 'drawing-fill',
    source: DRAW_SOURCE,
    type: 'fill',
    filter: ['==', ['get', 'role'], 'fill'],
    paint: { 'fill-color': ACCENT, 'fill-opacity': 0.12 },
  },
  {
    id: 'drawing-line',
    source: DRAW_SOURCE,
    type: 'line',
    filter: ['==', ['get', 'role'], 'line'],
    paint: { 'line-color': ACCENT, 'line-width': 2.5 },
  },
  {
    id: 'drawing-next',
    source: DRAW_SOURCE,
    type: 'line',
    filter: ['==', ['get', 'role'], 'next'],
    paint: { 'line-color': ACCENT, 'line-width': 1.5, 'line-dasharray': [2, 2] },
  },
  {
    id: 'drawing-points',
    source: DRAW_SOURCE,
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': ['match', ['get', 'role'], 'vertex', 6, 'snap', 9, 'active', 7, 4],
      'circle-color': ['match', ['get', 'role'], 'active', ACCENT, 'snap', 'rgba(255,255,255,0)', '#ffffff'],
      'circle-stroke-color': ACCENT,
      'circle-stroke-width': 2,
    },
  },
];

/** What is being drawn. Rings are closed, as in GeoJSON. */
export type DrawTask =
  | { readonly kind: 'polygon' }
  | { readonly kind: 'line' }
  | { readonly kind: 'point' }
  | { readonly kind: 'edit'; readonly rings: readonly (readonly Place[])[] }
  | { readonly kind: 'move'; readonly place: Place };

/** Who is told. Points are open: a polygon's first point is not repeated. */
export type DrawPorts = {
  /** Lines that catch the pointer. */
  readonly targets: () => readonly (readonly Place[])[];
  /** A polygon or point is finished; false keeps the drawing going. */
  readonly onDone: (points: [number, number][]) => boolean;
  /** Closed rings after a corner was moved, added or removed; false puts the old ones back. */
  readonly onEdit: (rings: [number, number][][]) => boolean;
  readonly onCancel: () => void;
  /** Points so far with the pointer's place. */
  readonly onProgress: (points: readonly Place[], pointer: Place | null) => void;
};

type Grip = { readonly ring: number; readonly index: number };

/** Draws and edits on a map: clicks set points, drags move corners, keys finish and cancel. */
export class Drawing {
  private readonly map: Map;
  private readonly ports: DrawPorts;
  private task: DrawTask | null = null;
  private points: [number, number][] = [];
  private rings: [number, number][][] = [];
  private pointer: [number, number] | null = null;
  private caught = false;
  private grip: Grip | null = null;
  private dragging = false;

  constructor(map: Map, ports: DrawPorts) {
    this.map = map;
    this.ports = ports;
    map.on('click', this.click);
    map.on('mousemove', this.move);
    map.on('mousedown', this.press);
    map.on('touchstart', this.press as never);
    map.on('touchmove', this.move as never);
    map.on('mouseup', this.release);
    map.on('touchend', this.release as never);
    map.on('contextmenu', this.removeCorner);
    document.addEventListener('keydown', this.key);
  }

  /** Leaves the map as it was. */
  destroy(): void {
    this.start(null);
    const { map } = this;
    map.off('click', this.click);
    map.off('mousemove', this.move);
    map.off('mousedown', this.press);
    map.off('touchstart', this.press as never);
    map.off('touchmove', this.move as never);
    map.off('mouseup', this.release);
    map.off('touchend', this.release as never);
    map.off('contextmenu', this.removeCorner);
    document.removeEventListener('keydown', this.key);
  }

  /** Begins something else; null ends drawing. */
  start(task: DrawTask | null): void {
    this.task = task;
    this.points = task?.kind === 'move' ? [[task.place[0], task.place[1]]] : [];
    this.rings = task?.kind === 'edit' ? task.rings.map((r) => r.map((p) => [p[0], p[1]])) : [];
    this.grip = null;
    this.dragging = false;
    this.caught = false;
    if (task === null) this.map.doubleClickZoom.enable();
    else this.map.doubleClickZoom.disable();
    this.map.getCanvas().style.cursor = task === null || task.kind === 'edit' ? '' : 'crosshair';
    this.draw();
  }

  /** Takes back the last point. */
  undoPoint(): void {
    this.points = this.points.slice(0, -1);
    this.draw();
  }

  /** Ends a polygon, if it has three points. */
  finish(): void {
    if (this.task?.kind === 'line') return this.ports.onCancel();
    if (this.task?.kind !== 'polygon' || this.points.length < 3) return;
    if (this.ports.onDone(this.points)) this.start(null);
  }

  private readonly click = (e: MapMouseEvent): void => {
    if (this.task === null || this.task.kind === 'edit' || this.task.kind === 'move') return;
    const { place } = this.snapped(e);
    if (this.task.kind === 'point') {
      if (this.ports.onDone([rounded(place)])) this.start(null);
      return;
    }
    if (
      this.task.kind === 'polygon' &&
      (this.isNear(e, this.points[0], 3) || this.isNear(e, this.points.at(-1), 3))
    )
      return this.finish();
    if (this.isNear(e, this.points.at(-1), 1)) return;
    this.points = [...this.points, rounded(place)];
    this.draw();
  };

  private isNear(e: MapMouseEvent, p: Place | undefined, least: number): boolean {
    if (p === undefined || this.points.length < least) return false;
    const s = this.map.project([p[0], p[1]]);
    return Math.hypot(s.x - e.point.x, s.y - e.point.y) < 8;
  }

  private readonly move = (e: MapMouseEvent): void => {
    if (this.task === null) return;
    const { place, caught } = this.snapped(e);
    this.pointer = place;
    this.caught = caught;
    if (this.dragging) {
      e.preventDefault();
      if (this.task.kind === 'move') this.points = [rounded(place)];
      else if (this.grip !== null) this.setCorner(this.grip, rounded(place));
    }
    this.draw();
  };

  private readonly press = (e: MapMouseEvent): void => {
    if (this.task?.kind === 'move') {
      const s = this.map.project(this.points[0]!);
      if (Math.hypot(s.x - e.point.x, s.y - e.point.y) > 16) return;
      this.dragging = true;
      e.preventDefault();
      return;
    }
    if (this.task?.kind !== 'edit') return;
    const grip = this.cornerAt(e) ?? this.insertAt(e);
    this.grip = grip;
    if (grip === null) return this.draw();
    this.dragging = true;
    e.preventDefault();
  };

  private readonly release = (): void => {
    if (!this.dragging) return;
    this.dragging = false;
    if (this.task?.kind === 'move') {
      if (this.ports.onDone(this.points)) return;
      this.points = [[this.task.place[0], this.task.place[1]]];
      return this.draw();
    }
    this.commit();
  };

  private commit(): void {
    if (this.task?.kind !== 'edit') return;
    if (this.ports.onEdit(this.rings)) this.task = { kind: 'edit', rings: this.rings };
    else this.rings = this.task.rings.map((r) => r.map((p) => [p[0], p[1]]));
    this.draw();
  }

  private readonly removeCorner = (e: MapMouseEvent): void => {
    if (this.task?.kind !== 'edit') return;
    e.preventDefault();
    this.grip = this.cornerAt(e);
    this.dropCorner();
  };

  private dropCorner(): void {
    const { grip } = this;
    const ring = grip === null ? undefined : this.rings[grip.ring];
    if (grip === null || ring === undefined || ring.length <= 4) return;
    const open = ring.slice(0, -1).filter((_, i) => i !== grip.index);
    this.rings = this.rings.map((r, i) => (i === grip.ring ? [...open, open[0]!] : r));
    this.grip = null;
    this.commit();
  }

  private setCorner(grip: Grip, place: [number, number]): void {
    this.rings = this.rings.map((ring, i) => {
      if (i !== grip.ring) return ring;
      const open = ring.slice(0, -1).map((p, k) => (k === grip.index ? place : p));
      return [...open, open[0]!];
    });
  }

  private cornerAt(e: MapMouseEvent): Grip | null {
    return this.nearest(e, (ring) => ring.slice(0, -1));
  }

  private insertAt(e: MapMouseEvent): Grip | null {
    const found = this.nearest(e, middles);
    if (found === null) return null;
    const ring = this.rings[found.ring]!;
    const at = found.index + 1;
    const open = ring.slice(0, -1);
    open.splice(at, 0, middles(ring)[found.index]!);
    this.rings = this.rings.map((r, i) => (i === found.ring ? [...open, open[0]!] : r));
    return { ring: found.ring, index: at };
  }

  private nearest(e: MapMouseEvent, of: (ring: [number, number][]) => [number, number][]): Grip | null {
    let best: (Grip & { px: number }) | null = null;
    this.rings.forEach((ring, r) =>
      of(ring).forEach((p, index) => {
        const s = this.map.project(p);
        const px = Math.hypot(s.x - e.point.x, s.y - e.point.y);
        if (px < 10 && (best === null || px < best.px)) best = { ring: r, index, px };
      }),
    );
    return best;
  }

  private readonly key = (e: KeyboardEvent): void => {
    if (this.task === null || isTyping(e.target)) return;
    if (e.key === 'Escape') this.ports.onCancel();
    else if (e.key === 'Enter') this.finish();
    else if ((e.key === 'Backspace' || e.key === 'Delete') && this.task.kind === 'edit') this.dropCorner();
    else if (e.key === 'Backspace') this.undoPoint();
    else return;
    e.preventDefault();
  };

  private snapped(e: MapMouseEvent): { place: [number, number]; caught: boolean } {
    return snap(this.map, e.point, this.ports.targets());
  }

  private draw(): void {
    show(this.map, DRAW_SOURCE, collection(this.features()));
    this.ports.onProgress(this.points, this.pointer);
  }

  private features(): Feature[] {
    const { task, points, pointer } = this;
    if (task === null) return [];
    const out: Feature[] = [];
    if (task.kind === 'edit') {
      out.push(polygon(this.rings, { role: 'fill' }));
      this.rings.forEach((ring, r) => {
        out.push(line(ring, { role: 'line' }), ...middles(ring).map((p) => point(p, { role: 'middle' })));
        ring.slice(0, -1).forEach((p, i) => {
          const active = this.grip?.ring === r && this.grip.index === i;
          out.push(point(p, { role: active ? 'active' : 'vertex' }));
        });
      });
    } else {
      if (task.kind === 'polygon' && points.length + (pointer === null ? 0 : 1) >= 3)
        out.push(
          polygon([[...points, ...(pointer === null ? [] : [pointer]), points[0]!]], { role: 'fill' }),
        );
      if (points.length >= 2) out.push(line(points, { role: 'line' }));
      const last = points.at(-1);
      if (last !== undefined && pointer !== null && task.kind !== 'move')
        out.push(line([last, pointer], { role: 'next' }));
      out.push(...points.map((p) => point(p, { role: task.kind === 'move' ? 'active' : 'vertex' })));
    }
    if (this.caught && pointer !== null) out.push(point(pointer, { role: 'snap' }));
    return out;
  }
}

function middles(ring: readonly Place[]): [number, number][] {
  return ring.slice(1).map((p, i) => [(p[0] + ring[i]![0]) / 2, (p[1] + ring[i]![1]) / 2]);
}

/** Whether a key belongs to a field and not to the map. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) ||
      target.closest('dialog') !== null)
  );
}
