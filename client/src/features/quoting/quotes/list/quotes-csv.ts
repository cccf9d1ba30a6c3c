import { toCsv } from '@quickfleet/shared/base/csv';
import { isoIn } from '@quickfleet/shared/base/zoned-time';
import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { useState } from 'react';
import { loadAll } from '../../../../lib/api/load-all.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { downloadText } from '../../../../lib/files/download-text.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { todayInZone } from '../../../../lib/words/format.ts';
import { metadataCell } from '../../../../lib/words/own-numbers.ts';
import { speedText } from '../form/quote-differences.ts';
import { exportFailed } from '../work/quotes-mutations.ts';
import { listInputOf, type QuotesView } from './quotes-view.ts';

const columns: readonly { name: string; of: (quote: Quote) => string | number | null }[] = [
  { name: 'Quote', of: ({ id }) => id },
  { name: 'Status', of: ({ status }) => status },
  { name: 'Created', of: ({ createdAt }) => isoIn(new Date(createdAt), brand.timeZone) },
  { name: 'Customer', of: ({ customer }) => customer.name },
  { name: 'E-mail', of: ({ customer }) => customer.email },
  { name: 'Phone', of: ({ customer }) => customer.phone },
  { name: 'Company', of: ({ customer }) => customer.company },
  { name: 'From', of: ({ pickupAddress }) => pickupAddress },
  { name: 'To', of: ({ deliveryAddress }) => deliveryAddress },
  { name: 'Speed', of: speedText },
  { name: 'Price', of: ({ price }) => price },
  { name: 'Payment URL', of: ({ paymentUrl }) => paymentUrl },
  { name: 'Items', of: ({ items }) => items.map(({ quantity, name }) => `${quantity} × ${name}`).join('; ') },
  { name: 'Notes', of: ({ notes }) => notes },
  { name: 'Tracking number', of: ({ trackingNumber }) => trackingNumber },
  { name: 'External ID', of: ({ externalId }) => externalId },
  { name: 'Metadata', of: metadataCell },
];

export const quotesCsv = (quotes: readonly Quote[]): string =>
  toCsv(
    columns.map(({ name }) => name),
    quotes.map((quote) => columns.map(({ of }) => of(quote))),
  );

/** Every page of the filtered list as one file. */
export function useQuotesExport(view: QuotesView) {
  const { client } = trpc.useUtils();
  const [isExporting, setExporting] = useState(false);

  const exportAll = async () => {
    setExporting(true);
    try {
      const quotes = await loadAll<Quote>((afterId) =>
        client.quotes.list.query({ ...listInputOf(view), page: 1, limit: PAGE_SIZE_MAX, afterId }),
      );
      downloadText(`quotes-${todayInZone()}.csv`, quotesCsv(quotes.reverse()));
    } catch (error) {
      exportFailed(error);
    } finally {
      setExporting(false);
    }
  };
  return { exportAll, isExporting };
}
