import { M_PER_FT, type Result, err, ok } from '#base';
import { type Outline } from '#world';
import { type FormatError, formatError } from '../format-error.ts';

export type Row = Readonly<Record<string, unknown>>;
type Limit = { readonly value: number; readonly reference: 'AGL' | 'AMSL' | 'W84' };

/** One volume of a zone; `unit` is that of its limits. Radii are in metres already. */
export type Shape = {
  readonly outline: Outline;
  readonly unit: 'M' | 'FT';
  readonly lower: Limit | null;
  readonly upper: Limit | null;
};

/** Whether a JSON value is an object. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Volumes of an ED-269 zone: a list of projections with limits, radii in the unit of `uomDimensions`. */
export function ed269Shapes(geometry: unknown, place: string): Result<Shape[], FormatError> {
  if (!Array.isArray(geometry) || geometry.length === 0) {
    return err(formatError('invalid_data', 'a zone needs a list of geometries', place));
  }
  const out: Shape[] = [];
  for (const [i, g] of (geometry as unknown[]).entries()) {
    const here = `${place}[${i}]`;
    if (!isRow(g) || !isRow(g['horizontalProjection'])) {
      return err(formatError('invalid_data', 'a geometry needs a horizontalProjection', here));
    }
    const unit = unitOf(g['uomDimensions'], `${here}.uomDimensions`);
    if (!unit.ok) return unit;
    const projection = g['horizontalProjection'];
    const outline =
      projection['type'] === 'Circle'
        ? circleOf(projection['center'], projection['radius'], unit.value, here)
        : polygonOf(projection['coordinates'], here);
    if (!outline.ok) return outline;
    const lower = limitOf(g['lowerLimit'], g['lowerVerticalReference'], `${here}.lowerLimit`);
    if (!lower.ok) return lower;
    const upper = limitOf(g['upperLimit'], g['upperVerticalReference'], `${here}.upperLimit`);
    if (!upper.ok) return upper;
    const shape = checked(
      { outline: outline.value, unit: unit.value, lower: lower.value, upper: upper.value },
      here,
    );
    if (!shape.ok) return shape;
    out.push(shape.value);
  }
  return ok(out);
}

/** Volumes of an ED-318 zone: GeoJSON with a `layer` in each geometry, circles as points with an `extent` in metres. */
export function ed318Shapes(geometry: unknown, place: string): Result<Shape[], FormatError> {
  if (!isRow(geometry)) return err(formatError('invalid_data', 'a zone needs a geometry', place));
  const parts = geometry['type'] === 'GeometryCollection' ? geometry['geometries'] : [geometry];
  if (!Array.isArray(parts) || parts.length === 0)
    return err(formatError('invalid_data', 'a zone needs a geometry', place));
  const out: Shape[] = [];
  for (const [i, g] of (parts as unknown[]).entries()) {
    const here = `${place}.geometries[${i}]`;
    const layer = isRow(g) ? g['layer'] : undefined;
    if (!isRow(g) || !isRow(layer)) return err(formatError('invalid_data', 'a geometry needs a layer', here));
    const unit = unitOf(layer['uom'], `${here}.layer.uom`);
    if (!unit.ok) return unit;
    const lower = limitOf(layer['lower'], layer['lowerReference'], `${here}.layer.lower`);
    if (!lower.ok) return lower;
    const upper = limitOf(layer['upper'], layer['upperReference'], `${here}.layer.upper`);
    if (!upper.ok) return upper;
    const limits = { unit: unit.value, lower: lower.value, upper: upper.value };
    const outlines = outlinesOf(g, here);
    if (!outlines.ok) return outlines;
    for (const outline of outlines.value) {
      const shape = checked({ outline, ...limits }, here);
      if (!shape.ok) return shape;
      out.push(shape.value);
    }
  }
  return ok(out);
}

