import type { Rng } from '#base';
import type { Wind } from '#world';
import type { StressProfile } from './stress.ts';

/** Motion of the air in metres a second, east and north. */
export type AirMotion = { readonly east_mps: number; readonly north_mps: number };

/** One gust of 1 - cos shape (after the discrete gust of MIL-F-8785C): its peak and when it is. */
export type Gust = AirMotion & { readonly peak_sec: number; readonly half_sec: number };

/** The wind of one simulated flight, a closed function of time, the same over the whole city. */
export type WindField = {
  readonly mean: AirMotion;
  readonly gusts: readonly Gust[];
  readonly at: (t_sec: number) => AirMotion;
};

/** Periods in seconds that the turbulence is made of; amplitudes fall with frequency as in the Dryden spectrum. */
const PERIODS_S: readonly number[] = [3, 5, 9, 16, 29, 53];

/** Time scale in seconds of the Dryden spectrum at city heights: length scale of about 60 m over 6 m/s. */
const DRYDEN_S = 10;

type Wave = { readonly amplitude: number; readonly omega: number; readonly phase: number };

/**
 * The seeded wind: the reported mean times the profile's factor, turbulence as a sum of waves with seeded phases (spectral
 * representation after Shinozuka, 1972; bounded, unlike a normal process), and discrete gusts. Where the report gives no
 * direction, the seed chooses one. With a profile without turbulence and gusts the wind is constant.
 */
export function createWindField(wind: Wind, profile: StressProfile, span_sec: number, rng: Rng): WindField {
  const direction = rng.fork('direction').between(0, 2 * Math.PI);
  const toward = wind.toward ?? {
    east_mps: wind.speed_mps * Math.sin(direction),
    north_mps: wind.speed_mps * Math.cos(direction),
  };
  const mean = {
    east_mps: toward.east_mps * profile.wind_factor,
    north_mps: toward.north_mps * profile.wind_factor,
  };
  const rms = profile.turbulence_ratio * wind.speed_mps + profile.turbulence_mps;
  const east = waves(rms, rng.fork('east'));
  const north = waves(rms, rng.fork('north'));
  const gusts = drawGusts(wind, profile, span_sec, rng.fork('gusts'));
  return {
    mean,
    gusts,
    at: (t) => {
      let e = mean.east_mps + sum(east, t);
      let n = mean.north_mps + sum(north, t);
      for (const g of gusts) {
        const away = Math.abs(t - g.peak_sec);
        if (away >= g.half_sec) continue;
        const shape = (1 + Math.cos((Math.PI * away) / g.half_sec)) / 2;
        e += g.east_mps * shape;
        n += g.north_mps * shape;
      }
      return { east_mps: e, north_mps: n };
    },
  };
}

/** A slow wander of bounded size, zero where `amplitude` is 0: used for the navigation error too. */
export function createWander(amplitude: number, rng: Rng): (t_sec: number) => number {
  const parts = [41, 67, 113].map((period) => ({
    amplitude: amplitude / 3,
    omega: (2 * Math.PI) / period,
    phase: rng.between(0, 2 * Math.PI),
  }));
  return (t) => sum(parts, t);
}

function waves(rms: number, rng: Rng): readonly Wave[] {
  if (rms === 0) return [];
  const raw = PERIODS_S.map((period) => 1 / Math.sqrt(1 + ((2 * Math.PI * DRYDEN_S) / period) ** 2));
  const power = raw.reduce((total, a) => total + (a * a) / 2, 0);
  return PERIODS_S.map((period, i) => ({
    amplitude: (rms * raw[i]!) / Math.sqrt(power),
    omega: (2 * Math.PI) / period,
    phase: rng.between(0, 2 * Math.PI),
  }));
}

function sum(parts: readonly Wave[], t: number): number {
  let total = 0;
  for (const w of parts) total += w.amplitude * Math.sin(w.omega * t + w.phase);
  return total;
}

/** Gusts blow mostly along the mean wind; their size is a share of the reported gust margin, or of the wind itself. */
function drawGusts(wind: Wind, profile: StressProfile, span_sec: number, rng: Rng): readonly Gust[] {
  const [fewest, most] = profile.gusts;
  const count = fewest + rng.int(most - fewest + 1);
  const margin =
    wind.gust_mps === null ? 0.3 * wind.speed_mps + 1 : Math.max(0, wind.gust_mps - wind.speed_mps);
  const along = wind.toward === null ? 0 : Math.atan2(wind.toward.east_mps, wind.toward.north_mps);
  const spread = wind.toward === null || wind.speed_mps === 0 ? Math.PI : Math.PI / 4;
  const gusts: Gust[] = [];
  for (let i = 0; i < count; i++) {
    const size = margin * profile.gust_factor * rng.between(0.6, 1);
    const angle = along + rng.between(-spread, spread);
    gusts.push({
      east_mps: size * Math.sin(angle),
      north_mps: size * Math.cos(angle),
      peak_sec: rng.between(0.05, 0.95) * span_sec,
      half_sec: rng.between(2, 5),
    });
  }
  return gusts.sort((a, b) => a.peak_sec - b.peak_sec);
}
