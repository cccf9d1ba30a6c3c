import type { EntityManager } from '@mikro-orm/postgresql';
import { run } from '../../db/rows.ts';

/** Job of the queue that checks, carries on or takes back one import; one import at a time. */
export const IMPORT_TASK = 'work_import';

/** Has an import worked on, from the commit of the running transaction on. */
export const queueImport = (em: EntityManager, id: number): Promise<number> =>
  run(
    em,
    `select graphile_worker.add_job('${IMPORT_TASK}', json_build_object('id', ?::int), queue_name => 'imports',
       max_attempts => 25, job_key => 'import ' || ?::int, job_key_mode => 'replace')`,
    [id, id],
  );

/** Has those worked on that are not finished and have no job any more, as after a restore. */
export const queueForgotten = (em: EntityManager): Promise<number> =>
  run(
    em,
    `select graphile_worker.add_job('${IMPORT_TASK}', json_build_object('id', i.id), queue_name => 'imports',
       max_attempts => 25, job_key => 'import ' || i.id)
     from imports i where (i.state in ('checking', 'importing') or i.is_undoing)
       and not exists (select 1 from graphile_worker.jobs j where j.key = 'import ' || i.id)`,
  );
