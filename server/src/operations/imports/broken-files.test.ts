import { deflateRawSync } from 'node:zlib';
import type { Import } from '@quickfleet/shared/operations/imports';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { photo } from '../../../test/support/factories.ts';
import { commit, rowsOf, sendFile, work } from '../../../test/support/imports.ts';

const world = useWorld();

const HEADS = ['Customer', 'E-mail', 'Pickup address', 'Delivery address', 'Items', 'Price', 'Day'];
let made = 0;
const cells = (more: Record<string, string> = {}): string[] => {
  const row: Record<string, string> = {
    Customer: `Ada ${++made}`,
    'E-mail': `broken${made}@example.com`,
    'Pickup address': '1 Pickup Street',
    'Delivery address': '2 Delivery Road',
    Items: '2 x Box; Lamp',
    Price: '12.50',
    Day: '',
    ...more,
  };
  return HEADS.map((head) => row[head] ?? '');
};
const table = (rows: readonly string[][], delimiter = ',', end = '\n') =>
  [HEADS, ...rows]
    .map((row) => row.map((cell) => (/[",;\t|\n]/.test(cell) ? `"${cell}"` : cell)).join(delimiter))
    .join(end);
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const excel = async (rows: (string | number | boolean | Date | null)[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Orders', rows: [HEADS, ...rows] }] }));
const zip = (entries: Record<string, Buffer>) =>
  new Promise<Buffer>((resolve) => {
    const file = new ZipFile();
    const parts: Buffer[] = [];
    file.outputStream.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
    for (const [name, bytes] of Object.entries(entries)) file.addBuffer(bytes, name);
    file.end();
  });
/** An Excel file with one part in place of its own. */
async function withPart(name: string, bytes: Buffer): Promise<Buffer> {
  const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${HEADS.map((head) => `<row><c t="inlineStr"><is><t>${head}</t></is></c></row>`).join('')}</sheetData></worksheet>`;
  const main = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts: Record<string, Buffer> = {
    '[Content_Types].xml': Buffer.from(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    ),
    '_rels/.rels': Buffer.from(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${main}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': Buffer.from(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${main}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': Buffer.from(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${main}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': Buffer.from(sheet),
  };
  return zip({ ...parts, [name]: bytes });
}
/** A ZIP entry that says it is small and is not. */
async function liar(): Promise<Buffer> {
  const bytes = await withPart('xl/sharedStrings.xml', Buffer.alloc(3_000_000, 'a'));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(3_000_000);
  const small = Buffer.alloc(4);
  small.writeUInt32LE(10);
  for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size, at + 4)) small.copy(bytes, at);
  return bytes;
}
/** 300 MB of zeros in a few kilobytes. */
async function bomb(): Promise<Buffer> {
  return withPart('xl/sharedStrings.xml', Buffer.alloc(300 * 1024 * 1024));
}
const entities = Buffer.from(
  '<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Customer</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>&b;&x;</t></is></c></row></sheetData></worksheet>',
);

interface Expected {
  /** The file is refused, with this in the sentence. */
  refused?: RegExp;
  /** Rows of the file, and how many are right. */
  rows?: number;
  valid?: number;
  /** What is wrong with the first of the others. */
  says?: RegExp;
  /** Nothing goes in before something is said of the file. */
  isAsked?: true;
}
const two = () => [cells(), cells()];
const cases: [name: string, file: () => Buffer | string | Promise<Buffer>, expected: Expected][] = [
  ['nothing', () => '', { refused: /empty/ }],
  ['blanks only', () => ' \n\n \n', { refused: /no rows/ }],
  ['heads only', () => table([]), { refused: /no rows below/ }],
  [
    'no heads',
    () =>
      two()
        .map((row) => row.join(','))
        .join('\n'),
    { rows: 1, valid: 0, says: /no column is/ },
  ],
  ['a picture', () => photo(), { refused: /neither a CSV nor an Excel/ }],
  ['a PDF', () => Buffer.from('%PDF-1.7\n\u0000\u0001\u0002binary'), { refused: /neither a CSV/ }],
  ['an old Excel file', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), { refused: /old Excel file/ }],
  ['a ZIP of something else', () => zip({ 'a.txt': Buffer.from('a') }), { refused: /no Excel file/ }],
  ['half of an Excel file', async () => (await excel(two())).subarray(0, 900), { refused: /damaged/ }],
  [
    'an Excel file with a broken byte',
    async () => {
      const bytes = await excel(two());
      bytes.fill(0xff, 200, 260);
      return bytes;
    },
    { refused: /damaged/ },
  ],
  ['a ZIP bomb', bomb, { refused: /larger than 200 MB/ }],
  ['a ZIP that lies about its sizes', liar, { refused: /damaged/ }],
  ['entities of XML', () => withPart('xl/worksheets/sheet1.xml', entities), { rows: 1, valid: 0, says: /required/ }],
  [
    'an Excel file without sheets',
    () => withPart('xl/workbook.xml', Buffer.from('<workbook/>')),
    { refused: /damaged|no rows/ },
  ],
  [
    'an Excel sheet that is no XML',
    () => withPart('xl/worksheets/sheet1.xml', Buffer.from('{"a":1}')),
    { refused: /damaged|no rows/ },
  ],
  [
    'a broken deflate stream',
    async () => {
      const bytes = await withPart('xl/worksheets/sheet1.xml', Buffer.alloc(50_000, 'x'));
      const at = bytes.indexOf(deflateRawSync(Buffer.alloc(50_000, 'x'), { level: 9 }).subarray(0, 8));
      bytes.fill(0xaa, at > 0 ? at : 400, (at > 0 ? at : 400) + 20);
      return bytes;
    },
    { refused: /damaged|no rows/ },
  ],
  [
    'cells of Excel that are errors',
    () => excel([cells(), cells({ Customer: '#REF!' })]),
    { rows: 2, valid: 1, says: /spreadsheet’s own error #REF!/ },
  ],
  [
    'numbers, days and truth in Excel',
    () =>
      excel([
        [...cells().slice(0, 5), 12.5, new Date('2030-01-01T00:00:00Z')],
        [...cells().slice(0, 4), true, 3, null],
      ]),
    { rows: 2, valid: 1, says: /two years/ },
  ],
  ['semicolons', () => table(two(), ';'), { rows: 2, valid: 2 }],
  ['tabs', () => table(two(), '\t', '\r\n'), { rows: 2, valid: 2 }],
  ['upright lines and old Mac line ends', () => table(two(), '|', '\r'), { rows: 2, valid: 2 }],
  ['Excel’s first line for the delimiter', () => `sep=;\r\n${table(two(), ';', '\r\n')}`, { rows: 2, valid: 2 }],
  ['UTF-8 with its mark', () => `\uFEFF${table([cells({ Customer: 'Zoë Müller' })])}`, { rows: 1, valid: 1 }],
  ['UTF-16 LE', () => utf16(table([cells({ Customer: 'Zoë' })], '\t')), { rows: 1, valid: 1 }],
  ['UTF-16 BE', () => utf16(table([cells({ Customer: 'Zoë' })], '\t'), true), { rows: 1, valid: 1 }],
  ['UTF-16 without its mark', () => Buffer.from(table([cells()]), 'utf16le'), { rows: 1, valid: 1 }],
  ['Windows-1252', () => Buffer.from(table([cells({ Customer: 'Zo\u00eb \u0080' })]), 'latin1'), { rows: 1, valid: 1 }],
  [
    'line breaks in cells',
    () => table([cells({ 'Pickup address': '1 Pickup Street\nSpringfield' }), cells()]),
    { rows: 2, valid: 2 },
  ],
  ['a quotation mark that is never closed', () => `${table(two())}\n"Ada,a@example.com`, { refused: /never closed/ }],
  [
    'a quotation mark in the middle',
    () => table([cells({ Customer: 'Ada' }), cells()]).replace('Ada,', 'A"d"a,'),
    { rows: 2, valid: 2 },
  ],
  ['too few cells', () => `${table([cells()])}\nAda,ada@example.com`, { rows: 2, valid: 1, says: /required/ }],
  [
    'too many cells',
    () => `${table([cells()])}\n${cells().join(',')},more`,
    { rows: 2, valid: 1, says: /8 cells, and there are 7 heads/ },
  ],
  ['empty rows between', () => table(two()).replaceAll('\n', '\n\n,,,\n'), { rows: 2, valid: 2 }],
  ['the same head twice', () => table(two()).replace('Price', 'Customer'), { rows: 2, valid: 2 }],
  ['heads without a name', () => `${HEADS.join(',')},,,\n${cells().join(',')},,,`, { rows: 1, valid: 1 }],
  [
    'NUL and control characters',
    () => table([cells(), cells({ Customer: 'A\u0007da' })]),
    { rows: 2, valid: 1, says: /Control characters/ },
  ],
  [
    'formulas',
    () =>
      table(
        [cells({ Customer: '=HYPERLINK("http://x")' })].map((row) => row.map((cell) => cell.replaceAll('"', '""'))),
      ),
    { rows: 1, valid: 1 },
  ],
  [
    'amounts that can be two',
    () => table([cells({ Price: '1,234' }), cells({ Price: '1.234,50' }), cells({ Price: '€ 12,50' })], ';'),
    { rows: 3, valid: 2, says: /like 1234.50/ },
  ],
  [
    'days that can be two, and none',
    () => table([cells({ Day: '03/04/2027' }), cells({ Day: '2027-02-30' }), cells({ Day: '31.01.2027' })]),
    { rows: 3, valid: 1, says: /can be two days/, isAsked: true },
  ],
  [
    'days and amounts out of bounds',
    () =>
      table([
        cells({ Day: '1999-01-01' }),
        cells({ Price: '-1' }),
        cells({ Price: '99999999999' }),
        cells({ Price: '1.999' }),
      ]),
    { rows: 4, valid: 0, says: /days back/ },
  ],
  [
    'addresses of mail that are none',
    () => table([cells({ 'E-mail': 'ada@' }), cells({ 'E-mail': 'a@example.com?cc=b@example.com' }), cells()]),
    { rows: 3, valid: 1, says: /Valid email/ },
  ],
  [
    'texts that are too long',
    () => table([cells({ Customer: 'x'.repeat(201) }), cells({ 'Pickup address': 'x'.repeat(20_000) }), cells()]),
    { rows: 3, valid: 1, says: /At most 200/ },
  ],
  [
    'items that are none',
    () =>
      table([
        cells({ Items: '3' }),
        cells({ Items: '' }),
        cells({ Items: '0 x Box' }),
        cells({ Items: Array.from({ length: 101 }, () => 'Box').join(';') }),
      ]),
    { rows: 4, valid: 0, says: /2 x Box; Lamp/ },
  ],
  [
    'more columns than a table has',
    () => `${Array.from({ length: 101 }, (_, at) => `c${at}`).join(',')}\n1`,
    { refused: /at most 100 columns/ },
  ],
];

describe('broken files', () => {
  it('C89 knows at least 40 kinds of them', () => {
    expect(new Set(cases.map(([name]) => name)).size).toBeGreaterThanOrEqual(40);
  });

  it.each(cases)('C89 %s: every row is accounted for, and no fault is ours', async (name, file, expected) => {
    const { refused, rows, valid, says, isAsked } = expected;
    const answer = await sendFile(world.admin, 'orders', await file());
    if (refused) {
      expect(expectError(answer, 400, 'IMPORT_UNREADABLE').error).toMatch(refused);
      return;
    }
    expect(answer.statusCode, answer.body).toBe(201);
    const found = await work(world.app, world.admin, answer.json<Import>().id);
    const said = await rowsOf(world.admin, found.id);
    const about = `${name}: ${JSON.stringify(said.map(({ state, issues }) => [state, issues]))}`;
    expect({ rows: found.rows, valid: found.valid, waiting: found.waiting }, about).toEqual({
      rows,
      valid,
      waiting: 0,
    });
    expect(found.valid + found.invalid + found.skipped, about).toBe(found.rows);
    for (const { state, issues, outcome } of said) {
      expect(issues.length > 0, about).toBe(state === 'invalid');
      expect(outcome !== null, about).toBe(state !== 'invalid');
    }
    if (says) expect(said.find(({ state }) => state === 'invalid')?.issues[0]?.message, about).toMatch(says);
    if (isAsked) expectError(await world.admin.post(`/api/v1/imports/${found.id}/commit`, {}), 409, 'IMPORT_STATE');
    if (found.valid === 0 || isAsked) return;
    const done = await commit(world.app, world.admin, found.id);
    expect([done.state, done.created, done.valid], about).toEqual(['done', found.valid, found.valid]);
  });

  it('C89 reads every letter in every encoding', async () => {
    expect(await world.app.sql(`select customer_name from orders where customer_name like 'Zo%' order by id`)).toEqual(
      ['Zoë Müller', 'Zoë', 'Zoë', 'Zoë €'].map((customer_name) => ({ customer_name })),
    );
  });

  it('C89 refuses more than 50,000 rows, and a file of more than 15 MB', async () => {
    const answer = await sendFile(world.admin, 'customers', `Name,Email\n${'a,a@example.com\n'.repeat(50_001)}`);
    expect(expectError(answer, 400, 'IMPORT_UNREADABLE').error).toMatch(/at most 50,000 rows/);
    const large = await sendFile(world.admin, 'customers', Buffer.alloc(16 * 1024 * 1024, 'a'));
    expect(expectError(large, 413).error).toBe('A file can have at most 15 MB');
    expect(await world.app.sql(`select 1 from imports where kind = 'customers'`)).toEqual([]);
  });
});
