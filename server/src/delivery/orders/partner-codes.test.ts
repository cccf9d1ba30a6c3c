import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { makeOrder, ok, openOrder, orderBody } from '../../../test/support/factories.ts';

const world = useWorld();
let made = 0;
/** An SSCC that no other test has, with its check digit. */
function newSscc(): string {
  const digits = `34012345${String(++made).padStart(9, '0')}`;
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
const create = async (partnerCodes: unknown) =>
  ok<Order>(await world.dispatcher.post('/api/v1/orders', { ...orderBody(), partnerCodes }));
const find = async (q: string) =>
  ok<{ data: Order[] }>(await world.dispatcher.get(`/api/v1/orders?page=1&q=${encodeURIComponent(q)}`)).data.map(
    ({ id }) => id,
  );
const historyOf = ({ id }: { id: number }) =>
  world.app.sql<{ detail: string }>(
    `select detail from history where subject = 'order' and subject_id = ? and action = 'order.updated' order by id`,
    id,
  );

describe('codes of other companies on an order', () => {
  it('C548 are written as texts or as objects, and read in one spelling with their kind', async () => {
    const sscc = newSscc();
    const order = await create([
      `(00)${sscc}`,
      { code: 'rr 473 124 829 de', parcel: 2 },
      '010401234567890110LOT7\u001d21A5',
      { code: 'JJD000390007882823', kind: 'other', parcel: null },
      `00${sscc}`,
    ]);
    const codes = [
      { code: sscc, kind: 'sscc', parcel: null },
      { code: 'RR473124829DE', kind: 's10', parcel: 2 },
      { code: '(01)04012345678901(10)LOT7(21)A5', kind: 'gs1', parcel: null },
      { code: 'JJD000390007882823', kind: 'other', parcel: null },
    ];
    expect(order.partnerCodes).toEqual(codes);
    // What was read is written again, and one that names its parcel stays.
    const put = (partnerCodes: unknown) => world.dispatcher.put(`/api/v1/orders/${order.id}`, { partnerCodes });
    expect(ok<Order>(await put(codes)).partnerCodes).toEqual(codes);
    expect(ok<Order>(await put([...codes, { code: sscc, parcel: 1 }])).partnerCodes[0]?.parcel).toBe(1);
    expect((await historyOf(order)).at(-1)?.detail).toContain(`Partner codes: ${sscc}, RR473124829DE (2)`);
    expect(ok<Order>(await put([])).partnerCodes).toEqual([]);
    const plain = ok<Order>(await world.dispatcher.post('/api/v1/orders', orderBody()));
    expect(plain.partnerCodes).toEqual([]);
  });

  it('C548 with a wrong check digit are refused with a code of their own, and named', async () => {
    for (const code of ['340123450000000018', '(00)340123450000000018', 'RR473124828DE', '(01)04012345678902(10)A']) {
      const answer = await world.dispatcher.post('/api/v1/orders', { ...orderBody(), partnerCodes: ['A1', { code }] });
      expect(answer.json()).toMatchObject({
        status: 400,
        code: 'BAD_CHECK_DIGIT',
        error: `The check digit of ${code} is wrong`,
        issues: [{ path: 'partnerCodes.1' }],
      });
    }
    // Who calls it another company's own number means it.
    expect((await create([{ code: '340123450000000018', kind: 'other' }])).partnerCodes[0]?.kind).toBe('other');
    for (const partnerCodes of [
      [{ code: 'A1', kind: 'sscc' }],
      [{ code: 'A1', kind: 'ean' }],
      [{ code: 'A1', parcel: 0 }],
      [{ code: ' ' }],
      ['x'.repeat(300)],
      [{}],
      'A1',
    ]) {
      const answer = await world.dispatcher.post('/api/v1/orders', { ...orderBody(), partnerCodes });
      expect([partnerCodes, answer.statusCode]).toEqual([partnerCodes, 400]);
    }
  });

  it('C549 are found by search and scan, as they were written or as a scanner types them', async () => {
    const sscc = newSscc();
    const order = await create([sscc, 'LZ473124829DE', `(00)${newSscc()}(37)24`, 'ABX-4711/9']);
    for (const scan of [
      sscc,
      sscc.slice(3),
      `(00)${sscc}`,
      `]C100${sscc}\r\n`,
      `https://id.gs1.org/00/${sscc}`,
      // A scanner for the United States on a French keyboard, and on a German one.
      [...sscc].map((digit) => 'à&é"\'(-è_ç'[Number(digit)]).join(''),
      'LZ473124829DE',
      'LY473124829DE',
      'abx-4711/9',
      '+C0ABXß4711-9\t',
    ])
      expect([scan, await find(scan)]).toEqual([scan, [order.id]]);
    expect(await find('sscc')).toEqual([]);
    expect(await find(newSscc())).toEqual([]);
  });
});

describe('a partner code that is scanned at a stop', () => {
  const scan = (phone: Awaited<ReturnType<typeof openOrder>>, order: Order, more: object) =>
    phone.post('/api/driver/scan', { orderId: order.id, stop: 'pickup', ...more });

  it('C550 counts the parcel that it is on, and at the pickup says which parcel that is', async () => {
    const order = await makeOrder(world.app, world.dispatcher);
    const [known, open, fresh] = [newSscc(), newSscc(), newSscc()];
    const partnerCodes = [{ code: known, parcel: 1 }, open];
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { parcels: 3, partnerCodes }));
    const phone = await openOrder(world.app, order);
    const scanned = async (more: object) => {
      const answer = ok<Order & { alreadyScanned: boolean }>(await scan(phone, order, more));
      return [answer.alreadyScanned, answer.proof.pickup.scanned];
    };
    expect(await scanned({ code: `]C100${known}\r` })).toEqual([false, [1]]);
    expect(await scanned({ code: known })).toEqual([true, [1]]);
    expect((await scan(phone, order, { code: open })).json()).toMatchObject({ code: 'PARCEL_NUMBER_NEEDED' });
    expect((await scan(phone, order, { code: fresh })).json()).toMatchObject({ code: 'NOT_A_LABEL' });
    expect((await scan(phone, order, { code: fresh, parcel: 4 })).json()).toMatchObject({ code: 'UNKNOWN_PARCEL' });
    expect((await scan(phone, order, { code: fresh, parcel: 3, stop: 'delivery' })).json()).toMatchObject({
      code: 'NOT_A_LABEL',
    });
    expect((await scan(phone, order, { code: '340123450000000018', parcel: 3 })).json()).toMatchObject({
      code: 'BAD_CHECK_DIGIT',
    });
    // “This parcel is piece 2”, from then on at the delivery too.
    expect(await scanned({ code: open, parcel: 2 })).toEqual([false, [1, 2]]);
    expect(await scanned({ code: fresh, parcel: 3 })).toEqual([false, [1, 2, 3]]);
    const read = ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order.id}`));
    expect(read.partnerCodes).toEqual([
      { code: known, kind: 'sscc', parcel: 1 },
      { code: open, kind: 'sscc', parcel: 2 },
      { code: fresh, kind: 'sscc', parcel: 3 },
    ]);
    expect((await historyOf(order)).at(-1)?.detail).toContain(`${fresh} (3)`);
    const atDoor = ok<Order>(await scan(phone, order, { code: fresh, stop: 'delivery' }));
    expect(atDoor.proof.delivery.scanned).toEqual([3]);
    expect(await find(fresh)).toEqual([order.id]);
  });

  it('C550 needs no number where the order has one parcel', async () => {
    const order = await makeOrder(world.app, world.dispatcher);
    const code = newSscc();
    ok(await world.dispatcher.put(`/api/v1/orders/${order.id}`, { parcels: 1, partnerCodes: [code] }));
    const phone = await openOrder(world.app, order);
    expect(ok<Order>(await scan(phone, order, { code })).proof.pickup.scanned).toEqual([1]);
  });
});
