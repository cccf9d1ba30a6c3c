/**
 * npm run demo: the product with a busy company in a separate data folder. npm run demo -- --reset creates it again,
 * npm run demo -- --orders 100000 adds that many orders of two years to it, once.
 */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockDataDir } from '../server/src/db/embedded/data-dir-lock.ts';
import { buildClientApart } from './build/build-client.ts';
import { compileAhead } from './build/compile-ahead.ts';

/** Empties a demo's data folder, never under a demo that runs. */
async function reset(dataDir: string): Promise<void> {
  const lock = await lockDataDir(resolve(dataDir), { log: console.error });
  for (const name of await readdir(dataDir))
    if (!name.startsWith('quickfleet.lock')) await rm(join(dataDir, name), { recursive: true, force: true });
  await lock.release();
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { reset: { type: 'boolean' }, orders: { type: 'string' } } });
  await Promise.all([buildClientApart(), compileAhead()]);
  const dataDir = process.env['DATA_DIR'] || './demo-data';
  if (values.reset && existsSync(join(dataDir, 'demo.json'))) await reset(dataDir);
  const { serve } = await import('../server/src/server.ts');
  const { prepareDemo } = await import('../server/src/demo/prepare.ts');
  await serve({
    config: { DATA_DIR: dataDir, isDemo: true, ribbon: 'demo' },
    prepare: (services) => prepareDemo(services, Number(values.orders ?? 0)),
  });
}
