import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { check, commit } from '../../../test/support/imports.ts';
import { workbook } from '../../../test/support/workbooks.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const YEAR = new Date().getFullYear() + 1;
let turn = 0;

/** A table as people keep it, and the orders that a person reads there. */
interface Content {
  content: string;
  rows: (mail: () => string) => string[][];
  headRow: number;
  orders: { name: string; day: string; price: string | null; hours: number | null }[];
}
const order = (name: string, day: string, price: string | null = null, hours: number | null = null) => ({
  name,
  day: `${YEAR}-${day}`,
  price,
  hours,
});
const english = ['Customer name', 'Customer e-mail', 'Pickup address', 'Delivery address', 'Items', 'Price', 'Day'];

const contents: Content[] = [
  {
    content: 'plain',
    rows: (mail) => [english, ['Zoë Müller', mail(), '1 Way', '2 Road', '2 x Box; Lamp', '12.50', `${YEAR}-12-07`]],
    headRow: 1,
    orders: [order('Zoë Müller', '12-07', '12.50')],
  },
  {
    content: 'a title and a note above the heads',
    rows: (mail) => [
      ['Deliveries week 50', '', '', '', '', '', ''],
      ['', '', '', '', '', '', ''],
      ['Please ring, and leave nothing outside', '', '', '', '', '', ''],
      english,
      ['Ada', mail(), '1 Way', '2 Road', 'Box', '', `7 Dec ${YEAR}`],
      ['Bea', mail(), '1 Way', '2 Road', 'Box', '3', `Dec 8, ${YEAR}`],
    ],
    headRow: 4,
    orders: [order('Ada', '12-07'), order('Bea', '12-08', '3.00')],
  },
  {
    content: 'German heads, days with dots and decimal commas',
    rows: (mail) => [
      [
        'Kundenname',
        'E-Mail',
        'Abholadresse',
        'Lieferadresse',
        'Artikel',
        'Preis',
        'Lieferdatum',
        'Zustellung von',
        'Zustellung bis',
      ],
      ['Jörg Groß', mail(), 'Lager 1', 'Straße 2', 'Karton', '1.234,50', `7.12.${YEAR - 2000}`, '20:00', '22 Uhr'],
      ['Änne', mail(), 'Lager 1', 'Straße 3', 'Karton', '9', `Dienstag, 7. Dezember ${YEAR}`, '22:00', '24:00'],
    ],
    headRow: 1,
    orders: [order('Jörg Groß', '12-07', '1234.50', 2), order('Änne', '12-07', '9.00', 2)],
  },
  {
    content: 'French heads and days in words',
    rows: (mail) => [
      [
        'Nom du client',
        'Courriel',
        'Adresse d’enlèvement',
        'Adresse de livraison',
        'Produit',
        'Prix',
        'Date de livraison',
      ],
      ['Éloïse', mail(), '1 rue Haute', '2 rue Basse', 'Carton', '12,50', `7 décembre ${YEAR}`],
    ],
    headRow: 1,
    orders: [order('Éloïse', '12-07', '12.50')],
  },
  {
    content: 'American days, of which one gives the order away',
    rows: (mail) => [
      english,
      ['Cal', mail(), '1 Way', '2 Road', 'Box', '', `12/25/${YEAR}`],
      ['Dan', mail(), '1 Way', '2 Road', 'Box', '', `3/4/${YEAR}`],
    ],
    headRow: 1,
    orders: [order('Cal', '12-25'), order('Dan', '03-04')],
  },
  {
    content: 'Spanish days, empty rows and heads without a name',
    rows: (mail) => [
      ['Nombre del cliente', 'Correo', 'Recogida', 'Entrega', 'Producto', 'Precio', 'Fecha', ''],
      ['Ñuria', mail(), 'Calle 1', 'Calle 2', 'Caja', '', `lunes, 7 de diciembre de ${YEAR}`, ''],
      ['', '', '', '', '', '', '', ''],
      ['Óscar', mail(), 'Calle 1', 'Calle 2', 'Caja', '', `${YEAR}1208`, ''],
    ],
    headRow: 1,
    orders: [order('Ñuria', '12-07'), order('Óscar', '12-08')],
  },
];

