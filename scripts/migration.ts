/** Writes a migration for what the entities have and the tables do not: npm run migration:create -- NAME */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { startEmbeddedPostgres } from '../server/src/db/embedded/embedded-postgres.ts';
import { ormOptions } from '../server/src/db/orm.config.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';

const dir = await mkdtemp(join(tmpdir(), 'quickfleet-migration-'));
const database = await startEmbeddedPostgres({
  dir: join(dir, 'postgres'),
  log: console.error,
  settings: { fsync: 'off' },
});
try {
  const orm = await MikroORM.init(ormOptions(database.url));
  await migrate(orm, database.url);
  const { fileName, diff } = await orm.migrator.create(undefined, false, false, process.argv[2]);
  console.log(fileName ? `${fileName}\n${diff.up.join('\n')}` : 'The tables match the entities.');
  await orm.close(true);
} finally {
  await database.stop();
  await rm(dir, { recursive: true, force: true });
}
