import { type Cost } from '../../src/engines/survey/motion/mover.ts';
import { type Costs } from './costs.ts';
import { leastLink_s } from './kinematics.ts';

/** Links between whole lanes, the wind evened out: bounds for all pairs, exact costs when asked. */
export class Links {
  readonly keys: number;
  /** By from x keys + to: at least; the exact seconds once they are known. */
  readonly t_s: Float64Array;
  readonly e_wh: Float64Array;
  private readonly known: Uint8Array;
  private readonly costs: Costs;

  constructor(costs: Costs) {
    this.costs = costs;
    this.keys = costs.stops.length;
    const n = this.keys * this.keys;
    this.t_s = new Float64Array(n).fill(Infinity);
    this.e_wh = new Float64Array(n).fill(Infinity);
    this.known = new Uint8Array(n);
    const { air, stops } = costs;
    for (let i = 0; i < this.keys; i++) {
      const a = stops[i];
      if (a == null) continue;
      const { exit } = a.ends;
      for (let j = 0; j < this.keys; j++) {
        const b = stops[j];
        if (b == null || j >> 1 === i >> 1) continue;
        const { entry } = b.ends;
        const raw_s = leastLink_s(air, exit, entry);
        const s = air.g.x * (entry.p.x - exit.p.x) + air.g.y * (entry.p.y - exit.p.y);
        this.t_s[i * this.keys + j] = raw_s + s;
        this.e_wh[i * this.keys + j] = raw_s * air.low_wh + s * air.cruise_wh;
      }
    }
  }

  /** The exact cost; infinite where there is no such flight. */
  exact(from: number, to: number): Cost {
    const at = from * this.keys + to;
    if (this.known[at] === 0) {
      this.known[at] = 1;
      const { stops, net, even } = this.costs;
      const [a, b] = [stops[from] ?? null, stops[to] ?? null];
      const link = a === null || b === null || from >> 1 === to >> 1 ? null : net.link(a, b);
      const cost =
        link === null ? { t_s: Infinity, e_wh: Infinity } : even(a!.ends.exit.p, b!.ends.entry.p, link);
      this.t_s[at] = cost.t_s;
      this.e_wh[at] = cost.e_wh;
    }
    return { t_s: this.t_s[at]!, e_wh: this.e_wh[at]! };
  }

  /** Keys with the least bounds from (`out`) or to (`in`) a key, nearest first. */
  nearest(key: number, sense: 'out' | 'in', count: number): number[] {
    const at = (k: number): number => (sense === 'out' ? key * this.keys + k : k * this.keys + key);
    return Array.from({ length: this.keys }, (_, k) => k)
      .filter((k) => Number.isFinite(this.t_s[at(k)]!))
      .sort((a, b) => this.t_s[at(a)]! - this.t_s[at(b)]! || a - b)
      .slice(0, count);
  }

  /** The least exact link out of or into a key, by time and by energy apart; infinite where there is none. */
  least(key: number, sense: 'out' | 'in'): Cost {
    let t_s = Infinity;
    let e_wh = Infinity;
    for (const k of this.nearest(key, sense, this.keys)) {
      const at = sense === 'out' ? key * this.keys + k : k * this.keys + key;
      if (this.t_s[at]! >= t_s && this.e_wh[at]! >= e_wh) continue;
      const cost = sense === 'out' ? this.exact(key, k) : this.exact(k, key);
      t_s = Math.min(t_s, cost.t_s);
      e_wh = Math.min(e_wh, cost.e_wh);
    }
    return { t_s, e_wh };
  }
}
