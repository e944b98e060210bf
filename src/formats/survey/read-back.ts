/** Readers of written plans: from the formats' own definitions, sharing nothing with the writers. They throw on a file that is none. */
import { unzipSync } from 'fflate';
import { DOMParser, type Document } from '@xmldom/xmldom';
import { type SurveyExportFormat } from './export-plan.ts';

/** A place of a file, in order of flight: degrees WGS 84, metres above mean sea level, seconds from the work window's start. */
export type ReadPoint = {
  readonly lon_deg: number;
  readonly lat_deg: number;
  readonly amsl_m: number;
  readonly t_sec: number | null;
  readonly trigger_m: number | null;
};

/** A flight of a file. */
export type ReadFlight = { readonly sortie_id: string; readonly points: readonly ReadPoint[] };

/** Contents of all files, in the shape in which the validator takes them. */
export type ReadExport = {
  readonly kind: 'track' | 'waypoints';
  readonly flights: readonly ReadFlight[];
  readonly tolerance: { readonly horizontal_m: number; readonly vertical_m: number };
};

/** A written file. */
type Written = { readonly name: string; readonly bytes: Uint8Array };

/** What files do not carry and every reader has to be told. */
export type ReadingContext = {
  /** Milliseconds since 1970 of the work window's start. */
  readonly zero_ms: number;
  /** Ground height at each sortie's take-off, for formats whose heights count from there and do not say it. */
  readonly home_amsl_m: ReadonlyMap<string, number>;
};

/** Reads all files of an export. */
export function readBack(
  format: SurveyExportFormat,
  files: readonly Written[],
  context: ReadingContext,
): ReadExport {
  const text = (f: Written) => new TextDecoder().decode(f.bytes);
  // Nine decimals of a degree are 0.1 mm; heights have two or three decimals.
  const tolerance = { horizontal_m: 0.002, vertical_m: 0.0051 };
  const track = (flights: ReadFlight[]): ReadExport => ({
    kind: 'track',
    flights,
    tolerance,
  });
  const waypoints = (flights: ReadFlight[]): ReadExport => ({
    kind: 'waypoints',
    flights,
    tolerance,
  });
  switch (format) {
    case 'kml':
      return track(readKml(xml(text(files[0]!))));
    case 'gpx':
      return track(readGpx(xml(text(files[0]!)), context.zero_ms));
    case 'geojson':
      return track(readGeoJson(text(files[0]!)));
    case 'wpl':
      return waypoints(files.map((f) => flightOf(f, mission(wplRows(text(f))))));
    case 'qgc':
      return waypoints(files.map((f) => flightOf(f, mission(qgcRows(text(f))))));
    case 'wpml':
      return waypoints(files.map((f) => flightOf(f, readWpml(f.bytes))));
    case 'litchi':
      return waypoints(
        files.map((f) => {
          const id = sortieOf(f);
          return { sortie_id: id, points: readLitchi(text(f), context.home_amsl_m.get(id)!) };
        }),
      );
  }
}

/** Files of one sortie are named after it, behind the scenario's name: `...-sortie-3.plan`. */
function sortieOf(file: Written): string {
  const found = /(sortie-\d+)(?:-litchi)?\.\w+$/.exec(file.name);
  if (found === null) throw new Error(`no sortie in ${file.name}`);
  return found[1]!;
}

const flightOf = (file: Written, points: ReadPoint[]): ReadFlight => ({ sortie_id: sortieOf(file), points });

function xml(text: string): Document {
  return new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(text, 'text/xml');
}

function readKml(doc: Document): ReadFlight[] {
  const folder = [...doc.getElementsByTagName('Folder')].find(
    (f) => f.getElementsByTagName('name')[0]!.textContent === 'flights',
  )!;
  return [...folder.getElementsByTagName('Placemark')].map((mark) => ({
    sortie_id: mark.getElementsByTagName('name')[0]!.textContent!.split(' ')[0]!,
    points: mark
      .getElementsByTagName('coordinates')[0]!
      .textContent!.trim()
      .split(/\s+/)
      .map((c) => {
        const [lon_deg, lat_deg, amsl_m] = c.split(',').map(Number);
        return { lon_deg: lon_deg!, lat_deg: lat_deg!, amsl_m: amsl_m!, t_sec: null, trigger_m: null };
      }),
  }));
}

