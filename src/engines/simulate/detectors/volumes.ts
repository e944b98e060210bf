import { M_PER_FT } from '#base';
import { type LossVolume, cylinder } from './well-clear.ts';

const M_PER_NMI = 1852;

function taumod(nmi: number, ft: number, tau_sec: number, tcoa_sec: number): LossVolume {
  return { type: 'TAUMOD', horizontal_m: nmi * M_PER_NMI, vertical_m: ft * M_PER_FT, tau_sec, tcoa_sec };
}

/** Near mid-air collision with a crewed aircraft: 500 ft and 100 ft (RTCA DO-365 usage). */
export const NMAC_CREWED: LossVolume = cylinder(500 * M_PER_FT, 100 * M_PER_FT);

/** Well clear of a small unmanned aircraft from crewed ones: 2000 ft and 250 ft, no tau (ASTM F3442). */
export const WELL_CLEAR_CREWED: LossVolume = cylinder(2000 * M_PER_FT, 250 * M_PER_FT);

/**
 * Near mid-air collision between two small unmanned aircraft: 50 ft and 15 ft. There is no agreed number; this follows the
 * method of the sNMAC studies (twice the largest span, multiples of 5 ft) and is a parameter of the scenario.
 */
export const NMAC_DRONES: LossVolume = cylinder(50 * M_PER_FT, 15 * M_PER_FT);

/**
 * Terminal work beside a vertiport or aerodrome: 1500 ft and 450 ft, no tau (RTCA DO-365B, Phase II). The closest published
 * set; the near mid-air collision inside it is that with crewed aircraft.
 */
export const WELL_CLEAR_TERMINAL: LossVolume = cylinder(1500 * M_PER_FT, 450 * M_PER_FT);

/** En-route well clear of DO-365B Phase I: 0.66 nmi, 450 ft, 35 s of modified tau. Too large for city drones. */
export const WELL_CLEAR_PHASE_I: LossVolume = taumod(0.66, 450, 35, 0);

/** The same with the preventive height of 700 ft. */
export const WELL_CLEAR_PHASE_I_PREVENTIVE: LossVolume = taumod(0.66, 700, 35, 0);

/** Buffered volume of RTCA SC-228: 1 nmi, 450 ft, 35 s of modified tau, 20 s to co-altitude; 750 ft preventive. */
export const WELL_CLEAR_BUFFERED: LossVolume = taumod(1, 450, 35, 20);
export const WELL_CLEAR_BUFFERED_PREVENTIVE: LossVolume = taumod(1, 750, 35, 20);

/** Cylinder of 5 nmi and 1000 ft: en-route air traffic control. */
export const ATC_CYLINDER: LossVolume = cylinder(5 * M_PER_NMI, 1000 * M_PER_FT);

type TcasRow = { readonly below_ft: number; readonly ta: LossVolume; readonly ra: LossVolume | null };

/** TCAS II version 7.1 thresholds by own altitude (FAA, Introduction to TCAS II, table 2): tau, DMOD, ZTHR. */
const TCAS: readonly TcasRow[] = [
  { below_ft: 1000, ta: taumod(0.3, 850, 20, 20), ra: null },
  { below_ft: 2350, ta: taumod(0.33, 850, 25, 25), ra: taumod(0.2, 600, 15, 15) },
  { below_ft: 5000, ta: taumod(0.48, 850, 30, 30), ra: taumod(0.35, 600, 20, 20) },
  { below_ft: 10_000, ta: taumod(0.75, 850, 40, 40), ra: taumod(0.55, 600, 25, 25) },
  { below_ft: 20_000, ta: taumod(1, 850, 45, 45), ra: taumod(0.8, 600, 30, 30) },
  { below_ft: 42_000, ta: taumod(1.3, 850, 48, 48), ra: taumod(1.1, 700, 35, 35) },
  { below_ft: Infinity, ta: taumod(1.3, 1200, 48, 48), ra: taumod(1.1, 800, 35, 35) },
];

/** The TCAS II volume of a traffic or resolution advisory at an altitude; null where no advisory is given that low. */
export function tcasVolume(own_altitude_ft: number, advisory: 'ta' | 'ra'): LossVolume | null {
  const row = TCAS.find((r) => own_altitude_ft < r.below_ft);
  return row === undefined ? null : row[advisory];
}
