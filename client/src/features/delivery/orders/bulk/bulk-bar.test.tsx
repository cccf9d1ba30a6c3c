import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../../../test/render.tsx';
import { orderRow } from '../../../../../test/rows.ts';
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

test('W05 the labels of the selected orders open in a new tab, in the order of the list', () => {
  show([1, 2]);
  const link = screen.getByRole('link', { name: 'Print labels' });
  expect(link.getAttribute('href')).toBe('/api/v1/orders/labels.pdf?ids=1,2');
  expect(link.getAttribute('target')).toBe('_blank');
});

test('J46 the size of labels is chosen once for this browser', async () => {
  const { user } = show([1, 2]);
  await user.click(screen.getByRole('button', { name: 'Size of labels' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'A6' }));
  const hrefOf = () => screen.getByRole('link', { name: 'Print labels' }).getAttribute('href');
  expect(hrefOf()).toBe('/api/v1/orders/labels.pdf?ids=1,2&format=a6');
  expect(localStorage.getItem('quickfleet-label-format')).toBe('a6');
  await user.click(screen.getByRole('menuitemradio', { name: '100 × 150 mm' }));
  expect(hrefOf()).toBe('/api/v1/orders/labels.pdf?ids=1,2');
});

test('J51 labels for a label printer are downloaded as ZPL, in the size and dots that this browser remembers', async () => {
  const { user, unmount } = show([1, 2]);
  const link = () => screen.getByRole('link', { name: 'Print labels' });
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Size of labels' }));
    await user.click(screen.getByRole('menuitemradio', { name }));
    await user.keyboard('{Escape}');
  };
  await choose('4 × 6 in, ZPL, 300 dpi');
  expect(link().getAttribute('href')).toBe('/api/v1/orders/labels.zpl?ids=1,2&size=4x6&dpi=300');
  expect(link().hasAttribute('download')).toBe(true);
  expect(link().hasAttribute('target')).toBe(false);
  unmount();
  show([1]);
  expect(link().getAttribute('href')).toBe('/api/v1/orders/1/label.zpl?size=4x6&dpi=300');
  await choose('100 × 150 mm');
  expect(link().getAttribute('href')).toBe('/api/v1/orders/1/label.pdf');
});

test('W06 more labels than one file takes are not asked for', () => {
  show([150, 51]);
  expect(screen.queryByRole('link', { name: 'Print labels' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Print labels' }).getAttribute('aria-disabled')).toBe('true');
});

test('U110 sixty orders that someone else has are one sentence and one button', async () => {
  const orders = Array.from({ length: 60 }, (_, at) => ({ ...orderRow(), id: at + 1 }));
  const given: unknown[] = [];
  const robin = { id: 5, username: 'robin', firstName: 'Robin', lastName: 'Rider' };
  const { user } = renderPart(
    <BulkBar selected={orders} drivers={[robin as never]} onKeep={() => {}} onExport={() => {}} />,
    {
      answers: {
        orders: {
          assign: (input) => {
            if (!input.reassign) throw refusal(409, 'ORDER_ALREADY_ASSIGNED', 'Sam Okonkwo already has this order');
            given.push(input.id);
            return orders[0] as never;
          },
        },
      },
    },
  );
  await user.click(screen.getByRole('combobox', { name: 'Driver for the selected orders' }));
  await user.click(await screen.findByRole('option', { name: 'Robin Rider' }));
  await user.click(screen.getByRole('button', { name: 'Assign' }));
  const result = within(await screen.findByRole('dialog', { name: 'Not every order was assigned' }));
  result.getByText('60 orders already have another driver.');
  expect(result.getAllByRole('button').map((button) => button.textContent)).toEqual([
    '',
    'Leave as is',
    'Reassign 60 orders to Robin Rider',
  ]);
  await user.click(result.getByRole('button', { name: 'Reassign 60 orders to Robin Rider' }));
  await waitFor(() => expect(given).toHaveLength(60));
});

test('U173 the selected orders move to another day in one call, and the one that cannot is named and left out', async () => {
  const orders = [1, 2, 3].map((id) => ({ ...orderRow(), id }));
  const moved: unknown[] = [];
  const { user } = renderPart(<BulkBar selected={orders} drivers={[]} onKeep={() => {}} onExport={() => {}} />, {
    answers: {
      planning: {
        reschedule: (input) => {
          moved.push(input);
          const at = input.ids.indexOf(2);
          const message = 'QF12 3456 7890 12: This order is delivered';
          if (at >= 0) throw refusal(409, 'ORDER_CLOSED', message, [{ path: `ids.${at}`, message }]);
          return { data: [] };
        },
      },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Change day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change day' }));
  await user.clear(dialog.getByLabelText('New day'));
  await user.type(dialog.getByLabelText('New day'), '2030-03-02');
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  const result = within(await screen.findByRole('dialog', { name: 'Not every order was moved' }));
  result.getByText('2 orders moved to Mar 2, 2030, 1 not:');
  result.getByText(/This order is delivered$/);
  expect(moved).toEqual([
    { ids: [1, 2, 3], day: '2030-03-02' },
    { ids: [1, 3], day: '2030-03-02' },
  ]);
});

test('U173 a refusal that names no order is about all of them, and nothing is asked again', async () => {
  const orders = [1, 2].map((id) => ({ ...orderRow(), id }));
  let calls = 0;
  const { user } = renderPart(<BulkBar selected={orders} drivers={[]} onKeep={() => {}} onExport={() => {}} />, {
    answers: {
      planning: {
        reschedule: () => {
          calls++;
          throw refusal(429, 'RATE_LIMITED', 'Too many requests');
        },
      },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Change day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change day' }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  const result = within(await screen.findByRole('dialog', { name: 'Not every order was moved' }));
  expect(result.getAllByText('Too many requests')).toHaveLength(2);
  expect(calls).toBe(1);
});
