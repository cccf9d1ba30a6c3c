import { describe, expect, it } from 'vitest';
import type { Client } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makeOrder, makePaidQuote, openOrder } from '../support/factories.ts';

// The two state machines as the server enforces them: every pair of states is requested over REST, by every kind of
// caller. The expectations are written out here (docs/decisions/002-order-transitions.md, and the quote's table in
// docs/architecture/states.md), and not read from the tables that the server uses.

const QUOTE_STATUSES = ['draft', 'sent', 'accepted', 'paid', 'converted'];
/** Asked for with `status` in a PUT. */
const QUOTE_MOVES = ['draft → sent', 'sent → accepted', 'sent → paid', 'accepted → paid'];

const ORDER_STATUSES = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered', 'cancelled'];
/** Asked for with PUT …/status, by whom. */
const ORDER_MOVES: Record<string, string[]> = {
  'assigned → in_transit': ['staff', 'driver'],
  'picked_up → in_transit': ['staff', 'driver', 'code'],
  'in_transit → delivered': ['staff', 'driver'],
  'pending → cancelled': ['staff'],
  'assigned → cancelled': ['staff'],
  'picked_up → cancelled': ['staff'],
  'in_transit → cancelled': ['staff'],
};

const world = useWorld();

describe('S04 every move of a quote over REST', () => {
  it('S04 S02 allows the moves of the table and refuses every other with a 409 that names the present state', async () => {
    const { id } = await makePaidQuote(world.app, world.admin);
    let cases = 0;
    for (const from of QUOTE_STATUSES) {
      for (const to of QUOTE_STATUSES) {
        await world.app.sql('update quotes set status = ? where id = ?', from, id);
        const answer = await world.dispatcher.put(`/api/v1/quotes/${id}`, { status: to });
        const move = QUOTE_MOVES.includes(`${from} → ${to}`);
        const stays = from === to && from !== 'converted';
        cases++;
        if (move || stays) expect(answer.statusCode, `${from} → ${to}: ${answer.body}`).toBe(200);
        else expect(expectError(answer, 409).error, `${from} → ${to}`).toMatch(new RegExp(`${from}|converted`));
        expect(await world.app.sql('select status from quotes where id = ?', id)).toEqual([
          { status: move ? to : from },
        ]);
      }
    }
    expect(cases).toBe(25);
  });

  it('S04 C16 converts from paid only', async () => {
    const { id } = await makePaidQuote(world.app, world.admin);
    for (const from of QUOTE_STATUSES.filter((status) => status !== 'paid')) {
      await world.app.sql('update quotes set status = ? where id = ?', from, id);
      expectError(await world.dispatcher.post(`/api/v1/quotes/${id}/convert-to-order`), 409);
    }
    await world.app.sql(`update quotes set status = 'paid' where id = ?`, id);
    expect((await world.dispatcher.post(`/api/v1/quotes/${id}/convert-to-order`)).statusCode).toBe(201);
  });
});

describe('S04 every move of an order over REST', () => {
  it('S04 S07 X03 allows staff, driver and code what the table allows them, and nobody anything else', async () => {
    const order = await makeOrder(world.app, world.admin);
    const phone = await openOrder(world.app, order);
    const movers: [mover: 'staff' | 'driver' | 'code', client: Client][] = [
      ['staff', world.dispatcher],
      ['staff', await world.program('orders:manage')],
      ['driver', world.driver],
      ['code', phone],
    ];
    let cases = 0;
    for (const from of ORDER_STATUSES) {
      for (const to of [...ORDER_STATUSES, 'created']) {
        for (const [mover, client] of movers) {
          const driverId = from === 'pending' ? null : world.driver.userId;
          // A pending order has no driver yet, so that it is nobody's own.
          if (mover === 'driver' && driverId === null) continue;
          await world.app.sql(
            `update orders set status = ?, driver_id = ?, delivered_at = case when ? = 'delivered' then now() end, cancelled_at = case when ? = 'cancelled' then now() end where id = ?`,
            from,
            driverId,
            from,
            from,
            order.id,
          );
          const answer = await client.put(`/api/v1/orders/${order.id}/status`, { status: to });
          const move = ORDER_MOVES[`${from} → ${to}`]?.includes(mover) ?? false;
          cases++;
          const told = `${mover}: ${from} → ${to}: ${answer.body}`;
          if (move) expect(answer.statusCode, told).toBe(200);
          else expect([403, 409], told).toContain(answer.statusCode);
          if (!move) expectError(answer, answer.statusCode);
          const left = move ? to : from;
          expect(await world.app.sql('select status from orders where id = ?', order.id), told).toEqual([
            { status: left },
          ]);
        }
      }
    }
    console.log(`${cases} moves of an order`);
    expect(cases).toBe(7 * (5 * 4 + 3));
  });
});
