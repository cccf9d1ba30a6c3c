/**
 * npm run admin -- create USERNAME [PASSWORD]   makes an admin, or gives an existing user the role and a new password
 * Works while the server is stopped (embedded database) or on the DATABASE_URL at any time; a password that is not
 * given is made and printed.
 */
import { join, resolve } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { readConfig } from '../server/src/config.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { ormOptions } from '../server/src/db/orm.config.ts';
import { makeAdmin } from '../server/src/features/users/first-admin.ts';
import { lockDataDir } from '../server/src/lib/data-dir.ts';

const [command, username, password] = process.argv.slice(2);
if (command !== 'create' || !username) {
  console.error('Usage: npm run admin -- create USERNAME [PASSWORD]');
  process.exit(2);
}
const config = readConfig();
const unlock = config.DATABASE_URL ? undefined : await lockDataDir(resolve(config.DATA_DIR));
const database = config.DATABASE_URL
  ? undefined
  : await startEmbeddedPostgres({ dir: join(resolve(config.DATA_DIR), 'postgres'), log: console.error });
const url = config.DATABASE_URL ?? database?.url ?? '';
const orm = await MikroORM.init({ ...ormOptions(url), logger: () => undefined });
try {
  await migrate(orm, url);
  const made = await makeAdmin(orm, username, password);
  console.log(`${username} is an admin now. Password: ${made}`);
} finally {
  await orm.close(true);
  await database?.stop();
  await unlock?.();
}
