import type { Import, ImportRow } from '@quickfleet/shared/operations/imports';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { userRow } from '../../../../test/rows.ts';
import { ImportDetail } from './import-detail.tsx';

const column = (name: string, field: string | null) => ({ name, field, sample: 'x' });
const shop: Import = {
  ...{
    id: 7,
    kind: 'orders',
    state: 'checked',
    fileName: 'orders_export.csv',
    createdBy: 'Dana Patch',
    isUndoing: false,
  },
  ...{ rows: 2, waiting: 0, valid: 0, invalid: 2, skipped: 0, created: 0, undone: 0, hiddenRows: 0 },
  ...{ includeHidden: false, sheet: null, sheets: [], headRow: 1, dayOrder: null, questions: [], constants: {} },
  ...{ shop: 'Shopify', warnings: [{ column: 'Wish', row: null, message: 'Wish is not read' }], notify: false },
  ...{ problem: null, createdAt: '2026-12-01T09:00:00.000Z', updatedAt: '2026-12-01T09:00:00.000Z', finishedAt: null },
  columns: [
    column('Name', 'externalId'),
    column('Shipping Name', 'deliveryName'),
    column('Wish', null),
    ...Array.from({ length: 8 }, (_, at) => column(`Tax ${at} Name`, null)),
  ],
};
const row = (more: Partial<ImportRow> = {}): ImportRow => ({
  ...{ id: 1, row: 2, state: 'created', cells: ['#1001'], issues: [], warnings: [], outcome: 'New order for Ada' },
  ...{ objectId: 12, ...more },
});
const shown = (found: Import, rows: ImportRow[] = []) =>
  renderPart(<ImportDetail id={7} state={undefined} page={1} onView={() => {}} onBack={() => {}} />, {
    answers: {
      auth: { session: { user: userRow('dispatcher') } },
      imports: {
        get: found,
        change: found,
        rows: { data: rows, total: rows.length, page: 1, limit: 20, totalPages: 1 },
      },
      users: { list: { data: [], total: 0, page: 1, limit: 100, totalPages: 0 } },
    },
  });

test('C673 a file that never says where to pick up is asked that once, with the company’s address one press away', async () => {
  const { user, calls } = shown(shop);
  await screen.findByText('Where are these orders picked up?');
  await user.click(screen.getByRole('button', { name: 'At our own address' }));
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'imports.change',
      input: { id: 7, constants: { pickupAddress: 'company' } },
    }),
  );
  await user.type(screen.getByLabelText('Another address'), 'Warehouse 3{Enter}');
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'imports.change',
      input: { id: 7, constants: { pickupAddress: 'Warehouse 3' } },
    }),
  );
});

test.each<[string, Partial<Import>]>([
  ['has a column for it', { columns: [...shop.columns, column('From', 'pickupAddress')] }],
  ['was told', { constants: { pickupAddress: 'company' } }],
  ['has gone in', { state: 'done' }],
  ['has customers', { kind: 'customers' }],
])('C673 and not a file that %s', async (_, more) => {
  shown({ ...shop, ...more });
  await screen.findByRole('heading', { name: 'orders_export.csv' });
  expect(screen.queryByText('Where are these orders picked up?')).toBeNull();
});

test('C673 columns that are left out are shown when somebody asks, those with a warning always', async () => {
  const { user } = shown(shop);
  await screen.findByLabelText('Shipping Name');
  screen.getByLabelText('Wish');
  expect(screen.queryByLabelText('Tax 3 Name')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show 8 columns that are left out' }));
  screen.getByLabelText('Tax 3 Name');
});

test('C673 what went in is opened from its row, and its labels are printed from here', async () => {
  const done: Import = { ...shop, state: 'done', valid: 2, invalid: 0, created: 2 };
  shown(done, [row(), row({ id: 2, row: 3, objectId: 13, outcome: 'New order for Bo' })]);
  const link = await screen.findByRole('link', { name: 'New order for Ada' });
  expect(link.getAttribute('href')).toBe('/admin/orders?order=12');
  const labels = await screen.findByRole('link', { name: 'Print labels' });
  expect(labels.getAttribute('href')).toMatch(/ids=12%2C13|ids=12,13/);
});
