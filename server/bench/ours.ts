/**
 * The measured product: a process with an embedded PostgreSQL in a kept folder, filled once with `ORDERS` orders.
 * scripts/bench.ts starts it.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import type { Services } from '../src/context.ts';
import { fillCompany } from '../src/demo/fill.ts';
import { User } from '../src/features/users/user.entity.ts';
import { hashPassword } from '../src/lib/password.ts';
import { start } from '../src/start.ts';
import { reportTo } from './child.ts';

const { BENCH_DIR = '', BENCH_ORDERS = '10000', BENCH_PASSWORD = '' } = process.env;
const config = readConfig({ DATA_DIR: BENCH_DIR, PORT: '0', LIMIT_SCALE: '1000000', LOG_LEVEL: 'error' }, {});

/** Nothing is measured in a folder whose filling was cut off: the mark is written last. */
async function fillOnce({ orm, clock }: Services): Promise<void> {
  const em = orm.em.fork();
  const passwordHash = await hashPassword(BENCH_PASSWORD);
  const user = await em.findOne(User, { username: 'bench' });
  if (user) user.passwordHash = passwordHash;
  else em.create(User, { username: 'bench', passwordHash, role: 'dispatcher', email: 'bench@quickfleet.example' });
  await em.flush();
  const mark = join(BENCH_DIR, 'filled');
  if (existsSync(mark)) return;
  await em.execute("update users set email = 'admin@quickfleet.example' where email is null");
  await fillCompany(em, clock(), { orders: Number(BENCH_ORDERS), withPhotoRows: true });
  await writeFile(mark, BENCH_ORDERS);
}

const begun = performance.now();
let filledMs = 0;
const running = await start(config, {
  prepare: async (services) => {
    const at = performance.now();
    await fillOnce(services);
    filledMs = performance.now() - at;
  },
});
const startMs = performance.now() - begun - filledMs;
reportTo(process, { url: running.url, databaseUrl: running.databaseUrl, startMs, filledMs }, running.stop);
