import { type Result, err, ok } from '#base';
import { type FormatError, formatError } from '../format-error.ts';
import { decodeText } from '../text-input.ts';
import type { ScnFlight, ScnScenario, ScnState } from './scn.ts';

type Building = {
  -readonly [K in keyof ScnFlight]: ScnFlight[K] extends readonly (infer T)[] ? T[] : ScnFlight[K];
};

const LINE = /^(\d+):(\d{1,2}):(\d{1,2}(?:\.\d*)?)>(.*)$/;

/**
 * Reads a BlueSky scenario. Commands read: CRE, ADDWPT (both word orders, positions in decimal degrees), MOVE, DEL; names do
 * not depend on case. Everything else is counted in `ignored`: display, resolution and area commands change no motion, and
 * those that would (HDG, SPD, ALT, VS) are not followed. A line of a command that is read must be right, or the file is refused.
 */
export function readScn(bytes: Uint8Array): Result<ScnScenario, FormatError> {
  const text = decodeText(bytes, 'a BlueSky scenario (.scn)');
  if (!text.ok) return text;
  const flights = new Map<string, Building>();
  const ignored: Record<string, number> = {};
  let commands = 0;
  for (const [i, raw] of text.value.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const m = LINE.exec(line);
    if (m === null) return err(bad('a line is HH:MM:SS.hh>COMMAND or starts with #', i));
    commands++;
    const t_sec = Number(m[1]) * 3600 + Number(m[2]) * 60 + Number(m[3]);
    const words = m[4]!
      .trim()
      .split(/[\s,]+/)
      .filter((w) => w !== '');
    const wrong = obey(words, t_sec, flights, ignored);
    if (wrong !== null) return err(bad(wrong, i));
  }
  if (commands === 0) return err(formatError('invalid_data', 'the scenario has no command', ''));
  return ok({ flights: [...flights.values()], ignored });
}

function bad(message: string, line: number): FormatError {
  return formatError('invalid_data', message, `line ${line + 1}`);
}

/** Carries out one command; the text of what is wrong with it, or null. */
function obey(
  words: readonly string[],
  t_sec: number,
  flights: Map<string, Building>,
  ignored: Record<string, number>,
): string | null {
  const [first = '', second = ''] = words.map((w) => w.toUpperCase());
  const swapped = flights.has(first) && second !== '';
  const command = swapped ? second : first;
  const id = swapped ? first : second;
  const args = words.slice(2);
  switch (command) {
    case 'CRE':
      return create(id, args, t_sec, flights);
    case 'ADDWPT':
    case 'MOVE': {
      const flight = flights.get(id);
      if (flight === undefined) return `${command} for ${id || 'nobody'}, which was not created before`;
      const state =
        command === 'MOVE'
          ? stateOf(args, ['alt', 'heading', 'speed', 'climb'])
          : stateOf(args, ['alt', 'speed']);
      if (state === null) return `${command} needs latitude and longitude in decimal degrees, then numbers`;
      if (command === 'MOVE') flight.moves.push({ t_sec, state });
      else flight.waypoints.push(state);
      return null;
    }
    case 'DEL': {
      const flight = flights.get(id);
      if (flight === undefined) return `DEL for ${id || 'nobody'}, which was not created before`;
      flight.deleted_sec = t_sec;
      return null;
    }
    default:
      ignored[command] = (ignored[command] ?? 0) + 1;
      return null;
  }
}

function create(
  id: string,
  args: readonly string[],
  t_sec: number,
  flights: Map<string, Building>,
): string | null {
  const [type, ...rest] = args;
  if (id === '' || type === undefined) return 'CRE needs an id and a type';
  if (flights.has(id)) return `${id} is created twice`;
  const created = stateOf(rest, ['heading', 'alt', 'speed']);
  if (
    created === null ||
    created.heading_deg === null ||
    created.alt_ft === null ||
    created.speed_kt === null
  ) {
    return 'CRE needs id, type, latitude, longitude, heading, altitude (feet or FL) and speed (knots)';
  }
  flights.set(id, { id, type, created_sec: t_sec, created, waypoints: [], moves: [], deleted_sec: null });
  return null;
}

type Field = 'heading' | 'alt' | 'speed' | 'climb';

/** Latitude, longitude, then the fields in order; missing ones at the end are null. Null where a word is wrong. */
function stateOf(args: readonly string[], fields: readonly Field[]): ScnState | null {
  const lat = number(args[0]);
  const lon = number(args[1]);
  if (lat === null || lon === null || !(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180)) return null;
  const read: Record<Field, number | null> = { heading: null, alt: null, speed: null, climb: null };
  for (const [k, field] of fields.entries()) {
    const word = args[k + 2];
    if (word === undefined) continue;
    const value = field === 'alt' ? altitude_ft(word) : number(word);
    if (value === null) return null;
    read[field] = value;
  }
  return {
    lat,
    lon,
    heading_deg: read.heading,
    alt_ft: read.alt,
    speed_kt: read.speed,
    climb_fpm: read.climb,
  };
}

/** Feet, or a flight level in hundreds of feet. */
function altitude_ft(word: string): number | null {
  const level = /^FL(\d{1,3})$/i.exec(word);
  return level === null ? number(word) : Number(level[1]) * 100;
}

function number(word: string | undefined): number | null {
  if (word === undefined || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(word)) return null;
  const value = Number(word);
  return Number.isFinite(value) ? value : null;
}
