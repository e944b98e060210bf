import { type PieceEnds } from '../motion/ends.ts';
import { type Cost, type Mover } from '../motion/mover.ts';

/** Seconds and watt-hours of what cannot be flown: large, so that searches avoid it, but finite. */
export const NO_WAY = 1e7;

type End = { readonly ends: PieceEnds };

/** Where the figures come from: whole lanes by key (2 x lane + direction), and exact ways between them. */
export type RoughSource<S extends End> = {
  readonly mover: Mover;
  readonly stopOf: (key: number) => S | null;
  readonly link: (from: S, to: S) => Cost | null;
};

/** Ways between whole lanes by their keys, filled when first asked for: estimated where gates lie far apart, until refined. */
export class RoughTable<S extends End> {
  private readonly n: number;
  private readonly source: RoughSource<S>;
  private readonly s: Float64Array;
  private readonly wh: Float64Array;
  private readonly guessed: Uint8Array;

  constructor(lanes: number, source: RoughSource<S>) {
    this.n = 2 * lanes;
    this.source = source;
    this.s = new Float64Array(this.n * this.n).fill(Number.NaN);
    this.wh = new Float64Array(this.n * this.n);
    this.guessed = new Uint8Array(this.n * this.n);
  }

  /** Seconds from one key to another. */
  time(from: number, to: number): number {
    const at = from * this.n + to;
    const known = this.s[at]!;
    if (known === known) return known;
    this.ask(from, to);
    return this.s[at]!;
  }

  /** Watt-hours from one key to another. */
  energy(from: number, to: number): number {
    const at = from * this.n + to;
    const known = this.s[at]!;
    if (known !== known) this.ask(from, to);
    return this.wh[at]!;
  }

  /** Makes both figures of a pair exact from now on; whether that changed them. */
  refine(from: number, to: number): boolean {
    const at = from * this.n + to;
    if (this.guessed[at] === 0) return false;
    this.guessed[at] = 0;
    const [old_s, old_wh] = [this.s[at], this.wh[at]];
    this.put(at, this.source.link(this.source.stopOf(from)!, this.source.stopOf(to)!));
    return this.s[at] !== old_s || this.wh[at] !== old_wh;
  }

  private ask(from: number, to: number): void {
    const { mover, stopOf, link } = this.source;
    const at = from * this.n + to;
    const [a, b] = [stopOf(from), stopOf(to)];
    if (a === null || b === null) return this.put(at, null);
    const guess = mover.estimate(a.ends.exit, b.ends.entry);
    this.guessed[at] = guess === null ? 0 : 1;
    this.put(at, guess ?? link(a, b));
  }

  private put(at: number, cost: Cost | null): void {
    this.s[at] = cost?.t_s ?? NO_WAY;
    this.wh[at] = cost?.e_wh ?? NO_WAY;
  }
}

/** What searches ask of ways between whole lanes. */
export type Ways = Pick<RoughTable<End>, 'time' | 'energy' | 'refine'>;
