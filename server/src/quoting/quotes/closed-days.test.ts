import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody, quoteBody } from '../../../test/support/factories.ts';

const world = useWorld();
const asked = (speedDate: string) => quoteBody({ speedType: 'specific_date', speedDate });
/** A Wednesday, two hours before noon. */
const MORNING = new Date('2026-12-02T10:00:00Z');
const EVENING = new Date('2026-12-02T19:00:00Z');
const HOLIDAY = 'We’re closed on Thursday, December 24 (Christmas Eve). The next open day is Monday, December 28';
const SATURDAY = 'We’re closed on Saturday, December 5. The next open day is Monday, December 7';
const LATE = 'It’s too late for today. The next open day is Thursday, December 3';

beforeAll(async () => {
  ok(
    await world.admin.put('/api/v1/company', {
      hours: {
        holidays: [
          { day: '2026-12-24', name: 'Christmas Eve' },
          { day: '2026-12-25', name: 'Christmas Day' },
        ],
      },
    }),
  );
});
let dispatcher: Client;
let admin: Client;
// Sessions end with time: whoever calls has signed in on that day.
beforeEach(async () => {
  world.app.setClock(MORNING);
  [dispatcher, admin] = [await world.app.as('dispatcher'), await world.app.as('admin')];
});

describe('a chosen day on which the company is closed', () => {
  it('U322 is refused to a visitor with the next open day, a holiday with its name', async () => {
    const send = (day: string) => world.visitor.post('/api/v1/quotes', asked(day));
    expectIssue(await send('2026-12-24'), 'speedDate', HOLIDAY);
    expectIssue(await send('2026-12-05'), 'speedDate', SATURDAY);
    ok(await send('2026-12-28'));
    ok(await send('2026-12-02'));
    world.app.setClock(EVENING);
    expectIssue(await send('2026-12-02'), 'speedDate', LATE);
  });

  it('U322 is refused in the visitor’s language', async () => {
    const answer = await world.visitor.post('/api/v1/quotes', asked('2026-12-05'), {
      headers: { 'accept-language': 'de' },
    });
    expectIssue(
      answer,
      'speedDate',
      'Am Samstag, 5. Dezember ist geschlossen. Der nächste offene Tag ist Montag, 7. Dezember',
    );
  });

  it('U322 is refused on the quote’s page too, and a day that stays is not looked at again', async () => {
    const { id, customerUrl } = ok<Quote>(await dispatcher.post('/api/v1/quotes', asked('2026-12-24')));
    const token = new URL(customerUrl ?? '').pathname.split('/').at(-1);
    const change = (speedDate: string) =>
      world.visitor.post(`/api/v1/q/${token}/date`, { speedType: 'specific_date', speedDate });
    expectIssue(await change('2026-12-05'), 'speedDate', SATURDAY);
    ok<CustomerQuote>(await change('2026-12-24'));
    expect(ok<Quote>(await dispatcher.get(`/api/v1/quotes/${id}`)).speedDate).toBe('2026-12-24');
  });

  it('U323 is refused to a merchant’s key in quotes and orders, and taken from the office and its programs', async () => {
    const { customerId, customerEmail } = ok<Order>(await dispatcher.post('/api/v1/orders', orderBody()));
    const scopes = ['quotes:write', 'orders:write'];
    const { key } = ok<{ key: string }>(await admin.post('/api/v1/api-keys', { name: 'Shop', scopes, customerId }));
    const merchant = world.app.client({ key });
    const program = ok<{ key: string }>(await admin.post('/api/v1/api-keys', { name: 'Office', scopes }));
    const office = world.app.client({ key: program.key });
    const order = (more: object) => orderBody({ customerEmail, ...more });
    const saturday = { from: '2026-12-05T10:00:00Z', to: '2026-12-05T12:00:00Z' };
    expectIssue(
      await merchant.post('/api/v1/quotes', {
        ...asked('2026-12-24'),
        customer: { name: 'Ada', email: customerEmail },
      }),
      'speedDate',
      HOLIDAY,
    );
    for (const [day, path, words] of [
      [{ deliveryDate: '2026-12-24' }, 'deliveryDate', HOLIDAY],
      [{ pickupWindow: saturday }, 'pickupWindow.from', SATURDAY],
      [{ deliveryWindow: saturday }, 'deliveryWindow.from', SATURDAY],
    ] as const) {
      expectIssue(await merchant.post('/api/v1/orders', order(day)), path, words);
      ok(await dispatcher.post('/api/v1/orders', order(day)));
      ok(await office.post('/api/v1/orders', order(day)));
    }
    ok(await merchant.post('/api/v1/orders', order({ deliveryDate: '2026-12-03' })));
    ok(await office.post('/api/v1/quotes', asked('2026-12-24')));
    world.app.setClock(EVENING);
    expectIssue(await merchant.post('/api/v1/orders', order({ deliveryDate: '2026-12-02' })), 'deliveryDate', LATE);
  });
});
