import { layouts } from '@quickfleet/shared/base/scan/keyboards';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Answers, renderPart } from '../../../../test/render.tsx';
import { orderRow, userRow } from '../../../../test/rows.ts';
import { SearchField } from '../../../components/lists/search-field.tsx';
import { type Shortcut, useShortcuts } from '../../../lib/hooks/use-shortcuts.ts';
import { useOpenScanned } from './use-open-scanned.ts';

const NUMBER = 'QF292172038676';
const palette = { open: vi.fn(async () => {}), close: vi.fn() };
const user = userRow('dispatcher', { id: 7 });
const pressed = vi.fn();
const shortcuts: Shortcut[] = ['n', '/', 'h'].map((key) => ({ keys: [key], text: key, run: () => pressed(key) }));
function Office({ role = 'dispatcher' }: { role?: 'dispatcher' | 'driver' }) {
  useShortcuts(shortcuts, useOpenScanned({ ...user, role }, palette));
  return (
    <>
      <button type="button" onClick={() => pressed('button')}>
        Assign
      </button>
      <textarea aria-label="Notes" />
      <SearchField label="Search orders" value="" onSearch={() => {}} />
    </>
  );
}
const page = (rows: OrderRow[]) => ({ data: rows, total: rows.length, page: 1, limit: 5 }) as never;
const found = orderRow({ id: 42, trackingNumber: NUMBER });

function show(rows: OrderRow[], more: { role?: 'dispatcher' | 'driver'; address?: string } = {}) {
  vi.clearAllMocks();
  history.replaceState(null, '', more.address ?? '/admin/customers');
  const answers = { orders: { list: page(rows), listOfDriver: page(rows) } } satisfies Answers;
  return renderPart(<Office {...(more.role ? { role: more.role } : {})} />, { answers });
}
/** The scanner's keys, on what has the focus; what they type in a field is not part of this test. */
async function scan(code: string, end = 'Enter'): Promise<boolean> {
  const target = document.activeElement ?? document.body;
  let isLeft = true;
  // In one task, so that no pause of a busy machine comes between two keys.
  await act(async () => {
    for (const key of [...code, end]) isLeft = fireEvent.keyDown(target, { key });
  });
  return isLeft;
}
const address = () => location.pathname + location.search;

describe('a scan in the office', () => {
  it.each(Object.entries(layouts))('U329 opens its order, with the keys of %s', async (_, { plain, shift }) => {
    const { calls } = show([found]);
    const us = [...layouts.us.plain, ...layouts.us.shift];
    const keys = [...plain, ...shift];
    const typed = [...`${NUMBER}-02`].map((sign) => keys[us.indexOf(sign)]).join('');
    expect(await scan(typed)).toBe(false);
    await waitFor(() => expect(address()).toBe('/admin/orders?order=42'));
    expect(calls.filter(({ path }) => path === 'orders.list')[0]?.input).toMatchObject({ q: NUMBER });
    expect(pressed).not.toHaveBeenCalled();
  });

  it('U329 presses no button and no shortcut, and those of a person still work', async () => {
    show([found]);
    screen.getByRole('button', { name: 'Assign' }).focus();
    expect(await scan(`http://x.example/track/${NUMBER}`, 'Tab')).toBe(false);
    await waitFor(() => expect(address()).toBe('/admin/orders?order=42'));
    expect(pressed).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    fireEvent.keyDown(document.body, { key: 'n' });
    await waitFor(() => expect(pressed).toHaveBeenCalledWith('n'));
  });

  it('U329 leaves what is typed into a field to the field, and takes it from a search', async () => {
    const { calls } = show([found]);
    screen.getByLabelText('Notes').focus();
    expect(await scan(NUMBER)).toBe(true);
    expect(calls.filter(({ path }) => path === 'orders.list')).toEqual([]);
    screen.getByRole('searchbox', { name: 'Search orders' }).focus();
    expect(await scan(NUMBER)).toBe(false);
    await waitFor(() => expect(address()).toBe('/admin/orders?order=42'));
  });

  it('U329 finds the codes of partners', async () => {
    show([found]);
    await scan(']C100340123450000000017');
    await waitFor(() => expect(address()).toBe('/admin/orders?order=42'));
  });

  it('U329 shows several orders in the palette, and says when there is none', async () => {
    const { unmount } = show([found, orderRow({ id: 43 })]);
    await scan('AB-4711');
    await waitFor(() => expect(palette.open).toHaveBeenCalledWith('AB-4711'));
    expect(address()).toBe('/admin/customers');
    unmount();
    show([]);
    await scan('RR473124829DE');
    await screen.findByText('No results for “RR473124829DE”');
  });

  it('U329 opens over the board, a driver searches their own orders, and the number’s own order is first', async () => {
    const { calls } = show([orderRow({ id: 41 }), found], { role: 'driver', address: '/admin/board?day=2026-12-01' });
    await scan(NUMBER);
    await waitFor(() => expect(address()).toBe('/admin/board?day=2026-12-01&order=42'));
    expect(calls.map(({ path }) => path)).toContain('orders.listOfDriver');
  });

  it('U329 takes the place of another order', async () => {
    const { container } = show([found], { address: '/admin/orders?order=7' });
    container.insertAdjacentHTML('beforeend', '<div role="dialog"><button type="button">Close</button></div>');
    await scan(NUMBER);
    await waitFor(() => expect(address()).toBe('/admin/orders?order=42'));
  });

  it.each(['<div role="dialog"><form></form></div>', '<div role="alertdialog"></div>'])(
    'U329 leaves no form and no question behind: %s',
    async (overlay) => {
      const { container, calls } = show([found], { address: '/admin/orders?create=1' });
      container.insertAdjacentHTML('beforeend', overlay);
      expect(await scan(NUMBER)).toBe(false);
      await screen.findByText('Close what is open, then scan again');
      expect(calls.filter(({ path }) => path === 'orders.list')).toEqual([]);
    },
  );
});
