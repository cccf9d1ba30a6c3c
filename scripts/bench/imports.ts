/**
 * Many orders in one go: rows of a file a second from the upload until they are in, with the memory of the process that
 * serves people, of this checkout and of the one that `--tree` names in turn; and orders by `POST /orders/batch` next to
 * single calls.
 */
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BATCH_MAX } from '@quickfleet/shared/limits';
import { startTree, type Tree } from './visitors.ts';

const LOOK_MS = 500;
const MEGABYTE = 1_048_576;

const send = async <T>({ url, cookie }: Tree, method: string, path: string, body?: FormData | object): Promise<T> => {
  const isForm = body instanceof FormData;
  const headers = { cookie, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) };
  const given = body && !isForm ? JSON.stringify(body) : body;
  const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...(given ? { body: given } : {}) });
  const said: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(said)}`);
  return said as T;
};

const HEADS = 'Customer name,Customer e-mail,Pickup address,Delivery address,Item name,Item quantity,Price';
const fileOf = (rows: number, turn: number) =>
  [
    HEADS,
    ...Array.from(
      { length: rows },
      (_, at) =>
        `Customer ${at},import${turn}-${at}@quickfleet.example,1 Depot Road,${at} Long Street,Box,${(at % 3) + 1},12.50`,
    ),
  ].join('\n');

interface Found {
  id: number;
  state: string;
  valid: number;
  created: number;
}
interface Outcome {
  checkedMs: number;
  totalMs: number;
  cpuMs: number;
  /** MB of memory at each look. */
  memory: number[];
}
async function importRows(tree: Tree, rows: number, turn: number): Promise<Outcome> {
  const memory: number[] = [];
  const until = async (id: number, state: string): Promise<Found> => {
    for (;;) {
      const found = await send<Found>(tree, 'GET', `/imports/${id}`);
      memory.push((await tree.ours.usage()).rss / MEGABYTE);
      if (found.state === state) return found;
      if (found.state === 'failed') throw new Error('The import has failed.');
      await pause(LOOK_MS);
    }
  };
  const form = new FormData();
  form.set('kind', 'orders');
  form.set('file', new Blob([fileOf(rows, turn)], { type: 'text/csv' }), 'orders.csv');
  const { cpu } = await tree.ours.usage();
  const begun = performance.now();
  const { id } = await send<Found>(tree, 'POST', '/imports', form);
  const { valid } = await until(id, 'checked');
  const checkedMs = performance.now() - begun;
  if (valid !== rows) throw new Error(`${valid} of ${rows} rows are valid.`);
  await send(tree, 'POST', `/imports/${id}/commit`, {});
  const { created } = await until(id, 'done');
  const totalMs = performance.now() - begun;
  if (created !== rows) throw new Error(`${created} of ${rows} orders were made.`);
  return { checkedMs, totalMs, cpuMs: ((await tree.ours.usage()).cpu - cpu) / 1000, memory };
}

const orderOf = (at: string) => ({
  customerName: `Customer ${at}`,
  customerEmail: `batch${at}@quickfleet.example`,
  pickupAddress: '1 Depot Road',
  deliveryAddress: `${at} Long Street`,
  items: [{ name: 'Box', quantity: 1 }],
});
/** Milliseconds of so many orders by single calls, and by batches, of one program that waits for each answer. */
async function timeBatches(tree: Tree, count: number): Promise<{ single: number; batch: number }> {
  const begun = performance.now();
  for (let at = 0; at < count; at++) await send(tree, 'POST', '/orders', orderOf(`s${at}`));
  const single = performance.now() - begun;
  const again = performance.now();
  for (let from = 0; from < count; from += BATCH_MAX) {
    const orders = Array.from({ length: Math.min(BATCH_MAX, count - from) }, (_, one) => orderOf(`b${from + one}`));
    await send(tree, 'POST', '/orders/batch', { orders, mode: 'all' });
  }
  return { single, batch: performance.now() - again };
}

/** Prints rows a second of each checkout, and batches next to single calls of this one. */
export async function printImports(root: string, other: string, keep: string, rows: number, orders: number) {
  const trees = [...new Set([resolve(other), resolve(root)])];
  console.log(`\n${'checkout'.padEnd(30)}rows/s   checked   CPU per row   memory: first, last tenth, most, MB`);
  for (const [turn, path] of trees.entries()) {
    const tree = await startTree(path, keep);
    try {
      const { checkedMs, totalMs, cpuMs, memory } = await importRows(tree, rows, turn);
      const tenth = Math.ceil(memory.length / 10);
      const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
      const megabytes = [mean(memory.slice(0, tenth)), mean(memory.slice(-tenth)), Math.max(...memory)];
      console.log(
        [
          path.padEnd(30),
          ((rows / totalMs) * 1000).toFixed(0).padStart(6),
          `${(checkedMs / 1000).toFixed(0)} s`.padStart(10),
          `${(cpuMs / rows).toFixed(2)} ms`.padStart(14),
          megabytes.map((one) => one.toFixed(0).padStart(8)).join(''),
        ].join(''),
      );
      if (path !== resolve(root)) continue;
      const { single, batch } = await timeBatches(tree, orders);
      console.log(
        `${orders} orders: ${(single / 1000).toFixed(1)} s by single calls, ${(batch / 1000).toFixed(1)} s by batches of ${BATCH_MAX}, ${(batch / single).toFixed(2)} of it (goal: 0.33)`,
      );
    } finally {
      await tree.ours.stop();
    }
  }
}
