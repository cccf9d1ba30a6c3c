/** Imports an address file into a database of its own and looks addresses up in it; scripts/bench/addresses.ts starts it. */
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
import { reportTo } from './child.ts';

const { BENCH_FILE = '', BENCH_ROWS = '0', BENCH_FOLDER = '' } = process.env;
const rows = Number(BENCH_ROWS);
const LOOKS = 500;

const database = await startEmbeddedPostgres({ dir: join(BENCH_FOLDER, 'postgres'), log: () => undefined });
const orm = await MikroORM.init({ ...ormOptions(database.url), logger: () => undefined });
await migrate(orm, database.url);
const client = await connectTo({ connectionString: database.url });
const began = performance.now();
await importAddresses(client, BENCH_FILE, {});
const seconds = (performance.now() - began) / 1000;
const megabytes = process.resourceUsage().maxRSS / 1024;
await client.end();

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
const typed = await time(async ({ street, number, town }) => {
  const q = `${street.slice(0, -1)}${street.endsWith('e') ? 'e' : street.slice(-1)} ${number}, ${town.slice(0, 3)}`;
  return (await suggestAddresses(ctx, { q })).data.length > 0;
});
reportTo(process, { seconds, megabytes, lookUp, typed }, async () => {
  await orm.close(true);
  await database.stop();
});
