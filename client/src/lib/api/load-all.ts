/**
 * Every row of a list, in the order of ids, at most `max` of them. Each page begins after the last row of the one before:
 * rows that are added or removed while loading cause no gaps and no duplicates.
 */
export async function loadAll<Row extends { id: number }>(
  load: (afterId: number) => Promise<{ data: Row[] }>,
  max = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let afterId = 0; rows.length < max; afterId = rows.at(-1)?.id ?? 0) {
    const { data } = await load(afterId);
    if (data.length === 0) break;
    rows.push(...data);
  }
  return rows.slice(0, max);
}
