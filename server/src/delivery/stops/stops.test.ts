import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverStop, DriverStops } from '@quickfleet/shared/delivery/stops/stops';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type FormFile, type TestApp } from '../../../test/support/app.ts';
import { ok, orderBody, photoFile, signatureFile } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL: 'office@quickfleet.test' });
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

const today = () => new Date().toISOString().slice(0, 10);
const DOOR = '12 Kiln Lane\nShelbyville';
const sam = { name: 'Sam Porter', phone: '+1 555 0177' };
let mailbox = 0;

interface Day {
  phone: Client & { userId: number };
  orders: Order[];
  list: () => Promise<DriverStop[]>;
}
/** A driver with orders for one door, and one for another in between as the day is typed in. */
async function dayOf(
  given: Record<string, unknown>[] = [{}, {}, { deliveryAddress: '9 Oak St\nShelbyville' }],
): Promise<Day> {
  const phone = await app.as('driver');
  const customerEmail = `door${++mailbox}@example.com`;
  const orders: Order[] = [];
  for (const more of given)
    orders.push(
      ok(
        await staff.post(
          '/api/v1/orders',
          orderBody({
            ...{ customerEmail, deliveryAddress: DOOR, deliveryContact: sam, driverId: phone.userId },
            ...{ deliveryDate: today(), ...more },
          }),
        ),
      ),
    );
  const list = async () => ok<DriverStops>(await phone.get(`/api/v1/driver/stops?day=${today()}`)).data;
  return { phone, orders, list };
}
/** Everything was picked up and has left. */
const leave = async ({ phone, orders }: Day) => {
  for (const { id } of orders) {
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(id), kind: 'pickup' }, [
        await signatureFile(),
      ]),
    );
    ok(await phone.put(`/api/v1/orders/${id}/status`, { status: 'in_transit' }));
  }
};
const at = async (day: Day, kind: 'pickup' | 'delivery' = 'delivery') => {
  const found = (await day.list()).find((stop) => stop.kind === kind && stop.orders.length > 1);
  if (!found) throw new Error('no stop of several orders');
  return found;
};
const send = (
  phone: Client,
  stop: { id: string },
  call: string,
  fields: Record<string, string | string[]> = {},
  files: FormFile[] = [],
  headers = {},
) => phone.form('POST', `/api/v1/driver/stops/${stop.id}/${call}`, fields, files, headers);
const statuses = (orders: readonly { id: number }[]) =>
  app.sql<{ status: string }>(
    'select status from orders where id in (?) order by id',
    orders.map(({ id }) => id),
  );
const count = async (statement: string, ...values: unknown[]) =>
  (await app.sql<{ n: number }>(`select count(*)::int as n from ${statement}`, ...values))[0]?.n;
const notHome = { outcome: 'failed', reason: 'not_home' };
const ids = (...orders: (Order | undefined)[]) => orders.map((order) => String(order?.id));

