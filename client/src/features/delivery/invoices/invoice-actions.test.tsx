import type { Invoice } from '@quickfleet/shared/delivery/invoices/invoices';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { InvoiceActions } from './invoice-actions.tsx';

const party = {
  ...{ name: 'Buyer Ltd', address: null, addressText: null, email: 'pay@example.com', phone: null },
  ...{ vatId: null, taxNumber: null, registerNumber: null, electronicAddress: null },
};
const invoice = (more: Partial<Invoice>): Invoice => ({
  ...{ id: 7, number: null, series: null, state: 'draft', isOverdue: false, kind: 'invoice', creditOf: null },
  ...{ creditReason: null, customerId: 3, currency: 'EUR', lines: [], taxes: [], net: '100.00', tax: '19.00' },
  ...{ gross: '119.00', rounding: '0.00', paid: '0.00', credited: '0.00', due: '119.00', payments: [], reminders: [] },
  ...{ discount: '0.00', earlyPayment: null },
  ...{ note: null, issuedOn: null, dueOn: null, servedFrom: null, servedTo: null, sentAt: null, pdfHash: null },
  xmlProblems: [],
  buyer: { ...party, buyerReference: null, orderReference: null },
  seller: { ...party, representedBy: null, iban: null, bic: null, bankName: null, isSmallBusiness: false },
  ...{ createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z', version: 4 },
  ...more,
});
const issued = invoice({ number: '2026-1', state: 'issued', isOverdue: true, issuedOn: '2026-03-02', version: 5 });

test('U331 a draft is issued once that was confirmed, and has no paper before', async () => {
  const { user, calls } = renderPart(<InvoiceActions invoice={invoice({})} onGone={vi.fn()} />, {
    answers: { invoices: { issue: issued } },
  });
  expect(screen.queryByRole('link', { name: 'PDF' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Issue' }));
  expect(calls.map(({ path }) => path)).not.toContain('invoices.issue');
  await user.click(await screen.findByRole('button', { name: 'Issue invoice' }));
  expect(calls).toContainEqual({ path: 'invoices.issue', input: { id: 7, version: 4 } });
});

test('U331 an issued one is sent, paid, reminded of and credited, and has its paper and its XML', async () => {
  const { user, calls } = renderPart(<InvoiceActions invoice={issued} onGone={vi.fn()} />, {
    answers: { invoices: { pay: issued, credit: issued } },
  });
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('PDF')).toBe('/api/v1/invoices/7/invoice.pdf');
  expect(hrefOf('XML (UBL)')).toBe('/api/v1/invoices/7/invoice.xml?syntax=ubl');
  for (const name of ['Send', 'Remind', 'Credit']) screen.getByRole('button', { name });
  expect(screen.queryByRole('button', { name: 'Delete draft' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Note payment' }));
  const dialog = await screen.findByRole('dialog', { name: 'Payment' });
  await user.click(await within(dialog).findByRole('button', { name: 'Note payment' }));
  const paid = calls.find(({ path }) => path === 'invoices.pay');
  expect(paid?.input).toMatchObject({ id: 7, version: 5, amount: '119.00', method: 'transfer' });
});
