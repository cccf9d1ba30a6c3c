import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../test/render.tsx';
import { orderRow } from '../../../test/rows.ts';
import { BulkBar } from './bulk-bar.tsx';

const show = (parcels: readonly number[]) =>
  renderPart(
    <BulkBar
      selected={parcels.map((count, at) => ({ ...orderRow(), id: at + 1, parcels: count }))}
      drivers={[]}
      onKeep={() => {}}
      onExport={() => {}}
    />,
  );

test('W05 the labels of the selected orders open in a tab of their own, in the order of the list', () => {
  show([1, 2]);
  const link = screen.getByRole('link', { name: 'Print labels' });
  expect(link.getAttribute('href')).toBe('/api/v1/orders/labels.pdf?ids=1,2');
  expect(link.getAttribute('target')).toBe('_blank');
});

test('W06 more labels than one file takes are not asked for', () => {
  show([150, 51]);
  expect(screen.queryByRole('link', { name: 'Print labels' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Print labels' }).getAttribute('aria-disabled')).toBe('true');
});
