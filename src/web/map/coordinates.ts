import proj4 from 'proj4';
import type { Place } from './earth.ts';

/** Forms in which a position is shown. */
export const COORDINATE_FORMS = ['decimal', 'dms', 'utm'] as const;
export type CoordinateForm = (typeof COORDINATE_FORMS)[number];

/** A position as text: latitude before longitude, as people say it; UTM as zone, easting, northing. */
export function coordinateText(place: Place, form: CoordinateForm): string {
  switch (form) {
    case 'decimal':
      return `${place[1].toFixed(6)}, ${place[0].toFixed(6)}`;
    case 'dms':
      return `${dms(place[1], 'N', 'S')} ${dms(place[0], 'E', 'W')}`;
    case 'utm':
      return utm(place);
  }
}

function dms(value: number, positive: string, negative: string): string {
  const tenths = Math.round(Math.abs(value) * 36_000);
  const deg = Math.floor(tenths / 36_000);
  const min = Math.floor((tenths % 36_000) / 600);
  const sec = (tenths % 600) / 10;
  return `${deg}°${String(min).padStart(2, '0')}′${sec.toFixed(1).padStart(4, '0')}″${value < 0 ? negative : positive}`;
}

/** Universal Transverse Mercator; beyond 84 N and 80 S it is not defined and the decimal form stands in. */
function utm(place: Place): string {
  const [lon, lat] = place;
  if (lat > 84 || lat < -80) return coordinateText(place, 'decimal');
  const zone = Math.min(60, Math.floor(((((lon + 180) % 360) + 360) % 360) / 6) + 1);
  const [e, n] = proj4('WGS84', `+proj=utm +zone=${zone}${lat < 0 ? ' +south' : ''} +datum=WGS84 +units=m`, [
    lon,
    lat,
  ]);
  return `${zone}${lat < 0 ? 'S' : 'N'} ${e!.toFixed(0)} E ${n!.toFixed(0)} N`;
}

/** Reads "latitude, longitude" in decimal degrees, also with spaces or semicolons; null for anything else. */
export function readPlace(text: string): [number, number] | null {
  const parts = text
    .trim()
    .split(/[\s;]+|,\s*/)
    .filter((p) => p !== '')
    .map(Number);
  if (parts.length !== 2 || parts.some((p) => !Number.isFinite(p))) return null;
  const [lat, lon] = parts as [number, number];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : null;
}