const csv = (rows: string[][], delimiter: string, end: string, isAllQuoted = false) =>
  rows
    .map((row) => row.map((cell) => (isAllQuoted || cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter))
    .join(end) + end;
const mixed = (text: string) => text.replace('\n', '\r\n');
const writers: [program: string, write: (rows: string[][]) => Buffer | Promise<Buffer>][] = [
  ['Excel, CSV', (rows) => Buffer.from(csv(rows, ',', '\r\n'), 'latin1')],
  ['Excel, CSV in Germany', (rows) => Buffer.from(csv(rows, ';', '\r\n'), 'latin1')],
  ['Excel, CSV UTF-8', (rows) => Buffer.from(`\uFEFF${csv(rows, ';', '\r\n')}`)],
  ['Excel, Unicode text', (rows) => Buffer.from(`\uFEFF${csv(rows, '\t', '\r\n')}`, 'utf16le')],
  ['Excel on a Mac of old', (rows) => Buffer.from(csv(rows, ';', '\r'))],
  ['LibreOffice, CSV', (rows) => Buffer.from(csv(rows, ',', '\n', true))],
  ['Google Sheets, CSV', (rows) => Buffer.from(csv(rows, ',', '\r\n').trimEnd())],
  ['Google Sheets, TSV', (rows) => Buffer.from(csv(rows, '\t', '\n'))],
  ['Numbers, CSV', (rows) => Buffer.from(csv(rows, ';', '\n'))],
  ['an export with CRLF below its heads alone', (rows) => Buffer.from(mixed(csv(rows, ';', '\n')))],
  [
    'Excel, XLSX',
    (rows) =>
      workbook([
        { name: 'Tabelle1', rows },
        { name: 'Tabelle2', rows: [] },
      ]),
  ],
  [
    'LibreOffice, XLSX',
    (rows) =>
      workbook([
        { name: 'Hidden', state: 'hidden', rows },
        { name: 'Sheet1', rows },
      ]),
  ],
  ['Google Sheets, XLSX', (rows) => workbook([{ rows }], { isInline: true })],
  [
    'Numbers, XLSX',
    (rows) => workbook([{ name: 'Export Summary', rows: [['This document was exported from Numbers.']] }, { rows }]),
  ],
  ['a program of its own, XLSX', (rows) => workbook([{ rows }], { prefix: 'x', hasNoPlaces: true })],
];
// The first writes Latin-1, which lacks some letters of these heads.
const isWritable = (program: string, rows: string[][]) => {
  const text = rows.flat().join('');
  return !/^Excel, CSV(?! UTF-8)/.test(program) || Buffer.from(text, 'latin1').toString('latin1') === text;
};

const corpus = contents.flatMap((one) => writers.map(([program, write]) => ({ ...one, program, write })));

describe('C536 the corpus of files', () => {
  it('has at least 60 files, which docs/import-corpus.md counts and names', () => {
    const files = corpus.filter(({ program, rows }) =>
      isWritable(
        program,
        rows(() => ''),
      ),
    );
    expect(files.length).toBeGreaterThanOrEqual(60);
    const page = readFileSync(new URL('../../../../docs/import-corpus.md', import.meta.url), 'utf8');
    expect(page).toContain(`${files.length} files`);
    const named = [...contents.map(({ content }) => content), ...writers.map(([program]) => program)];
    expect(named.filter((name) => !page.includes(`| ${name} |`))).toEqual([]);
  });

  it.each(corpus)('$program: $content', async ({ program, write, rows, headRow, orders }) => {
    const table = rows(() => `corpus${++turn}@example.com`);
    if (!isWritable(program, table)) return;
    const found = await check(world.app, world.admin, 'orders', await write(table));
    expect(found).toMatchObject({ headRow, rows: orders.length, valid: orders.length, questions: [] });
    await commit(world.app, world.admin, found.id);
    const made = await world.app.sql(
      `select o.customer_name as name, to_char(o.delivery_date at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day,
         o.quote_price::text as price, (extract(epoch from o.delivery_to - o.delivery_from) / 3600)::int as hours
       from import_rows r join orders o on o.id = r.object_id where r.import_id = ? order by r.row`,
      found.id,
    );
    expect(made).toEqual(orders);
  });
});
