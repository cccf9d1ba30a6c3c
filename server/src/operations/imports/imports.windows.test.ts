import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';
import { check, commit, rowsOf } from '../../../test/support/imports.ts';

const HEADS = [
  'Customer name',
  'Customer e-mail',
  'Pickup address',
  'Delivery address',
  'Item',
  'Day',
  'Delivery from',
  'Delivery until',
];
/** A year that is near enough to be planned. */
const YEAR = new Date().getFullYear() + 1;
let turn = 0;
const row = (day: string, from: string, to: string) => [
  `W ${++turn}`,
  `w${turn}@example.com`,
  'A 1',
  'B 2',
  'Box',
  day,
  from,
  to,
];
const file = (...rows: string[][]) => [HEADS, ...rows].map((cells) => cells.join(';')).join('\n');

describe.each([
  ['America/Los_Angeles', `${YEAR}-12-08T04:00:00.000Z`],
  ['Pacific/Auckland', `${YEAR}-12-07T07:00:00.000Z`],
  ['Australia/Sydney', `${YEAR}-12-07T09:00:00.000Z`],
  ['Asia/Tokyo', `${YEAR}-12-07T11:00:00.000Z`],
  ['Europe/Berlin', `${YEAR}-12-07T19:00:00.000Z`],
])('C526 windows in %s', (zone, evening) => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await createTestApp({ BUSINESS_TIMEZONE: zone });
    admin = await app.as('admin');
  });
  afterAll(() => app.close());

  const windowsOf = async (text: string | Buffer): Promise<(readonly [string, number])[]> => {
    const found = await check(app, admin, 'orders', text);
    const said = (await rowsOf(admin, found.id)).flatMap(({ issues }) => issues.map(({ message }) => message));
    expect(said).toEqual([]);
    await commit(app, admin, found.id);
    const ids = (await rowsOf(admin, found.id)).map(({ objectId }) => objectId);
    const orders = await Promise.all(ids.map(async (id) => ok<Order>(await admin.get(`/api/v1/orders/${id}`))));
    return orders.map(({ deliveryWindow }) => {
      const { from = '', to = '' } = deliveryWindow ?? {};
      return [from, (Date.parse(to) - Date.parse(from)) / 3_600_000] as const;
    });
  };

  it('a bare end belongs to the local day of its beginning, or to the next', async () => {
    const windows = await windowsOf(
      file(
        row('', `${YEAR}-12-07 20:00`, '22:00'),
        row(`${YEAR}-12-07`, '20:00', '22:00'),
        row('', `${YEAR}-12-07 09:00`, '11:00'),
        row('', `${YEAR}-12-07 22:00`, '02:00'),
        row('', `${YEAR}-12-07 22:00`, '24:00'),
        row('', `${YEAR}-12-07 22:00`, '0:00'),
        row('', `7.12.${YEAR} 8:00 PM`, '10 PM'),
      ),
    );
    expect(windows.map(([, hours]) => hours)).toEqual([2, 2, 2, 4, 2, 2, 2]);
    for (const at of [0, 1, 6]) expect(windows[at]?.[0]).toBe(evening);
  });

  it('Excel’s times are rounded to the second before they are cut', async () => {
    const day = new Date(`${YEAR}-12-07T19:59:59.999Z`);
    const until = new Date('1899-12-31T21:59:59.998Z');
    const rows = [HEADS, [`X ${++turn}`, `x${turn}@example.com`, 'A 1', 'B 2', 'Box', null, day, until]];
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] }));
    expect(await windowsOf(bytes)).toEqual([[evening, 2]]);
  });

  it('a day written as a moment is the day that it is here', async () => {
    const found = await check(app, admin, 'orders', file(row(evening, '', '')));
    await commit(app, admin, found.id);
    const [made] = await rowsOf(admin, found.id);
    const order = ok<Order>(await admin.get(`/api/v1/orders/${made?.objectId}`));
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(order.deliveryDate ?? 0));
    expect(local).toBe(`${YEAR}-12-07`);
  });

  it('a window of no length is refused with a sentence, by the API too', async () => {
    const found = await check(app, admin, 'orders', file(row('', `${YEAR}-12-07 20:00`, '20:00')));
    const [refused] = await rowsOf(admin, found.id);
    expect(refused?.issues.map(({ message }) => message)).toEqual(['The window has no length: it ends when it begins']);
    const body = { ...orderBody(), deliveryWindow: { from: evening, to: evening } };
    expect(expectError(await admin.post('/api/v1/orders', body), 400).issues).toEqual([
      { path: 'deliveryWindow.to', message: 'The window has no length: it ends when it begins' },
    ]);
  });
});

