import type { TaxCategory } from '../../base/money/tax-categories.ts';
import { message, said } from '../../words/t.ts';

// What invoices are called, without a schema.

export const invoiceStates = ['draft', 'issued', 'part_paid', 'paid', 'credited'] as const;
export type InvoiceState = (typeof invoiceStates)[number];
export const invoiceStateWords: Readonly<Record<InvoiceState, string>> = said<InvoiceState>({
  draft: message('Draft'),
  issued: message('Issued'),
  part_paid: message('Paid in part'),
  paid: message('Paid'),
  credited: message('Credited'),
});

export const invoiceKinds = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];
export const invoiceKindWords: Readonly<Record<InvoiceKind, string>> = said<InvoiceKind>({
  invoice: message('Invoice'),
  credit_note: message('Credit note'),
});

export { type TaxCategory, taxCategories } from '../../base/money/tax-categories.ts';
/** What the paper says where there is no tax; the standard takes none for S and Z. */
export const taxReasons: Readonly<Partial<Record<TaxCategory, string>>> = said<'E' | 'AE' | 'K' | 'G' | 'O'>({
  E: message('Exempt from VAT'),
  AE: message('Reverse charge: the recipient owes the VAT'),
  K: message('VAT-free delivery within the European Union'),
  G: message('VAT-free export'),
  O: message('Not subject to VAT'),
});
