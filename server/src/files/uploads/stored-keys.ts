import { c, type Reader, select } from '../../db/rows.ts';

const PAGE = 1000;
export const keyColumn = select({ key: c.text('key') });

/**
 * Keys of all rows of stored files, a page in memory at a time, in the order in which stores list their files: their
 * first 32 letters are hexadecimal and no two the same, so every collation puts them in this one.
 */
export async function* storedKeys(read: Reader): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const after = last.replaceAll("'", "''");
    const rows = await read(
      keyColumn,
      `select $columns from stored_files where key > '${after}' order by key limit ${PAGE}`,
    );
    for (const { key } of rows) yield key;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.key ?? '';
  }
}
/** The letters by which rows and files are sorted: those of a picture and of its small version are the same. */
export const sortedName = (key: string): string => key.slice(0, 32);
