import { collectCell, contactColumns, metadataCell, momentCell, needsCell, type TableColumn } from '../base/table.ts';
import { t } from '../words/t.ts';
import { quoteWords } from './quote-words.ts';
import type { Quote } from './quotes.ts';

/** Quotes for a spreadsheet, with the times of a zone. `speedText` says when one is wanted. */
export const quotesTable = (zone: string, speedText: (quote: Quote) => string): readonly TableColumn<Quote>[] => [
  { name: t('Quote'), of: ({ id }) => id, isNumber: true },
  { name: t('Status'), of: ({ status }) => quoteWords[status] },
  { name: t('Created'), of: ({ createdAt }) => momentCell(createdAt, zone), kind: 'moment' },
  { name: t('Customer'), of: ({ customer }) => customer.name },
  { name: t('E-mail'), of: ({ customer }) => customer.email },
  { name: t('Phone'), of: ({ customer }) => customer.phone },
  { name: t('Company'), of: ({ customer }) => customer.company },
  { name: t('From'), of: ({ pickupAddress }) => pickupAddress },
  { name: t('To'), of: ({ deliveryAddress }) => deliveryAddress },
  { name: t('Speed'), of: speedText },
  { name: t('Price'), of: ({ price }) => price, isNumber: true, kind: 'amount' },
  { name: t('Payment URL'), of: ({ paymentUrl }) => paymentUrl },
  { name: t('Items'), of: ({ items }) => items.map(({ quantity, name }) => `${quantity} × ${name}`).join('; ') },
  { name: t('Notes'), of: ({ notes }) => notes },
  { name: t('Tracking number'), of: ({ trackingNumber }) => trackingNumber },
  ...contactColumns<Quote>(),
  { name: t('External ID'), of: ({ externalId }) => externalId },
  { name: t('Metadata'), of: metadataCell },
  { name: t('Wanted day'), of: ({ wantedDay }) => wantedDay, kind: 'day' },
  { name: t('Weight in kg'), of: ({ weightKg }) => weightKg, isNumber: true, kind: 'decimal' },
  { name: t('Needs'), of: needsCell },
  { name: t('To collect at the door'), of: collectCell },
];
