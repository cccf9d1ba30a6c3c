import { contactColumns, metadataCell, momentCell, type TableColumn } from '../base/table.ts';
import type { Quote } from './quotes.ts';

/** Quotes for a spreadsheet, with the times of a zone. `speedText` says when one is wanted. */
export const quotesTable = (zone: string, speedText: (quote: Quote) => string): readonly TableColumn<Quote>[] => [
  { name: 'Quote', of: ({ id }) => id, isNumber: true },
  { name: 'Status', of: ({ status }) => status },
  { name: 'Created', of: ({ createdAt }) => momentCell(createdAt, zone) },
  { name: 'Customer', of: ({ customer }) => customer.name },
  { name: 'E-mail', of: ({ customer }) => customer.email },
  { name: 'Phone', of: ({ customer }) => customer.phone },
  { name: 'Company', of: ({ customer }) => customer.company },
  { name: 'From', of: ({ pickupAddress }) => pickupAddress },
  { name: 'To', of: ({ deliveryAddress }) => deliveryAddress },
  { name: 'Speed', of: speedText },
  { name: 'Price', of: ({ price }) => price, isNumber: true },
  { name: 'Payment URL', of: ({ paymentUrl }) => paymentUrl },
  { name: 'Items', of: ({ items }) => items.map(({ quantity, name }) => `${quantity} × ${name}`).join('; ') },
  { name: 'Notes', of: ({ notes }) => notes },
  { name: 'Tracking number', of: ({ trackingNumber }) => trackingNumber },
  ...contactColumns<Quote>(),
  { name: 'External ID', of: ({ externalId }) => externalId },
  { name: 'Metadata', of: metadataCell },
];
