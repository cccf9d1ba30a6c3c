import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../../test/render.tsx';
import { IssueDraftsDialog } from './issue-drafts-dialog.tsx';

const row = (id: number, buyerName: string) => ({
  ...{ id, buyerName, lineCount: 2, gross: '119.00', rounding: '0.00', currency: 'EUR', version: 4 },
});
const draft = row(7, 'Buyer Ltd');
const unmailed = row(8, 'No Mail Ltd');

test('C754 of drafts that are issued together, one that was not mailed counts as issued and is named', async () => {
  const { user, calls } = renderPart(<IssueDraftsDialog opened onClose={() => {}} />, {
    answers: {
      invoices: {
        list: { data: [draft, unmailed], total: 2, page: 1, limit: 100 } as never,
        issue: ({ id }) => ({ id, version: 5 }) as never,
        send: ({ id }) => {
          if (id === unmailed.id) throw refusal(409, 'NO_EMAIL', 'This customer has no e-mail address');
          return { id } as never;
        },
      },
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue drafts' }));
  await user.click(await dialog.findByRole('button', { name: 'Issue 2 drafts' }));
  await dialog.findByText('No Mail Ltd: This customer has no e-mail address');
  await screen.findByText('2 invoices issued');
  const sent = calls.filter(({ path }) => path === 'invoices.send').map(({ input }) => input);
  expect(sent).toEqual([
    { id: draft.id, version: 5 },
    { id: unmailed.id, version: 5 },
  ]);
});

test('C718 where every draft is refused, that is an error with its reason, and nothing is said to be done', async () => {
  const why = 'The taxes of this draft have changed';
  const { user } = renderPart(<IssueDraftsDialog opened onClose={() => {}} />, {
    answers: {
      invoices: {
        list: { data: [draft, unmailed], total: 2, page: 1, limit: 100 } as never,
        issue: () => {
          throw refusal(409, 'TAXES_CHANGED', why);
        },
      },
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue drafts' }));
  await user.click(await dialog.findByRole('button', { name: 'Issue 2 drafts' }));
  await dialog.findByText(`No Mail Ltd: ${why}`);
  const toast = await screen.findByText(why);
  expect(toast.closest('[role=alert]')?.getAttribute('data-kind')).toBe('error');
  expect(screen.queryByText(/issued$/)).toBeNull();
});
