import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { EVENT_DAYS } from '@quickfleet/shared/limits';
import { type Event, type EventFeed, eventTypes, type NewestEvents } from '@quickfleet/shared/messages/events';
import { afterEach, describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { makeOrder, makeQuote, ok, openOrder, orderBody, signatureFile } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

const world = useWorld();
afterEach(() => world.app.setClock(undefined));
type Reader = Pick<typeof world.admin, 'get'>;
const page = async (who: Reader, query: string) => ok<EventFeed>(await who.get(`/api/v1/events?${query}`));
async function allAfter(
  who: Reader,
  after = '0',
  limit = 500,
  types = '',
): Promise<{ events: Event[]; cursor: string }> {
  const events: Event[] = [];
  for (let cursor = after; ; ) {
    const { data, nextCursor, hasMore } = await page(
      who,
      `after=${cursor}&limit=${limit}${types && `&types=${types}`}`,
    );
    events.push(...data);
    cursor = nextCursor;
    if (!hasMore) return { events, cursor };
  }
}
const typed = async (more = {}): Promise<Order> => ok(await world.admin.post('/api/v1/orders', orderBody(more)));

describe('the feed of events', () => {
  it('M08 leaves out none and gives none twice while 16 write and it is read all the time', {
    timeout: 120_000,
  }, async () => {
    const { cursor: begin } = await allAfter(world.admin);
    const EACH = 6;
    const shared = await Promise.all([typed(), typed(), typed(), typed()]);
    let isDone = false;
    // A machine with much to do may say that it is busy: nothing was changed then.
    const patiently = async (call: () => ReturnType<typeof world.admin.put>): Promise<void> => {
      let answer = await call();
      while (answer.statusCode === 503) answer = await call();
      ok(answer);
    };
    const write = async (writer: number) => {
      for (let time = 0; time < EACH; time++) {
        if (time % 3 === 0) await patiently(() => world.admin.post('/api/v1/orders', orderBody()));
        // Several writers at one order wait for each other, and begin their transactions in another order than they end.
        const [{ id } = { id: 0 }] = shared.slice(writer % 4);
        await patiently(() => world.admin.put(`/api/v1/orders/${id}`, { notes: `${writer} ${time}` }));
      }
    };
    const follow = async () => {
      const events: Event[] = [];
      for (let cursor = begin; ; ) {
        const isLast = isDone;
        const next = await page(world.admin, `after=${cursor}&limit=7`);
        events.push(...next.data);
        cursor = next.nextCursor;
        if (isLast && !next.hasMore) return events;
      }
    };
    const followers = [follow(), follow()];
    await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
    isDone = true;
    const followed = await Promise.all(followers);
    const rows = await world.app.sql<{ id: string }>(
      'select event_id as id from events where position > ? order by position',
      begin,
    );
    for (const events of followed) {
      expect(events.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      for (const { id } of shared)
        expect(
          events.filter(({ object }) => object.type === 'order' && object.id === id).map((e) => e.sequence),
        ).toEqual(Array.from({ length: 1 + 4 * EACH }, (_, at) => at + 1));
    }
  });

  it('M08 is read from any of its events on, in pages of any size, and with some types alone', async () => {
    const { cursor } = await allAfter(world.admin);
    const order = await typed({ driverId: world.driver.userId });
    ok(await world.admin.put(`/api/v1/orders/${order.id}`, { notes: 'Ring' }));
    const whole = await allAfter(world.admin, cursor);
    expect(whole.events.map(({ type }) => type)).toEqual([
      'customer.created',
      'order.created',
      'order.assigned',
      'order.updated',
    ]);
    expect((await allAfter(world.admin, cursor, 1)).events).toEqual(whole.events);
    const [, second] = whole.events;
    expect((await page(world.admin, `after=${second?.id}`)).data).toEqual(whole.events.slice(2));
    const assigned = await allAfter(world.admin, cursor, 500, 'order.assigned,order.updated');
    expect(assigned.events).toEqual(whole.events.slice(2));
    expect((await allAfter(world.admin, cursor, 500, 'order.*')).events).toEqual(whole.events.slice(1));
    // The end of the feed is a place to go on from, whatever was asked for.
    const nothing = await page(world.admin, `after=${cursor}&types=claim.opened`);
    expect(nothing).toEqual({ data: [], nextCursor: whole.cursor, hasMore: false });
    expect(await page(world.admin, `after=${whole.cursor}`)).toEqual({ ...nothing });
    expectIssue(
      await world.admin.get('/api/v1/events?limit=501'),
      'limit',
      'limit must be a whole number from 1 to 500',
    );
    expectError(await world.admin.get('/api/v1/events?types=order.exploded'), 400);
    expectError(await world.admin.get('/api/v1/events?after=-1'), 400);
    expectIssue(
      await world.admin.get(`/api/v1/events?after=evt_${'0'.repeat(32)}`),
      'after',
      'There is no such event, or it is older than what is kept',
    );
  });

  it('M21 the console reads the newest events first, of some types alone, and admins alone do', async () => {
    const order = await typed();
    ok(await world.admin.put(`/api/v1/orders/${order.id}`, { notes: 'later' }));
    const latest = (who: typeof world.admin, input: object) =>
      who.get(`/trpc/events.latest?input=${encodeURIComponent(JSON.stringify(input))}`);
    const { data } = ok<{ result: { data: NewestEvents } }>(await latest(world.admin, { limit: 2 })).result;
    expect(data.hasMore).toBe(true);
    expect(data.data).toEqual((await allAfter(world.admin)).events.slice(-2).toReversed());
    expect(data.data.map(({ type, object }) => [type, object.id])).toEqual([
      ['order.updated', order.id],
      ['order.created', order.id],
    ]);
    const some = ok<{ result: { data: NewestEvents } }>(
      await latest(world.admin, { limit: 500, types: 'order.created' }),
    ).result.data;
    expect(new Set(some.data.map(({ type }) => type))).toEqual(new Set(['order.created']));
    expect((await latest(world.dispatcher, {})).statusCode).toBe(403);
    const program = await world.program('events:read', 'orders:read');
    expect((await program.get('/trpc/events.latest?input={}')).statusCode).toBe(403);
  });

  it('M09 a key reads of each type what its other scopes let it read, and nothing for staff alone', async () => {
    const order = await makeOrder(world.app, world.admin);
    ok(await world.admin.put(`/api/v1/orders/${order.id}`, { officeNotes: 'SECRET', driverNotes: 'SECRET' }));
    const phone = await openOrder(world.app, order);
    const fields = { customerName: 'Ada', orderId: String(order.id), kind: 'pickup' };
    ok(await phone.form('POST', '/api/driver/signature', fields, [await signatureFile()]));
    const kindsOf = async (...scopes: string[]) => {
      const { events } = await allAfter(await world.program('events:read', ...scopes));
      expect(JSON.stringify(events)).not.toMatch(/SECRET|access_?code":"/i);
      return [...new Set(events.map(({ object }) => object.type))].sort();
    };
    expect(await kindsOf()).toEqual([]);
    expect(await kindsOf('quotes:read')).toEqual(['quote']);
    expect(await kindsOf('orders:read')).toEqual(['order']);
    expect(await kindsOf('orders:read', 'quotes:read', 'customers:read')).toEqual(['customer', 'order', 'quote']);
    const pickedUp = async (...scopes: string[]) =>
      (
        await allAfter(await world.program('events:read', 'orders:read', ...scopes), '0', 500, 'order.picked_up')
      ).events.at(-1);
    expect((await pickedUp())?.data).toMatchObject({ id: order.id, signatures: [], pickupSignature: null });
    expect((await pickedUp('evidence:read'))?.data).toMatchObject({ pickupSignature: { signerName: 'Ada' } });
    expectError(await (await world.program('orders:read')).get('/api/v1/events'), 403);
    expectError(await world.dispatcher.get('/api/v1/events'), 403);
    expectError(await world.visitor.get('/api/v1/events'), 401);
  });

  it('M10 erasing a person takes their events along, and says that they are gone without saying who they were', async () => {
    const email = 'p.vance@example.org';
    const { cursor } = await allAfter(world.admin);
    const { id } = await makeQuote(world.app, { customer: { name: 'Philippa Vance', email } });
    const order = await typed({ customerName: 'Philippa Vance', customerEmail: email });
    ok(await world.admin.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    expect((await allAfter(world.admin, cursor)).events.length).toBeGreaterThan(3);
    const [person] = await world.app.sql<{ id: number }>('select id from customers where email = ?', email);
    ok(await world.admin.post(`/api/v1/customers/${person?.id}/erase`, { email }));
    const { events } = await allAfter(world.admin, cursor);
    expect(JSON.stringify(events)).not.toMatch(/Vance/i);
    expect(events.map(({ type, object, data }) => [type, object.id, data === null])).toEqual(
      expect.arrayContaining([
        ['customer.deleted', person?.id, true],
        ['quote.deleted', id, true],
        ['order.updated', order.id, false],
      ]),
    );
    expect(events).toHaveLength(3);
    expect(eventTypes).toContain('customer.deleted');
  });

  it(`M10 keeps events for ${EVENT_DAYS} days, and goes on counting after that`, async () => {
    const program = await world.program('events:read', 'orders:read', 'orders:write');
    const order = await typed();
    world.app.setClock(new Date(Date.now() + (EVENT_DAYS + 1) * 86_400_000));
    expect((await allAfter(program)).events).toEqual([]);
    await sweep(world.app.services);
    expect(await world.app.sql('select count(*)::int as count from events')).toEqual([{ count: 0 }]);
    world.app.setClock(undefined);
    ok(await program.put(`/api/v1/orders/${order.id}`, { notes: 'Ring' }));
    expect((await allAfter(program)).events).toMatchObject([{ type: 'order.updated', sequence: 2 }]);
  });
});
