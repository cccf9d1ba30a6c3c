const HEX_DIGITS = 16;

/**
 * Hashes of which only the first eight bytes are kept, sorted: a million take 8 MB. Two that begin alike are one here, so
 * it may be said of a hash that it is there when it is not (one in 2^64 for each that is), and never the other way round.
 */
export class HashSet {
  #sorted = new BigUint64Array();
  #fresh = new BigUint64Array(1024);
  #count = 0;

  add(sha256: string): void {
    if (this.#count === this.#fresh.length) {
      const larger = new BigUint64Array(this.#fresh.length * 2);
      larger.set(this.#fresh);
      this.#fresh = larger;
    }
    this.#fresh[this.#count++] = beginning(sha256);
  }

  /** Takes in what was added since the last time; between two times it grows with every one that is there already. */
  settle(): void {
    const all = new BigUint64Array(this.#sorted.length + this.#count);
    all.set(this.#sorted);
    all.set(this.#fresh.subarray(0, this.#count), this.#sorted.length);
    all.sort();
    let kept = 0;
    for (const hash of all) if (kept === 0 || all[kept - 1] !== hash) all[kept++] = hash;
    this.#sorted = all.slice(0, kept);
    this.#fresh = new BigUint64Array(1024);
    this.#count = 0;
  }

  has(sha256: string): boolean {
    const wanted = beginning(sha256);
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] ?? 0n) < wanted) low = middle + 1;
      else high = middle;
    }
    return this.#sorted[low] === wanted;
  }
}
const beginning = (sha256: string): bigint => BigInt(`0x${sha256.slice(0, HEX_DIGITS)}`);
