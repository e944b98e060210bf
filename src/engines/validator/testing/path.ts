/** Draws simple flyable paths for tests: trapezoid speed for a multirotor, arcs at constant airspeed for a wing. */
import { type AircraftFigures } from '#world';
import { type PlanCapture, type PlanLeg, type PlanLegKind } from '#ir';
import { type TestFrame } from './frame.ts';

type Point = { t: number; x: number; y: number; z: number; e: number };

/** A path under construction, in the test frame. */
export class TestPath {
  readonly legs: { kind: PlanLegKind; lane: string | null; points: Point[]; capture: PlanCapture | null }[] =
    [];
  private readonly craft: AircraftFigures;
  private readonly wind: readonly [number, number];
  private at: Point;
  /** Heading of the track, radians from north; of wings only. */
  heading = 0;

  constructor(craft: AircraftFigures, wind: readonly [number, number], start: Omit<Point, 'e'>) {
    this.craft = craft;
    this.wind = wind;
    this.at = { ...start, e: 0 };
  }

  get here(): Readonly<Point> {
    return this.at;
  }

  /** Opens a leg at the present point. */
  leg(kind: PlanLegKind, lane: string | null = null): void {
    this.legs.push({ kind, lane, points: [this.at], capture: null });
  }

  capture(capture: PlanCapture): void {
    this.legs[this.legs.length - 1]!.capture = capture;
  }

  /** Straight uniform motion to a point in dt seconds. */
  step(x: number, y: number, z: number, dt: number): void {
    const leg = this.legs[this.legs.length - 1]!;
    const air = Math.hypot((x - this.at.x) / dt - this.wind[0], (y - this.at.y) / dt - this.wind[1]);
    const hovering = this.craft.kind === 'vtol' && (leg.kind === 'takeoff' || leg.kind === 'landing');
    const watts =
      (hovering ? this.craft.hover_power_w : this.level(air)) +
      this.craft.climb_power_w_per_mps * Math.max(0, (z - this.at.z) / dt);
    this.at = { t: this.at.t + dt, x, y, z, e: this.at.e + (watts * dt) / 3600 };
    leg.points.push(this.at);
  }

  private level(v: number): number {
    const c = this.craft;
    if (v > c.cruise_mps) return c.cruise_power_w * (v / c.cruise_mps) ** 3;
    return c.kind === 'multirotor'
      ? c.hover_power_w + ((c.cruise_power_w - c.hover_power_w) * v) / c.cruise_mps
      : c.cruise_power_w;
  }

  /** Straight up or down. */
  vertical(z: number, rate: number): void {
    if (Math.abs(z - this.at.z) > 1e-9) this.step(this.at.x, this.at.y, z, Math.abs(z - this.at.z) / rate);
  }

  /** Along a direction (unit vector) over `length` metres, the speed changing evenly from v0 to v1. */
  ramp(u: readonly [number, number], length: number, v0: number, v1: number): void {
    const total = (2 * length) / (v0 + v1);
    const n = Math.max(1, Math.ceil(total / 0.5));
    const { x, y, z } = this.at;
    for (let i = 1; i <= n; i++) {
      const t = (total * i) / n;
      const s = v0 * t + ((v1 - v0) * t * t) / (2 * total);
      this.step(x + u[0] * s, y + u[1] * s, z, total / n);
    }
  }

  /** A multirotor from rest to rest in a straight line. */
  moveTo(x: number, y: number, speed: number): void {
    const length = Math.hypot(x - this.at.x, y - this.at.y);
    if (length < 0.01) return;
    const u = [(x - this.at.x) / length, (y - this.at.y) / length] as const;
    const a = this.craft.acceleration_mps2 * 0.9;
    const v = Math.min(speed, Math.sqrt(a * length));
    const ramp = (v * v) / (2 * a);
    this.ramp(u, ramp, 0, v);
    const cruise = length - 2 * ramp;
    if (cruise > 0.01) this.run(u, cruise, v);
    this.ramp(u, ramp, v, 0);
  }

