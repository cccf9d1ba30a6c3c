import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { makeOrder, ok, openOrder, quoteBody } from '../support/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const named = (name: string) => JSON.stringify(quoteBody({ customer: { name, email: 'caf@example.com' } }));
const sendJson = (payload: string | Buffer, contentType = 'application/json', url = '/api/v1/quotes') =>
  app.client().post(url, payload, { headers: { 'content-type': contentType } });
const stored = () => app.sql(`select id from quotes where customer_email = 'caf@example.com'`);

describe('bytes that are no UTF-8', () => {
  it('C45 a JSON body in Latin-1 is refused with a sentence, and nothing is stored', async () => {
    const body = Buffer.from(named('Café'), 'latin1');
    for (const url of ['/api/v1/quotes', '/trpc/quotes.create']) {
      const refused = await sendJson(body, 'application/json', url);
      expect(refused.statusCode, refused.body).toBe(400);
      expect(refused.json()).toMatchObject({ code: 'INVALID_ENCODING', error: 'The request body is not valid UTF-8' });
    }
    expect(await stored()).toEqual([]);
  });
  it('C45 half a character in a JSON text is refused, over REST and tRPC', async () => {
    const body = named('Ada \\ud83d').replaceAll('\\\\u', '\\u');
    const rest = await sendJson(body);
    expect(rest.json()).toMatchObject({ status: 400, code: 'INVALID_ENCODING' });
    const trpc = await sendJson(body, 'application/json', '/trpc/quotes.create');
    expect(trpc.statusCode).toBe(400);
    expect(await stored()).toEqual([]);
    ok(await sendJson(named('Ada \\ud83d\\ude00').replaceAll('\\\\u', '\\u')));
    expect(
      await app.sql(`delete from quotes where customer_email = 'caf@example.com' returning customer_name`),
    ).toEqual([{ customer_name: 'Ada 😀' }]);
  });
  it('C45 another character set is 415 for every kind of body', async () => {
    for (const type of [
      'application/json; charset=ISO-8859-1',
      'application/json;charset="utf-16le"',
      'multipart/form-data; boundary=x; charset=windows-1252',
    ]) {
      const refused = await sendJson(named('Ada'), type);
      expect(refused.statusCode, type).toBe(415);
      expect(refused.json()).toMatchObject({
        code: 'UNSUPPORTED_CONTENT_TYPE',
        error: expect.stringContaining('UTF-8'),
      });
    }
    for (const type of [
      'application/json; charset=utf-8',
      'application/json; charset="UTF8"',
      'application/json;charset=us-ascii',
    ])
      ok(await sendJson(named('Ada'), type));
    await app.sql(`delete from quotes where customer_email = 'caf@example.com'`);
  });
  it('C45 a field of form data is refused, and nothing is stored', async () => {
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const payload = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nCafé\r\n--x--\r\n',
      'latin1',
    );
    const refused = await phone.post(`/api/v1/driver/order/${order.id}/items`, payload, {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(refused.json()).toMatchObject({ status: 400, code: 'INVALID_ENCODING' });
    expect(await app.sql(`select id from order_items where order_id = ? and name like 'Caf%'`, order.id)).toEqual([]);
  });
  it('C45 a query and a path are refused too, on every kind of call', async () => {
    const staff = await app.as('admin');
    for (const url of [
      '/api/v1/orders?q=Caf%E9',
      '/api/v1/orders?q=%ED%A0%80',
      '/api/v1/orders/tracking/QF%E9',
      '/api/quotes?q=%FF',
      '/api/v1/orders/labels.pdf?ids=%FF',
      '/trpc/orders.list?input=%E9',
    ]) {
      const refused = await staff.get(url);
      expect(refused.statusCode, url).toBe(400);
      expect(refused.json().error, url).toMatch(/address/);
    }
    ok(await staff.get('/api/v1/orders?q=Caf%C3%A9'));
  });
  it('C46 the content type is taken in any letter case', async () => {
    for (const type of ['Application/json', 'APPLICATION/JSON; Charset=UTF-8', 'application/Json']) {
      const { id } = ok<{ id: number }>(await sendJson(JSON.stringify(quoteBody()), type));
      expect(id).toBeGreaterThan(0);
      ok(await sendJson(JSON.stringify(quoteBody()), type, '/trpc/quotes.create'));
    }
    const staff = await app.as('dispatcher');
    const order = await makeOrder(app, staff);
    const phone = await openOrder(app, order);
    const payload = '--Xy\r\nContent-Disposition: form-data; name="name"\r\n\r\nVase\r\n--Xy--\r\n';
    ok(
      await phone.post(`/api/v1/driver/order/${order.id}/items`, payload, {
        headers: { 'content-type': 'Multipart/Form-Data; boundary=Xy' },
      }),
    );
  });
});
