import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Invoice, InvoiceRun } from '@quickfleet/shared/delivery/invoices/invoices';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Incident } from '@quickfleet/shared/delivery/proof/incidents';
import { merchantScopes } from '@quickfleet/shared/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody } from '../../../test/support/factories.ts';

const ZONE = 'Europe/Berlin';
const world = useWorld({ BUSINESS_TIMEZONE: ZONE });
const HOUR = 3_600_000;
const linePresets = [
  { label: 'Toll', unitPrice: '0', taxRate: '7', atStop: 'typed' },
  { label: 'Waiting', unitPrice: '60', taxRate: '19', atStop: 'hour', freeMinutes: 0 },
];
const company = async (settings: object) => ok(await world.admin.put('/api/v1/company', settings));
beforeAll(() => company({ quoting: { currency: 'EUR', defaultTaxRate: '19', linePresets } }));

interface Made extends Order {
  customerId: number;
  accessCode: string;
}
const made = async (more: object = {}) =>
  ok<Made>(await world.dispatcher.post('/api/v1/orders', orderBody({ quotePrice: '100', ...more })));
const read = async ({ id }: { id: number }) => ok<Order>(await world.dispatcher.get(`/api/v1/orders/${id}`));
const deliver = ({ id }: { id: number }, how = `status = 'delivered', delivered_at = now()`) =>
  world.app.sql(`update orders set ${how} where id = ?`, id);
/** What the invoice of an order says of its line of this kind: net and rate. */
async function invoiced(order: Made, at: number): Promise<string> {
  const today = dayAt(new Date(), ZONE);
  const period = { from: '2026-01-01', to: today, customerIds: [order.customerId], by: 'order' };
  const { data } = ok<InvoiceRun>(await world.dispatcher.post('/api/v1/invoices/run', period));
  const { lines } = ok<Invoice>(await world.dispatcher.get(`/api/v1/invoices/${data[0]?.id}`));
  const line = lines.at(at);
  return `${line?.net} + ${line?.taxes[0]?.rate} %`;
}

/** Each way in which an amount comes in, and what 100 of it is on the invoice or where it is kept. */
const ways: Readonly<Record<string, () => Promise<string>>> = {
  'the price of an order': async () => {
    const order = await made();
    await deliver(order);
    return invoiced(order, 0);
  },
  'a delivery that failed and went back': async () => {
    const order = await made();
    await deliver(order, `status = 'cancelled', outcome = 'returned', cancelled_at = now()`);
    return invoiced(order, 0);
  },
  'a charge of the office': async () => {
    const order = await made();
    await deliver(order);
    ok(
      await world.dispatcher.post(`/api/v1/orders/${order.id}/charges`, {
        label: 'Toll',
        amount: '100',
        state: 'approved',
      }),
    );
    return invoiced(order, -1);
  },
  'a charge that a driver types': async () => {
    const order = await made();
    const phone = await openOrder(world.app, order);
    const { charges } = ok<Order>(
      await phone.post('/api/v1/driver/charges', { orderId: order.id, label: 'Toll', amount: '100' }),
    );
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/charges/${charges[0]?.id}`, { state: 'approved' }));
    await deliver(order);
    return invoiced(order, -1);
  },
  'a charge by the rate of a saved line': async () => {
    const order = await made();
    const phone = await openOrder(world.app, order);
    const { charges } = ok<Order>(
      await phone.post('/api/v1/driver/charges', { orderId: order.id, label: 'Waiting', minutes: 100 }),
    );
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}/charges/${charges[0]?.id}`, { state: 'approved' }));
    await deliver(order);
    return invoiced(order, -1);
  },
  'the fee for a late cancellation': async () => {
    await company({ cancellation: { fee: '100', hoursBefore: 2 } });
    const from = new Date(world.app.services.clock().getTime() + HOUR);
    const order = await made({
      pickupWindow: { from: from.toISOString(), to: new Date(from.getTime() + HOUR).toISOString() },
    });
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', {
        name: 'Shop',
        scopes: merchantScopes,
        customerId: order.customerId,
      }),
    );
    ok(await world.app.client({ key }).post(`/api/v1/orders/${order.id}/cancel`, {}));
    return invoiced(order, 0);
  },
  // Money that changes hands is what it is, whatever prices are.
  'a claim that is settled in money': async () => {
    const order = await made();
    const claim = { orderId: order.id, kind: 'damaged', amount: '50' };
    const { id } = ok<Incident>(await world.dispatcher.post('/api/v1/incidents', claim));
    ok(await world.dispatcher.put(`/api/v1/incidents/${id}`, { state: 'settled' }));
    await deliver(order);
    return invoiced(order, -1);
  },
  'what is collected at the door': async () => {
    const { collect } = await read(await made({ collect: { amount: '100', currency: 'EUR', method: 'cash' } }));
    return collect?.amount ?? '';
  },
  'the fee of a reminder': async () => {
    await company({ billing: { reminders: [{ afterDays: 7, fee: '100' }] } });
    const { billing } = ok<{ billing: { reminders: { fee: string }[] } }>(await world.admin.get('/api/v1/company'));
    return billing.reminders[0]?.fee ?? '';
  },
};

