import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { ADDRESSES_SAVED_MAX } from '@quickfleet/shared/limits';
import type { Import } from '@quickfleet/shared/operations/imports';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterEach, describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { makeQuote, ok } from '../../../test/support/factories.ts';
import { check, commit, readImportOf, rowsOf, sendFile, work } from '../../../test/support/imports.ts';
import { sweep } from '../../jobs/sweep.ts';

const world = useWorld({ ADMIN_EMAIL: 'office@quickfleet.test', BUSINESS_TIMEZONE: 'Europe/Berlin' });
afterEach(() => world.app.setClock(undefined));

const HEADS = 'Customer,E-mail,Phone,Pickup address,Delivery address,Items,Price,Day,External ID';
let turn = 0;
const mailbox = () => `ada${++turn}@example.com`;
const line = (cells: Partial<Record<string, string>> = {}) => {
  const row = {
    Customer: 'Ada Sender',
    'E-mail': mailbox(),
    Phone: '+1 555 0101',
    'Pickup address': '"1 Pickup Street, Springfield"',
    'Delivery address': '"2 Delivery Road, Shelbyville"',
    Items: '2 x Box; Lamp',
    Price: '12.50',
    Day: '',
    'External ID': '',
    ...cells,
  };
  return HEADS.split(',')
    .map((head) => row[head as keyof typeof row] ?? '')
    .join(',');
};
const file = (...lines: string[]) => [HEADS, ...lines].join('\r\n');
const countOf = async (table: string) =>
  (await world.app.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;
const newest = async (count: number): Promise<Order[]> =>
  ok<{ data: Order[] }>(await world.admin.get(`/api/v1/orders?sort=newest&limit=${count}`)).data;

describe('imports', () => {
  it('C80 checks a file without making anything, says of each row what will happen, and makes it by the ordinary call', async () => {
    const before = await countOf('orders');
    const mails = await countOf('emails');
    const email = mailbox();
    const found = await check(
      world.app,
      world.dispatcher,
      'orders',
      file(
        line({ 'E-mail': email, Day: '2030-01-01' }),
        line({ 'E-mail': email, Customer: '' }),
        line({ Price: '12.505', 'E-mail': 'no address' }),
      ),
    );
    expect(found).toMatchObject({
      kind: 'orders',
      fileName: 'orders.csv',
      state: 'checked',
      rows: 3,
      waiting: 0,
      valid: 0,
      invalid: 3,
    });
    expect(await countOf('orders')).toBe(before);
    const rows = await rowsOf(world.dispatcher, found.id);
    expect(rows.map(({ row, state }) => [row, state])).toEqual([
      [2, 'invalid'],
      [3, 'invalid'],
      [4, 'invalid'],
    ]);
    expect(rows.map(({ issues }) => issues)).toEqual([
      [{ column: 'Day', field: 'deliveryDate', message: 'Choose a day within two years from today' }],
      [{ column: 'Customer', field: 'customerName', message: 'Customer name is required' }],
      [{ column: 'E-mail', field: 'customerEmail', message: 'Valid email is required' }],
    ]);
    const good = await check(
      world.app,
      world.dispatcher,
      'orders',
      file(line({ 'E-mail': email, 'External ID': 'S-1' }), line({ Price: '3.999' })),
    );
    expect(good).toMatchObject({ valid: 1, invalid: 1, created: 0 });
    const [first, second] = await rowsOf(world.dispatcher, good.id);
    expect(first).toMatchObject({ state: 'valid', outcome: 'New order for Ada Sender, 2 items', objectId: null });
    expect(second?.issues).toEqual([
      {
        column: 'Price',
        field: 'quotePrice',
        message: 'The price must be a number of at least 0 with at most 2 decimals',
      },
    ]);
    expect(await countOf('orders')).toBe(before);
    const done = await commit(world.app, world.dispatcher, good.id);
    expect(done).toMatchObject({
      state: 'done',
      valid: 1,
      invalid: 1,
      created: 1,
      skipped: 0,
      finishedAt: expect.any(String),
    });
    const [order] = await newest(1);
    expect(order).toMatchObject({
      customerName: 'Ada Sender',
      customerEmail: email,
      pickupAddress: '1 Pickup Street, Springfield',
      quotePrice: '12.50',
      externalId: 'S-1',
      status: 'pending',
      driverId: null,
      items: [
        { name: 'Box', quantity: 2 },
        { name: 'Lamp', quantity: 1 },
      ],
    });
    const history = ok<{ data: { action: string; detail: string; actorName: string }[] }>(
      await world.admin.get(`/api/v1/history/order/${order?.id}`),
    ).data;
    expect(history.map(({ action, detail }) => [action, detail])).toContainEqual([
      'order.imported',
      'imported from orders.csv row 2',
    ]);
    expect(history.map(({ action, detail }) => [action, detail])).toContainEqual([
      'order.customer_not_mailed',
      expect.stringMatching(/imported without mails$/),
    ]);
    expect(new Set(history.map(({ actorName }) => actorName)).size).toBe(1);
    expect(await countOf('emails')).toBe(mails);
  });

  it('C80 mails the customers when that is chosen, and the office never for each row', async () => {
    const email = mailbox();
    const mailed = async () =>
      (
        await world.app.sql<{ recipient: string; trigger: string }>(
          'select recipient, trigger from emails where id > ? order by id',
          last,
        )
      ).map(({ recipient, trigger }) => [recipient, trigger]);
    const [{ last } = { last: 0 }] = await world.app.sql<{ last: number }>(
      'select coalesce(max(id), 0)::int as last from emails',
    );
    const heads = 'Name,Email,From,To,Item,Quantity,Date';
    const text = `${heads}\nAda,${email},1 A Street,2 B Street,Box,3,`;
    const found = await check(world.app, world.admin, 'quotes', text, {}, 'quotes.csv');
    expect(await commit(world.app, world.admin, found.id, { notify: true })).toMatchObject({
      created: 1,
      notify: true,
    });
    expect(await mailed()).toEqual([[email, 'quote_received']]);
    const [row] = await rowsOf(world.admin, found.id);
    const quote = ok<Quote>(await world.admin.get(`/api/v1/quotes/${row?.objectId}`));
    expect(quote).toMatchObject({
      status: 'draft',
      items: [{ name: 'Box', quantity: 3 }],
      customer: { name: 'Ada', email },
    });
  });

  it('C81 makes nothing twice: the same file, the same externalId, one row many times as often as it is there', async () => {
    const email = mailbox();
    const text = file(
      line({ 'E-mail': email }),
      line({ 'E-mail': email }),
      line({ 'E-mail': email, 'External ID': 'S-9' }),
    );
    const first = await check(world.app, world.admin, 'orders', text);
    expect(first).toMatchObject({ valid: 3 });
    expect((await rowsOf(world.admin, first.id)).map(({ outcome }) => outcome)[1]).toMatch(/Row 2 says the same$/);
    expect(await commit(world.app, world.admin, first.id)).toMatchObject({ created: 3 });
    const before = await countOf('orders');
    const again = await check(world.app, world.admin, 'orders', text);
    expect(again).toMatchObject({ valid: 0, skipped: 3 });
    expect(
      (await rowsOf(world.admin, again.id)).every(({ outcome }) => outcome?.startsWith('Imported before as order #')),
    ).toBe(true);
    expectError(await world.admin.post(`/api/v1/imports/${again.id}/commit`, {}), 409, 'IMPORT_STATE');
    // Two that were checked before either went in.
    const other = file(
      line({ 'E-mail': email, Items: 'Vase' }),
      line({ 'E-mail': email, Items: 'Rug', 'External ID': 'S-10' }),
    );
    const [one, two] = [
      await check(world.app, world.admin, 'orders', other),
      await check(world.app, world.admin, 'orders', other),
    ];
    expect(await commit(world.app, world.admin, one.id)).toMatchObject({ created: 2 });
    expect(await commit(world.app, world.admin, two.id)).toMatchObject({ created: 0, skipped: 2, state: 'done' });
    expect(await countOf('orders')).toBe(before + 2);
    const taken = await check(
      world.app,
      world.admin,
      'orders',
      file(line({ 'External ID': 'S-10' }), line({ 'External ID': 'S-11' }), line({ 'External ID': 'S-11' })),
    );
    expect((await rowsOf(world.admin, taken.id)).map(({ state, issues }) => [state, issues[0]?.message])).toEqual([
      ['invalid', expect.stringMatching(/^Order #\d+ has this external ID already, and says something else$/)],
      ['valid', undefined],
      [
        'invalid',
        'Row 3 has this external ID already. Rows of one order differ only in their items, but “E-mail” differs here',
      ],
    ]);
  });

  it('C82 reads what each column is from its name, remembers what is said of it, and joins parts of an address', async () => {
    const shop =
      'Name,Email,Financial Status,Shipping Name,Shipping Street,Shipping Zip,Shipping City,Lineitem name,Lineitem quantity,Shipping Phone,Warehouse\n' +
      `#1001,${mailbox()},paid,Ada Sender,2 Delivery Road,12345,Shelbyville,Box,2,'+1 555 0101,1 Pickup Street`;
    const first = await check(world.app, world.admin, 'orders', shop);
    const fields = (found: Import) => Object.fromEntries(found.columns.map(({ name, field }) => [name, field]));
    expect(fields(first)).toEqual({
      Name: 'externalId',
      Email: 'customerEmail',
      'Financial Status': null,
      'Shipping Name': 'customerName',
      'Shipping Street': 'deliveryAddress',
      'Shipping Zip': 'deliveryAddress',
      'Shipping City': 'deliveryAddress',
      'Lineitem name': 'itemName',
      'Lineitem quantity': 'itemQuantity',
      'Shipping Phone': 'customerPhone',
      Warehouse: null,
    });
    expect((await rowsOf(world.admin, first.id))[0]?.issues).toEqual([
      { column: null, field: 'pickupAddress', message: 'Pickup address is required (no column is “Pickup address”)' },
    ]);
    ok(await world.admin.put(`/api/v1/imports/${first.id}`, { mapping: { Warehouse: 'pickupAddress', Name: '' } }));
    expect(await work(world.app, world.admin, first.id)).toMatchObject({ state: 'checked', valid: 1, invalid: 0 });
    const second = await check(world.app, world.admin, 'orders', shop);
    expect(fields(second)).toMatchObject({ Warehouse: 'pickupAddress', Name: null });
    await commit(world.app, world.admin, second.id);
    const [order] = await newest(1);
    expect(order).toMatchObject({
      pickupAddress: '1 Pickup Street',
      deliveryAddress: '2 Delivery Road, 12345, Shelbyville',
      customerPhone: '+1 555 0101',
      externalId: null,
    });
    const told = ok<Import>(
      await sendFile(world.admin, 'orders', shop, { mapping: JSON.stringify({ Name: 'externalId' }) }),
    );
    expect(fields(told)).toMatchObject({ Name: 'externalId', Warehouse: 'pickupAddress' });
    for (const [mapping, message] of [
      ['{"Other": "notes"}', 'The file has no column “Other”'],
      ['{"Name": "speedType"}', 'orders have no field speedType'],
      ['{"Name": "nonsense"}', 'There is no such field'],
      [
        '{"Name": "customerEmail", "Email": "customerEmail"}',
        'Both “Email” and “Name” are Customer e-mail. Choose one',
      ],
      ['[', 'mapping is an object like {"their column": "ourField"}'],
    ] as const)
      expect(expectError(await sendFile(world.admin, 'orders', shop, { mapping }), 400).error).toContain(
        message.slice(0, 25),
      );
  });

  it('C83 reads where an address is, as for an order, and refuses what is no place at its cell', async () => {
    const email = mailbox();
    const people = await check(world.app, world.admin, 'customers', `Name;E-mail\nPia;${email}`, {}, 'pia.csv');
    await commit(world.app, world.admin, people.id);
    const [person] = await rowsOf(world.admin, people.id, '&state=created');
    const text = `Customer e-mail,Address,Place,Label\n${email},1 Pin Street,"52.52, 13.405",Depot\n${email},2 Pin Street,the corner,`;
    const places = await check(world.app, world.admin, 'addresses', text);
    expect(places).toMatchObject({ valid: 1, invalid: 1 });
    expect((await rowsOf(world.admin, places.id, '&state=invalid'))[0]?.issues).toMatchObject([
      { field: 'place', column: 'Place', message: 'Must be a place like 52.52, 13.405 or a link of a map' },
    ]);
    await commit(world.app, world.admin, places.id);
    expect(ok(await world.admin.get(`/api/v1/customers/${person?.objectId}/addresses`))).toMatchObject({
      saved: [{ label: 'Depot', place: { lat: 52.52, lng: 13.405, precision: 'door', source: 'pin' } }],
    });
  });

  it('C83 imports customers and addresses, and offers the addresses for the next order', async () => {
    const email = mailbox();
    const people = await check(
      world.app,
      world.admin,
      'customers',
      `Name;E-mail;Company\nAda Müller;${email};Müller GmbH\nOther;${email.toUpperCase()};`,
      {},
      'people.csv',
    );
    expect(people).toMatchObject({ valid: 1, invalid: 1 });
    expect((await rowsOf(world.admin, people.id, '&state=invalid'))[0]?.issues[0]?.message).toBe(
      'Row 2 has this e-mail address already',
    );
    await commit(world.app, world.admin, people.id);
    const [row] = await rowsOf(world.admin, people.id, '&state=created');
    expect(ok(await world.admin.get(`/api/v1/customers/${row?.objectId}`))).toMatchObject({
      name: 'Ada Müller',
      company: 'Müller GmbH',
    });
    const text = `Customer e-mail,Address,Use,Label,Contact name,Contact e-mail\n${email},"3 Third Street\nSpringfield",pickup,Depot,Sam,sam@example.com\n${email},4 Fourth Street,\nnobody@example.com,5 Fifth Street,both\n${email},4 Fourth Street,both`;
    const places = await check(world.app, world.admin, 'addresses', text);
    expect(places).toMatchObject({ valid: 2, invalid: 1, skipped: 1 });
    expect(await commit(world.app, world.admin, places.id)).toMatchObject({ created: 2 });
    const offered = async () => ok(await world.admin.get(`/api/v1/customers/${row?.objectId}/addresses`));
    expect(await offered()).toEqual({
      pickup: expect.arrayContaining(['3 Third Street\nSpringfield', '4 Fourth Street']),
      delivery: ['4 Fourth Street'],
      saved: [
        expect.objectContaining({ address: '4 Fourth Street', use: 'both', label: null, contact: null }),
        expect.objectContaining({
          label: 'Depot',
          use: 'pickup',
          contact: { name: 'Sam', company: null, phone: null, email: 'sam@example.com', notes: null },
        }),
      ],
    });
    expect(await check(world.app, world.admin, 'addresses', text)).toMatchObject({ valid: 0, skipped: 3 });
    ok(await world.admin.post(`/api/v1/imports/${places.id}/undo`));
    expect(await work(world.app, world.admin, places.id)).toMatchObject({ state: 'undone', undone: 2, created: 0 });
    expect(await offered()).toEqual({ pickup: [], delivery: [], saved: [] });
  });

  it('C83 C473 a file saves an address once, in any letter case, and not more of them than a person may', async () => {
    const { id: quoteId } = await makeQuote(world.app);
    const { customer } = ok<Quote>(await world.admin.get(`/api/v1/quotes/${quoteId}`));
    const { id, email } = customer;
    const place = (address: string) => `${email},${address},both\n`;
    const head = 'Customer e-mail,Address,Use\n';
    const first = await check(
      world.app,
      world.admin,
      'addresses',
      head + place('1 Depot Lane') + place('1 DEPOT LANE'),
    );
    expect(await commit(world.app, world.admin, first.id)).toMatchObject({ created: 1 });
    await world.app.sql(
      `insert into customer_addresses (customer_id, use, address, created_at) select ?, 'both', 'Place ' || n, now() from generate_series(2, ?) n`,
      id,
      ADDRESSES_SAVED_MAX,
    );
    const more = await check(world.app, world.admin, 'addresses', head + place('One more'));
    expect(await commit(world.app, world.admin, more.id)).toMatchObject({ created: 0 });
    const [row] = await rowsOf(world.admin, more.id);
    expect(JSON.stringify(row)).toContain('At most 200 addresses are saved. Remove one first');
    expect(await world.app.sql('select 1 from customer_addresses where customer_id = ?', id)).toHaveLength(200);
  });

  it('C84 takes back what nobody has gone on with, with its new customers, and says why the rest stays', async () => {
    const [kept, gone] = [mailbox(), mailbox()];
    const text = file(
      line({ 'E-mail': kept }),
      line({ 'E-mail': kept, Items: 'Rug' }),
      line({ 'E-mail': gone }),
      line({ 'E-mail': gone, Items: 'Vase' }),
    );
    const { id } = await check(world.app, world.dispatcher, 'orders', text);
    await commit(world.app, world.dispatcher, id);
    const rows = await rowsOf(world.dispatcher, id);
    const [first, second] = rows;
    ok(await world.admin.put(`/api/v1/orders/${first?.objectId}`, { notes: 'changed' }));
    ok(await world.admin.post(`/api/v1/orders/${second?.objectId}/assign`, { driverId: world.driver.userId }));
    ok(await world.dispatcher.post(`/api/v1/imports/${id}/undo`));
    expectError(await world.dispatcher.post(`/api/v1/imports/${id}/undo`), 409, 'IMPORT_STATE');
    expect(await work(world.app, world.dispatcher, id)).toMatchObject({
      state: 'undone',
      created: 2,
      undone: 2,
      valid: 4,
    });
    expect((await rowsOf(world.dispatcher, id)).map(({ state, outcome }) => [state, outcome])).toEqual([
      ['created', 'Kept: it was changed since it was imported'],
      ['created', 'Kept: a driver has it, or it is over'],
      ['undone', 'Taken back'],
      ['undone', 'Taken back'],
    ]);
    const ids = rows.map(({ objectId }) => objectId);
    expect(await world.app.sql(`select id from orders where id in (${ids.join()})`)).toHaveLength(2);
    const people = await world.app.sql<{ email: string }>(
      'select email from customers where email in (?, ?)',
      kept,
      gone,
    );
    expect(people.map(({ email }) => email)).toEqual([kept]);
    // What was taken back may come again.
    expect(await check(world.app, world.dispatcher, 'orders', text)).toMatchObject({ valid: 2, skipped: 2 });
  });

  it('C85 is cancelled where it is: before it goes in nothing is made, on the way what has gone in stays', async () => {
    const { id } = await check(world.app, world.admin, 'orders', file(line(), line()));
    expect(ok(await world.admin.post(`/api/v1/imports/${id}/cancel`))).toMatchObject({
      state: 'cancelled',
      created: 0,
    });
    for (const call of ['commit', 'cancel', 'undo'])
      expectError(await world.admin.post(`/api/v1/imports/${id}/${call}`, {}), 409, 'IMPORT_STATE');
    expectError(await world.admin.put(`/api/v1/imports/${id}`, { mapping: {} }), 409, 'IMPORT_STATE');
    const other = await check(world.app, world.admin, 'orders', file(...Array.from({ length: 320 }, () => line())));
    ok(await world.admin.post(`/api/v1/imports/${other.id}/commit`));
    const working = work(world.app, world.admin, other.id);
    await expect.poll(async () => (await readImportOf(world.admin, other.id)).created).toBeGreaterThan(0);
    const ended = ok<Import>(await world.admin.post(`/api/v1/imports/${other.id}/cancel`));
    expect(ended.state).toBe('cancelled');
    expect(ended.created).toBeLessThan(320);
    const made = () =>
      world.app.sql('select 1 from orders o join import_rows r on r.object_id = o.id where r.import_id = ?', other.id);
    expect(await made()).toHaveLength(ended.created);
    await working;
    expect(await readImportOf(world.admin, other.id)).toMatchObject({ state: 'cancelled', created: ended.created });
    expect(await made()).toHaveLength(ended.created);
  });

  it('C86 goes in with the rights of who commits it, of this moment', async () => {
    const key = await world.program('imports:write', 'orders:write');
    const found = await check(world.app, key, 'orders', file(line()));
    expectError(await sendFile(key, 'customers', 'Name,Email\nAda,a@example.com'), 403);
    for (const scopes of [['orders:write'], ['imports:write']])
      expectError(await sendFile(await world.program(...scopes), 'orders', file(line())), 403);
    for (const who of [world.driver, world.customer]) expectError(await sendFile(who, 'orders', file(line())), 403);
    expectError(await sendFile(world.visitor, 'orders', file(line())), 401);
    const stranger = await world.program('imports:write', 'orders:write');
    for (const path of ['', '/rows', '/failed.csv'])
      expectError(await stranger.get(`/api/v1/imports/${found.id}${path}`), 404, 'IMPORT_NOT_FOUND');
    expectError(await stranger.post(`/api/v1/imports/${found.id}/commit`, {}), 404, 'IMPORT_NOT_FOUND');
    expect(ok<{ data: Import[] }>(await stranger.get('/api/v1/imports')).data).toEqual([]);
    expect(ok<{ data: Import[] }>(await world.dispatcher.get('/api/v1/imports')).data.map(({ id }) => id)).toContain(
      found.id,
    );
    const someone = await world.app.as('dispatcher');
    ok(await someone.post(`/api/v1/imports/${found.id}/commit`, {}));
    await world.app.sql('update users set is_active = false where id = ?', someone.userId);
    const failed = await work(world.app, world.admin, found.id);
    expect(failed).toMatchObject({
      state: 'failed',
      created: 0,
      problem: expect.stringContaining('may not import any more'),
    });
  });

  it('C87 gives back the rows that stayed out with their reasons, as a file that can be put right and sent again', async () => {
    const email = mailbox();
    const { id } = await check(
      world.app,
      world.admin,
      'orders',
      file(line(), line({ 'E-mail': email, Customer: '', Phone: '=1+1' })),
    );
    const answer = await world.admin.get(`/api/v1/imports/${id}/failed.csv`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="import-${id}-failed.csv"`);
    const [heads, row, rest] = answer.body.slice(1).split('\r\n');
    expect(heads).toBe(`${HEADS},Reason`);
    expect(row).toBe(
      `,${email},'=1+1,"1 Pickup Street, Springfield","2 Delivery Road, Shelbyville",2 x Box; Lamp,12.50,,,Customer: Customer name is required`,
    );
    expect(rest).toBe('');
    const again = await check(
      world.app,
      world.admin,
      'orders',
      answer.body.replace(`\r\n,${email}`, `\r\nAda,${email}`),
      {},
      'again.csv',
    );
    expect(again).toMatchObject({ rows: 1, valid: 1 });
    expect(again.columns.at(-1)).toMatchObject({ name: 'Reason', field: null });
  });

  it('C88 is repeated by its Idempotency-Key, and forgotten after 30 days', async () => {
    const send = (text: string) =>
      world.admin.form(
        'POST',
        '/api/v1/imports',
        { kind: 'orders' },
        [{ field: 'file', name: 'a.csv', type: 'text/csv', bytes: Buffer.from(text) }],
        { 'idempotency-key': 'import-1' },
      );
    const text = file(line());
    const { id } = ok<Import>(await send(text));
    expect(ok<Import>(await send(text)).id).toBe(id);
    expectError(await send(file(line())), 422, 'IDEMPOTENCY_KEY_REUSED');
    world.app.setClock(new Date(Date.now() + 29 * 86_400_000));
    await sweep(world.app.services);
    expect(await world.app.sql('select 1 from imports where id = ?', id)).toHaveLength(1);
    world.app.setClock(new Date(Date.now() + 31 * 86_400_000));
    await sweep(world.app.services);
    expect(await world.app.sql('select 1 from imports union all select 1 from import_rows')).toEqual([]);
  });
});
