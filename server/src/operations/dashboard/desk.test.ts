import type { ChartDay, Desk } from '@quickfleet/shared/operations/dashboard';
import { listsOfDay, listsOfDesk } from '@quickfleet/shared/operations/dashboard';
import { describe, expect, it } from 'vitest';
import { expectIssue, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok, orderBody } from '../../../test/support/factories.ts';

// Local days that are not those of UTC, nor of the machine.
const world = useWorld({ BUSINESS_TIMEZONE: 'Pacific/Auckland' });
/** A quarter past midnight in Auckland: half of the local day is still yesterday in UTC. */
const NOW = new Date('2026-03-15T11:15:00Z');
const TODAY = '2026-03-16';

const listOf = (screen: string) =>
  `/api/v1${screen
    .replace('/admin', '')
    .replace('&day=', '&plannedOn=')
    .replace(/&sort=\w+/, '')}`;
const totalOf = async (screen: string): Promise<number> =>
  ok<{ total: number }>(await world.dispatcher.get(listOf(screen))).total;
const make = async (more: Record<string, unknown> = {}): Promise<number> =>
  ok<{ id: number }>(await world.dispatcher.post('/api/v1/orders', orderBody(more))).id;
const windowAt = (from: string, to: string) => ({ deliveryWindow: { from, to } });

async function fill(): Promise<void> {
  world.app.setClock(new Date('2026-03-14T20:00:00Z'));
  await makeQuote(world.app);
  const driverId = world.driver.userId;
  // Late now, today without a driver, today with one, and of another day.
  await make(windowAt('2026-03-15T08:00:00Z', '2026-03-15T09:00:00Z'));
  await make(windowAt('2026-03-15T22:00:00Z', '2026-03-15T23:00:00Z'));
  const given = await make({ ...windowAt('2026-03-16T01:00:00Z', '2026-03-16T02:00:00Z'), driverId });
  const done = await make({ ...windowAt('2026-03-16T01:00:00Z', '2026-03-16T02:00:00Z'), driverId });
  await make(windowAt('2026-03-17T01:00:00Z', '2026-03-17T02:00:00Z'));
  const { sql } = world.app;
  await sql(`update orders set status = 'picked_up' where id = ?`, given);
  const deliver = (id: number, at: string) =>
    sql(`update orders set status = 'delivered', delivered_at = ?, delivery_date = ? where id = ?`, at, at, id);
  await deliver(done, '2026-03-15T11:05:00Z');
  // Yesterday: in its window, after it, and on its planned day without a window.
  await deliver(await make(windowAt('2026-03-14T21:00:00Z', '2026-03-14T22:00:00Z')), '2026-03-14T21:30:00Z');
  await deliver(await make(windowAt('2026-03-14T21:00:00Z', '2026-03-14T22:00:00Z')), '2026-03-15T10:59:59Z');
  await deliver(await make({ deliveryDate: '2026-03-15' }), '2026-03-14T22:30:00Z');
  await deliver(await make({ deliveryDate: '2026-03-15' }), '2026-03-15T11:00:00Z');
  const failing = await make();
  await sql(`update orders set failed_at = '2026-03-15T11:10:00Z', outcome = 'failed' where id = ?`, failing);
  await sql(
    `insert into attempts (order_id, stop, number, outcome, received_at, by) select ?, 'delivery', n, 'failed', '2026-03-15T10:30:00Z', 'driver' from generate_series(1, 2) n`,
    failing,
  );
  // One order with two charges that wait, one with a charge that is decided.
  await sql(
    `insert into charges (order_id, label, amount, tax_total, state, is_from_driver, by, taken_at)
     select ?, 'Waiting', 5, 0, state, true, 'Dan', now() from unnest(array['proposed', 'proposed']) as state
     union all select ?, 'Toll', 5, 0, 'dropped', true, 'Dan', now()`,
    given,
    done,
  );
  world.app.setClock(NOW);
}

describe('what needs a hand', () => {
  it('C216 each figure is the total of its list, by local days', async () => {
    await fill();
    const desk = ok<Desk>(await world.dispatcher.get('/api/v1/stats/desk'));
    expect(desk.today).toBe(TODAY);
    const { board: _, ...lists } = listsOfDesk(desk);
    const totals: Record<string, number> = {};
    for (const [figure, screen] of Object.entries(lists)) totals[figure] = await totalOf(screen);
    expect(desk).toMatchObject(totals);
    expect(desk).toMatchObject({ late: 1, unassigned: 1, failed: 1, chargesProposed: 1, openClaims: 0, quotesDue: 1 });
  });

  it('C217 each driver’s day has the stops of the board', async () => {
    const desk = ok<Desk>(await world.dispatcher.get('/api/v1/stats/desk'));
    const board = ok<{ drivers: { driver: { id: number }; totals: { stops: number; stopsDone: number } }[] }>(
      await world.dispatcher.get(`/api/v1/drivers/days?day=${TODAY}`),
    );
    const shown = board.drivers
      .filter(({ totals }) => totals.stops > 0)
      .map(({ driver, totals: { stops, stopsDone } }) => ({ id: driver.id, stops, stopsDone }));
    expect(desk.drivers.map(({ name: _, ...day }) => day)).toEqual(shown);
    expect(shown).toEqual([{ id: world.driver.userId, stops: 2, stopsDone: 1 }]);
  });

  it('C218 the last 30 days say what was delivered, in time and failed, each the total of its list', async () => {
    const { days } = ok<{ days: ChartDay[] }>(await world.dispatcher.get('/api/v1/stats/days'));
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, '2026-02-15', TODAY]);
    for (const one of days.slice(-3)) {
      const { delivered, onTime, failed } = listsOfDay(one.day);
      expect(one).toMatchObject({
        delivered: await totalOf(delivered),
        onTime: await totalOf(onTime),
        failed: await totalOf(failed),
      });
    }
    expect(days.slice(-2)).toEqual([
      { day: '2026-03-15', delivered: 3, onTime: 2, failed: 1 },
      { day: TODAY, delivered: 2, onTime: 1, failed: 0 },
    ]);
    expect(await totalOf('/admin/orders?deliveredOn=2026-03-15&onTime=false')).toBe(1);
    expectIssue(
      await world.dispatcher.get('/api/v1/orders?onTime=true'),
      'onTime',
      'Ask with deliveredOn: a day is what an order is in time for',
    );
  });

  it('C219 news counts what came in since a moment, and only staff read it', async () => {
    const first = ok<{ at: string; quotes: number }>(await world.dispatcher.get('/api/v1/stats/news'));
    expect(first).toEqual({ at: NOW.toISOString(), quotes: 0, claims: 0, failures: 0 });
    const path = `/api/v1/stats/news?since=2026-03-15T11:00:00Z`;
    expect(ok(await world.dispatcher.get(path))).toMatchObject({ quotes: 0, failures: 1 });
    world.app.setClock(new Date(NOW.getTime() + 60_000));
    await makeQuote(world.app);
    expect(ok(await world.dispatcher.get(`/api/v1/stats/news?since=${first.at}`))).toMatchObject({ quotes: 1 });
    for (const call of ['desk', 'days', 'news'])
      expect((await world.driver.get(`/api/v1/stats/${call}`)).statusCode, call).toBe(403);
  });
});
