import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { urlNumber } from './url-number.ts';
import { useView } from './use-view.ts';

const schema = z.object({
  q: z.string().default(''),
  status: z.string().optional(),
  sort: z.string().default('newest'),
  page: urlNumber.default(1),
  order: urlNumber.optional(),
  edit: urlNumber.optional(),
});
const filters = ['q', 'status'] as const;
const openAt = (search: string) => {
  history.pushState(null, '', `/admin/orders${search}`);
  return renderHook(() => useView(schema, filters)).result;
};
const goBack = () => act(() => history.back());
const isAt = (search: string) => waitFor(() => expect(location.search).toBe(search));

beforeEach(() => history.pushState(null, '', '/admin'));

test('U301 Back closes a dialog, and a dialog that was closed does not come back with it', async () => {
  const screen = openAt('?q=elm');
  act(() => screen.current.open('order', 7));
  expect(location.search).toBe('?q=elm&order=7');
  goBack();
  await isAt('?q=elm');
  act(() => screen.current.open('order', 7));
  act(() => screen.current.close('order'));
  await isAt('?q=elm');
  goBack();
  await waitFor(() => expect(location.pathname).toBe('/admin'));
});

test('U301 a dialog that takes the place of another closes as that would have', async () => {
  const screen = openAt('?q=elm');
  act(() => screen.current.open('order', 7));
  act(() => screen.current.open('edit', 7, 'order'));
  expect(location.search).toBe('?q=elm&edit=7');
  act(() => screen.current.close('edit'));
  await isAt('?q=elm');
});

test('U301 a dialog that a link opened closes to its screen, also after another took its place', async () => {
  const screen = openAt('?order=7');
  act(() => screen.current.open('order', 8));
  expect(location.search).toBe('?order=8');
  act(() => screen.current.open('edit', 8, 'order'));
  act(() => screen.current.close('edit'));
  await isAt('');
  expect(location.pathname).toBe('/admin/orders');
});

test('U302 another filter begins at the first page, and Back undoes it unless it was typed', async () => {
  const screen = openAt('?page=3');
  act(() => screen.current.filter({ status: 'pending' }));
  expect(location.search).toBe('?status=pending');
  act(() => screen.current.search('elm'));
  expect(location.search).toBe('?status=pending&q=elm');
  expect(screen.current.filterCount).toBe(2);
  goBack();
  await isAt('?page=3');
});

test('J35 filters that are set together take back those that they do not name, and leave the sort', () => {
  const screen = openAt('?q=elm&status=pending&sort=oldest&page=2');
  act(() => screen.current.only({ status: 'delivered' }));
  expect(location.search).toBe('?status=delivered&sort=oldest');
  act(() => screen.current.clear());
  expect(location.search).toBe('?sort=oldest');
  expect(screen.current.isFiltered).toBe(false);
});
