import { type OrderStatus, orderMoves, orderStatuses } from '@quickfleet/shared/order-status';
import { quoteMoves, quoteStatuses } from '@quickfleet/shared/quote-status';
import { describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { expectError, useWorld } from './contract.ts';
import { makeOrder, makePaidQuote, openOrder } from './factories.ts';

// The two state machines as the server enforces them: every pair of states is asked for over REST, by everybody who may
// ask.

const world = useWorld();

describe('S04 every move of a quote over REST', () => {
  it('S04 S01 S02 S03 allows the moves of the table and refuses every other with a 409 that names the present state', async () => {
    const { id } = await makePaidQuote(world.app, world.admin);
    let cases = 0;
    for (const from of quoteStatuses) {
      for (const to of quoteStatuses) {
        await world.app.sql('update quotes set status = ? where id = ?', from, id);
        const answer = await world.dispatcher.put(`/api/v1/quotes/${id}`, { status: to });
        const move = quoteMoves.find((one) => one.from === from && one.to === to && one.via === 'status');
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
    for (const from of quoteStatuses.filter((status) => status !== 'paid')) {
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
    for (const from of orderStatuses) {
      for (const to of [...orderStatuses, 'created']) {
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
          const move = orderMoves.find((one) => one.from === from && one.to === to && one.by.status?.includes(mover));
          cases++;
          const told = `${mover}: ${from} → ${to}: ${answer.body}`;
          if (move) expect(answer.statusCode, told).toBe(200);
          else expect([403, 409], told).toContain(answer.statusCode);
          if (!move) expectError(answer, answer.statusCode);
          const left: OrderStatus | string = move ? to : from;
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
