import type { TableSize } from '../../server/bench/database.ts';
import type { Company } from './company.ts';

const SMALLEST_SHARE = 0.01;

/** What the database takes on the disk, and each table of some size. */
export async function printSizes({ ours }: Company): Promise<void> {
  const tables = await ours.ask<TableSize[]>('sizes');
  const total = tables.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  const megabytes = (size: number) => (size / 1_048_576).toFixed(size < 10_485_760 ? 1 : 0);
  console.log(`  ${megabytes(total)} MB of tables and indexes, of it`);
  for (const { name, rows, heap, indexes } of tables)
    if (heap + indexes >= total * SMALLEST_SHARE)
      console.log(
        `  ${name.padEnd(20)} ${rows.toLocaleString('en-US').padStart(11)} rows ${megabytes(heap).padStart(7)} MB, indexes ${megabytes(indexes).padStart(6)} MB`,
      );
}
