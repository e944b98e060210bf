import proj4 from 'proj4';
import { type LonLat } from '#world';
import { type Result, err, ok } from '#base';
import { type ImportError } from './imported.ts';

/**
 * Pulkovo 1942 to WGS 84, position vector: the figures of EPSG for Russia (GOST R 51794-2001), good to a few metres.
 * Without them the Krassowsky ellipsoid would be taken for WGS 84, and everything would lie about 100 m off.
 */
const PULKOVO = '+ellps=krass +towgs84=23.92,-141.27,-80.9,0,0.35,0.82,-0.12';

/** What the numbers of a file are in: degrees or a projection, always with its datum. */
export type Crs = { readonly name: string; readonly definition: string };

/** WGS 84 degrees. */
export const WGS84: Crs = { name: 'WGS 84', definition: '+proj=longlat +datum=WGS84 +no_defs' };

/** A local Gauss-Krueger system (MSK) on Pulkovo 1942, from its own parameters; they differ from region to region. */
export function mskCrs(p: {
  readonly name: string;
  readonly central_meridian_deg: number;
  readonly false_easting_m: number;
  readonly false_northing_m: number;
}): Crs {
  return {
    name: p.name,
    definition: `+proj=tmerc +lat_0=0 +lon_0=${p.central_meridian_deg} +k=1 +x_0=${p.false_easting_m} +y_0=${p.false_northing_m} ${PULKOVO} +units=m +no_defs`,
  };
}

/**
 * A coordinate system by name: `EPSG:4326`, `WGS84`, UTM (`EPSG:32601`..`32660`, `32701`..`32760`), Pulkovo 1942
 * (`EPSG:4284`), its Gauss-Krueger zones (`EPSG:28402`..`28432`), or a PROJ string that states its datum.
 */
export function crsOf(text: string): Result<Crs, ImportError> {
  const name = text.trim();
  const code = /^(?:urn:ogc:def:crs:)?EPSG:{1,2}(\d+)$/i.exec(name)?.[1];
  if (/^(wgs ?84|crs:?84|urn:ogc:def:crs:OGC:1\.3:CRS84)$/i.test(name) || code === '4326') return ok(WGS84);
  if (code === '4284') return ok({ name: 'Pulkovo 1942', definition: `+proj=longlat ${PULKOVO} +no_defs` });
  const n = Number(code);
  if (n >= 32601 && n <= 32660)
    return ok({
      name: `UTM ${n - 32600}N`,
      definition: `+proj=utm +zone=${n - 32600} +datum=WGS84 +units=m +no_defs`,
    });
  if (n >= 32701 && n <= 32760)
    return ok({
      name: `UTM ${n - 32700}S`,
      definition: `+proj=utm +zone=${n - 32700} +south +datum=WGS84 +units=m +no_defs`,
    });
  if (n >= 28402 && n <= 28432) {
    const zone = n - 28400;
    const lon = zone * 6 - 3;
    return ok({
      name: `Pulkovo 1942 / Gauss-Krueger zone ${zone}`,
      definition: `+proj=tmerc +lat_0=0 +lon_0=${lon > 180 ? lon - 360 : lon} +k=1 +x_0=${zone}500000 +y_0=0 ${PULKOVO} +units=m +no_defs`,
    });
  }
  if (name.startsWith('+proj=')) {
    if (!/\+(datum=WGS84|towgs84=|ellps=WGS84|ellps=GRS80)/i.test(name))
      return err({
        type: 'datum_missing',
        message: 'the PROJ string states no datum: add +datum or +towgs84',
      });
    return ok({ name, definition: name });
  }
  return err({
    type: 'datum_unknown',
    message: `the coordinate system ${name.slice(0, 80)} is not known: give EPSG:4326, a UTM or Pulkovo code, or a PROJ string with its datum`,
  });
}

/** A coordinate system from the WKT of a .prj file. Datums other than WGS 84 and Pulkovo 1942 are refused. */
export function crsOfWkt(wkt: string): Result<Crs, ImportError> {
  const datum = /DATUM\s*\[\s*"([^"]+)"/i.exec(wkt)?.[1];
  const name = /^\s*\w+\s*\[\s*"([^"]+)"/.exec(wkt)?.[1] ?? 'unnamed';
  if (datum === undefined)
    return err({
      type: 'datum_missing',
      message: 'the .prj file names no datum: state the coordinate system',
    });
  const wgs = /WGS[_ ]?(19)?84/i.test(datum);
  const pulkovo = /pulkovo[_ ]?(19)?42/i.test(datum);
  if (!wgs && !pulkovo)
    return err({
      type: 'datum_unknown',
      message: `the datum ${datum.slice(0, 60)} is not known here: convert the file to WGS 84`,
    });
  const number = (key: string): number => {
    const found = new RegExp(`PARAMETER\\s*\\[\\s*"${key}"\\s*,\\s*([-+0-9.eE]+)`, 'i').exec(wkt)?.[1];
    return found === undefined ? Number.NaN : Number(found);
  };
  const shape = wgs ? '+datum=WGS84' : PULKOVO;
  if (/^\s*GEOG/i.test(wkt)) return ok({ name, definition: `+proj=longlat ${shape} +no_defs` });
  const projection = /PROJECTION\s*\[\s*"([^"]+)"/i.exec(wkt)?.[1] ?? '';
  if (!/transverse_mercator|gauss_kruger/i.test(projection))
    return err({
      type: 'datum_unknown',
      message: `the projection ${projection.slice(0, 60)} is not read: convert the file to WGS 84`,
    });
  const or = (x: number, y: number): number => (Number.isFinite(x) ? x : y);
  const [lon, k] = [number('central_meridian'), or(number('scale_factor'), 1)];
  if (!Number.isFinite(lon))
    return err({ type: 'datum_unknown', message: 'the .prj file gives no central meridian' });
  return ok({
    name,
    definition: `+proj=tmerc +lat_0=${or(number('latitude_of_origin'), 0)} +lon_0=${lon} +k=${k} +x_0=${or(number('false_easting'), 0)} +y_0=${or(number('false_northing'), 0)} ${shape} +units=m +no_defs`,
  });
}

/** A function that turns a file's x (east or longitude) and y into WGS 84 degrees. */
export function toWgs84(crs: Crs): (x: number, y: number) => LonLat {
  if (crs.definition === WGS84.definition) return (x, y) => [x, y];
  const converter = proj4(crs.definition, WGS84.definition);
  return (x, y) => {
    const [lon, lat] = converter.forward([x, y]);
    return [lon!, lat!];
  };
}
