import type { Conflict, ConflictPlace } from './conflict-types.ts';

/** A conflict before it is put into words. */
type Bare = Omit<Conflict, 'text'>;
type Text = Conflict['text'];

/** At most ten ids; more are counted. */
function listed(ids: readonly string[]): string {
  return ids.length <= 10 ? ids.join(', ') : `${ids.slice(0, 10).join(', ')} (+${ids.length - 10})`;
}

/** Metres to the millimetre, cut off and not rounded, so that what is under a limit reads so; a micrometre is none. */
function metres(value: number): string {
  return (Math.floor(value * 1000 + 1e-3) / 1000).toFixed(3).replace(/\.?0+$/, '');
}

/** The same with a decimal comma. */
function metresRu(value: number): string {
  return metres(value).replace('.', ',');
}

function where(place: ConflictPlace | null): Text {
  if (place === null) return { en: '', ru: '' };
  const at = `${place.lat.toFixed(6)}, ${place.lon.toFixed(6)}`;
  return {
    en: ` at ${at} (latitude, longitude), ${metres(place.amsl_m)} m above mean sea level`,
    ru: ` в точке ${at} (широта, долгота), ${metresRu(place.amsl_m)} м над уровнем моря`,
  };
}

/** Words for two operations that come too near. */
export function separationText({ operation_id, others, at, place, value, limit }: Bare): Text {
  const place_ = where(place);
  const other = listed(others);
  if (value === null || limit === null)
    return {
      en: `The distance of ${operation_id} to ${other} cannot be measured: no plane holds both. Both are there at ${at}.`,
      ru: `Расстояние между ${operation_id} и ${other} измерить нельзя: нет общей плоскости. Обе операции идут в ${at}.`,
    };
  return {
    en: `${operation_id} comes within ${metres(value)} m of ${other} at ${at}${place_.en}; more than ${metres(limit)} m is needed.`,
    ru: `${operation_id} сближается с ${other} до ${metresRu(value)} м в ${at}${place_.ru}; нужно больше ${metresRu(limit)} м.`,
  };
}

/** Words for two operations on one pad. */
export function padText(bare: Bare): Text {
  const { operation_id, others, at, place, value } = bare;
  if (value === null) return separationText(bare);
  const place_ = where(place);
  const other = listed(others);
  return {
    en: `${operation_id} and ${other} hold the same pad at ${at}${place_.en}.`,
    ru: `${operation_id} и ${other} занимают одну площадку в ${at}${place_.ru}.`,
  };
}

/** Words for a corridor that is too full. */
export function corridorText({ operation_id, others, at, corridor_id, value, limit }: Bare): Text {
  const with_ = others.length === 0 ? '' : ` with ${listed(others)}`;
  const with_ru = others.length === 0 ? '' : ` вместе с ${listed(others)}`;
  return {
    en: `Corridor ${corridor_id} has ${limit} places, and ${operation_id}${with_} takes ${value} at ${at}.`,
    ru: `В коридоре ${corridor_id} мест: ${limit}; ${operation_id}${with_ru} занимает ${value} в ${at}.`,
  };
}

/** Words for an aircraft that would fly twice at once. */
export function aircraftText({ operation_id, others, at }: Bare, uav_id: string): Text {
  const other = listed(others);
  return {
    en: `Aircraft ${uav_id} of ${operation_id} is taken by ${other} at ${at}.`,
    ru: `Аппарат ${uav_id} операции ${operation_id} занят операцией ${other} в ${at}.`,
  };
}
