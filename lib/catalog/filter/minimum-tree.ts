/** Numbers of which the least in any part is found in logarithmic time. */
export class MinimumTree {
  readonly #nodes: number[];

  /** @param size number of places; all are infinite at first */
  public constructor(private readonly size: number) {
    this.#nodes = Array<number>(2 * size).fill(Infinity);
  }

  /** Lowers the number at a place, unless it is lower already. */
  public lower(place: number, value: number): void {
    for (let node = place + this.size; node >= 1 && value < this.#nodes[node]!; node >>= 1) {
      this.#nodes[node] = value;
    }
  }

  /** Returns the number at a place. */
  public at(place: number): number {
    return this.#nodes[place + this.size]!;
  }

  /** Returns the least number from one place up to, but not including, another. */
  public least(start: number, end: number): number {
    let least = Infinity;
    for (let [left, right] = [start + this.size, end + this.size]; left < right; left >>= 1, right >>= 1) {
      least = Math.min(least, left % 2 === 1 ? this.#nodes[left++]! : Infinity, right % 2 === 1 ? this.#nodes[--right]! : Infinity);
    }
    return least;
  }
}
