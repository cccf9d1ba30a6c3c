import type { Order, OrderCounts, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { overdueOf } from '@quickfleet/shared/delivery/orders/overdue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';

// Noon in Auckland of March 10, which is the evening of March 9 in UTC.
const ZONE = 'Pacific/Auckland';
const NOON = new Date('2026-03-10T12:00:00+13:00');
let app: TestApp;
let staff: Client;
let driver: Client & { userId: number };
const ids: Record<string, number> = {};
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: ZONE });
  [staff, driver] = [await app.as('dispatcher'), await app.as('driver')];
  app.setClock(new Date('2026-03-01T12:00:00+13:00'));
  const at = (day: number, from: string, to: string) => ({
    from: `2026-03-${String(day).padStart(2, '0')}T${from}:00+13:00`,
    to: `2026-03-${String(day).padStart(2, '0')}T${to}:00+13:00`,
  });
  for (const [name, more] of Object.entries({
    'yesterday, a day': { deliveryDate: '2026-03-09' },
    'today, a day': { deliveryDate: '2026-03-10', driverId: driver.userId },
    'today, over': { deliveryWindow: at(10, '08:00', '11:59'), driverId: driver.userId },
    'today, now': { deliveryWindow: at(10, '11:00', '13:00') },
    'today, first minute': { deliveryWindow: at(10, '00:00', '23:00') },
    'tomorrow, first minute': { deliveryWindow: at(11, '00:00', '01:00') },
    'picked up yesterday': { pickupWindow: at(9, '08:00', '09:00') },
    'no day': {},
  })) {
    const order = await staff.post('/api/v1/orders', {
      customerName: name,
      customerEmail: 'olga@example.com',
      pickupAddress: 'Pier 1',
      deliveryAddress: 'Dock 2',
      items: [{ name: 'Crate' }],
      ...more,
    });
    ids[name] = ok<Order>(order).id;
  }
  app.setClock(NOON);
});
afterAll(() => app.close());

async function list(query: string, reader: Client = staff, path = '/api/v1/orders'): Promise<string[]> {
  const page = ok<{ data: OrderRow[]; total: number }>(await reader.get(`${path}?limit=100&${query}`));
  expect(page.total).toBe(page.data.length);
  return page.data.map(({ customerName }) => customerName);
}

