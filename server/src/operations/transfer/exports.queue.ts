import type { EntityManager } from '@mikro-orm/postgresql';
import { LOCKS } from '../../db/advisory-locks.ts';
import { run } from '../../db/rows.ts';

/** Job of the queue that makes one export. */
export const EXPORT_TASK = 'make_export';

/** SQL: no process is making an export. The one that does holds this lock, and PostgreSQL drops it with its connection. */
export const NO_EXPORT_RUNS = `not exists (select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()) and classid = 0 and objid = ${LOCKS.exports} and objsubid = 1 and mode = 'ExclusiveLock')`;

/** Has an export made, from the commit of the running transaction on. */
export const queueExport = (em: EntityManager, id: number): Promise<number> =>
  run(
    em,
    `select graphile_worker.add_job('${EXPORT_TASK}', json_build_object('id', ?::int), queue_name => 'exports',
       max_attempts => 5, job_key => 'export ' || ?::int, job_key_mode => 'replace')`,
    [id, id],
  );

/** Has those made that are not finished and have no job any more, as after a restore. */
export const queueForgottenExports = (em: EntityManager): Promise<number> =>
  run(
    em,
    `select graphile_worker.add_job('${EXPORT_TASK}', json_build_object('id', e.id), queue_name => 'exports',
       max_attempts => 5, job_key => 'export ' || e.id)
     from exports e where e.state in ('waiting', 'running')
       and not exists (select 1 from graphile_worker.jobs j where j.key = 'export ' || e.id)`,
  );
