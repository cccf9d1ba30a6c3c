/**
 * npm run import -- FILE.zip    makes an empty installation (DATA_DIR, DATABASE_URL) of an export of everything.
 * Works while the server is stopped.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import { openSecrets } from '../server/src/db/embedded/data-dir.ts';
import { lockDataDir } from '../server/src/db/embedded/data-dir-lock.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded/embedded-postgres.ts';
import { connectTo } from '../server/src/db/embedded/installation.ts';
import { ormOptions } from '../server/src/db/orm.config.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import { openFileStore } from '../server/src/files/files-pair.ts';
import { makeFolder } from '../server/src/files/make-folder.ts';
import { describeImport, importEverything } from '../server/src/operations/transfer/import.service.ts';
import { printable } from '../server/src/security/safe-path.ts';
import { runCommand } from './command.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [file, ...more] = positionals;
if (!file || more.length > 0) {
  console.error('Usage: npm run import -- FILE.zip, with DATA_DIR set to an empty folder');
  process.exit(1);
}

await runCommand(async (config, signal) => {
  const dir = resolve(config.DATA_DIR);
  await makeFolder(dir);
  const lock = await lockDataDir(dir, { log: console.error, signal });
  const ends: (() => Promise<void>)[] = [lock.release];
  try {
    const database = config.DATABASE_URL
      ? undefined
      : await startEmbeddedPostgres({ dir: join(dir, 'postgres'), log: console.error, signal });
    if (database) ends.push(database.stop);
    const url = config.DATABASE_URL ?? database?.url ?? '';
    const orm = await MikroORM.init({ ...ormOptions(url), logger: () => undefined });
    ends.push(() => orm.close(true));
    await migrate(orm, url);
    const client = await connectTo({ connectionString: url });
    ends.push(() => client.end());
    const secrets = await openSecrets(orm, dir, config.SESSION_SECRET);
    const files = await openFileStore(config);
    const adminPassword = config.ADMIN_PASSWORD;
    const imported = await importEverything(resolve(file), { client, secrets, files, adminPassword, signal });
    for (const line of describeImport(imported)) console.log(printable(line));
  } finally {
    for (const end of ends.reverse()) await end();
  }
});
