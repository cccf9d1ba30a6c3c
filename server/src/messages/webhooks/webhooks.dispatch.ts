import { setTimeout as pause } from 'node:timers/promises';
import { exists, onlyId, readRows } from '../../db/rows.ts';
import type { Services } from '../../http/context.ts';
import { settleAll } from '../events/events.settle.ts';
import { SEND_TASK, wakeWebhooks } from './webhooks.queue.ts';

/** After a fault, and whenever no notification comes. */
const AGAIN_MS = 5000;
/** Events that are committed so soon after others are queued together: one transaction and one job of each webhook. */
const GATHER_MS = 250;

export interface Dispatcher {
  stop(): Promise<void>;
}

const hasWebhooks = (services: Services): Promise<boolean> =>
  exists(services.orm.em.fork(), 'select 1 from webhooks where is_active limit 1');

/**
 * Queues deliveries as events are committed, and has them sent: a notification says that there are events, or that a
 * webhook was changed by any process. `startSending` runs only while there is an active webhook. Without one there is
 * nothing to do, and the feed gives places itself.
 */
export function startDispatcher(services: Services, startSending: () => Promise<Dispatcher>): Dispatcher {
  const end = new AbortController();
  const { signal } = end;
  let wake = Promise.withResolvers<void>();
  // One may be there already.
  wake.resolve();
  let sending: Dispatcher | undefined;
  const listen = async () => {
    for await (const { topic } of services.events.subscribe(signal))
      if (topic === 'event' || topic === 'webhook' || topic === 'resync') wake.resolve();
  };
  const stopSending = async () => {
    await sending?.stop();
    sending = undefined;
  };
  const look = async () => {
    if (!(await hasWebhooks(services))) return stopSending();
    sending ??= await startSending();
    await settleAll(services);
  };
  const work = async () => {
    while (!signal.aborted) {
      await Promise.race([wake.promise, pause(AGAIN_MS, undefined, { signal })]).catch(() => undefined);
      if (signal.aborted) return;
      wake = Promise.withResolvers();
      try {
        await look();
        await pause(GATHER_MS, undefined, { signal }).catch(() => undefined);
      } catch (error) {
        services.log.warn({ err: error }, 'events could not be queued for webhooks; they are tried again');
        await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const going = Promise.all([listen(), work()]);
  return {
    async stop() {
      end.abort();
      await going;
      await stopSending();
    },
  };
}

/** Every minute: what no notification has said, and webhooks that lost their job. */
export async function tendWebhooks(services: Services): Promise<void> {
  await settleAll(services);
  const em = services.orm.em.fork();
  const forgotten = await readRows(
    em,
    onlyId,
    `select $columns from webhooks w where w.is_active and coalesce(w.hold_until <= ?, true)
       and exists (select 1 from webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending' and d.next_try_at <= ?)
       and not exists (select 1 from graphile_worker.jobs j where j.key = 'webhook ' || w.id and j.task_identifier = '${SEND_TASK}')
      order by w.id`,
    [services.clock(), services.clock()],
  );
  if (forgotten.length > 0)
    await wakeWebhooks(
      em,
      forgotten.map(({ id }) => id),
    );
}
