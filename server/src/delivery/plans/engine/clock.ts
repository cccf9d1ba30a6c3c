interface Span {
  from: number;
  to: number;
}
/**
 * A driver's time with the breaks taken out: ways and work just add up in it, whatever breaks come between. A moment within a
 * break is its beginning.
 */
export class WorkClock {
  readonly #breaks: readonly Span[];
  constructor(breaks: readonly Span[]) {
    this.#breaks = breaks.filter(({ from, to }) => to > from).toSorted((one, other) => one.from - other.from);
  }
  get isPlain(): boolean {
    return this.#breaks.length === 0;
  }
  /** Working time at a moment of the clock. */
  toWork(at: number): number {
    let taken = 0;
    let end = Number.NEGATIVE_INFINITY;
    for (const { from, to } of this.#breaks) {
      const begin = Math.max(from, end);
      if (at <= begin) break;
      taken += Math.max(0, Math.min(at, to) - begin);
      end = Math.max(end, to);
    }
    return at - taken;
  }
  /** The moment of the clock, after a break that it falls on unless that is later than `latest`. */
  toClock(work: number, latest = Number.POSITIVE_INFINITY): number {
    let at = work;
    let end = Number.NEGATIVE_INFINITY;
    for (const { from, to } of this.#breaks) {
      const begin = Math.max(from, end);
      const length = Math.max(0, to - begin);
      if (at < begin || (at === begin && at + length > latest)) break;
      at += length;
      end = Math.max(end, to);
    }
    return at;
  }
}
