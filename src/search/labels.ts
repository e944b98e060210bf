/** Labels of a bi-criteria search: a growing table of cell, two costs and the label before. */
export class Labels {
  count = 0;
  cell = new Int32Array(1024);
  first = new Int32Array(1024);
  second = new Int32Array(1024);
  before = new Int32Array(1024);

  add(cell: number, first: number, second: number, before: number): void {
    if (this.count === this.cell.length) this.grow();
    this.cell[this.count] = cell;
    this.first[this.count] = first;
    this.second[this.count] = second;
    this.before[this.count] = before;
    this.count++;
  }

  /** The cells from the first label to this one. */
  path(label: number): Int32Array {
    const cells: number[] = [];
    for (let at = label; at >= 0; at = this.before[at]!) cells.push(this.cell[at]!);
    return Int32Array.from(cells.reverse());
  }

  private grow(): void {
    const twice = (old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const made = new Int32Array(old.length * 2);
      made.set(old);
      return made;
    };
    this.cell = twice(this.cell);
    this.first = twice(this.first);
    this.second = twice(this.second);
    this.before = twice(this.before);
  }
}
