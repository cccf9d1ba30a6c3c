import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import type { TaxCategory } from '@quickfleet/shared/base/money/tax-categories';
import type { Accounts } from '@quickfleet/shared/company/billing/accounting';
import type { InvoiceTax, TaxSum } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import type { InvoiceKind } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { PaymentMethod } from '@quickfleet/shared/delivery/orders/order-payment';

// An issued invoice, a credit note or a payment as it is booked: what one account gets, others give, to the cent.

/** An issued paper as the accounts see it, or what was taken off an invoice for paying early. */
export interface BookedPaper {
  id: number;
  kind: InvoiceKind | 'discount';
  number: string;
  issuedOn: string;
  dueOn: string | null;
  buyer: string;
  /** Where the buyer is, else where the seller is; null where neither says it. */
  country: string | null;
  buyerVatId: string | null;
  currency: string;
  lines: readonly { net: string; taxes: readonly InvoiceTax[] }[];
  taxes: readonly TaxSum[];
  gross: string;
  rounding: string;
  /** Of the paper as it was issued. */
  pdfHash: string;
}
/** Money that came for an invoice. */
export interface BookedPayment {
  id: number;
  number: string;
  paidOn: string;
  buyer: string;
  amount: string;
  currency: string;
  method: PaymentMethod;
  reference: string | null;
}

/** A part of a paper with one revenue account. Amounts are those of the paper: below zero for what was taken off. */
export interface RevenuePart {
  account: string;
  /** Of its one tax. */
  label: string | null;
  category: TaxCategory;
  /** Percent; null where several taxes are on it. */
  rate: string | null;
  net: bigint;
}
export interface TaxPart {
  account: string;
  label: string | null;
  category: TaxCategory;
  rate: string;
  base: bigint;
  amount: bigint;
}

const accountsFor = ({ revenues, revenue, tax }: Accounts, category: TaxCategory, rate: string, isDiscount = false) => {
  const fits = revenues.filter((one) => one.category === category);
  const found =
    fits.find((one) => one.rate !== null && Number(one.rate) === Number(rate)) ?? fits.find((one) => one.rate === null);
  const account = (isDiscount ? found?.discountAccount : null) ?? found?.account ?? revenue;
  return { account, taxAccount: found?.taxAccount ?? tax };
};

const NO_TAX: InvoiceTax = { label: null, rate: '0', category: 'O' };
/** What the lines of a paper are booked as: their net by the taxes that they have. */
export function revenuesOf({ kind, lines, currency }: BookedPaper, accounts: Accounts): RevenuePart[] {
  const parts = new Map<string, RevenuePart>();
  for (const { net, taxes } of lines) {
    const { label, category, rate } = taxes[0] ?? NO_TAX;
    const { account } = accountsFor(accounts, category, rate, kind === 'discount');
    const one = { account, label, category, rate: taxes.length > 1 ? null : rate };
    const key = JSON.stringify([one, taxes]);
    const known = parts.get(key) ?? { ...one, net: 0n };
    known.net += unitsOf(net, currency);
    parts.set(key, known);
  }
  return [...parts.values()].filter(({ net }) => net !== 0n);
}
/** Its taxes, as they stand on it. */
export const taxesOf = ({ taxes, currency }: BookedPaper, accounts: Accounts): TaxPart[] =>
  taxes.map(({ label, category, rate, base, amount }) => ({
    ...{ label, category, rate },
    account: accountsFor(accounts, category, rate).taxAccount,
    base: unitsOf(base, currency),
    amount: unitsOf(amount, currency),
  }));
/** An invoice is owed; what is credited or taken off is not any more. */
export const signOf = ({ kind }: Pick<BookedPaper, 'kind'>): bigint => (kind === 'invoice' ? 1n : -1n);
/** What its buyer owes. */
export const totalOf = ({ gross, rounding, currency }: BookedPaper): bigint =>
  unitsOf(gross, currency) + unitsOf(rounding, currency);

/** Whose money: cash in hand, or at the bank. */
export const moneyAccount = ({ method }: Pick<BookedPayment, 'method'>, { cash, bank }: Accounts): string =>
  method === 'cash' ? cash : bank;

/** A line of the journal: one account, and what it gets (debit) or gives (credit). */
export interface Posting {
  day: string;
  document: string;
  kind: BookedPaper['kind'] | 'payment';
  account: string;
  debit: string | null;
  credit: string | null;
  currency: string;
  category: TaxCategory | null;
  rate: string | null;
  text: string;
}

/** The lines of one document: their debits are their credits. */
export function postPaper(paper: BookedPaper, accounts: Accounts): Posting[] {
  const { kind, number: document, issuedOn: day, currency, rounding, buyer: text } = paper;
  const about = { day, document, kind, currency, text };
  const line = (account: string, units: bigint, more: Pick<Posting, 'category' | 'rate'>): Posting => {
    const amount = amountOf(units < 0n ? -units : units, currency);
    const isDebit = units >= 0n;
    return { ...about, account, debit: isDebit ? amount : null, credit: isDebit ? null : amount, ...more };
  };
  const sign = signOf(paper);
  const none = { category: null, rate: null };
  const parts = [
    line(accounts.receivables, sign * totalOf(paper), none),
    ...revenuesOf(paper, accounts).map(({ account, net, category, rate }) =>
      line(account, -sign * net, { category, rate }),
    ),
    ...taxesOf(paper, accounts).flatMap(({ account, amount, category, rate }) =>
      amount === 0n ? [] : [line(account, -sign * amount, { category, rate })],
    ),
  ];
  const rounded = unitsOf(rounding, currency);
  return rounded === 0n ? parts : [...parts, line(accounts.rounding, -sign * rounded, none)];
}

/** The two lines of a payment. */
export function postPayment(payment: BookedPayment, accounts: Accounts): Posting[] {
  const { number: document, paidOn: day, currency, amount, buyer, reference } = payment;
  const about = { day, document, kind: 'payment' as const, currency, category: null, rate: null };
  const text = [buyer, reference].filter(Boolean).join(' · ');
  return [
    { ...about, account: moneyAccount(payment, accounts), debit: amount, credit: null, text },
    { ...about, account: accounts.receivables, debit: null, credit: amount, text },
  ];
}