describe('amounts that come in', () => {
  it.each([
    [
      true,
      [
        '84.03 + 19 %',
        '84.03 + 19 %',
        '93.46 + 7 %',
        '93.46 + 7 %',
        '84.03 + 19 %',
        '84.03 + 19 %',
        '-42.02 + 19 %',
        '100.00',
        '100',
      ],
    ],
    [
      false,
      [
        '100.00 + 19 %',
        '100.00 + 19 %',
        '100.00 + 7 %',
        '100.00 + 7 %',
        '100.00 + 19 %',
        '100.00 + 19 %',
        '-42.02 + 19 %',
        '100.00',
        '100',
      ],
    ],
  ] as const)(
    'C728 prices with their tax: %s. Each way in is net or gross as prices are, and money that changes hands is what it is',
    async (pricesIncludeTax, expected) => {
      await company({ quoting: { pricesIncludeTax }, billing: { failedAttempts: 'charged' } });
      const found: string[] = [];
      for (const way of Object.values(ways)) found.push(await way());
      expect(Object.fromEntries(Object.keys(ways).map((name, at) => [name, found[at]]))).toEqual(
        Object.fromEntries(Object.keys(ways).map((name, at) => [name, expected[at]])),
      );
    },
  );

  it('C728 a driver is told where what is typed is without its tax', async () => {
    await company({ quoting: { pricesIncludeTax: false } });
    const rates = async () => {
      const phone = await openOrder(world.app, await made());
      return ok<Order>(await phone.get('/api/v1/driver/order')).chargeRates;
    };
    expect(await rates()).toMatchObject([
      { label: 'Toll', isNet: true },
      { label: 'Waiting', amount: '71.40' },
    ]);
    await company({ quoting: { pricesIncludeTax: true } });
    expect(await rates()).toEqual([
      { label: 'Toll', kind: 'typed', amount: null, freeMinutes: 0 },
      { label: 'Waiting', kind: 'hour', amount: '60.00', freeMinutes: 0 },
    ]);
  });

  it('C719 what a phone had from a rate that is gone meanwhile is with its tax, and what a driver typed as prices are', async () => {
    const fixed = { label: 'Stairs', unitPrice: '10', taxRate: '19', atStop: 'fixed' };
    await company({ quoting: { pricesIncludeTax: false, linePresets: [...linePresets, fixed] } });
    const order = await made();
    const phone = await openOrder(world.app, order);
    const { chargeRates } = ok<Order>(await phone.get('/api/v1/driver/order'));
    const known = chargeRates?.find(({ label }) => label === 'Stairs');
    expect(known).toMatchObject({ amount: '11.90' });
    await company({ quoting: { linePresets } });
    const propose = async (more: object) =>
      ok<Order>(await phone.post('/api/v1/driver/charges', { orderId: order.id, amount: '11.90', ...more })).charges;
    await propose({ label: 'Stairs', hasTax: true, takenAt: '2026-03-02T10:00:00Z' });
    const charges = await propose({ label: 'Lift', takenAt: '2026-03-02T10:05:00Z' });
    expect(charges.map(({ label, amount }) => [label, amount])).toEqual([
      ['Stairs', '11.90'],
      ['Lift', '14.16'],
    ]);
    const rows = await world.app.sql<{ tax: string }>(
      'select tax_total::text as tax from charges where order_id = ? order by id',
      order.id,
    );
    expect(rows.map(({ tax }) => Number(tax))).toEqual([1.9, 2.26]);
  });
});
