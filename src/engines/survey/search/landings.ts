import { type ReadyUnit } from '../fleet/fleet.ts';

/** Up to so many units at a site all orders of launch are tried; of more, the longest days first and the shortest first. */
const ALL_ORDERS = 4;

type Site = { readonly units: Int32Array; readonly spacing_s: number };

/**
 * When units land last if they launch at second 0 or as soon as launch spacing at their sites lets them: launches of
 * different units at a site are a spacing apart, and so are their last landings. Orders of launch are tried, and the one
 * that ends a site's work first counts. What happens between a unit's launch and its last landing is not looked at.
 */
export class SiteClock {
  private readonly sites: readonly Site[];
  private readonly order: Int32Array;
  private readonly bestOrder: Int32Array;
  private readonly used: Int32Array;
  private readonly landed_s: Float64Array;
  private readonly best_s: Float64Array;

  constructor(units: readonly ReadyUnit[]) {
    const ids = [...new Set(units.map((u) => u.place.site.id))];
    this.sites = ids.map((id) => {
      const own = units.flatMap((u, i) => (u.place.site.id === id ? [i] : []));
      return { units: Int32Array.from(own), spacing_s: units[own[0]!]!.spacing_s };
    });
    const n = units.length;
    this.order = new Int32Array(n);
    this.bestOrder = new Int32Array(n);
    this.used = new Int32Array(n);
    this.landed_s = new Float64Array(n);
    this.best_s = new Float64Array(n);
  }

  /** Writes when each unit lands last, given the lengths of their days (0: it does not fly); the order of launches too. */
  land(days_s: ArrayLike<number>, ends_s: Float64Array, launches: number[] = []): void {
    ends_s.fill(0);
    for (const site of this.sites) {
      let n = 0;
      for (const u of site.units) if (days_s[u]! > 0) this.order[n++] = u;
      this.sortLongestFirst(n, days_s);
      let best = this.tryOrder(n, days_s, site.spacing_s, Infinity);
      if (n > 1 && n <= ALL_ORDERS) {
        best = this.tryAll(0, n, { days_s, spacing_s: site.spacing_s, best });
      } else if (n > 1) {
        this.order.subarray(0, n).reverse();
        this.tryOrder(n, days_s, site.spacing_s, best);
      }
      for (let i = 0; i < n; i++) {
        ends_s[this.bestOrder[i]!] = this.best_s[i]!;
        launches.push(this.bestOrder[i]!);
      }
    }
  }

  private sortLongestFirst(n: number, days_s: ArrayLike<number>): void {
    const { order } = this;
    for (let i = 1; i < n; i++) {
      const u = order[i]!;
      let k = i;
      for (; k > 0 && days_s[order[k - 1]!]! < days_s[u]!; k--) order[k] = order[k - 1]!;
      order[k] = u;
    }
  }

  /** All orders of what stands from `from` on; the least end found. */
  private tryAll(
    from: number,
    n: number,
    c: { readonly days_s: ArrayLike<number>; readonly spacing_s: number; best: number },
  ): number {
    if (from === n - 1) {
      c.best = this.tryOrder(n, c.days_s, c.spacing_s, c.best);
      return c.best;
    }
    const { order } = this;
    for (let i = from; i < n; i++) {
      [order[from], order[i]] = [order[i]!, order[from]!];
      this.tryAll(from + 1, n, c);
      [order[from], order[i]] = [order[i]!, order[from]!];
    }
    return c.best;
  }

  /** Launches in the present order, each as early as it may; kept if that ends before `best`. The lesser end. */
  private tryOrder(n: number, days_s: ArrayLike<number>, spacing_s: number, best: number): number {
    const { order, landed_s } = this;
    let launch = -spacing_s;
    let last = 0;
    for (let i = 0; i < n; i++) {
      const day_s = days_s[order[i]!]!;
      launch += spacing_s;
      for (let k = 0; k < i; k++)
        if (Math.abs(launch + day_s - landed_s[k]!) < spacing_s - 1e-9) {
          launch = landed_s[k]! + spacing_s - day_s;
          k = -1;
        }
      landed_s[i] = launch + day_s;
      if (landed_s[i]! > last) last = landed_s[i]!;
      if (last >= best) return best;
    }
    this.bestOrder.set(order.subarray(0, n));
    this.best_s.set(landed_s.subarray(0, n));
    return last;
  }
}