describe('C742 a window in one cell', () => {
  const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
  const DAY = `${YEAR}-12-07`;
  const heads = HEADS.slice(0, -1).join(';');
  const rowOf = (text: string) => row(DAY, text, '').slice(0, -1).join(';');
  const clock = (at: string | undefined) =>
    at &&
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' }).format(
      new Date(at),
    );

  it('is two times as people of each language write them', async () => {
    const eight = [`${DAY} 08:00`, `${DAY} 10:00`];
    const read: [string, string[]][] = [
      ...[
        '8-10',
        '8–10 Uhr',
        '08.00–10.00 Uhr',
        'between 8 and 10',
        'from 8:00 to 10:00',
        'zwischen 8 und 10 Uhr',
        'von 8 bis 10 Uhr',
        'de 8h à 10h',
        'entre 8h et 10h',
        'entre las 8 y las 10',
        'de 8:00 a 10:00',
        '08:00 → 10:00',
        '08:00/10:00',
        '8:00-10',
        `${DAY} 08:00-10:00`,
        `${DAY} 08:00 - ${DAY} 10:00`,
        `${DAY}T07:00:00Z/${DAY}T09:00:00Z`,
        `7.12.${YEAR} von 8 bis 10 Uhr`,
        '8:00 ص - 10:00 ص',
      ].map((text): [string, string[]] => [text, eight]),
      ['10-12pm', [`${DAY} 10:00`, `${DAY} 12:00`]],
      ['11-1 pm', [`${DAY} 11:00`, `${DAY} 13:00`]],
      ['1:00-3:00 pm', [`${DAY} 13:00`, `${DAY} 15:00`]],
      ['10-2am', [`${DAY} 22:00`, `${YEAR}-12-08 02:00`]],
      ['10am to noon', [`${DAY} 10:00`, `${DAY} 12:00`]],
      ['22 Uhr bis Mitternacht', [`${DAY} 22:00`, `${YEAR}-12-08 00:00`]],
    ];
    const found = await check(
      world.app,
      world.admin,
      'orders',
      [heads, ...read.map(([text]) => rowOf(text))].join('\n'),
    );
    const said = (await rowsOf(world.admin, found.id)).flatMap(({ issues, row }) =>
      issues.map(({ message }) => [read[row - 2]?.[0], message]),
    );
    expect(said).toEqual([]);
    await commit(world.app, world.admin, found.id);
    const ids = (await rowsOf(world.admin, found.id)).map(({ objectId }) => objectId);
    const made: [string | undefined, unknown[]][] = [];
    for (const [at, id] of ids.entries()) {
      const { deliveryWindow } = ok<Order>(await world.admin.get(`/api/v1/orders/${id}`));
      made.push([read[at]?.[0], [clock(deliveryWindow?.from), clock(deliveryWindow?.to)]]);
    }
    expect(made).toEqual(read);
  });

  it('is read where a column of ends has nothing to say, and as parts of a day', async () => {
    const files = [row(DAY, '8-10', ''), row(DAY, '0.333333333333', '0,416666666667')];
    const found = await check(world.app, world.admin, 'orders', file(...files));
    expect((await rowsOf(world.admin, found.id)).map(({ issues }) => issues)).toEqual([[], []]);
    await commit(world.app, world.admin, found.id);
    for (const { objectId } of await rowsOf(world.admin, found.id)) {
      const { deliveryWindow } = ok<Order>(await world.admin.get(`/api/v1/orders/${objectId}`));
      expect([clock(deliveryWindow?.from), clock(deliveryWindow?.to)]).toEqual([`${DAY} 08:00`, `${DAY} 10:00`]);
    }
  });

  it('is refused where it is none, or can be two', async () => {
    const texts = ['10-2', '12/7', `7-12-${YEAR}`, 'in the morning', 'Mo 8-10'];
    const found = await check(world.app, world.admin, 'orders', [heads, ...texts.map(rowOf)].join('\n'));
    expect((await rowsOf(world.admin, found.id)).map(({ state }) => state)).toEqual(texts.map(() => 'invalid'));
  });
});

describe('C526 the hour that clocks skip', () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await createTestApp({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
    admin = await app.as('admin');
  });
  afterAll(() => app.close());

  it('is refused, and the time after it is not', async () => {
    const last = new Date(Date.UTC(YEAR, 2, 31));
    last.setUTCDate(31 - last.getUTCDay());
    const day = last.toISOString().slice(0, 10);
    const text = file(row(day, '02:30', '04:00'), row(day, '01:00', '2:15'), row(day, '3:00', '4:00'));
    const found = await check(app, admin, 'orders', text);
    expect((await rowsOf(admin, found.id)).map(({ issues }) => issues.map(({ message }) => message))).toEqual([
      [`There is no 02:30 on ${day}: the clocks skip that hour`],
      [`There is no 02:15 on ${day}: the clocks skip that hour`],
      [],
    ]);
  });
});
