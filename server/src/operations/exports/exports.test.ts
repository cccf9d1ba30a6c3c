import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { makePaidQuote, makeQuote, ok, orderBody } from '../../../test/support/factories.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const NAMES = ['orders', 'quotes', 'customers', 'payments', 'emails'] as const;

const linesOf = (text: string) => text.slice(1).split('\r\n').slice(0, -1);
async function csv(who: Client, path: string): Promise<string[]> {
  const answer = await who.get(`/api/v1/${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  return linesOf(answer.body);
}
async function sheet(who: Client, path: string) {
  const answer = await who.get(`/api/v1/${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.xlsx"$/);
  const book = await readXlsx(answer.rawPayload);
  return book.sheets[0]?.rows ?? [];
}
const place = async (more: object = {}) => ok<Order>(await world.admin.post('/api/v1/orders', orderBody({ ...more })));

describe('exports', () => {
  it('C92 C532 has every row of the list once with its filters, as CSV and for Excel', async () => {
    for (let at = 0; at < 3; at++) await place({ quotePrice: '12.50', customerPhone: '+1 555 0101', notes: `n${at}` });
    // More than are read at a time.
    await world.app.sql(
      `insert into orders (tracking_number, access_code_hash, access_code_sealed, customer_name, customer_email, pickup_address, delivery_address, status, created_at, updated_at, version)
       select 'QF' || lpad(n::text, 12, '0'), 'h' || n, 's', 'Many', 'many@example.com', 'A', 'B', 'pending', now() - make_interval(secs => n), now(), 1
         from generate_series(1, 500) n`,
    );
    const { total } = ok<{ total: number }>(await world.admin.get('/api/v1/orders?limit=1'));
    const [heads, ...lines] = await csv(world.admin, 'orders.csv');
    expect(heads).toMatch(/^Tracking number,Order ID,Status,Customer,E-mail/);
    expect(lines).toHaveLength(total);
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(total);
    const mine = await csv(world.admin, 'orders.csv?q=ada');
    expect(mine).toHaveLength(4);
    expect(mine[1]).toContain(`,'+1 555 0101,`);
    const rows = await sheet(world.admin, 'orders.xlsx?q=ada&sort=oldest');
    expect(rows).toHaveLength(4);
    expect(rows[0]?.[0]).toBe('Tracking number');
    expect(rows[1]?.[5]).toBe('+1 555 0101');
    expect(rows[1]?.[10]).toBe(12.5);
    await makeQuote(world.app);
    for (const name of NAMES) {
      const list = name === 'emails' ? 'emails' : name;
      const listed = ok<{ total: number }>(
        await world.admin.get(`/api/v1/${list === 'payments' ? 'payments/events' : list}?limit=1`),
      ).total;
      expect(await csv(world.admin, `${name}.csv`), name).toHaveLength(listed + 1);
      expect(await sheet(world.admin, `${name}.xlsx`), name).toHaveLength(listed + 1);
    }
    const cells = (await csv(world.admin, 'orders.csv?q=ada&delimiter=semicolon')).map((line) => line.split(';'));
    expect(cells[0]?.slice(0, 3)).toEqual(['Tracking number', 'Order ID', 'Status']);
    expect((await csv(world.admin, 'orders.csv?delimiter=tab'))[0]).toMatch(/^Tracking number\tOrder ID\t/);
    expectError(await world.admin.get('/api/v1/orders.csv?delimiter=pipe'), 400, 'VALIDATION_FAILED');
    expectError(await world.admin.get('/api/v1/orders.xlsx?delimiter=tab'), 400, 'UNKNOWN_PARAMETER');
    expectError(await world.admin.get('/api/v1/orders.csv?page=2'), 400, 'UNKNOWN_PARAMETER');
    expectError(await world.admin.get('/api/v1/orders.csv?status=nonsense'), 400);
  });

  it('C92 runs no formula, and writes what a key may read alone', async () => {
    await place({ customerName: '=HYPERLINK("http://x")', officeNotes: 'secret words', driverNotes: 'secret words' });
    const [, line] = await csv(world.admin, 'orders.csv?q=hyperlink');
    expect(line).toContain(`"'=HYPERLINK(""http://x"")"`);
    const reader = await world.program('orders:read', 'quotes:read', 'customers:read');
    for (const name of ['orders', 'quotes', 'customers', 'payments'] as const)
      expect((await csv(reader, `${name}.csv`)).join()).not.toContain('secret words');
    expectError(await reader.get('/api/v1/emails.csv'), 403);
    expectError(await (await world.program('stats:read')).get('/api/v1/orders.xlsx'), 403);
    expectError(await world.driver.get('/api/v1/orders.csv'), 403);
    expectError(await world.visitor.get('/api/v1/orders.csv'), 401);
  });

  it('C92 a key of one customer gets that customer’s rows alone', async () => {
    const own = await place();
    await place();
    const { key } = ok<{ key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['orders:read'], customerId: own.customerId }),
    );
    const shop = world.app.client({ key });
    const lines = await csv(shop, 'orders.csv');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(own.trackingNumber);
    for (const path of ['customers.csv', 'payments.csv', 'accounting.csv?month=2026-11'])
      expectError(await shop.get(`/api/v1/${path}`), 403);
  });

  it('C93 lists what was delivered in a month: net, tax, gross and the number of its paper, one row for each order', async () => {
    const quote = await makePaidQuote(world.app, world.admin);
    const order = ok<Order>(await world.admin.post(`/api/v1/quotes/${quote.id}/convert-to-order`));
    const typed = await place({ quotePrice: '10.00' });
    ok(await world.admin.get(`/api/v1/quotes/${quote.id}`));
    expect((await world.admin.get(`/api/v1/quotes/${quote.id}/receipt.pdf`)).statusCode).toBe(200);
    await world.app.sql(
      `update orders set status = 'delivered', delivered_at = case when id = ? then '2026-10-31T23:30:00Z'::timestamptz else '2026-11-30T22:59:00Z' end where id in (?, ?)`,
      order.id,
      order.id,
      typed.id,
    );
    await world.app.sql(
      `update orders set status = 'delivered', delivered_at = '2026-11-30T23:01:00Z' where id = (select min(id) from orders where customer_name = 'Many')`,
    );
    const [heads, first, second, ...rest] = await csv(world.admin, 'accounting.csv?month=2026-11');
    expect(heads).toBe(
      'Delivered,Tracking number,Customer,Company,E-mail,Net,Tax,Gross,Currency,On account,Document,Document number,Charge',
    );
    expect(first).toMatch(
      new RegExp(
        `^2026-11-01T00:30:00\\+01:00,${order.trackingNumber},.*,120.00,0.00,120.00,USD,no,receipt,R-\\d{4}-\\d{4},$`,
      ),
    );
    expect(second).toMatch(
      new RegExp(`^2026-11-30T23:59:00\\+01:00,${typed.trackingNumber},.*,10.00,0.00,10.00,USD,no,,,$`),
    );
    expect(rest).toEqual([]);
    expect((await sheet(world.admin, 'accounting.xlsx?month=2026-11'))[1]?.[7]).toBe(120);
    for (const query of ['', '?month=2026-13', '?month=november'])
      expectError(await world.admin.get(`/api/v1/accounting.csv${query}`), 400);
  });
});
