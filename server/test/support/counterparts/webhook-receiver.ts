import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { Logger, runOnce } from 'graphile-worker';
import { openJobPool, webhookTasksOf } from '../../../src/jobs/worker.ts';
import { settleAll } from '../../../src/messages/events/events.settle.ts';
import type { TestApp } from '../app.ts';
import { closeServer } from '../close-server.ts';

export interface Received {
  headers: Record<string, string>;
  body: string;
  at: number;
}
export type Behaviour = (received: Received, response: ServerResponse) => void;

/** Another program that receives events and answers as the test says. */
export async function startReceiver(first: Behaviour = (_, response) => response.end('ok')) {
  const received: Received[] = [];
  let behave = first;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    const one = {
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body,
      at: Date.now(),
    };
    received.push(one);
    behave(one, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    behave(next: Behaviour) {
      behave = next;
    },
    close: () => closeServer(server),
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Gives events their deliveries and sends what is due, as the worker does. */
export async function deliverWebhooks(app: TestApp): Promise<void> {
  await settleAll(app.services);
  await app.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null');
  const pgPool = openJobPool(app.databaseUrl);
  const logger = new Logger(() => () => undefined);
  await runOnce({ pgPool, taskList: webhookTasksOf(app.services), concurrency: 2, noHandleSignals: true, logger });
  await pgPool.end();
}
