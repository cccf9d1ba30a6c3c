/**
 * Imports address files into a database of its own and looks addresses up in them: a table of ten countries, and times
 * with as many rows as wanted. scripts/bench/addresses.ts starts it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { madeUpRow } from '../../scripts/bench/addresses.ts';
import { importAddresses } from '../src/company/places/address-file/address-file.import.ts';
import { findInFile } from '../src/company/places/address-file/address-file.queries.ts';
import { suggestAddresses } from '../src/company/places/address-file/suggest-addresses.ts';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { connectTo } from '../src/db/embedded/installation.ts';
import { ormOptions } from '../src/db/orm.config.ts';
import { migrate } from '../src/db/schema/migrate.ts';
import type { AppContext } from '../src/http/context.ts';
import { asOpenAddresses, madeUpAddresses, tally } from './addresses/made-up.ts';
import { reportTo } from './child.ts';

const { BENCH_FILE = '', BENCH_ROWS = '0', BENCH_FOLDER = '', BENCH_EACH = '0' } = process.env;
const rows = Number(BENCH_ROWS);
const LOOKS = 500;

const database = await startEmbeddedPostgres({ dir: join(BENCH_FOLDER, 'postgres'), log: () => undefined });
const orm = await MikroORM.init({ ...ormOptions(database.url), logger: () => undefined });
await migrate(orm, database.url);
async function importFile(file: string): Promise<void> {
  const client = await connectTo({ connectionString: database.url });
  await importAddresses(client, file, {});
  await client.end();
}
const began = performance.now();
await importFile(BENCH_FILE);
const seconds = (performance.now() - began) / 1000;
const megabytes = process.resourceUsage().maxRSS / 1024;

const em = orm.em.fork();
async function time(look: (row: ReturnType<typeof madeUpRow>) => Promise<boolean>) {
  const times: number[] = [];
  for (let at = 0; at < LOOKS; at++) {
    const row = madeUpRow((at * 7919) % rows);
    const start = performance.now();
    const isFound = await look(row);
    times.push(performance.now() - start);
    if (!isFound) throw new Error(`Nothing was found of ${row.street} ${row.number}, ${row.postcode} ${row.town}.`);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const part = (of: number) => sorted[Math.floor(sorted.length * of)] ?? 0;
  return { p50: part(0.5), p95: part(0.95) };
}
const lookUp = await time(async ({ street, number, postcode, town }) => {
  const text = `Firma Huber, ${street.replace('straße', 'str.')} ${number}/3, ${postcode} ${town}`;
  return Boolean((await findInFile({ em }, [text])).get(text));
});
const ctx = { em } as unknown as AppContext;
/** Nothing is found of it as it is written, so that the streets of its postcode are compared. */
const slip = await time(async ({ street, number, postcode, town }) => {
  const text = `${street.slice(0, 3)}${street[2]}${street.slice(3)} ${number}, ${postcode} ${town}`;
  return (await findInFile({ em }, [text])).size === 1;
});
const typed = await time(async ({ street, number, town }) => {
  const q = `${street.slice(0, -1)}${street.endsWith('e') ? 'e' : street.slice(-1)} ${number}, ${town.slice(0, 3)}`;
  return (await suggestAddresses(ctx, { q })).data.length > 0;
});

const all = madeUpAddresses();
const worldFile = join(BENCH_FOLDER, 'world.csv');
await writeFile(worldFile, asOpenAddresses(all));
await importFile(worldFile);
const tallies = await tally(all, Number(BENCH_EACH), (texts) => findInFile({ em }, texts));
reportTo(process, { seconds, megabytes, lookUp, slip, typed, tallies }, async () => {
  await orm.close(true);
  await database.stop();
});
