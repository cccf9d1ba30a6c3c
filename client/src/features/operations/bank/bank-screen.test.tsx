import type { BankLine } from '@quickfleet/shared/operations/bank-statements';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPart } from '../../../../test/render.tsx';
import { BankScreen } from './bank-screen.tsx';

const line = (id: number): BankLine => ({
  ...{ id, bookedOn: '2026-12-01', amount: '119.00', currency: 'EUR', name: `Payer ${id}`, reference: null },
  ...{ state: 'open', invoiceId: null, invoiceNumber: null },
  proposal: {
    ...{ invoiceId: id, number: `RE-${id}`, buyerName: `Payer ${id}`, due: '119.00', discount: '0.00' },
    certainty: 'sure',
  },
});

test('C769 of bank lines that are booked together, one that is refused holds up no other, and its reason is said', async () => {
  const why = 'This invoice is paid';
  const { user, calls } = renderPart(
    <BankScreen statement={3} page={1} onOpen={() => {}} onClose={() => {}} onPage={() => {}} />,
    {
      answers: {
        bankStatements: {
          get: { id: 3, fileName: 'november.xml', lines: [line(1), line(2), line(3)] } as never,
          book: ({ lineId }) => {
            if (lineId === 2) throw refusal(409, 'INVOICE_SETTLED', why);
            return { id: lineId, state: 'booked' } as never;
          },
        },
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Book 3 sure lines' }));
  const toast = await screen.findByText(`2 lines booked. ${why}`);
  expect(toast.closest('[role=alert]')?.getAttribute('data-kind')).toBe('error');
  const sent = calls.filter(({ path }) => path === 'bankStatements.book').map(({ input }) => input);
  expect(sent).toEqual([1, 2, 3].map((one) => ({ id: 3, lineId: one, invoiceId: one })));
});