function outlinesOf(g: Row, here: string): Result<Outline[], FormatError> {
  const extent = g['extent'];
  if (g['type'] === 'Point' && isRow(extent)) {
    const circle = circleOf(g['coordinates'], extent['radius'], 'M', here);
    return circle.ok ? ok([circle.value]) : circle;
  }
  if (g['type'] === 'Polygon') {
    const polygon = polygonOf(g['coordinates'], here);
    return polygon.ok ? ok([polygon.value]) : polygon;
  }
  if (g['type'] === 'MultiPolygon' && Array.isArray(g['coordinates'])) {
    const out: Outline[] = [];
    for (const c of g['coordinates'] as unknown[]) {
      const polygon = polygonOf(c, here);
      if (!polygon.ok) return polygon;
      out.push(polygon.value);
    }
    return ok(out);
  }
  return err(
    formatError('invalid_data', `a geometry of type ${JSON.stringify(g['type'] ?? null)} is no area`, here),
  );
}

function unitOf(value: unknown, place: string): Result<'M' | 'FT', FormatError> {
  const unit = typeof value === 'string' ? value.toUpperCase() : '';
  if (unit === 'M' || unit === 'FT') return ok(unit);
  return err(
    formatError('invalid_data', `the unit must be M or FT, not ${JSON.stringify(value ?? null)}`, place),
  );
}

/** Numbers may be written as text; null and absent limits are open. */
function limitOf(value: unknown, reference: unknown, place: string): Result<Limit | null, FormatError> {
  if (value === null || value === undefined || value === '') return ok(null);
  const n = typeof value === 'string' ? Number(value) : value;
  if (typeof n !== 'number' || !(Math.abs(n) <= 100_000)) {
    return err(
      formatError(
        'invalid_data',
        `a limit must be a number, not ${JSON.stringify(value).slice(0, 40)}`,
        place,
      ),
    );
  }
  const datum = reference === 'WGS84' ? 'W84' : reference;
  if (datum !== 'AGL' && datum !== 'AMSL' && datum !== 'W84') {
    return err(
      formatError(
        'invalid_data',
        `a limit needs the reference AGL, AMSL or WGS84, not ${JSON.stringify(reference ?? null)}`,
        place,
      ),
    );
  }
  return ok({ value: n, reference: datum });
}

function checked(shape: Shape, place: string): Result<Shape, FormatError> {
  const { lower, upper } = shape;
  if (
    lower !== null &&
    upper !== null &&
    lower.reference === upper.reference &&
    !(lower.value < upper.value)
  ) {
    return err(formatError('invalid_data', 'the lower limit must be below the upper one', place));
  }
  return ok(shape);
}

function circleOf(
  center: unknown,
  radius: unknown,
  unit: 'M' | 'FT',
  place: string,
): Result<Outline, FormatError> {
  const at = positionOf(center);
  const value = typeof radius === 'string' ? Number(radius) : radius;
  const radius_m = typeof value === 'number' ? value * (unit === 'FT' ? M_PER_FT : 1) : NaN;
  if (at === null || !(radius_m > 0 && radius_m <= 100_000)) {
    return err(formatError('invalid_data', 'a circle needs a centre and a radius of up to 100 km', place));
  }
  return ok({ type: 'circle', center: at, radius_m });
}

function polygonOf(coordinates: unknown, place: string): Result<Outline, FormatError> {
  const rings: [number, number][][] = [];
  for (const raw of Array.isArray(coordinates) ? (coordinates as unknown[]) : []) {
    const ring = (Array.isArray(raw) ? (raw as unknown[]) : []).map(positionOf);
    if (ring.length < 3 || ring.some((p) => p === null)) {
      return err(formatError('invalid_data', 'a ring needs positions of longitude and latitude', place));
    }
    const closed = ring as [number, number][];
    const [first, last] = [closed[0]!, closed.at(-1)!];
    // Some publishers leave the closing position out; it adds nothing that is not there.
    if (first[0] !== last[0] || first[1] !== last[1]) closed.push([first[0], first[1]]);
    if (closed.length < 4) return err(formatError('invalid_data', 'a ring needs three corners', place));
    rings.push(closed);
  }
  if (rings.length === 0) return err(formatError('invalid_data', 'a polygon needs a ring', place));
  return ok({ type: 'polygon', rings });
}

function positionOf(value: unknown): [number, number] | null {
  const [lon, lat] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof lon !== 'number' || typeof lat !== 'number') return null;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}
