/** Rows in ascending order of their keys, compared letter by letter. */
export interface Sorted<Row> {
  rows: AsyncIterable<Row>;
  keyOf: (row: Row) => string;
}
export type Joined<Left, Right> = readonly [Left, Right] | readonly [Left, undefined] | readonly [undefined, Right];

/** Brings together what has the same key, with one row of each side in memory, however many there are. */
export async function* joinSorted<Left, Right>(
  left: Sorted<Left>,
  right: Sorted<Right>,
): AsyncGenerator<Joined<Left, Right>> {
  const [lefts, rights] = [left.rows[Symbol.asyncIterator](), right.rows[Symbol.asyncIterator]()];
  try {
    let [one, other] = [await lefts.next(), await rights.next()];
    while (!one.done || !other.done) {
      const order = one.done ? 1 : other.done ? -1 : compare(left.keyOf(one.value), right.keyOf(other.value));
      const isLeft = order <= 0 && !one.done;
      const isRight = order >= 0 && !other.done;
      if (isLeft && isRight) yield [one.value, other.value];
      else if (isLeft) yield [one.value, undefined];
      else yield [undefined, other.value];
      if (isLeft) one = await lefts.next();
      if (isRight) other = await rights.next();
    }
  } finally {
    await lefts.return?.();
    await rights.return?.();
  }
}
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** As many rows at a time, the last time fewer. */
export async function* inBatches<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Rows of one name, which are next to each other. */
export type Same<Row> = [Row, ...Row[]];
export async function* sameNamed<Row>(
  rows: AsyncIterable<Row>,
  nameOf: (row: Row) => string,
): AsyncGenerator<Same<Row>> {
  let together: Same<Row> | undefined;
  for await (const row of rows)
    if (together && nameOf(together[0]) === nameOf(row)) together.push(row);
    else {
      if (together) yield together;
      together = [row];
    }
  if (together) yield together;
}
