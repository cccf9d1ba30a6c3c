import { Button } from '@mantine/core';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../../../test/render.tsx';
import { wholeOrder } from '../../../../../test/rows.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

const order = wholeOrder({ id: 4, status: 'in_transit', outcome: 'failed', failedAt: '2026-03-02T10:00:00.000Z' });
function Desk() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <ResolveDialog order={order} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

test('P92 half a window is said at its field, and neither a refusal nor a closed dialog loses what was typed', async () => {
  let isRefused = true;
  const { user, calls } = renderPart(<Desk />, {
    answers: {
      users: { list: { data: [], total: 0, page: 1, limit: 100, totalPages: 0 } },
      attempts: {
        resolve: () => {
          if (!isRefused) return { ...order, outcome: null, failedAt: null };
          throw refusal(400, 'BAD_REQUEST', 'The delivery window ends before the pickup window begins', [
            { path: 'deliveryWindow.to', message: 'The delivery window ends before the pickup window begins' },
          ]);
        },
      },
    },
  });
  const dialog = () => within(screen.getByRole('dialog', { name: 'Choose what happens next' }));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog().getByLabelText(label, { exact: true }), { target: { value } });
  const typeTime = (name: string, time: string) =>
    fireEvent.paste(dialog().getByRole('spinbutton', { name }), { clipboardData: { getData: () => time } });
  const decide = () => user.click(dialog().getByRole('button', { name: 'Save decision' }));
  await screen.findByRole('dialog', { name: 'Choose what happens next' });
  await user.type(dialog().getByLabelText('Note for the customer'), 'We come again');
  type('Day', '2031-05-04');
  typeTime('From', '09:00');
  await decide();
  await dialog().findByText('Until when?');
  expect(calls.some(({ path }) => path === 'attempts.resolve')).toBe(false);

  await user.click(dialog().getByRole('button', { name: 'Not yet' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Choose what happens next' });
  const fieldOf = (label: string) =>
    dialog().getByLabelText<HTMLInputElement>(label, { exact: true, selector: 'input, textarea' }).value;
  expect(['Day', 'From', 'Until', 'Note for the customer'].map(fieldOf)).toEqual([
    '2031-05-04',
    '09',
    '',
    'We come again',
  ]);

  typeTime('Until', '12:00');
  await decide();
  await dialog().findByText('The delivery window ends before the pickup window begins');
  expect(fieldOf('Until')).toBe('12');
  isRefused = false;
  await decide();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toContainEqual({
    path: 'attempts.resolve',
    input: {
      id: 4,
      kind: 'retry',
      deliveryWindow: { from: '2031-05-04T09:00:00.000Z', to: '2031-05-04T12:00:00.000Z' },
      note: 'We come again',
    },
  });
});
