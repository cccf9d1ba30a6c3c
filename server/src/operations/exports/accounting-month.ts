import { amountOf } from '@quickfleet/shared/base/money/money';
import { t } from '@quickfleet/shared/words/t';
import { paymentsOf, taxedOf } from '../../delivery/accounting/booked.queries.ts';
import { readAccounts } from '../../delivery/accounting/months.service.ts';
import { postPaper, postPayment, signOf, taxesOf } from '../../delivery/accounting/postings.ts';
import type { AppContext } from '../../http/context.ts';
import type { Table } from './table-answer.ts';

// A month of invoices and payments as tables: the journal with debit and credit, and the taxes by country and rate.

/** What is booked in a month (YYYY-MM), a row for each account that a document touches. */
export function journalOf(ctx: AppContext, month: string): Table {
  const columns = [
    { name: t('Booking date') },
    { name: t('Document number') },
    { name: t('Kind') },
    { name: t('Account number') },
    { name: t('Debit amount'), isNumber: true, kind: 'amount' },
    { name: t('Credit amount'), isNumber: true, kind: 'amount' },
    { name: t('Currency') },
    { name: t('Tax category') },
    { name: t('Tax rate'), isNumber: true },
    { name: t('Booking text') },
  ] as const;
  const kinds = {
    invoice: t('Invoice'),
    credit_note: t('Credit note'),
    discount: t('Discount for early payment'),
    payment: t('Payment'),
  };
  async function* rows() {
    const accounts = await readAccounts(ctx, month);
    async function* postings() {
      for await (const paper of taxedOf(ctx, month)) yield* postPaper(paper, accounts);
      for await (const payment of paymentsOf(ctx, month)) yield* postPayment(payment, accounts);
    }
    for await (const { day, document, kind, account, debit, credit, currency, category, rate, text } of postings())
      yield [day, document, kinds[kind], account, debit, credit, currency, category, rate, text];
  }
  return { name: `journal-${month}`, columns, rows: rows() };
}

interface Sum {
  country: string | null;
  category: string;
  rate: string;
  label: string | null;
  currency: string;
  papers: number;
  base: bigint;
  amount: bigint;
}
/**
 * What is taxed in a month, by the country of the buyer and by rate; credit notes and discounts for early payment are
 * taken off.
 */
export function taxesByCountry(ctx: AppContext, month: string): Table {
  const columns = [
    { name: t('Country of the buyer') },
    { name: t('Tax category') },
    { name: t('Tax rate'), isNumber: true },
    { name: t('Tax') },
    { name: t('Currency') },
    { name: t('Documents'), isNumber: true },
    { name: t('Net'), isNumber: true, kind: 'amount' },
    { name: t('Tax amount'), isNumber: true, kind: 'amount' },
    { name: t('Gross'), isNumber: true, kind: 'amount' },
  ] as const;
  async function* rows() {
    const accounts = await readAccounts(ctx, month);
    const sums = new Map<string, Sum>();
    for await (const paper of taxedOf(ctx, month)) {
      const { country, currency, kind } = paper;
      const sign = signOf(paper);
      for (const { label, category, rate, base, amount } of taxesOf(paper, accounts)) {
        const key = [country ?? '', currency, category, rate.padStart(7, '0'), label ?? ''].join('\n');
        const sum = sums.get(key) ?? { country, category, rate, label, currency, papers: 0, base: 0n, amount: 0n };
        if (kind !== 'discount') sum.papers += 1;
        sum.base += sign * base;
        sum.amount += sign * amount;
        sums.set(key, sum);
      }
    }
    for (const [, sum] of [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const { country, category, rate, label, currency, papers, base, amount } = sum;
      const said = [base, amount, base + amount].map((units) => amountOf(units, currency));
      yield [country, category, rate, label, currency, papers, ...said];
    }
  }
  return { name: `tax-${month}`, columns, rows: rows() };
}
