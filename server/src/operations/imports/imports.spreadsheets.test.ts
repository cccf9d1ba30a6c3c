import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { check, commit, rowsOf } from '../../../test/support/imports.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const HEADS = 'Customer;E-mail;Pickup address;Delivery address;Item';
const CELLS = 'Ada;ada@example.com;Weg 1;Weg 2;Box';

/** The order of the only row. */
async function orderOf(file: string | Buffer): Promise<Order> {
  const found = await check(world.app, world.admin, 'orders', file);
  expect((await rowsOf(world.admin, found.id)).map(({ issues }) => issues)).toEqual([[]]);
  await commit(world.app, world.admin, found.id);
  const [row] = await rowsOf(world.admin, found.id);
  return ok<Order>(await world.admin.get(`/api/v1/orders/${row?.objectId}`));
}
const issuesOf = async (file: string) =>
  (await rowsOf(world.admin, (await check(world.app, world.admin, 'orders', file)).id)).map(({ issues }) =>
    issues.map(({ column, message }) => `${column}: ${message}`),
  );

describe('C536 what spreadsheets do to the cells of a file', () => {
  it('a formula of nothing but a text is that text, in heads too', async () => {
    const file = `="Order number";${HEADS};Phone\n="00123";${CELLS};"=""0151 ""1234567"`;
    expect(await orderOf(file)).toMatchObject({ externalId: '00123', customerName: 'Ada' });
    const quoted = `Order number;${HEADS};Phone\n"=""00124""";${CELLS};"=""01511234567"""`;
    expect(await orderOf(quoted)).toMatchObject({ externalId: '00124', customerPhone: '01511234567' });
  });

  it.each([
    ['a title with commas', 'Deliveries of Monday, 7 December, Company, Depot\r\n\r\n'],
    ['a title alone', 'Deliveries of Monday\n'],
    ['the line of Excel, quoted', '"sep=;"\r\n'],
    ['nothing', ''],
  ])('C746 the delimiter is that of the heads, whatever is above them: %s', async (_, above) => {
    const address = `Weg ${above.length}, 10115 Berlin`;
    const file = `${above}${HEADS}\n${CELLS.replace('Weg 2', address)}`;
    expect(await orderOf(file)).toMatchObject({ customerName: 'Ada', deliveryAddress: address });
    const tabs = file.replaceAll(';', '\t').replaceAll(address, `${address} b`);
    expect(await orderOf(tabs)).toMatchObject({ deliveryAddress: `${address} b` });
  });

  it.each([
    ['Delivery address;Postcode;City', 'Weg 2;10115;Berlin', 'Weg 2, 10115, Berlin'],
    ['Address;City;State;Zip;Country', '1 Main St;Boston;MA;02134;US', '1 Main St, Boston, MA, 02134, US'],
    ['Lieferadresse;PLZ;Ort', 'Weg 3;10115;Berlin', 'Weg 3, 10115, Berlin'],
    ['PLZ;Ort;Lieferadresse', '10115;Berlin;Weg 4', '10115, Berlin, Weg 4'],
    ['Lieferadresse;Lieferplz;Lieferort', 'Weg 5;10115;Berlin', 'Weg 5, 10115, Berlin'],
    ['Adresse de livraison;Code postal;Ville', '2 rue Haute;75001;Paris', '2 rue Haute, 75001, Paris'],
    // An address that says its town does not say it twice.
    ['Delivery address;Postcode;City', '"Weg 6, 10115 Berlin";10115;Berlin', 'Weg 6, 10115 Berlin'],
  ])('C747 the columns of a town next to an address are part of it: %s', async (heads, cells, address) => {
    const order = await orderOf(`Customer;E-mail;Pickup address;Item;${heads}\nAda;a@example.com;Depot;Box;${cells}`);
    expect(order).toMatchObject({ pickupAddress: 'Depot', deliveryAddress: address });
  });
  it.each([
    ['Straße und Hausnummer;PLZ/Ort', 'Weg 8;10115 Berlin', 'Weg 8, 10115 Berlin'],
    ['Adresse;CP;Ville', '1 rue X;75001;Paris', '1 rue X, 75001, Paris'],
    ['Dirección;C.P.;Población', 'Calle X 1;28013;Madrid', 'Calle X 1, 28013, Madrid'],
    ['Ship to;Address;City;State;ZIP', 'Bob;2 Main St;Boston;MA;02134', '2 Main St, Boston, MA, 02134'],
    ['Ship to;Address 1;Address 2;City', 'Bob;3 Main St;Apt 4;Boston', '3 Main St, Apt 4, Boston'],
    ['Destinataire;Adresse de livraison', 'Bob;4 rue X', '4 rue X'],
  ])('C747 streets, towns and recipients are found as files call them: %s', async (heads, cells, address) => {
    const order = await orderOf(`Customer;E-mail;Pickup address;Item;${heads}\nAda;a@example.com;Depot;Box;${cells}`);
    expect(order).toMatchObject({ customerName: 'Ada', deliveryAddress: address });
    if (cells.startsWith('Bob')) expect(order.deliveryContact).toMatchObject({ name: 'Bob' });
  });
  it.each([
    ['Address 1;Town;Postcode;From;To', '1 High St;London;EC1A 1BB'],
    ['Lieferadresse;PLZ;Ort;Von;Bis', 'Weg 9;10115;Berlin'],
    ['Delivery address;Postcode;City;Time from;Time to', 'Weg 10;10115;Berlin'],
  ])('C747 “From” and “To” are times where addresses have columns of their own: %s', async (heads, cells) => {
    const file = `Customer;E-mail;Pickup address;Item;Day;${heads}\nAda;a@example.com;Depot;Box;2027-12-07;${cells};08:00;10:00`;
    const order = await orderOf(file);
    expect(order).toMatchObject({ pickupAddress: 'Depot', deliveryAddress: cells.replaceAll(';', ', ') });
    expect(order.deliveryWindow).toEqual({ from: '2027-12-07T07:00:00.000Z', to: '2027-12-07T09:00:00.000Z' });
  });
  it('C747 they are addresses where nothing else is one', async () => {
    const order = await orderOf('Customer;E-mail;From;To;Item\nAda;a@example.com;Depot 2;Weg 11;Box');
    expect(order).toMatchObject({ pickupAddress: 'Depot 2', deliveryAddress: 'Weg 11' });
  });
  it('C747 two addresses have each its own town', async () => {
    const heads = 'Customer;E-mail;Item;Pickup address;Postcode;City;Delivery address;Postcode;City;Notes';
    const cells = 'Ada;a@example.com;Box;Depot 1;10115;Berlin;Weg 7;01067;Dresden;Ring';
    expect(await orderOf(`${heads}\n${cells}`)).toMatchObject({
      pickupAddress: 'Depot 1, 10115, Berlin',
      deliveryAddress: 'Weg 7, 01067, Dresden',
    });
  });
  it.each(['Vorname;Name', 'First name;Name', 'Name;Vorname'])(
    'C747 a first name is not lost next to “Name”: %s',
    async (heads) => {
      const cells = heads.startsWith('Name') ? 'Lovelace;Ada' : 'Ada;Lovelace';
      const file = `${heads};E-mail;Pickup address;Delivery address;Item\n${cells};a@example.com;Depot;To ${heads.length};Box`;
      const { customerName } = await orderOf(file.replace('To ', `To ${heads.slice(0, 4)} `));
      expect(customerName).toBe(cells.replace(';', ' '));
    },
  );
  it('C747 an apostrophe before a phone goes, whichever it is', async () => {
    const order = await orderOf(`${HEADS.replace('Item', 'Item;Phone')}\n${CELLS.replace('Box', 'Lamp')};’030 1234567`);
    expect(order.customerPhone).toBe('030 1234567');
  });

  it('C748 a price in another currency than the company’s is read with a warning that names both', async () => {
    const words = (foreign: string) => [`The price is in ${foreign}, and is read as USD`];
    const prices = ['12.50 GBP', '£5', 'EUR 7,50', '$12.50', 'USD 3', '12.50', 'US$ 4'];
    const rows = prices.map((price, at) => `${CELLS.replace('Weg 2', `Price ${at}`)};"${price}"`);
    const found = await check(world.app, world.admin, 'orders', [`${HEADS};Price`, ...rows].join('\n'));
    expect(found).toMatchObject({ valid: prices.length });
    expect((await rowsOf(world.admin, found.id)).map(({ warnings }) => warnings.map(({ message }) => message))).toEqual(
      [...['GBP', '£', 'EUR'].map(words), ...[[], [], [], []]],
    );
  });

  it('a number that was cut to powers of ten is refused where each of its digits counts', async () => {
    const words = 'The spreadsheet has cut this number. Format its column as text, and write it again';
    const file = `${HEADS};Order number;SSCC;Phone\n${CELLS};4.01235E+12;3,40123E+17;4.91511E+11\n${CELLS};4E10;;`;
    expect(await issuesOf(file)).toEqual([[`SSCC: ${words}`, `Phone: ${words}`, `Order number: ${words}`], []]);
  });

  it.each([
    ['1067', 'DE', '01067'],
    ['1067.0', 'Germany', '01067'],
    ['1067', 'Deutschland', '01067'],
    ['6000', 'FR', '06000'],
    ['2138', 'US', '02138'],
    ['2138-1234', 'United States', '02138-1234'],
    ['8001', 'CH', '8001'],
    ['1067', '', '1067'],
    ['28013', 'ES', '28013'],
  ])('the postcode %s in “%s” is %s', async (zip, country, read) => {
    const file = `Name;Email;From;Street;Zip;City;Country;Item\nAda;ada@example.com;Weg 1;S ${zip}${country};${zip};Town;${country};Box`;
    const order = await orderOf(file);
    expect(order.deliveryAddress.split(', ')[1]).toBe(read);
  });

  describe('C735 postcodes of rows that name no country', () => {
    let turn = 100;
    const told = async (own: string, zips: readonly string[], country = '') => {
      ok(await world.admin.put('/api/v1/company', { locale: { country: own } }));
      const rows = zips.map((zip, at) => {
        const [code, named = country] = zip.split(' ');
        return `Ada;ada@example.com;Weg 1;S ${++turn}${at};${code};Town;${named};Box`;
      });
      const file = ['Name;Email;From;Street;Zip;City;Country;Item', ...rows].join('\n');
      const found = await check(world.app, world.admin, 'orders', file);
      expect(found).toMatchObject({ valid: zips.length, invalid: 0 });
      await commit(world.app, world.admin, found.id);
      const all = await rowsOf(world.admin, found.id);
      return Promise.all(
        all.map(async ({ objectId, warnings }) => {
          const { deliveryAddress } = ok<Order>(await world.admin.get(`/api/v1/orders/${objectId}`));
          return [deliveryAddress.split(', ')[1], ...warnings.map(({ column, message }) => `${column}: ${message}`)];
        }),
      );
    };
    afterAll(async () => {
      ok(await world.admin.put('/api/v1/company', { locale: { country: 'US' } }));
    });
    const given = (text: string) =>
      `Zip: “${text}” is read as 0${text}, because others of this file have five digits. Name the country if it is another one`;
    const doubted = (text: string) =>
      `Zip: “${text}” may have lost the zero in front of it. Name the country in the row, or write all digits`;

    it('get their zero, with a warning, where the company’s country and the other rows say so', async () => {
      expect(await told('DE', ['1067', '20095'])).toEqual([['01067', given('1067')], ['20095']]);
      expect(await told('US', ['10001', '2134', '2138-1234'])).toEqual([
        ['10001'],
        ['02134', given('2134')],
        ['02138-1234', given('2138-1234')],
      ]);
      expect(await told('FR', ['6000', '75001 FR'])).toEqual([['06000', given('6000')], ['75001']]);
    });

    it('stay as they are, with a warning, where they can be of another country', async () => {
      // Nothing else in the file has five digits; a row names Austria; Vienna is none of Germany’s.
      expect(await told('DE', ['1067'])).toEqual([['1067', doubted('1067')]]);
      expect(await told('DE', ['4109', '20095', '8010 AT'])).toEqual([['4109', doubted('4109')], ['20095'], ['8010']]);
      expect(await told('DE', ['1010', '1067', '20095'])).toEqual([
        ['1010', doubted('1010')],
        ['1067', doubted('1067')],
        ['20095'],
      ]);
    });

    it('say nothing where the company’s own have four', async () => {
      expect(await told('AT', ['1010', '20095'])).toEqual([['1010'], ['20095']]);
    });
  });

  it.each([
    ['Delivery window', '09:00-12:00', '09:00', '12:00'],
    ['Zeitfenster', '9-12 Uhr', '09:00', '12:00'],
    ['Créneau de livraison', '9h30 à 12h', '09:30', '12:00'],
    ['Franja horaria', '09:00 a 12:00', '09:00', '12:00'],
    ['Time slot', '9 am – 1:30 pm', '09:00', '13:30'],
    ['Lieferfenster', '22:00 bis 02:00', '22:00', '02:00'],
    ['Delivery from', '2027-03-01 08:00 - 10:15', '08:00', '10:15'],
  ])('a window in one cell has both its times: %s %s', async (head, cell, from, to) => {
    const cells = CELLS.replace('Weg 2', head);
    const { deliveryWindow } = await orderOf(`${HEADS};Date;${head}\n${cells};2027-03-01;${cell}`);
    const clock = (moment = '') =>
      new Date(moment).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
    expect([clock(deliveryWindow?.from), clock(deliveryWindow?.to)]).toEqual([from, to]);
  });

  it('a moment with an offset is no window', async () => {
    const file = `${HEADS};Delivery from\n${CELLS};2027-03-01T09:00:00-05:00\n${CELLS};vormittags`;
    expect(await issuesOf(file)).toEqual([
      ['null: A window needs both times: write when the delivery ends (no column is “Delivery until”)'],
      ['Delivery from: Write the time like 2026-12-01 09:00'],
    ]);
  });

  it.each(['<ada@example.com>', 'Ada L. <ada@example.com>', 'mailto:ada@example.com', 'ada@example.com;'])(
    'the e-mail address of “%s” is ada@example.com',
    async (text) => {
      const file = `${HEADS.replace('Customer;', 'Customer,').replaceAll(';', ',')}\nAda,${text},Weg 1,Weg ${text.length},Box`;
      expect(await orderOf(file)).toMatchObject({ customerEmail: 'ada@example.com' });
    },
  );

  it('two e-mail addresses in one cell are still refused', async () => {
    const file = `${HEADS}\nAda;a@example.com, b@example.com;Weg 1;Weg 2;Box`;
    expect(await issuesOf(file)).toEqual([['E-mail: Valid email is required']]);
  });

  it('items with commas between them are several, and a comma in a name is none', async () => {
    const items = async (text: string) =>
      (await orderOf(`${HEADS}s\nAda;ada@example.com;Weg 1;Weg 2;"${text}"`)).items.map(
        ({ name, quantity }) => `${quantity} ${name}`,
      );
    expect(await items('2 × Box, 1 x Lamp')).toEqual(['2 Box', '1 Lamp']);
    expect(await items('2 x Box, red')).toEqual(['2 Box, red']);
  });

  it.each([
    ['Excel on a Mac', Buffer.from('4d9f6c6c6572', 'hex'), 'Müller'],
    ['Excel on a Mac, French', Buffer.from('488e6c8f6e65', 'hex'), 'Hélène'],
    ['DOS', Buffer.from('4d816c6c6572', 'hex'), 'Müller'],
    ['Windows, in Prague', Buffer.from('447a9a616e', 'hex'), 'Dzšan'],
    ['Windows, with a trade mark', Buffer.from('426f7899', 'hex'), 'Box™'],
    ['Windows, one small word', Buffer.from('4120e02042', 'hex'), 'A à B'],
    ['DOS, sharp s', Buffer.from('477294e165', 'hex'), 'Größe'],
    ['Windows', Buffer.from('4dfc6c6c6572', 'hex'), 'Müller'],
    ['Windows, with an apostrophe of books', Buffer.from('6492417263', 'hex'), 'd’Arc'],
    ['Windows, with a dash', Buffer.from('4120962042', 'hex'), 'A – B'],
  ])('letters as %s writes them', async (_, name, read) => {
    const file = Buffer.concat([
      Buffer.from(`${HEADS}\n`),
      name,
      Buffer.from(`;ada@example.com;Weg 1;Weg ${name.toString('hex')};Box`),
    ]);
    expect(await orderOf(file)).toMatchObject({ customerName: read });
  });

  it('a note right of the heads keeps no row of a workbook out, and is said', async () => {
    const rows = [HEADS.split(';'), [...CELLS.split(';'), null, 'call first']];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] }));
    const found = await check(world.app, world.admin, 'orders', file, {}, 'orders.xlsx');
    expect((await rowsOf(world.admin, found.id))[0]).toMatchObject({
      state: 'valid',
      issues: [],
      warnings: [{ column: null, message: 'What is right of the last head is not read: call first' }],
    });
    // In CSV it is a separator too many.
    expect((await issuesOf(`${HEADS}\n${CELLS};call first`))[0]?.[0]).toMatch(/This row has 6 cells/);
  });

  it('a head names its unit or how its days are written, and is known all the same', async () => {
    const file = `${HEADS};Price (EUR);Weight [kg];Date (dd.mm.yyyy);Notes (internal)\n${CELLS};9,90;12,5;01.03.2027;x`;
    const found = await check(world.app, world.admin, 'orders', file);
    expect(found.columns.slice(5).map(({ field }) => field)).toEqual(['quotePrice', 'weightKg', 'deliveryDate', null]);
  });

  it.each([
    ['a PDF', '%PDF-1.7\nName;Email\nAda;a@example.com'],
    ['JSON', '[{"name": "Ada", "email": "a@example.com"},\n{"name": "Bob"}]'],
  ])('%s is refused with a sentence about what it is', async (_, text) => {
    const answer = await world.admin.form('POST', '/api/v1/imports', { kind: 'orders' }, [
      { field: 'file', name: 'orders.csv', type: 'text/csv', bytes: Buffer.from(text) },
    ]);
    expect(answer.json()).toMatchObject({ status: 400, error: 'This is neither a CSV nor an Excel file (.xlsx)' });
  });
});
