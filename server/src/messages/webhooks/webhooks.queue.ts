import type { EntityManager } from '@mikro-orm/postgresql';
import { run } from '../../db/rows.ts';

/** Job of the queue that sends to one webhook. */
export const SEND_TASK = 'send_webhook';
const job = (id: string, mode: string) =>
  `graphile_worker.add_job('${SEND_TASK}', json_build_object('id', ${id}), queue_name => 'webhook ' || ${id},
     run_at => now() + make_interval(secs => ?::float8), max_attempts => 25, job_key => 'webhook ' || ${id}, job_key_mode => '${mode}')`;

/** Has a webhook's job run now, instead of later. */
export const wakeWebhooks = (em: EntityManager, ids: readonly number[]): Promise<number> =>
  run(em, `select ${job('id', 'replace')} from unnest(?::int[]) id order by id`, [0, ids]);

/** Has it run in so many milliseconds, unless something has queued it in the meantime. */
export const queueWebhook = (em: EntityManager, id: number, delay: number): Promise<number> =>
  run(em, `select ${job('id', 'preserve_run_at')} from unnest(?::int[]) id`, [delay / 1000, [id]]);

/** Takes the job of a webhook that is deleted out of the queue. */
export const forgetWebhook = (em: EntityManager, id: number): Promise<number> =>
  run(em, `select graphile_worker.remove_job('webhook ' || ?::int)`, [id]);
