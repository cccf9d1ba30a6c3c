import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { readCodes } from '../../../test/support/paper.ts';
import { code128Modules, qrModules } from '../../pdf/code-modules.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: 'America/New_York', BRAND_NAME: 'Swift & Co' });
  app.setClock(new Date('2026-03-01T15:00:00Z'));
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

const make = async (more: Record<string, unknown> = {}): Promise<Order> =>
  ok(
    await staff.post('/api/v1/orders', {
      customerName: 'Ada Sender',
      pickupAddress: '1 Pickup Street\nSpringfield',
      deliveryAddress: 'Grand Hotel\n2 Delivery Road\nShelbyville',
      items: [{ name: 'Box of books', quantity: 2 }, { name: 'Lamp' }],
      ...more,
    }),
  );

/** What a printer does with one field. */
interface Field {
  x: number;
  y: number;
  text: string;
  height: number;
  qr: number;
  bar: number;
}
const numberIn = (command: string, pattern: RegExp) => Number(pattern.exec(command)?.[1] ?? 0);
/** The bytes after the sign that `^FH` names, as UTF-8. */
const decode = (data: string): string =>
  Buffer.from(
    [...data.matchAll(/_([0-9A-F]{2})|([^_])/g)].flatMap(([, byte, sign = '']) =>
      byte ? [Number.parseInt(byte, 16)] : [...Buffer.from(sign)],
    ),
  ).toString();
/** The labels of a print job as a printer reads them. */
const readZpl = (job: string) =>
  [...job.matchAll(/\^XA([\s\S]*?)\^XZ/g)].map(([, label = '']) => {
    expect(label).toContain('^CI28');
    const fields = [...label.matchAll(/\^FO(\d+),(\d+)([\s\S]*?)\^FS/g)].map(([, x, y, rest = '']): Field => {
      const [commands = '', data = ''] = rest.split('^FD');
      if (data !== '') expect(commands).toContain('^FH_');
      return {
        ...{ x: Number(x), y: Number(y), text: decode(data), height: numberIn(commands, /\^A0N,(\d+)/) },
        ...{ qr: numberIn(commands, /\^BQN,2,(\d+)/), bar: numberIn(commands, /\^BY(\d+)/) },
      };
    });
    const [width, height] = [numberIn(label, /\^PW(\d+)/), numberIn(label, /\^LL(\d+)/)];
    return { width, height, fields, lines: fields.map(({ text }) => text).filter(Boolean) };
  });

/** Modules as a picture of whole dots, with white around them. */
const paint = (rows: readonly (readonly number[])[], dots: number, quiet: number, tall = 1): Promise<Buffer> => {
  const [width, height] = [(rows[0]?.length ?? 0) + 2 * quiet, rows.length * tall + 2 * quiet];
  const grey = Buffer.alloc(width * dots * height * dots, 255);
  for (const [row, modules] of rows.entries())
    for (const [at, module] of modules.entries())
      if (module === 1)
        for (let y = 0; y < dots * tall; y++)
          grey.fill(
            0,
            ((quiet + row * tall) * dots + y) * width * dots + (quiet + at) * dots,
            ((quiet + row * tall) * dots + y) * width * dots + (quiet + at + 1) * dots,
          );
  return sharp(grey, { raw: { width: width * dots, height: height * dots, channels: 1 } })
    .png()
    .toBuffer();
};
const paintQr = (text: string, dots: number) => paint(qrModules(text), dots, 4);
const paintCode128 = (text: string, dots: number) => {
  const bars = code128Modules(text).flatMap((width, at) => Array<number>(width).fill(at % 2 === 0 ? 1 : 0));
  return paint([bars], dots, 10, 40);
};

