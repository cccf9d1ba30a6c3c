import { columnOf, fieldsThat, mapFields } from '@quickfleet/shared/base/fields';
import {
  duplicatedColumns,
  orderFields,
  orderNotes,
  recurringColumns,
} from '@quickfleet/shared/delivery/orders/order-fields';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { t } from '@quickfleet/shared/words/t';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { makeDueOrders } from '../recurring/recurring.make.ts';
import { Order as OrderEntity } from './order.entity.ts';

const world = useWorld();
const contact = (name: string) => ({ name, company: null, phone: null, email: null, notes: null });
/** A value of each field that a request writes: whoever adds a field says here how it is tried. */
const sent = {
  driverId: null,
  customerName: 'Fay Fields',
  customerEmail: 'fay@example.com',
  customerPhone: '+1 555 0199',
  customerCompany: 'Fields Ltd',
  quotePrice: '12.50',
  priceBasis: { kind: 'agreed', id: null, reason: 'By phone' },
  pickupAddress: '1 Table Street',
  deliveryAddress: '2 Field Road',
  pickupContact: contact('Pia'),
  deliveryContact: contact('Dan'),
  pickupPlace: { lat: 52.52, lng: 13.405 },
  deliveryPlace: { lat: 52.5, lng: 13.39 },
  // A text is tried with the example of its schema.
  ...mapFields(orderNotes, (name) => String(orderFields[name].input.meta()?.['example'])),
  language: 'de',
  collect: { amount: '45.00', currency: 'EUR', method: 'cash' },
  parcels: 7,
  onAccount: true,
  proofRules: { delivery: { scan: true } },
  deliveryDate: '2028-05-06T12:00:00.000Z',
  pickupWindow: { from: '2028-05-06T08:00:00.000Z', to: '2028-05-06T09:00:00.000Z' },
  deliveryWindow: { from: '2028-05-06T10:00:00.000Z', to: '2028-05-06T12:00:00.000Z' },
  externalId: 'FIELDS-1',
  metadata: { shop: 'north' },
  partnerCodes: [{ code: '340123450000000017', kind: 'sscc', parcel: 2 }],
  weightKg: 12.5,
  needs: ['cooled'],
  fixedStops: ['pickup'],
  items: [{ name: 'Crate', description: 'Heavy', quantity: 2, value: '5.00' }],
};
type Sent = typeof sent;
/** What is there of a field that says nothing. */
const empty: Record<string, unknown> = { metadata: {}, partnerCodes: [], fixedStops: [] };
const written = Object.entries(orderFields).flatMap(([name, { input }]) => (input ? [name] : []));
const create = async (more: Partial<Sent> = {}) => {
  const body = { ...sent, ...more, externalId: `FIELDS-${crypto.randomUUID()}` };
  return { body, order: ok<Order>(await world.dispatcher.post('/api/v1/orders', body)) };
};

beforeAll(async () => {
  ok(await world.admin.put('/api/v1/company', { planning: { skills: ['cooled'] } }));
});