describe('J10 the lists of a dispatcher', () => {
  it('J10 sorts by plan: what is to be done first comes first, what has no day last', async () => {
    expect(await list('sort=planned')).toEqual([
      'picked up yesterday',
      'yesterday, a day',
      'today, first minute',
      'today, over',
      'today, now',
      'today, a day',
      'tomorrow, first minute',
      'no day',
    ]);
  });

  it('J10 finds a day’s orders, as the day is where the company is', async () => {
    expect(await list('plannedOn=2026-03-10&sort=planned')).toEqual([
      'today, first minute',
      'today, over',
      'today, now',
      'today, a day',
    ]);
    expect(await list('plannedOn=2026-03-11')).toEqual(['tomorrow, first minute']);
    expect(await list('plannedOn=2026-03-09&sort=planned')).toEqual(['picked up yesterday', 'yesterday, a day']);
    expect(await list('plannedOn=2026-03-12')).toEqual([]);
  });

  it('J10 counts today, tomorrow, overdue and unassigned as their lists do, for a driver their own', async () => {
    const counts = ok<OrderCounts>(await staff.get('/api/v1/orders/counts'));
    expect(counts).toMatchObject({
      today: 4,
      tomorrow: 1,
      overdue: 3,
      unassigned: (await list('unassigned=true')).length,
    });
    expect(ok<OrderCounts>(await driver.get('/api/v1/orders/counts'))).toMatchObject({
      total: 2,
      today: 2,
      tomorrow: 0,
      overdue: 1,
      unassigned: 0,
    });
  });

  it('J10 finds what is overdue: a window once it is over, a day without time once it is, and nothing that is done', async () => {
    expect(await list('overdue=true&sort=planned')).toEqual(['picked up yesterday', 'yesterday, a day', 'today, over']);
    app.setClock(new Date('2026-03-10T13:01:00+13:00'));
    expect(await list('overdue=true&sort=planned')).toContain('today, now');
    app.setClock(new Date('2026-03-11T00:00:00+13:00'));
    expect(await list('overdue=true&sort=planned')).toContain('today, a day');
    ok(await staff.put(`/api/v1/orders/${ids['yesterday, a day']}/status`, { status: 'cancelled' }));
    expect(await list('overdue=true&sort=planned')).not.toContain('yesterday, a day');
    app.setClock(NOON);
  });

  it('J10 finds a driver’s orders and those of nobody, which are open', async () => {
    expect(await list(`driverId=${driver.userId}&sort=planned`)).toEqual(['today, over', 'today, a day']);
    const free = await list('unassigned=true&sort=oldest');
    expect(free).toEqual([
      'today, now',
      'today, first minute',
      'tomorrow, first minute',
      'picked up yesterday',
      'no day',
    ]);
    expect(await list('unassigned=true&plannedOn=2026-03-10&status=pending')).toHaveLength(2);
    expect(await list('unassigned=false')).toHaveLength(8);
    expect(await list(`unassigned=true&driverId=${driver.userId}`)).toEqual([]);
    expect(await list('plannedOn=2026-03-10&sort=planned&q=over')).toEqual(['today, over']);
  });

  it('J10 gives a driver the same for their own orders alone', async () => {
    const path = `/api/v1/orders/driver/${driver.userId}`;
    expect(await list('sort=planned', driver, path)).toEqual(['today, over', 'today, a day']);
    expect(await list('overdue=true', driver, path)).toEqual(['today, over']);
    expectError(await driver.get('/api/v1/orders?unassigned=true'), 403);
  });

  it('J10 refuses what is no day, no yes or no and no id', async () => {
    for (const query of ['plannedOn=today', 'plannedOn=2026-02-30', 'overdue=yes', 'unassigned=1', 'driverId=me'])
      expectError(await staff.get(`/api/v1/orders?${query}`), 400);
  });
});

describe('U107 overdue is one thing', () => {
  it('U107 a late pickup is overdue until it is picked up, and the dashboard counts what the list finds', async () => {
    const admin = await app.as('admin');
    const count = async () => {
      const { overdue } = ok<OrderCounts>(await admin.get('/api/v1/orders/counts'));
      const { overdueOrders } = ok<{ overdueOrders: number }>(await admin.get('/api/v1/stats'));
      expect(overdueOrders).toBe(overdue);
      expect((await list('overdue=true', admin)).length).toBe(overdue);
      return overdue;
    };
    const before = await count();
    app.setClock(new Date('2026-03-10T08:00:00+13:00'));
    const order = ok<Order & { accessCode: string }>(
      await admin.post('/api/v1/orders', {
        customerName: 'late pickup',
        customerEmail: 'olga@example.com',
        pickupAddress: 'Pier 1',
        deliveryAddress: 'Dock 2',
        items: [{ name: 'Crate' }],
        pickupWindow: { from: '2026-03-10T09:00:00+13:00', to: '2026-03-10T10:00:00+13:00' },
        deliveryWindow: { from: '2026-03-11T09:00:00+13:00', to: '2026-03-11T10:00:00+13:00' },
      }),
    );
    app.setClock(NOON);
    expect(await list('overdue=true&q=late pickup')).toEqual(['late pickup']);
    expect(await count()).toBe(before + 1);
    const row: OrderRow | undefined = ok<{ data: OrderRow[] }>(await admin.get('/api/v1/orders?q=late pickup')).data[0];
    expect(row && overdueOf(row, NOON, ZONE)).toEqual({ stop: 'pickup', since: new Date('2026-03-10T10:00:00+13:00') });
    await app.sql(`update orders set status = 'picked_up' where id = ?`, order.id);
    expect(await list('overdue=true&q=late pickup')).toEqual([]);
    expect(await count()).toBe(before);
  });
});
