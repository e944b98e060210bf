import proj4 from 'proj4';
import { type Result, err, ok, quantize } from '#base';
import { type LonLat } from '#geo';
import { type FormatError, formatError } from '../format-error.ts';
import { decodeText } from '../text-input.ts';
import { type Attributes, XmlProblem, scanXml } from '../xml-scan.ts';

/** A road edge of a network: from junction to junction, at the speed of its fastest lane. */
export type GroundEdge = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly type: string | null;
  readonly length_m: number;
  readonly speed_mps: number;
  /** Length by speed: no queue, no light, no other car. */
  readonly free_flow_sec: number;
  /** Ends in WGS84; null where the network has no projection. */
  readonly from_at: LonLat | null;
  readonly to_at: LonLat | null;
};

/** One simulated vehicle's trip. */
export type GroundTrip = {
  readonly id: string;
  readonly depart_sec: number;
  readonly duration_sec: number;
  readonly length_m: number;
  readonly lost_sec: number;
};

/** A SUMO file: a network or the trips of a run. */
export type SumoFile =
  | { readonly type: 'network'; readonly edges: readonly GroundEdge[] }
  | { readonly type: 'trips'; readonly trips: readonly GroundTrip[] };

/** Reads a SUMO network (`.net.xml`) or a `tripinfo` file, told apart by the root element. */
export function readSumo(bytes: Uint8Array): Result<SumoFile, FormatError> {
  const text = decodeText(bytes, 'a SUMO network or tripinfo file (XML)');
  if (!text.ok) return text;
  const collector = new Collector();
  try {
    scanXml(text.value, {
      open: (name, attributes, depth) => collector.open(name, attributes, depth),
      close: (name, depth) => collector.close(name, depth),
    });
  } catch (e) {
    if (e instanceof Refusal) return err(e.error);
    if (!(e instanceof XmlProblem)) throw e;
    const line = text.value.slice(0, e.at).split('\n').length;
    const cut = e.at >= text.value.length && collector.root !== null;
    return err(
      cut
        ? formatError(
            'truncated',
            'the XML ends too early: the file was cut off, write it again',
            `line ${line}`,
          )
        : formatError('invalid_data', `the XML is broken: ${e.message}`, `line ${line}`),
    );
  }
  return collector.done();
}

class Refusal extends Error {
  readonly error: FormatError;

  constructor(error: FormatError) {
    super(error.message);
    this.error = error;
  }
}

type Lane = { readonly speed: number; readonly length: number; readonly shape: string };

class Collector {
  root: string | null = null;
  private readonly edges: GroundEdge[] = [];
  private readonly trips: GroundTrip[] = [];
  private toLonLat: ((x: number, y: number) => LonLat) | null = null;
  private edge: { readonly a: Attributes; readonly lanes: Lane[] } | null = null;

  open(name: string, a: Attributes, depth: number): void {
    if (depth === 0) {
      this.root = name;
      if (name !== 'net' && name !== 'tripinfos') {
        throw new Refusal(
          formatError(
            'wrong_type',
            `the root element is "${name}": a SUMO network (net) or tripinfo file (tripinfos) is read here`,
          ),
        );
      }
    } else if (name === 'location') this.toLonLat = inverse(a);
    else if (name === 'edge' && depth === 1 && a['function'] !== 'internal') this.edge = { a, lanes: [] };
    else if (name === 'lane' && this.edge !== null) {
      this.edge.lanes.push({
        speed: Number(a['speed']),
        length: Number(a['length']),
        shape: a['shape'] ?? '',
      });
    } else if (name === 'tripinfo' && depth === 1) this.trips.push(tripOf(a));
  }

  close(name: string, depth: number): void {
    if (name !== 'edge' || depth !== 1 || this.edge === null) return;
    const { a, lanes } = this.edge;
    this.edge = null;
    const id = a['id'] ?? '';
    if (id.startsWith(':') || a['from'] === undefined || a['to'] === undefined) return;
    const speed_mps = Math.max(...lanes.map((l) => l.speed));
    const length_m = Math.max(...lanes.map((l) => l.length));
    if (id === '' || !(speed_mps > 0 && speed_mps < 200) || !(length_m > 0 && length_m < 1e6)) {
      const where = `edge ${id.slice(0, 40)}`;
      throw new Refusal(formatError('invalid_data', 'an edge needs lanes with a speed and a length', where));
    }
    const ends = lanes[0]!.shape.trim().split(/\s+/);
    this.edges.push({
      id,
      from: a['from'],
      to: a['to'],
      type: a['type'] ?? null,
      length_m,
      speed_mps,
      free_flow_sec: quantize(length_m / speed_mps, 0.01),
      from_at: this.place(ends[0]),
      to_at: this.place(ends.at(-1)),
    });
  }

  private place(text: string | undefined): LonLat | null {
    const [x, y] = (text ?? '').split(',').map(Number);
    if (
      this.toLonLat === null ||
      x === undefined ||
      y === undefined ||
      !Number.isFinite(x) ||
      !Number.isFinite(y)
    ) {
      return null;
    }
    return this.toLonLat(x, y);
  }

  done(): Result<SumoFile, FormatError> {
    if (this.root === 'net') {
      if (this.edges.length === 0) return err(formatError('incomplete_data', 'the network has no road edge'));
      return ok({ type: 'network', edges: this.edges });
    }
    if (this.trips.length === 0)
      return err(formatError('incomplete_data', 'the file holds no finished trip'));
    return ok({ type: 'trips', trips: this.trips });
  }
}

/** From the network's plane to WGS84, by its projection and offset; null for networks without one (`!`). */
function inverse(a: Attributes): ((x: number, y: number) => LonLat) | null {
  const definition = a['projParameter'] ?? '!';
  const [ox, oy] = (a['netOffset'] ?? '').split(',').map(Number);
  if (!definition.startsWith('+proj=') || ox === undefined || oy === undefined) return null;
  if (!Number.isFinite(ox) || !Number.isFinite(oy)) return null;
  try {
    const projection = proj4(definition, 'WGS84');
    return (x, y) => {
      const [lon, lat] = projection.forward([x - ox, y - oy]);
      return [quantize(lon!, 1e-7), quantize(lat!, 1e-7)];
    };
  } catch {
    return null;
  }
}

function tripOf(a: Attributes): GroundTrip {
  const number = (name: string): number => {
    const value = Number(a[name] ?? NaN);
    if (value >= 0 && Number.isFinite(value)) return value;
    const where = `tripinfo ${(a['id'] ?? '?').slice(0, 40)}`;
    throw new Refusal(formatError('invalid_data', `${name} must be a number of 0 or more`, where));
  };
  return {
    id: a['id'] ?? '',
    depart_sec: number('depart'),
    duration_sec: number('duration'),
    length_m: number('routeLength'),
    lost_sec: number('timeLoss'),
  };
}
