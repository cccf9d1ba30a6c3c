import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { ormOptions } from '../../src/db/orm.config.ts';
import { migrate } from '../../src/db/schema/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated template database; each test file clones it. */
    templateUrl: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each test file copies in a fraction of a second. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'quickfleet-test-'));
  const database = await startEmbeddedPostgres({
    dir: join(dir, 'postgres'),
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const orm = await MikroORM.init({ ...ormOptions(database.url), logger: () => undefined });
  await migrate(orm, database.url);
  // Tests of mails look at each as it is caused; those of held notices set the time themselves.
  await orm.em.fork().execute(`update company set settings = settings || '{"notices": {"settleMinutes": 0}}'`);
  await orm.close(true);
  project.provide('templateUrl', database.url);
  return async () => {
    await database.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
