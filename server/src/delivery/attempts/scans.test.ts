import { layouts } from '@quickfleet/shared/base/scan/keyboards';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok, openOrder, signatureFile } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

type Scanned = Order & { alreadyScanned: boolean };
const opened = async (parcels: number | null = 3) => {
  const order = await makeOrder(app, staff);
  ok(await staff.put(`/api/v1/orders/${order.id}`, { parcels }));
  return { order, phone: await openOrder(app, order) };
};
const scan = (phone: Client, order: { id: number }, code: unknown, more: Record<string, unknown> = {}) =>
  phone.post('/api/driver/scan', { orderId: order.id, stop: 'pickup', code, ...more });
const rowsOf = (order: { id: number }) =>
  app.sql(`select stop, parcel from proof_pieces where order_id = ? and kind = 'scan' order by id`, order.id);

describe('a scanned label', () => {
  it('C184 counts its parcel once, whatever of the label was read and however often', async () => {
    const { order, phone } = await opened();
    const number = order.trackingNumber;
    expect(ok<Scanned>(await scan(phone, order, `${number}-02`))).toMatchObject({
      alreadyScanned: false,
      proof: { pickup: { scanned: [2] } },
    });
    for (const code of [
      `${number}-02`,
      ` ${number.toLowerCase()}-02 `,
      `http://x.example/track/${number}?parcel=${number}-02`,
    ])
      for (let times = 0; times < 4; times++)
        expect(ok<Scanned>(await scan(phone, order, code)).alreadyScanned).toBe(true);
    expect(await rowsOf(order)).toEqual([{ stop: 'pickup', parcel: 2 }]);
    const both = await Promise.all([scan(phone, order, `${number}-03`), scan(phone, order, `${number}-03`)]);
    expect(both.map((answer) => ok<Scanned>(answer).alreadyScanned).toSorted()).toEqual([false, true]);
    expect(ok<Scanned>(await scan(phone, order, undefined, { parcel: 1 })).alreadyScanned).toBe(false);
    expect(ok<Scanned>(await scan(phone, order, `${number}-01`)).alreadyScanned).toBe(true);
    expect(await rowsOf(order)).toHaveLength(3);
    expect(ok<Scanned>(await scan(phone, order, `${number}-02`, { stop: 'delivery' })).alreadyScanned).toBe(false);
  });

  it('C546 counts its parcel as handheld scanners type it, with other layouts, identifiers and ends', async () => {
    const { order, phone } = await opened();
    const number = order.trackingNumber;
    const german = `https://kurier.example/track/${number}?parcel=${number}-02`
      .replaceAll('/', '-')
      .replace(':', 'Ö')
      .replace('?', '_')
      .replace('=', '´')
      .replace(`${number}-02`, `${number}ß02`);
    const french = [...`${number}-02\t`.replace('QF', 'AF').replace('-', ')')]
      .map((sign) => (/\d/.test(sign) ? 'à&é"\'(-è_ç'[Number(sign)] : sign))
      .join('');
    for (const code of [german, french, `]C0${number}-02\r\n`, `+Q3${number}ß02`, `${number.toLowerCase()}'02\n`])
      expect([code, ok<Scanned>(await scan(phone, order, code)).proof.pickup.scanned]).toEqual([code, [2]]);
    expect(await rowsOf(order)).toEqual([{ stop: 'pickup', parcel: 2 }]);
  });

  it('C737 every layout by every code at every place is right: search of orders, of quotes, and the driver’s scan', async () => {
    const { order, phone } = await opened();
    const number = order.trackingNumber;
    const sscc = '340123450000000017';
    ok(await staff.put(`/api/v1/orders/${order.id}`, { partnerCodes: [{ code: sscc, parcel: 2 }] }));
    const codes = {
      number: `${number}-02`,
      link: `https://kurier.example/track/${number}?parcel=${number}-02`,
      identified: `]C0${number}-02`,
      sscc: `]C100${sscc}`,
    };
    const places = {
      orders: async (typed: string) =>
        ok<{ total: number }>(await staff.get(`/api/v1/orders?q=${encodeURIComponent(typed)}`)).total === 1,
      quotes: async (typed: string) =>
        ok<{ total: number }>(await staff.get(`/api/v1/quotes?q=${encodeURIComponent(typed)}`)).total === 1,
      driver: async (typed: string) => ok<Scanned>(await scan(phone, order, typed)).proof.pickup.scanned.join() === '2',
    };
    type LayoutName = keyof typeof layouts;
    const names = Object.keys(layouts) as LayoutName[];
    const signs = ({ plain, shift }: (typeof layouts)[LayoutName]) => [...plain, ...shift];
    const wrong: string[] = [];
    let tried = 0;
    // Scanners for the United States on every keyboard, and every scanner on one of the United States.
    const pairs = names.flatMap((name) => [['us', name] as const, [name, 'us'] as const]);
    for (const [scanner, device] of pairs)
      for (const [code, text] of Object.entries(codes)) {
        const [from, to] = [signs(layouts[scanner]), signs(layouts[device])];
        const typed = [...text].map((sign) => to[from.indexOf(sign)]);
        // The scanner has no key for a sign of it.
        if (typed.includes(undefined)) continue;
        for (const [place, finds] of Object.entries(places)) {
          // A quote has no codes of partners.
          if (place === 'quotes' && code === 'sscc') continue;
          tried++;
          if (!(await finds(typed.join(''))))
            wrong.push(`${scanner} on ${device}, ${code}, ${place}: ${typed.join('')}`);
        }
      }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  });

  it('C546 is found by the office’s search of orders and quotes, whatever host its link names', async () => {
    const { order } = await opened();
    const number = order.trackingNumber;
    const german = `${number}ß02`;
    for (const code of [`https://kurier.example/track/${number}?parcel=${number}-02`, german, `]C1${number}-02\t`])
      for (const list of ['orders', 'quotes']) {
        const page = ok<{ total: number }>(await staff.get(`/api/v1/${list}?page=1&q=${encodeURIComponent(code)}`));
        expect([list, code, page.total]).toEqual([list, code, 1]);
      }
  });

  it('C185 without a parcel number counts nothing, nor does another order’s, which is named as far as it is known', async () => {
    const { order, phone } = await opened();
    const other = await opened();
    for (const code of [order.trackingNumber, `http://x.example/track/${order.trackingNumber}`])
      expect((await scan(phone, order, code)).json()).toMatchObject({ status: 409, code: 'PARCEL_NUMBER_NEEDED' });
    const wrong = (await scan(phone, order, `${other.order.trackingNumber}-01`)).json();
    expect(wrong).toMatchObject({ status: 409, code: 'WRONG_PARCEL' });
    expect(wrong.error).toContain(other.order.trackingNumber.slice(-2));
    expect(wrong.error).not.toContain(other.order.customerName);
    ok(await phone.post('/api/driver/access', { accessCode: other.order.accessCode }));
    expect((await scan(phone, order, `${other.order.trackingNumber}-01`)).json().error).toContain(
      other.order.customerName,
    );
    expect((await scan(phone, order, `${order.trackingNumber}-04`)).json()).toMatchObject({
      status: 409,
      code: 'UNKNOWN_PARCEL',
    });
    for (const code of ['4006381333931', '', 'QF1'])
      expect((await scan(phone, order, code)).json()).toMatchObject({ status: 400, code: 'NOT_A_LABEL' });
    for (const bad of [
      { code: undefined },
      { code: { $ne: null } },
      { code: 'x'.repeat(5000) },
      { code: undefined, parcel: 0 },
    ])
      expect((await phone.post('/api/driver/scan', { orderId: order.id, stop: 'pickup', ...bad })).statusCode).toBe(
        400,
      );
    expect(await rowsOf(order)).toEqual([]);
    expect(await rowsOf(other.order)).toEqual([]);
    expect((await scan(app.client(), order, `${order.trackingNumber}-01`)).statusCode).toBe(401);
    expect((await scan(await app.as('driver'), order, `${order.trackingNumber}-01`)).statusCode).toBe(404);
  });

  it('C186 the rule needs each parcel once, and only those that the order has now', async () => {
    const { order, phone } = await opened(3);
    ok(await staff.put(`/api/v1/orders/${order.id}`, { proofRules: { pickup: { scan: true } } }));
    const sign = async () =>
      phone.form('POST', '/api/driver/signature', { orderId: String(order.id) }, [await signatureFile()]);
    const number = order.trackingNumber;
    for (let times = 0; times < 10; times++) ok(await scan(phone, order, `${number}-03`));
    expect((await sign()).json()).toMatchObject({ status: 409, code: 'PROOF_MISSING' });
    ok(await scan(phone, order, `${number}-01`));
    // The office takes a parcel away: the third does not stand in for the second.
    ok(await staff.put(`/api/v1/orders/${order.id}`, { parcels: 2 }));
    expect((await scan(phone, order, `${number}-03`)).json()).toMatchObject({ code: 'UNKNOWN_PARCEL' });
    expect((await sign()).json()).toMatchObject({ status: 409, code: 'PROOF_MISSING' });
    ok(await scan(phone, order, `${number}-02`));
    expect(ok<Order>(await sign()).status).toBe('picked_up');
  });
});
