const SLACK = 1e-7;

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
  /** The breaks in working time, where each is a moment; the earliest first, and the last. */
  readonly #cuts: readonly number[];
  readonly #cutsBack: readonly number[];
  constructor(breaks: readonly Span[]) {
    this.#breaks = breaks.filter(({ from, to }) => to > from).toSorted((one, other) => one.from - other.from);
    this.#cuts = [...new Set(this.#breaks.map(({ from }) => this.toWork(from)))];
    this.#cutsBack = this.#cuts.toReversed();
  }
  get isPlain(): boolean {
    return this.#breaks.length === 0;
  }
  /** When work of so many minutes can begin at the earliest, so that no break cuts it; in working time. */
  begin(work: number, service: number): number {
    let at = work;
    for (const cut of this.#cuts) if (at < cut && at + service > cut + SLACK) at = cut;
    return at;
  }
  /** When work of so many minutes that no break cuts begins at the latest, if not after `work`. */
  beginBefore(work: number, service: number): number {
    let at = work;
    for (const cut of this.#cutsBack)
      if (at < cut && at + service > cut + SLACK) at = at < cut - SLACK ? cut - service : cut;
    return at;
  }
  /** The same for a moment of the clock: at the beginning of a break nothing begins that is not over by then. */
  latestBegin(at: number, service: number): number {
    const work = this.toWork(at);
    const isInBreak = this.#breaks.some(({ from, to }) => from <= at && at < to);
    return this.beginBefore(isInBreak ? work - Math.max(service, 2 * SLACK) : work, service);
  }
  /** The last break between two moments of working time; undefined where there is none. */
  breakBetween(from: number, to: number): number | undefined {
    return this.#cutsBack.find((cut) => from < cut && cut <= to + SLACK);
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
      if (at < begin - SLACK || (at <= begin && at + length > latest)) break;
      at = Math.max(at, begin) + length;
      end = Math.max(end, to);
    }
    return at;
  }
}