function readGpx(doc: Document, zero_ms: number): ReadFlight[] {
  return [...doc.getElementsByTagName('trk')].map((trk) => ({
    sortie_id: trk.getElementsByTagName('name')[0]!.textContent!.split(' ')[0]!,
    points: [...trk.getElementsByTagName('trkpt')].map((p) => ({
      lon_deg: Number(p.getAttribute('lon')),
      lat_deg: Number(p.getAttribute('lat')),
      amsl_m: Number(p.getElementsByTagName('ele')[0]!.textContent),
      t_sec: secondsSince(zero_ms, p.getElementsByTagName('time')[0]!.textContent!),
      trigger_m: null,
    })),
  }));
}

/** Whole seconds by the clock, what is behind the point as it is written. */
function secondsSince(zero_ms: number, instant: string): number {
  const [whole, fraction] = instant.replace('Z', '').split('.');
  return Number(`${(Date.parse(`${whole!}Z`) - zero_ms) / 1000}.${fraction ?? '0'}`);
}

function readGeoJson(text: string): ReadFlight[] {
  const doc = JSON.parse(text) as {
    features: {
      properties: { kind: string; id: string; times_sec?: number[] };
      geometry: { coordinates: number[][] };
    }[];
  };
  return doc.features
    .filter((f) => f.properties.kind === 'sortie')
    .map((f) => ({
      sortie_id: f.properties.id,
      points: f.geometry.coordinates.map((c, i) => ({
        lon_deg: c[0]!,
        lat_deg: c[1]!,
        amsl_m: c[2]!,
        t_sec: f.properties.times_sec![i]!,
        trigger_m: null,
      })),
    }));
}

type Row = { readonly cmd: number; readonly p: readonly number[]; lat: number; lon: number; alt: number };
type Mission = { readonly home_m: number; readonly rows: readonly Row[] };

function wplRows(text: string): Mission {
  const [home, ...rows] = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line): Row => {
      const c = line.split('\t').map(Number);
      return { cmd: c[3]!, p: c.slice(4, 8), lat: c[8]!, lon: c[9]!, alt: c[10]! };
    });
  return { home_m: home!.alt, rows };
}

function qgcRows(text: string): Mission {
  const { mission: m } = JSON.parse(text) as {
    mission: { plannedHomePosition: number[]; items: { command: number; params: number[] }[] };
  };
  return {
    home_m: m.plannedHomePosition[2]!,
    rows: m.items.map(({ command, params: p }) => ({
      cmd: command,
      p: p.slice(0, 4),
      lat: p[4]!,
      lon: p[5]!,
      alt: p[6]!,
    })),
  };
}

/** Waypoints (16) with what is ordered after each of them: 206 starts or ends the series of frames. */
function mission(m: Mission): ReadPoint[] {
  const out: ReadPoint[] = [];
  for (const row of m.rows) {
    if (row.cmd === 16)
      out.push({
        lon_deg: row.lon,
        lat_deg: row.lat,
        amsl_m: m.home_m + row.alt,
        t_sec: null,
        trigger_m: null,
      });
    const last = out[out.length - 1];
    if (row.cmd === 206 && last !== undefined) out[out.length - 1] = { ...last, trigger_m: row.p[0]! };
  }
  return out;
}

function readWpml(bytes: Uint8Array): ReadPoint[] {
  const zip = unzipSync(bytes);
  const [template, lines] = ['wpmz/template.kml', 'wpmz/waylines.wpml'].map((name) =>
    xml(new TextDecoder().decode(zip[name]!)),
  ) as [Document, Document];
  const home_m = Number(template.getElementsByTagName('wpml:takeOffRefPoint')[0]!.textContent!.split(',')[2]);
  return [...lines.getElementsByTagName('Placemark')].map((mark) => {
    const value = (name: string) => mark.getElementsByTagName(name)[0]?.textContent ?? null;
    const [lon_deg, lat_deg] = value('coordinates')!.split(',').map(Number);
    const trigger = value('wpml:actionTriggerParam');
    return {
      lon_deg: lon_deg!,
      lat_deg: lat_deg!,
      amsl_m: home_m + Number(value('wpml:executeHeight')),
      t_sec: null,
      trigger_m: trigger === null ? null : Number(trigger),
    };
  });
}

function readLitchi(text: string, home_m: number): ReadPoint[] {
  const [head, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const column = (name: string) => head!.indexOf(name);
  return rows.map((row) => {
    const of = (name: string) => Number(row[column(name)]);
    const interval = of('photo_distinterval');
    return {
      lon_deg: of('longitude'),
      lat_deg: of('latitude'),
      amsl_m: home_m + of('altitude(m)'),
      t_sec: null,
      trigger_m: interval > 0 ? interval : 0,
    };
  });
}
