import DxfParser from 'dxf-parser';
import { type Result, err, ok } from '#base';
import { type LonLat } from '#world';
import { crsOf, toWgs84 } from './crs.ts';
import { type ImportError, type ImportedArea, type ImportedAreas, badFormat } from './imported.ts';

type Entity = {
  readonly type: string;
  readonly layer?: string;
  readonly shape?: boolean;
  readonly vertices?: readonly { readonly x: number; readonly y: number; readonly bulge?: number }[];
};

type ParserClass = new () => { parseSync(text: string): { readonly entities: readonly Entity[] } | null };
/** The package is CommonJS; its class is the default export's own default in some loaders. */
const loaded = DxfParser as unknown as { readonly default?: ParserClass } & ParserClass;
const Parser: ParserClass = loaded.default ?? loaded;

/**
 * Closed polylines of a DXF drawing, one area each, named by layer. A drawing states neither datum nor unit, so the
 * coordinate system is asked for; its unit has to be the system's (metres or degrees). Bulged (curved) edges are refused.
 */
export function readDxfAreas(text: string, crs: string | null): Result<ImportedAreas, ImportError> {
  if (crs === null)
    return err({
      type: 'datum_missing',
      message:
        'a DXF drawing does not say where on earth it lies: give its coordinate system, such as EPSG:28407',
    });
  const system = crsOf(crs);
  if (!system.ok) return system;
  let entities: readonly Entity[];
  try {
    entities = new Parser().parseSync(text)?.entities ?? [];
  } catch (e) {
    return badFormat('invalid_data', `the DXF cannot be read: ${e instanceof Error ? e.message : String(e)}`);
  }
  const convert = toWgs84(system.value);
  const areas: ImportedArea[] = [];
  let open = 0;
  for (const [i, entity] of entities.entries()) {
    if (entity.type !== 'LWPOLYLINE' && entity.type !== 'POLYLINE') continue;
    const points = entity.vertices ?? [];
    const first = points[0];
    const last = points[points.length - 1];
    const meets = first !== undefined && last !== undefined && first.x === last.x && first.y === last.y;
    if (entity.shape !== true && !meets) {
      open++;
      continue;
    }
    if (points.some((p) => (p.bulge ?? 0) !== 0))
      return badFormat(
        'invalid_data',
        `polyline ${i + 1} on layer ${entity.layer ?? '0'} has curved edges: explode them to lines`,
      );
    const ring: LonLat[] = points.map((p) => convert(p.x, p.y));
    areas.push({ name: entity.layer ?? '0', rings: [ring] });
  }
  const notes = open > 0 ? [`${open} open polylines left out`] : [];
  return ok({ format: 'dxf', crs: system.value.name, areas, notes });
}