describe('labels for label printers', () => {
  it('W11 are ZPL with what the PDF says, for each parcel, paper and printer', async () => {
    const order = await make({
      deliveryWindow: { from: '2026-03-02T14:00:00Z', to: '2026-03-02T17:00:00Z' },
      driverNotes: 'Use the yard gate',
      officeNotes: 'Pays late',
      quotePrice: '99.00',
    });
    for (const [query, width, height] of [
      ['', 799, 1199],
      ['?size=100x150&dpi=300', 1181, 1772],
      ['?size=4x6', 812, 1218],
      ['?size=4x6&dpi=300', 1200, 1800],
    ] as const) {
      const answer = await staff.get(`/api/v1/orders/${order.id}/label.zpl${query}`);
      expect(answer.headers['content-type']).toBe('application/zpl; charset=utf-8');
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="label-${order.trackingNumber}.zpl"`);
      const labels = readZpl(answer.body);
      expect(labels.map((one) => [one.width, one.height])).toEqual(Array(3).fill([width, height]));
      for (const [at, { fields, lines }] of labels.entries()) {
        const parcel = `${order.trackingNumber}-0${at + 1}`;
        const words = ['Swift & Co', `${at + 1} of 3`, 'Ada Sender', '1 Pickup Street', 'Grand Hotel', 'Shelbyville'];
        const more = ['Mon, Mar 2', '9:00 AM – 12:00 PM', 'Use the yard gate', parcel];
        expect(lines).toEqual(expect.arrayContaining([...words, ...more]));
        expect(lines.join()).not.toMatch(/Pays late|99\.00/);
        expect(lines).toContain(`MA,http://quickfleet.test/track/${order.trackingNumber}?parcel=${parcel}`);
        for (const { x, y, height: tall } of fields) {
          expect(x).toBeLessThan(width);
          expect(y + tall).toBeLessThanOrEqual(height);
        }
        // What the printer draws, a reader reads.
        for (const { text, qr, bar } of fields) {
          if (qr > 0) expect(await readCodes(await paintQr(text.slice(3), qr))).toEqual([`QRCode ${text.slice(3)}`]);
          if (bar > 0) expect(await readCodes(await paintCode128(text, bar))).toEqual([`Code128 ${parcel}`]);
          if (bar > 0) expect(bar).toBeGreaterThanOrEqual(3);
        }
      }
    }
    const wrong = await staff.get(`/api/v1/orders/${order.id}/label.zpl?size=a6`);
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'The size must be 4x6 or 100x150']);
    const coarse = await staff.get(`/api/v1/orders/${order.id}/label.zpl?dpi=600`);
    expect([coarse.statusCode, coarse.json().error]).toEqual([400, 'The dpi must be 203 or 300']);
  });

  it('W11 keep every text on the paper and none of it a command, in UTF-8', async () => {
    const nasty = '^XZ~JA\\& _41 ^FS';
    const long = `${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk '.repeat(9)}`.slice(0, 490);
    for (const address of [
      nasty,
      'Łódź, Weißstraße 12\nÎle',
      '上海市浦东新区',
      long,
      'W'.repeat(480),
      `${'l\n'.repeat(90)}end`,
    ]) {
      const order = await make({ parcels: 1, pickupAddress: address, deliveryAddress: address, notes: address });
      const job = (await staff.get(`/api/v1/orders/${order.id}/label.zpl`)).body;
      // Nothing of an order is outside ASCII, and one label is one job.
      expect(job).toMatch(/^[\n -~]*$/);
      expect(job.match(/\^XZ/g)).toHaveLength(1);
      const [label] = readZpl(job);
      expect(label?.lines.join(' ')).toContain(address.slice(0, 3).split('\n')[0]);
      for (const { y, height } of label?.fields ?? []) expect(y + height).toBeLessThanOrEqual(1199);
      const bars = label?.fields.filter(({ bar, qr }) => bar + qr > 0) ?? [];
      expect(bars).toHaveLength(2);
    }
    const order = await make({ parcels: 1, deliveryAddress: `${nasty}\n1 Road` });
    const [label] = readZpl((await staff.get(`/api/v1/orders/${order.id}/label.zpl`)).body);
    expect(label?.lines).toContain(nasty);
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled' }));
    expect((await staff.get(`/api/v1/orders/${order.id}/label.zpl`)).body).toContain('^FDCANCELLED^FS');
  });

  it('W12 come for several orders in the order of the ids, to those who print labels, at most 200', async () => {
    const [one, two] = [await make({ parcels: 2 }), await make({ parcels: 1 })];
    const answer = await staff.get(`/api/v1/orders/labels.zpl?ids=${two.id},${one.id}&size=4x6`);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="labels-2-orders.zpl"');
    const numbers = readZpl(answer.body).map(({ fields }) => fields.find(({ bar }) => bar > 0)?.text);
    expect(numbers).toEqual([`${two.trackingNumber}-01`, `${one.trackingNumber}-01`, `${one.trackingNumber}-02`]);
    expectError(await staff.get(`/api/v1/orders/labels.zpl?ids=${one.id},999999`), 404, 'ORDER_NOT_FOUND');
    const many = await make({ parcels: 201 });
    expectError(await staff.get(`/api/v1/orders/${many.id}/label.zpl`), 400, 'TOO_MANY_LABELS');
    const driver = await app.as('driver');
    expect((await driver.get(`/api/v1/orders/${one.id}/label.zpl`)).statusCode).toBe(404);
    expect((await app.client().get(`/api/v1/orders/${one.id}/label.zpl`)).statusCode).toBe(401);
  });
});

describe('codes that we draw', () => {
  it.each([1, 2, 3])('W13 are read back at %i dots a module', async (dots) => {
    for (let at = 0; at < 40; at++) {
      const number = `QF${String(292172038676 + at * 7919)}`;
      const parcel = `${number}-${String((at % 99) + 1).padStart(2, '0')}`;
      const link = `https://kurier.example/track/${number}?parcel=${parcel}`;
      expect(await readCodes(await paintCode128(parcel, dots)), parcel).toEqual([`Code128 ${parcel}`]);
      expect(await readCodes(await paintQr(link, dots)), link).toEqual([`QRCode ${link}`]);
    }
  });
});
