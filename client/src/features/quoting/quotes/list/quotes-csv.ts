import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { quotesTable } from '@quickfleet/shared/quoting/quotes-table';
import { useState } from 'react';
import { loadAll } from '../../../../lib/api/load-all.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { downloadText } from '../../../../lib/files/download-text.ts';
import { tableText } from '../../../../lib/files/table-text.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { todayInZone } from '../../../../lib/words/format.ts';
import { speedText } from '../form/quote-differences.ts';
import { exportFailed } from '../work/quotes-mutations.ts';
import { listInputOf, type QuotesView } from './quotes-view.ts';

export const quotesCsv = (quotes: readonly Quote[]): string =>
  tableText(quotesTable(brand.timeZone, speedText), quotes);

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
