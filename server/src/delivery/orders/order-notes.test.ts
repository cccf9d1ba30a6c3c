import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import { expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder } from '../../../test/support/factories.ts';

const world = useWorld();
const body = (more: object = {}) => ({
  customerName: 'Olga Order',
  customerEmail: 'olga@example.com',
  pickupAddress: 'Pier 1',
  deliveryAddress: 'Dock 2',
  items: [
    { name: 'Crate', quantity: 2, value: '40.50' },
    { name: 'Lamp', quantity: 3 },
  ],
  ...more,
});
const create = async (more: object = {}) => ok<Order>(await world.dispatcher.post('/api/v1/orders', body(more)));
const change = async (id: number, more: object) => ok<Order>(await world.dispatcher.put(`/api/v1/orders/${id}`, more));

describe('J08 the three kinds of notes', () => {
  const notes = { notes: 'NOTE customer', driverNotes: 'NOTE driver', officeNotes: 'NOTE office' };

  it('J08 staff read all of them, programs the customer’s, drivers all but the office’s, strangers none', async () => {
    const order = await create({ ...notes, onAccount: true, quotePrice: '10', driverId: world.driver.userId });
    const url = `/api/v1/orders/${order.id}`;
    const key = await world.program('orders:read');
    const tracked = await world.visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`);
    expect(tracked.body).not.toMatch(/NOTE|onAccount|officeNotes|driverNotes/);
    expect(ok(await key.get(url))).toMatchObject({ notes: notes.notes, driverNotes: null, officeNotes: null });
    for (const reader of [world.dispatcher, world.admin]) {
      expect(ok(await reader.get(url))).toMatchObject({ ...notes, onAccount: true });
      const list = ok<{ data: OrderRow[] }>(await reader.get(`/api/v1/orders/driver/${world.driver.userId}`));
      expect(list.data).toMatchObject([{ ...notes, onAccount: true }]);
    }
    const phone = await openOrder(world.app, { accessCode: order.accessCode ?? '' });
    const seen = [
      await world.driver.get(url),
      await phone.get('/api/v1/driver/order'),
      await world.driver.get(`/api/v1/orders/driver/${world.driver.userId}`),
      await world.driver.put(`${url}/status`, { status: 'in_transit' }),
    ];
    for (const answer of seen) {
      expect(answer.body).toContain('NOTE driver');
      expect(answer.body).toContain('NOTE customer');
      expect(answer.body).not.toContain('NOTE office');
      expect(answer.body).not.toMatch(/"onAccount":(true|false)/);
      expect(answer.body).not.toMatch(/"quotePrice":"|"value":"|"customerId":\d/);
    }
    const mails = await world.app.sql<{ all: string }>(
      'select coalesce(string_agg(subject || text || html, chr(10)), chr(10)) as all from emails where order_id = ?',
      order.id,
    );
    expect(mails[0]?.all).not.toMatch(/NOTE (office|driver)/);
  });

  it('J08 each is changed and emptied separately', async () => {
    const order = await create(notes);
    expect(await change(order.id, { officeNotes: 'Other' })).toMatchObject({ ...notes, officeNotes: 'Other' });
    expect(await change(order.id, { driverNotes: '' })).toMatchObject({ driverNotes: null, notes: notes.notes });
    expect(await world.app.sql('select driver_notes, office_notes from orders where id = ?', order.id)).toEqual([
      { driver_notes: null, office_notes: 'Other' },
    ]);
    expect(await change(order.id, { onAccount: true })).toMatchObject({ onAccount: true, quotePrice: null });
  });
});

describe('J09 the parcels of an order', () => {
  it('J09 are the pieces of all items until somebody says how many, and then that', async () => {
    const order = await create();
    expect(order.parcels).toBe(5);
    // What a client read and sends back says nothing.
    expect((await change(order.id, { ...order, version: undefined, notes: 'x' })).parcels).toBe(5);
    expect(await world.app.sql('select parcels from orders where id = ?', order.id)).toEqual([{ parcels: null }]);
    expect((await change(order.id, { parcels: 2 })).parcels).toBe(2);
    expect((await change(order.id, { parcels: 5 })).parcels).toBe(5);
    expect(await world.app.sql('select parcels from orders where id = ?', order.id)).toEqual([{ parcels: 5 }]);
    expect((await change(order.id, { parcels: null })).parcels).toBe(5);
    expect((await create({ parcels: '3' })).parcels).toBe(3);
    expect((await create({ items: [{ name: 'Screws', quantity: 5000 }] })).parcels).toBe(999);
  });

  it('J09 are a whole number from 1 to 999', async () => {
    for (const parcels of [0, 1000, 1.5, -1, 'many', true, []])
      expectIssue(
        await world.dispatcher.post('/api/v1/orders', body({ parcels })),
        'parcels',
        'Parcels must be a whole number from 1 to 999',
      );
  });
});