describe('a stop is a door', () => {
  it('C539 a driver reads a day by doors, with what each order needs there', async () => {
    const day = await dayOf([
      {},
      { proofRules: { delivery: { photos: 'one', scan: true } } },
      { deliveryAddress: '9 Oak St\nShelbyville' },
    ]);
    const [one, two, other] = day.orders;
    const stops = await day.list();
    expect(stops.map(({ kind, orders }) => [kind, orders.map(({ orderId }) => orderId)])).toEqual([
      ['pickup', [one?.id, two?.id, other?.id]],
      ['delivery', [one?.id, two?.id]],
      ['delivery', [other?.id]],
    ]);
    expect(stops[1]).toMatchObject({
      ...{
        id: `delivery-${one?.id}-${two?.id}`,
        address: DOOR,
        contact: sam,
        place: null,
        window: null,
        state: 'open',
      },
      orders: [
        { needs: [{ kind: 'signature', isMet: false }], wishes: [], parcels: 2, items: [{ quantity: 2 }] },
        {
          needs: [
            { kind: 'scan', isMet: false },
            { kind: 'photo', isMet: false },
            { kind: 'signature', isMet: false },
          ],
        },
      ],
    });
    expect((await staff.get('/api/v1/driver/stops')).statusCode).toBe(403);
    expect((await app.client().get('/api/v1/driver/stops')).statusCode).toBe(401);
    const placed = day.orders.map(({ id }) => id);
    const inOrder = (['pickup', 'delivery'] as const).flatMap((stop) => placed.map((orderId) => ({ orderId, stop })));
    ok(await staff.put(`/api/v1/drivers/${day.phone.userId}/day`, { day: today(), stops: inOrder }));
    expect((await day.list()).map(({ id }) => id)).toEqual(stops.map(({ id }) => id));
    const board = ok<{ drivers: { driver: { id: number }; totals: object }[] }>(
      await staff.get(`/api/v1/drivers/days?day=${today()}`),
    );
    const totals = board.drivers.find(({ driver }) => driver.id === day.phone.userId)?.totals;
    expect(totals).toMatchObject({ stops: 3, stopsDone: 0, orders: 3 });
  });

  it('C540 one signature and one photo stand for all of a door, each order with its line of the same file', async () => {
    const day = await dayOf();
    await leave(day);
    const stop = await at(day);
    const { phone } = day;
    const [one, two, other] = day.orders;
    ok(await send(phone, stop, 'photos', {}, [await photoFile('photos')]));
    const signed = ok<{ data: Order[] }>(
      await send(phone, stop, 'signature', { customerName: 'Sam Porter' }, [await signatureFile()]),
    );
    expect(signed.data.map(({ id, status }) => [id, status])).toEqual([
      [one?.id, 'delivered'],
      [two?.id, 'delivered'],
    ]);
    for (const kind of ['photo', 'signature']) {
      const pieces = await app.sql<{ url: string; sha256: string }>(
        `select order_id, url, sha256 from proof_pieces where order_id in (?) and stop = 'delivery' and kind = ? order by order_id`,
        [one?.id, two?.id],
        kind,
      );
      expect(pieces).toHaveLength(2);
      expect(pieces[0]?.url).toBe(pieces[1]?.url);
      expect(pieces[0]?.sha256).toBe(pieces[1]?.sha256);
    }
    expect((await statuses([other ?? { id: 0 }]))[0]?.status).toBe('in_transit');
    expect((await at(day)).state).toBe('done');
    // One mail to the customer about both.
    const mails = await app.sql<{ subject: string; text: string; order_ids: number[] }>(
      `select subject, text, order_ids from emails where trigger = 'order_delivered' and recipient = ?`,
      one?.customerEmail,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.order_ids).toEqual([one?.id, two?.id]);
    expect(mails[0]?.subject).toContain(two?.trackingNumber);
    expect(mails[0]?.text).toContain(`Also for: ${two?.trackingNumber}`);
  });

  it('C540 some of them can be left out: the stop is done in part until they are', async () => {
    const day = await dayOf();
    await leave(day);
    const stop = await at(day);
    const [one, two] = day.orders;
    ok(await send(day.phone, stop, 'signature', { orderIds: ids(one) }, [await signatureFile()]));
    expect((await at(day)).state).toBe('part');
    ok(await send(day.phone, await at(day), 'attempts', notHome, [await photoFile('photos')]));
    expect(await statuses([one ?? { id: 0 }, two ?? { id: 0 }])).toEqual([
      { status: 'delivered' },
      { status: 'in_transit' },
    ]);
    expect(await count('attempts where order_id = ? and outcome = ?', one?.id, 'failed')).toBe(0);
    expect(await count('attempts where order_id = ? and outcome = ?', two?.id, 'failed')).toBe(1);
  });

  it('C541 a refused call changes nothing of the stop', async () => {
    const day = await dayOf([{}, { proofRules: { delivery: { photos: 'one' } } }]);
    await leave(day);
    const stop = await at(day);
    const before = await count('stored_files');
    const refused = await send(day.phone, stop, 'signature', {}, [await signatureFile()]);
    expect(refused.json()).toMatchObject({ status: 409, code: 'PROOF_MISSING' });
    expect(await statuses(day.orders)).toEqual([{ status: 'in_transit' }, { status: 'in_transit' }]);
    expect(await count('stored_files')).toBe(before);
    const other = await dayOf();
    const foreign = await send(day.phone, stop, 'signature', { orderIds: ids(day.orders[0], other.orders[0]) }, [
      await signatureFile(),
    ]);
    expect(foreign.json()).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    const theirs = await send(other.phone, stop, 'signature', {}, [await signatureFile()]);
    expect(theirs.statusCode).toBe(404);
    expect(await statuses(day.orders)).toEqual([{ status: 'in_transit' }, { status: 'in_transit' }]);
  });

  it('C541 the same call again, with its key or without, is one', async () => {
    const day = await dayOf();
    await leave(day);
    const stop = await at(day);
    const image = await signatureFile();
    const key = { 'idempotency-key': 'door-1' };
    const first = ok<{ data: Order[] }>(await send(day.phone, stop, 'signature', {}, [image], key));
    const again = await send(day.phone, stop, 'signature', {}, [image], key);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(ok<{ data: Order[] }>(again).data.map(({ id }) => id)).toEqual(first.data.map(({ id }) => id));
    await app.sql('delete from idempotency_keys');
    // Nothing is open any more: what is named comes late, and is kept once.
    ok(await send(day.phone, stop, 'signature', { orderIds: ids(day.orders[0], day.orders[1]) }, [image]));
    for (const { id } of day.orders.slice(0, 2))
      expect(await count('signatures where order_id = ? and kind = ?', id, 'delivery')).toBe(1);
  });

  it('C542 one failure counts for all, with one mail to the customer and one to the office', async () => {
    const day = await dayOf();
    await leave(day);
    const photo = await photoFile('photos');
    ok(await send(day.phone, await at(day), 'attempts', notHome, [photo]));
    expect((await at(day)).state).toBe('failed');
    const [one, two] = day.orders;
    const attempts = await app.sql<{ photo_urls: string[] }>(
      `select photo_urls from attempts where order_id in (?) and outcome = 'failed'`,
      [one?.id, two?.id],
    );
    expect(attempts).toHaveLength(2);
    expect(attempts[0]?.photo_urls).toEqual(attempts[1]?.photo_urls);
    expect(await count(`emails where trigger = 'attempt_failed' and recipient = ?`, one?.customerEmail)).toBe(1);
    expect(await count(`emails where trigger = 'attempt_failed_office' and ? = any(order_ids)`, two?.id)).toBe(1);
  });

  it('C543 a scan counts for the order whose label it is', async () => {
    const day = await dayOf();
    const stop = await at(day, 'pickup');
    const [, two] = day.orders;
    const scanned = ok<{ data: Order[]; alreadyScanned: boolean }>(
      await send(day.phone, stop, 'scan', { code: `${two?.trackingNumber}-01` }),
    );
    expect(scanned).toMatchObject({ alreadyScanned: false, data: [{ id: two?.id }] });
    expect(await count(`proof_pieces where kind = 'scan' and order_id = ?`, two?.id)).toBe(1);
    const foreign = await dayOf([{}]);
    const refused = await send(day.phone, stop, 'scan', { code: `${foreign.orders[0]?.trackingNumber}-01` });
    expect(refused.json()).toMatchObject({ status: 409, code: 'WRONG_PARCEL' });
  });

  it('C543 the time of arrival is in the history of each order, and its next attempt has it', async () => {
    const day = await dayOf();
    await leave(day);
    const stop = await at(day);
    const said = new Date().toISOString();
    for (let press = 0; press < 2; press++)
      ok(await day.phone.post(`/api/v1/driver/stops/${stop.id}/arrive`, { at: said }));
    const [one] = day.orders;
    expect(await count(`history where subject_id = ? and action = 'stop.arrived'`, one?.id)).toBe(1);
    ok(await send(day.phone, stop, 'attempts', notHome, [await photoFile('photos')]));
    const [attempt] = await app.sql<{ arrived_at: string }>(
      `select arrived_at from attempts where order_id = ? and outcome = 'failed'`,
      one?.id,
    );
    expect(new Date(attempt?.arrived_at ?? 0).toISOString()).toBe(said);
  });

  it('C544 one PIN stands for all whose PIN the same person has; a wrong one counts for each', async () => {
    const pin = { proofRules: { delivery: { pin: true } } };
    const day = await dayOf([pin, pin, { ...pin, customerEmail: `else${++mailbox}@example.com` }]);
    const [one, two, other] = day.orders;
    const stop = await at(day);
    const pinOf = async (id = 0) => {
      const [row] = await app.sql<{ pin_sealed: string }>('select pin_sealed from order_pins where order_id = ?', id);
      return app.services.secrets.open(row?.pin_sealed ?? '') ?? '';
    };
    const verified = () =>
      app.sql<{ ok: boolean; tries: number }>(
        'select verified_at is not null as ok, wrong_tries as tries from order_pins where order_id in (?) order by order_id',
        [one?.id, two?.id, other?.id],
      );
    const right = await pinOf(two?.id);
    const all = [one, two, other].map((order) => order?.id);
    const never = ['000000', '111111', '222222', '333333'].find((digits) => digits !== right) ?? '';
    const wrong = await day.phone.post(`/api/v1/driver/stops/${stop.id}/pin`, { pin: never, orderIds: all });
    expect(wrong.json()).toMatchObject({ status: 409, code: 'WRONG_PIN' });
    expect(await verified()).toEqual(all.map(() => ({ ok: false, tries: 1 })));
    const partly = await day.phone.post(`/api/v1/driver/stops/${stop.id}/pin`, { pin: right, orderIds: all });
    expect(partly.json()).toMatchObject({ status: 409, code: 'WRONG_PIN' });
    expect((await verified()).map((row) => row.ok)).toEqual([false, false, false]);
    ok(await day.phone.post(`/api/v1/driver/stops/${stop.id}/pin`, { pin: right, orderIds: [one?.id, two?.id] }));
    expect((await verified()).map((row) => row.ok)).toEqual([true, true, false]);
    expect(await count(`history where subject_id = ? and action = 'pin.verified'`, one?.id)).toBe(1);
  });

  it('C545 what comes after an order was given away is kept as late, and the rest counts', async () => {
    const day = await dayOf();
    await leave(day);
    const stop = await at(day);
    const [one, two] = day.orders;
    const other = await app.as('driver');
    ok(await staff.post(`/api/v1/orders/${one?.id}/assign`, { driverId: other.userId, reassign: true }));
    const answer = ok<{ data: { late?: boolean; status?: string }[] }>(
      await send(day.phone, stop, 'signature', { orderIds: ids(one, two) }, [await signatureFile()]),
    );
    expect(answer.data).toMatchObject([
      { late: true, after: 'reassigned' },
      { id: two?.id, status: 'delivered' },
    ]);
    expect(await count('late_evidence where order_id = ?', one?.id)).toBe(1);
  });

  it('C545 a shared photo stays while one of its orders has it', async () => {
    const day = await dayOf();
    const stop = await at(day, 'pickup');
    ok(await send(day.phone, stop, 'photos', {}, [await photoFile('photos')]));
    const [one, two, other] = day.orders;
    const claimed = async () =>
      (
        await app.sql<{ claimed: boolean }>(
          `select f.claimed_at is not null as claimed from stored_files f where '/files/' || f.key in (
           select jsonb_array_elements_text(pickup_image_urls) from order_items where order_id in (?))`,
          [one?.id, two?.id, other?.id],
        )
      )[0]?.claimed;
    const key = (
      await app.sql<{ key: string }>(`select substr(url, 8) as key from proof_pieces where order_id = ?`, one?.id)
    )[0]?.key;
    const admin = await app.as('admin');
    ok(await admin.delete(`/api/v1/orders/${one?.id}`));
    expect(await claimed()).toBe(true);
    ok(await admin.delete(`/api/v1/orders/${two?.id}`));
    ok(await admin.delete(`/api/v1/orders/${other?.id}`));
    expect(await count('stored_files where key = ? and claimed_at is null', key)).toBe(1);
  });
});
