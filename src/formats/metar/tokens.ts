import { type Weather } from '#world';

/** Parts of a raw report before its remarks and forecasts. */
function bodyTokens(raw: string): string[] {
  return raw
    .split(/\s(?:RMK|NOSIG|TEMPO|BECMG)\b/)[0]!
    .split(/\s+/)
    .filter((t) => t !== '');
}

/** Whether the wind direction is reported as variable (`VRB05KT`). */
export function isVariableWind(raw: string): boolean {
  return bodyTokens(raw).some((t) => /^VRB\d{2,3}(G\d{2,3})?(KT|MPS|KMH)$/.test(t));
}

/** The sector of a `dddVddd` group, clockwise, in degrees true. */
export function variableSector(raw: string): readonly [number, number] | null {
  for (const t of bodyTokens(raw)) {
    const m = /^(\d{3})V(\d{3})$/.exec(t);
    if (m !== null) return [Number(m[1]) % 360, Number(m[2]) % 360];
  }
  return null;
}

const FALLING = /(DZ|RA|SN|SG|IC|PL|GR|GS|UP)/;

/**
 * How hard it rains or snows, from present-weather groups such as `-RA`, `+TSRA`, `SN` (WMO code 4678). Weather in the
 * vicinity (`VC`) is not over the station. Null or empty is none, unless the station cannot tell.
 */
export function precipitationOf(groups: string | null, canTell: boolean): Weather['precipitation'] {
  let worst: 0 | 1 | 2 | 3 = 0;
  for (const g of (groups ?? '').split(/\s+/)) {
    if (g === '' || /VC/.test(g)) continue;
    if (/^\/+$/.test(g)) return 'unknown';
    if (!FALLING.test(g.replace(/(DRSN|BLSN|FZFG|MIFG|BCFG|PRFG)/g, ''))) continue;
    const level = g.startsWith('-') ? 1 : g.startsWith('+') ? 3 : 2;
    if (level > worst) worst = level;
  }
  if (worst === 0) return canTell ? 'none' : 'unknown';
  return worst === 1 ? 'light' : worst === 2 ? 'moderate' : 'heavy';
}

/** Whether a raw report says that the station cannot see the weather: `AO1` stations and `PWINO` have no such sensor. */
export function canTellWeather(raw: string): boolean {
  return !/\b(PWINO|AO1)\b/.test(raw) && !/\sAUTO\s(?:.*\s)?\/\/\s/.test(raw);
}

/** Present-weather groups of a raw report. */
export function weatherGroups(raw: string): string {
  return bodyTokens(raw)
    .slice(1)
    .filter((t) =>
      /^(-|\+|VC|RE)?((MI|BC|PR|DR|BL|SH|TS|FZ)?(DZ|RA|SN|SG|IC|PL|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PO|SQ|FC|SS|DS))+$/.test(
        t,
      ),
    )
    .filter((t) => !t.startsWith('RE'))
    .join(' ');
}

/** Whole degrees Celsius of the group `M01/M05`; the dew point may be missing (`M01/`, `M01///`). */
export function temperatureOf(raw: string): number | null {
  for (const t of bodyTokens(raw)) {
    const m = /^(M?)(\d\d)\/(M?\d\d|\/\/|XX)?$/.exec(t);
    if (m !== null) return m[1] === 'M' ? -Number(m[2]) + 0 : Number(m[2]);
  }
  return null;
}
