/** The stops of one sortie, changed in place. Arrays hold `n` entries and have room for more. */
export class StopList {
  unit = 0;
  n = 0;
  t_s = 0;
  photos = 0;
  /** Stops: 2 x lane + direction. */
  keys: Int32Array = new Int32Array(8);
  /** Energy used up to the exit of each stop. */
  used_wh: Float64Array = new Float64Array(8);
  /** Energy that may be added before each stop; one more entry for the end. */
  room_wh: Float64Array = new Float64Array(9);

  /** Makes room for that many stops. */
  hold(n: number): void {
    if (n <= this.keys.length) return;
    const keys = new Int32Array(2 * n);
    keys.set(this.keys);
    this.keys = keys;
    this.used_wh = grown(this.used_wh, 2 * n);
    this.room_wh = grown(this.room_wh, 2 * n + 1);
  }

  /** Becomes like another. */
  copy(from: StopList): void {
    const { n } = from;
    this.hold(n);
    this.unit = from.unit;
    this.n = n;
    this.t_s = from.t_s;
    this.photos = from.photos;
    for (let i = 0; i < n; i++) {
      this.keys[i] = from.keys[i]!;
      this.used_wh[i] = from.used_wh[i]!;
      this.room_wh[i] = from.room_wh[i]!;
    }
    this.room_wh[n] = from.room_wh[n]!;
  }
}

function grown(old: Float64Array, n: number): Float64Array {
  const made = new Float64Array(n);
  made.set(old);
  return made;
}
