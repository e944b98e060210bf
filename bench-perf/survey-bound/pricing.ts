import { type Optimal } from './linear.ts';
import { type Flow, type FlowColumn } from './flow.ts';

/** What pricing found: links added, and by how much the links still absent may lower the value at most (not above 0). */
export type Priced = { readonly added: number; readonly correction_s: number };

/** Reduced costs above this are no gain. */
const GAIN = 1e-7;

/**
 * Adds absent links of negative reduced cost, at most `most` into each lane end. Links are bounded first and priced
 * exactly only where the bound lets them gain. In a plan a lane's end is entered once at most, so the value of the
 * program with all links is at least the present one plus, over the lane ends, the least reduced cost of an absent link
 * into it, where that is negative.
 */
export function priceLinks(flow: Flow, solved: Optimal, most: number): Priced {
  const { links, costs } = flow;
  const n = links.keys;
  const prices = flow.prices(solved);
  const common = commonCuts(costs.lanes, prices.extras);
  const odd = commonOdd(n, prices.extras);
  const found: FlowColumn[] = [];
  const worst = new Float64Array(n);
  costs.sites.forEach((_, s) => {
    const [dt, de] = [prices.time[s]!, prices.energy[s]!];
    const key = prices.key[s]!;
    for (let to = 0; to < n; to++) {
      if (costs.stops[to] == null) continue;
      const lane = to >> 1;
      const whole = costs.whole[to]!;
      let into = dt * whole.t_s + de * whole.e_wh - key[to]! - prices.lane[lane]!;
      for (const { extra, dual } of prices.extras)
        if (extra.type === 'through' && extra.site === s && extra.key === to) into -= dual;
      const own = common[lane * costs.lanes + lane]!;
      const reduced = (from: number): number => {
        const at = from * n + to;
        const shared = common[lane * costs.lanes + (from >> 1)]!;
        const out = from ^ 1;
        const parity = odd[out * n + out]! + odd[to * n + to]! - 2 * odd[out * n + to]!;
        return dt * links.t_s[at]! + de * links.e_wh[at]! + key[from]! + into - own + shared - parity;
      };
      const gaining: { from: number; r: number }[] = [];
      for (let from = 0; from < n; from++) {
        if (links.t_s[from * n + to] === Infinity || flow.isPresent(s, from, to)) continue;
        const r = reduced(from);
        if (r < -GAIN) gaining.push({ from, r });
      }
      if (gaining.length === 0) continue;
      gaining.sort((a, b) => a.r - b.r || a.from - b.from);
      let least = 0;
      let count = 0;
      for (const { from, r } of gaining) {
        if (count >= most) {
          least = Math.min(least, r);
          break;
        }
        if (!Number.isFinite(links.exact(from, to).t_s)) continue;
        const exact = reduced(from);
        if (exact >= -GAIN) continue;
        least = Math.min(least, exact);
        count++;
        flow.present[(s * n + from) * n + to] = 1;
        found.push(flow.linkColumn(s, from, to));
      }
      worst[to] = Math.min(worst[to]!, least);
    }
  });
  flow.add(found);
  return { added: found.length, correction_s: worst.reduce((sum, r) => sum + r, 0) };
}

type Extras = ReturnType<Flow['prices']>['extras'];

/** Sum of the duals of the cuts that hold both lanes. */
function commonCuts(lanes: number, extras: Extras): Float64Array {
  return common(
    lanes,
    extras.flatMap(({ extra, dual }) => (extra.type === 'cut' ? [{ inside: extra.cut.inside, dual }] : [])),
  );
}

/** Sum of the duals of the odd sets that hold both lane ends. */
function commonOdd(ends: number, extras: Extras): Float64Array {
  return common(
    ends,
    extras.flatMap(({ extra, dual }) => (extra.type === 'odd' ? [{ inside: extra.ends, dual }] : [])),
  );
}

function common(
  n: number,
  sets: readonly { readonly inside: Uint8Array; readonly dual: number }[],
): Float64Array {
  const out = new Float64Array(n * n);
  for (const { inside, dual } of sets) {
    const members: number[] = [];
    inside.forEach((x, i) => x === 1 && members.push(i));
    for (const a of members) for (const b of members) out[a * n + b]! += dual;
  }
  return out;
}