describe('G33 the table of an order’s fields', () => {
  it('G33 has a value to try for each field that a request writes', () => {
    // A price is given with its tax or without it, never both.
    expect([...Object.keys(sent), 'netTotal'].toSorted()).toEqual(written.toSorted());
  });

  it('G33 knows each column of the table of orders', () => {
    const { props } = world.app.services.orm.getMetadata().get(OrderEntity);
    const decided = new Set(Object.keys(orderFields));
    const undecided = props.map(({ name }) => name).filter((name) => !decided.has(name));
    // Nothing of these is read or written over REST as it is stored.
    expect(undecided.toSorted()).toEqual(
      [
        ...[
          'quote',
          'customer',
          'returnOfId',
          'accessCodeHash',
          'accessCodeSealed',
          'contactSearch',
          'acceptanceId',
          'search',
          'words',
          'zone',
        ],
        ...['pickupFrom', 'pickupTo', 'deliveryFrom', 'deliveryTo', 'cancelledAt', 'cancelledFrom'],
        ...['photosExpiredAt', 'signaturesExpiredAt', 'positionsExpiredAt'],
        ...['externalScope', 'externalHash', 'externalSearch', 'paymentBefore'],
      ].toSorted(),
    );
  });

  it('G33 is what a call writes and reads', async () => {
    const { body, order } = await create();
    expect(order).toMatchObject(body);
    const other: Partial<Sent> = { notes: 'Knock', customerName: 'Fay Other', language: 'fr', parcels: 8 };
    expect(ok<Order>(await world.dispatcher.put(`/api/v1/orders/${order.id}`, other))).toMatchObject(other);
    const lines = await world.app.sql<{ detail: string }>(
      `select detail from history where subject = 'order' and subject_id = ? and action = 'order.updated'`,
      order.id,
    );
    for (const name of ['notes', 'customerName', 'language', 'parcels'] as const)
      expect(lines[0]?.detail).toContain(`${orderFields[name].history.word}: `);
  });

  it('G33 says what a duplicate has of its order, and what not', async () => {
    const { order } = await create();
    const again = ok<Order>(await world.dispatcher.post(`/api/v1/orders/${order.id}/duplicate`, {}));
    for (const name of duplicatedColumns) expect([name, again[name]]).toEqual([name, order[name]]);
    for (const name of fieldsThat(orderFields, { input: {}, carried: { duplicate: false } }))
      if (name in sent) expect([name, again[name]]).toEqual([name, empty[name] ?? null]);
    expect(again.items).toMatchObject(sent.items);
  });

  it('G33 says what a recurring job and its orders have, after a change of one field too', async () => {
    const day = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
    const {
      driverId,
      externalId,
      metadata,
      partnerCodes,
      fixedStops,
      deliveryDate,
      pickupPlace,
      deliveryPlace,
      ...order
    } = sent;
    const made = ok<RecurringOrder>(
      await world.dispatcher.post('/api/v1/recurring-orders', { order, rule: 'FREQ=DAILY', start: day }),
    );
    await makeDueOrders(world.app.services);
    for (const change of [{}, { notes: 'Knock' }]) {
      const path = `/api/v1/recurring-orders/${made.id}`;
      const before = ok<RecurringOrder>(await world.dispatcher.get(path));
      const job = ok<RecurringOrder>(await world.dispatcher.put(path, { order: { ...before.order, ...change } }));
      const { orderId } = job.upcoming.find(({ state }) => state === 'made') ?? {};
      const one = ok<Order>(await world.dispatcher.get(`/api/v1/orders/${orderId}`));
      const wanted: Record<string, unknown> = { ...order, currency: 'USD', ...change };
      for (const name of recurringColumns) {
        expect([name, job.order[name]]).toEqual([name, wanted[name]]);
        expect([name, one[name]]).toEqual([name, wanted[name]]);
      }
      expect(one.items).toMatchObject(sent.items);
      expect({ externalId: one.externalId, metadata: one.metadata }).toEqual({ externalId: null, metadata: {} });
    }
  });

  it('G33 says what goes out as a table, and in again', async () => {
    const { body, order } = await create();
    const answer = await world.dispatcher.get(`/api/v1/orders.csv?externalId=${body.externalId}`);
    const row = z.array(z.record(z.string(), z.string())).parse(parse(answer.body, { columns: true, bom: true }))[0];
    for (const { exported } of Object.values(orderFields)) if (exported) expect(row).toHaveProperty([t(exported.head)]);
    for (const name of fieldsThat(orderFields, { exported: { cell: 'as read' } }))
      expect(row?.[t(orderFields[name].exported.head)]?.replace(/^'/, '')).toBe(String(order[name] ?? ''));
  });

  it('G33 says what readers read null instead of', async () => {
    const { order } = await create();
    const { userId: driverId } = world.driver;
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId }));
    const forDriver = ok<Record<string, unknown>>(await world.driver.get(`/api/v1/orders/${order.id}`));
    for (const [name, { hiddenFrom, output }] of Object.entries(orderFields)) {
      const isHidden = hiddenFrom.some((reader) => reader === 'driver');
      if (isHidden && output?.safeParse(null).success) expect([name, forDriver[name]]).toEqual([name, null]);
      else if (name in sent && !isHidden && name !== 'items') expect([name, forDriver[name]]).not.toEqual([name, null]);
    }
  });

  it('G33 says what is forgotten with a person', async () => {
    const { body, order } = await create({ customerEmail: 'gone@example.com' });
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    ok(await world.admin.post(`/api/v1/customers/${order.customerId}/erase`, { email: body.customerEmail }));
    const personal = [
      ...fieldsThat(orderFields, { isPersonal: true, kept: 'text' }),
      ...fieldsThat(orderFields, { isPersonal: true, kept: 'optional text' }),
    ];
    const [row] = await world.app.sql<Record<string, unknown>>('select * from orders where id = ?', order.id);
    for (const name of personal) expect([name, row?.[columnOf(name)]]).not.toEqual([name, body[name]]);
  });
});
