import { unitsOf } from '@quickfleet/shared/base/money/money';
import { plainText } from './bank.words.ts';
import type { ReadLine } from './reading/bank-line.ts';

// Which lines of a file are known from another one: a notification (camt.054) comes before the statement (camt.053) with
// the same money, and some banks write it in another format.

/** A line with what it is priced in. */
export type NewLine = ReadLine & { currency: string };
export interface KnownLine extends NewLine {
  id: number;
}

const isSameText = (one: string | null, other: string | null): boolean => {
  const [a, b] = [plainText(one), plainText(other)];
  return a === b || (a.length > 8 && b.includes(a)) || (b.length > 8 && a.includes(b));
};
/** Whether two lines of one day and amount are one movement. What the bank calls them decides, where both say it. */
function isSame(one: NewLine, other: NewLine): boolean {
  if (one.paymentRef && other.paymentRef) return one.paymentRef === other.paymentRef;
  const isSaid =
    isSameText(one.reference, other.reference) && (isSameText(one.name, other.name) || !one.name || !other.name);
  if (one.entryRef && other.entryRef)
    return one.entryRef === other.entryRef && (isSaid || !one.reference || !other.reference);
  return isSaid;
}

export interface Sorted {
  /** In the order of the file: the id of a line that is known, or the place of a new one in `fresh`. */
  places: ({ id: number } | { fresh: number })[];
  fresh: NewLine[];
  /** Known sums of which this file has the parts. */
  replaced: number[];
}

const keyOf = ({ bookedOn, currency, amount }: NewLine) => [bookedOn, currency, unitsOf(amount, currency)].join(' ');
const sumOf = (lines: readonly NewLine[]) =>
  lines.reduce((sum, { amount, currency }) => sum + unitsOf(amount, currency), 0n);

/** Each known line is one line of the file, so that two equal ones in a file stay two. */
export function sortOut(lines: readonly NewLine[], known: readonly KnownLine[]): Sorted {
  const alike = Map.groupBy(known, keyOf);
  const inKnown = Map.groupBy(known, ({ entryRef }) => entryRef);
  const inFile = Map.groupBy(lines, ({ entryRef }) => entryRef);
  const taken = new Set<number>();
  const take = ({ id }: KnownLine) => {
    taken.add(id);
    sorted.places.push({ id });
  };
  const sorted: Sorted = { places: [], fresh: [], replaced: [] };
  for (const line of lines) {
    const same = alike.get(keyOf(line))?.find((one) => !taken.has(one.id) && isSame(one, line));
    if (same) {
      take(same);
      continue;
    }
    // One file has the sum of a booking, and another its payments.
    const { entryRef } = line;
    const parts = entryRef === null ? [] : (inKnown.get(entryRef) ?? []).filter(({ id }) => !taken.has(id));
    const own = inFile.get(entryRef) ?? [];
    const isWhole = parts.length > 0 && own.length > 0 && sumOf(parts) === sumOf(own);
    if (isWhole && own.length === 1) {
      for (const part of parts) take(part);
      continue;
    }
    if (isWhole && parts.length === 1) sorted.replaced.push(...parts.map(({ id }) => id));
    sorted.places.push({ fresh: sorted.fresh.length });
    sorted.fresh.push(line);
  }
  return sorted;
}