  /** Uniform motion along a direction. */
  run(u: readonly [number, number], length: number, speed: number, dz = 0): void {
    this.step(this.at.x + u[0] * length, this.at.y + u[1] * length, this.at.z + dz, length / speed);
  }

  /** Ground speed of a wing at cruise airspeed along a direction. */
  ground(u: readonly [number, number]): number {
    const along = this.wind[0] * u[0] + this.wind[1] * u[1];
    const cross = this.wind[1] * u[0] - this.wind[0] * u[1];
    return along + Math.sqrt(this.craft.cruise_mps ** 2 - cross * cross);
  }

  /** A wing straight ahead. */
  ahead(length: number, dz = 0): void {
    if (length < 1e-6) return;
    const u = [Math.sin(this.heading), Math.cos(this.heading)] as const;
    this.run(u, length, this.ground(u), dz);
  }

  /** A wing on an arc: positive angles turn right (clockwise), radians. */
  arc(angle: number, radius: number): void {
    const n = Math.ceil(Math.abs(angle) / ((5 * Math.PI) / 180));
    const side = Math.sign(angle);
    const cx = this.at.x + side * radius * Math.cos(this.heading);
    const cy = this.at.y - side * radius * Math.sin(this.heading);
    const start = this.heading;
    for (let i = 1; i <= n; i++) {
      this.heading = start + (angle * i) / n;
      const x = cx - side * radius * Math.cos(this.heading);
      const y = cy + side * radius * Math.sin(this.heading);
      const length = Math.hypot(x - this.at.x, y - this.at.y);
      const u = [(x - this.at.x) / length, (y - this.at.y) / length] as const;
      this.step(x, y, this.at.z, length / this.ground(u));
    }
  }

  /** The legs as plan legs, empty ones left out. */
  planLegs(frame: TestFrame, groundAt: (lon: number, lat: number) => number | null): PlanLeg[] {
    return this.legs
      .filter((l) => l.points.length > 1)
      .map((l) => ({
        kind: l.kind,
        lane_id: l.lane,
        capture: l.capture,
        points: l.points.map((p) => {
          const [lon, lat] = frame.lonLat(p.x, p.y);
          const [lon_deg, lat_deg] = [Number(lon.toFixed(9)), Number(lat.toFixed(9))];
          const ground = groundAt(lon_deg, lat_deg);
          return {
            t_sec: p.t,
            lon_deg,
            lat_deg,
            amsl_m: p.z,
            agl_m: ground === null ? null : p.z - ground,
            energy_wh: p.e,
          };
        }),
      }));
  }
}

/** Shortest path of arcs and a straight between two poses (the four words with a straight): turn, length, turn. */
export function dubins(
  from: { x: number; y: number; heading: number },
  to: { x: number; y: number; heading: number },
  radius: number,
): [number, number, number] {
  let best: [number, number, number] | null = null;
  let least = Infinity;
  for (const s of [1, -1])
    for (const e of [1, -1]) {
      const c0 = [from.x + s * radius * Math.cos(from.heading), from.y - s * radius * Math.sin(from.heading)];
      const c1 = [to.x + e * radius * Math.cos(to.heading), to.y - e * radius * Math.sin(to.heading)];
      const [dx, dy] = [c1[0]! - c0[0]!, c1[1]! - c0[1]!];
      const d = Math.hypot(dx, dy);
      if (s !== e && d < 2 * radius) continue;
      const bearing = Math.atan2(dx, dy);
      // On crossing tangents the straight leans towards the far circle by asin(2R/d).
      const course = s === e ? bearing : bearing + s * Math.asin((2 * radius) / d);
      const straight = s === e ? d : Math.sqrt(d * d - 4 * radius * radius);
      const first = s * turn(s * (course - from.heading));
      const last = e * turn(e * (to.heading - course));
      const length = (Math.abs(first) + Math.abs(last)) * radius + straight;
      if (length < least) [least, best] = [length, [first, straight, last]];
    }
  return best!;
}

function turn(a: number): number {
  const full = 2 * Math.PI;
  const r = ((a % full) + full) % full;
  return r > full - 1e-9 ? 0 : r;
}
