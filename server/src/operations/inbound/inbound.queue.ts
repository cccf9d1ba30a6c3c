import type { EntityManager } from '@mikro-orm/postgresql';
import { run } from '../../db/rows.ts';

/** Jobs of the queue: a notice is used, and a fulfilment is reported to a shop. */
export const NOTICE_TASK = 'use_notice';
export const FULFIL_TASK = 'tell_shop';

/** The notices of one shop are used one after the other. */
export const queueNotice = (em: EntityManager, id: number, shopId: number): Promise<number> =>
  run(
    em,
    `select graphile_worker.add_job('${NOTICE_TASK}', json_build_object('id', ?::int), queue_name => 'shop ' || ?::int,
       max_attempts => 10, job_key => 'notice ' || ?::int, job_key_mode => 'preserve_run_at')`,
    [id, shopId, id],
  );

/** Two at a time, whatever the shops are: one that hangs keeps neither the others nor the mail waiting for long. */
export const queueFulfilments = (em: EntityManager, ids: readonly number[]): Promise<number> =>
  run(
    em,
    `select graphile_worker.add_job('${FULFIL_TASK}', json_build_object('id', id), queue_name => 'shops ' || id % 2,
       max_attempts => 3, job_key => 'fulfilment ' || id, job_key_mode => 'preserve_run_at') from unnest(?::int[]) id`,
    [ids],
  );
