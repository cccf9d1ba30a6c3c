import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { makeDueOrders } from './recurring.make.ts';

const world = useWorld();
const BASE = '/api/v1/recurring-orders';
const proofRules = { delivery: { scan: true, photos: 'one' as const } };
const tomorrow = () => new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);

async function daily(more: object = {}): Promise<RecurringOrder> {
  const order = orderBody({ proofRules, language: 'de', notes: 'Ring', ...more });
  const { id } = ok<RecurringOrder>(
    await world.dispatcher.post(BASE, { order, rule: 'FREQ=DAILY', start: tomorrow() }),
  );
  await makeDueOrders(world.app.services);
  return ok<RecurringOrder>(await world.dispatcher.get(`${BASE}/${id}`));
}
const change = async (id: number, order: object) =>
  ok<RecurringOrder>(await world.dispatcher.put(`${BASE}/${id}`, { order }));
async function firstOrder(job: RecurringOrder): Promise<Order> {
  const { orderId } = job.upcoming.find(({ state }) => state === 'made') ?? {};
  return ok<Order>(await world.dispatcher.get(`/api/v1/orders/${orderId}`));
}

it('Z15 the proof rules of a recurring job are read, and what was read goes back without losing them', async () => {
  const job = await daily();
  expect(job.order).toMatchObject({ proofRules, language: 'de' });
  expect(await firstOrder(job)).toMatchObject({ proofRules, language: 'de' });

  const changed = await change(job.id, { ...job.order, notes: 'Knock' });
  expect(changed.order).toEqual({ ...job.order, notes: 'Knock' });
  expect(await firstOrder(changed)).toMatchObject({ proofRules, language: 'de', notes: 'Knock' });
});

it('Z15 a program that does not name proof rules and language leaves them, in the job and in its orders', async () => {
  const job = await daily();
  const { proofRules: _, language: __, ...known } = job.order;
  const changed = await change(job.id, { ...known, officeNotes: 'Pays late' });
  expect(changed.order).toEqual({ ...job.order, officeNotes: 'Pays late' });
  expect(await firstOrder(changed)).toMatchObject({ proofRules, language: 'de', officeNotes: 'Pays late' });
});

it('Z15 new proof rules reach the orders that are made already, and null takes them away', async () => {
  const job = await daily();
  const photo = { pickup: { photos: 'each_item' as const } };
  const other = await change(job.id, { ...job.order, proofRules: photo });
  expect(other.order.proofRules).toEqual(photo);
  expect(await firstOrder(other)).toMatchObject({ proofRules: photo });
  const none = await change(job.id, { ...other.order, proofRules: null, language: null });
  expect(none.order).toMatchObject({ proofRules: null, language: null });
  expect(await firstOrder(none)).toMatchObject({ proofRules: null, language: null });
});

it('Z15 a language that nobody said is the customer’s own, also after a change', async () => {
  const { customerEmail } = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody({ language: 'fr' })));
  const job = await daily({ customerEmail, language: undefined });
  expect((await firstOrder(job)).language).toBe('fr');
  const changed = await change(job.id, { ...job.order, notes: 'Knock' });
  expect(await firstOrder(changed)).toMatchObject({ language: 'fr', notes: 'Knock' });
  const [row] = await world.app.sql<{ said: boolean }>(
    `select jsonb_exists(content, 'language') as said from recurring_orders where id = ?`,
    job.id,
  );
  expect(row).toEqual({ said: false });
});
