import type { Import } from '@quickfleet/shared/operations/imports';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { check, rowsOf, sendFile, work } from '../../../test/support/imports.ts';
import { type BookCell, workbook, zip } from '../../../test/support/workbooks.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const HEADS = ['Customer name', 'Customer e-mail', 'Pickup address', 'Delivery address', 'Item'];
let turn = 0;
const row = (...more: BookCell[]): BookCell[] => [
  `B ${++turn}`,
  `b${turn}@example.com`,
  'Depot 1',
  `Street ${turn}`,
  'Box',
  ...more,
];
const send = (file: Buffer, more: Record<string, string> = {}) =>
  check(world.app, world.admin, 'orders', file, more, 'orders.xlsx');
const put = async ({ id }: Import, body: object): Promise<Import> => {
  ok(await world.admin.put(`/api/v1/imports/${id}`, body));
  return work(world.app, world.admin, id);
};
const cellsOf = async ({ id }: Import) => (await rowsOf(world.admin, id)).map(({ cells }) => cells);

describe('C528 workbooks as people keep them', () => {
  it('reads the first visible sheet with known heads, and another when it is chosen', async () => {
    const file = await workbook([
      { name: 'Codes', state: 'hidden', rows: [HEADS, row(), row(), row()] },
      { name: 'Read me', rows: [['Deliveries'], ['Fill in the next sheet']] },
      { name: 'Week 50', rows: [HEADS, row(), row()] },
      { name: 'Week 51', rows: [HEADS, row()] },
    ]);
    const found = await send(file);
    expect(found).toMatchObject({ sheet: 'Week 50', sheets: ['Read me', 'Week 50', 'Week 51'], rows: 2, valid: 2 });
    expect(await put(found, { sheet: 'Week 51' })).toMatchObject({ sheet: 'Week 51', rows: 1, valid: 1 });
    expect(await send(file, { sheet: 'Week 51' })).toMatchObject({ rows: 1 });
    const refused = await world.admin.put(`/api/v1/imports/${found.id}`, { sheet: 'Week 99' });
    expect(expectError(refused, 400).issues?.[0]).toMatchObject({
      path: 'sheet',
      message: expect.stringMatching('Week 99'),
    });
  });

  it('finds the heads below titles, notes and blank lines, or where somebody says', async () => {
    const above = [['Deliveries week 50'], [], ['Customer', 'please by 9']];
    const file = await workbook([{ rows: [...above, HEADS, row()], merges: ['A1:E1'] }]);
    const found = await send(file);
    expect(found).toMatchObject({ headRow: 4, rows: 1, valid: 1 });
    expect((await rowsOf(world.admin, found.id)).map((one) => one.row)).toEqual([5]);
    expect(await put(found, { headRow: 3 })).toMatchObject({ headRow: 3, rows: 2, valid: 0 });
    expectError(await world.admin.put(`/api/v1/imports/${found.id}`, { headRow: 2 }), 400);
    const csv = `Deliveries week 50;;\n\n${HEADS.join(';')}\n${row().join(';')}`;
    expect(await check(world.app, world.admin, 'orders', csv)).toMatchObject({ headRow: 3, valid: 1 });
  });

  it('leaves hidden rows out and counts them, or takes them', async () => {
    const found = await send(await workbook([{ rows: [HEADS, row(), { hidden: true, cells: row() }, row()] }]));
    expect(found).toMatchObject({ rows: 2, valid: 2, hiddenRows: 1, includeHidden: false });
    expect(await put(found, { includeHidden: true })).toMatchObject({
      rows: 3,
      valid: 3,
      hiddenRows: 1,
      includeHidden: true,
    });
  });

  it('gives the value of merged cells to each row, and to no row that is empty', async () => {
    const first = row();
    const rows = [HEADS, first, [null, null, null, 'Second street', 'Lamp'], [], row()];
    const found = await send(await workbook([{ rows, merges: ['A2:A4', 'B2:B4', 'C2:C4'] }]));
    expect(await cellsOf(found)).toEqual([
      first,
      [...first.slice(0, 3), 'Second street', 'Lamp'],
      expect.arrayContaining([`B ${turn}`]),
    ]);
  });

  it('keeps the zeros of number formats, and the plus', async () => {
    const heads = [
      'Customer name',
      'Customer e-mail',
      'Pickup address',
      'Delivery street',
      'Delivery zip',
      'Delivery city',
      'Item',
      'Customer phone',
      'External ID',
      'Price',
      'Item quantity',
    ];
    const cell = (v: number, format: string) => ({ v, format });
    const found = await send(
      await workbook([
        {
          rows: [
            heads,
            [
              'Z',
              'z@example.com',
              'Depot',
              'Prager Str. 1',
              cell(1067, '00000'),
              'Dresden',
              'Box',
              cell(351234567, '0000000000'),
              cell(42, '00000'),
              cell(12, '00000'),
              cell(2, '000'),
            ],
            [
              'Y',
              'y@example.com',
              'Depot',
              'A 1',
              cell(921551234, '00000\\-0000'),
              'B',
              'Box',
              cell(491511234567, '"+"0'),
              cell(7, '0000'),
              cell(12.5, '0.00'),
              cell(1, 'General'),
            ],
            [
              'X',
              'x@example.com',
              'Depot',
              'A 1',
              cell(1067, '[$-407]00000'),
              'B',
              'Box',
              cell(1511234567, '0'),
              cell(12345678, '00000'),
              null,
              cell(3, '0" pcs"'),
            ],
          ],
        },
      ]),
    );
    expect(found).toMatchObject({ valid: 3 });
    expect((await cellsOf(found)).map((cells) => cells.slice(4))).toEqual([
      ['01067', 'Dresden', 'Box', '0351234567', '00042', '00012', '002'],
      ['92155-1234', 'B', 'Box', '+491511234567', '0007', '12.5', '1'],
      ['01067', 'B', 'Box', '1511234567', '12345678', '', '3'],
    ]);
  });

  it('says that a formula has no stored result', async () => {
    const formula = [...row().slice(0, 4), { formula: 'A1&B1' }];
    const done = [...row().slice(0, 4), { formula: '"Box"', v: 'Box', type: 'str' as const }];
    const found = await send(await workbook([{ rows: [HEADS, formula, done] }]));
    expect(found).toMatchObject({ valid: 1, invalid: 1 });
    expect((await rowsOf(world.admin, found.id))[0]?.issues[0]).toMatchObject({
      column: 'Item',
      message: expect.stringMatching(/^The formula has no stored result/),
    });
  });

  it.each([
    [false, 46363],
    [true, 44901],
  ])('counts days and times by the system of the file, 1904: %s', async (is1904, serial) => {
    const heads = [...HEADS, 'Day', 'Delivery from', 'Delivery until'];
    const times = [
      { v: serial, format: 'dd/mm/yyyy' },
      { v: 0.8333333333, format: 'h:mm;@' },
      { v: 1, format: '[h]:mm' },
    ];
    const found = await send(await workbook([{ rows: [heads, row(...times)] }], { is1904 }));
    expect((await cellsOf(found)).map((cells) => cells.slice(5))).toEqual([['2026-12-07', '20:00', '24:00']]);
  });

  it.each([
    ['texts in cells', { isInline: true }],
    ['tags with a prefix', { prefix: 'x' }],
    ['rows and cells without places', { hasNoPlaces: true }],
  ])('reads %s', async (_, style) => {
    expect(await send(await workbook([{ rows: [HEADS, row(), row()] }], style))).toMatchObject({ rows: 2, valid: 2 });
  });

  it.each([
    ['a web page called .xls', '<html><table><tr><td>Customer</td></tr></table></html>', /web page/],
    ['XML of 2003', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>', /XML/],
    ['OpenDocument', zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }), /OpenDocument/],
    ['Numbers', zip({ 'Index/Document.iwa': 'x' }), /Numbers/],
    ['a binary workbook', zip({ 'xl/workbook.bin': 'x' }), /binary Excel/],
  ])('says what to do with %s', async (_, file, words) => {
    const answer = await sendFile(world.admin, 'orders', await file);
    expect(expectError(answer, 400, 'IMPORT_UNREADABLE').error).toMatch(words);
  });

  it.each([
    ['CRLF below heads with LF', (lines: string[]) => `${lines[0]}\n${lines.slice(1).join('\r\n')}\r\n`],
    ['LF below heads with CRLF', (lines: string[]) => `${lines[0]}\r\n${lines.slice(1).join('\n')}\n`],
    [
      'a blank before quotation marks',
      (lines: string[]) =>
        lines.map((line) => line.replaceAll(';', '; "').replaceAll(/(; "[^;]*)/g, '$1" ')).join('\n'),
    ],
  ])('reads CSV with %s', async (_, write) => {
    const lines = [HEADS, row(), row()].map((cells) => cells.join(';'));
    const found = await check(world.app, world.admin, 'orders', write(lines));
    expect(found).toMatchObject({ rows: 2, valid: 2 });
    expect((await cellsOf(found))[0]?.[4]).toBe('Box');
  });
});
