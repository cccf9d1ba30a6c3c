import { API_BASE } from '@quickfleet/shared/paths';

/** The labels of orders as a PDF file. */
export const labelsHref = (ids: readonly number[]): string =>
  ids.length === 1 ? `${API_BASE}/orders/${ids[0]}/label.pdf` : `${API_BASE}/orders/labels.pdf?ids=${ids.join(',')}`;

/** What a driver has to do on a day (YYYY-MM-DD; the present one when absent), as a PDF file. */
export const runSheetHref = (driverId: number, day?: string): string =>
  `${API_BASE}/drivers/${driverId}/run-sheet.pdf${day ? `?day=${day}` : ''}`;

/** A file that the browser shows: in a tab of its own, so that the work stays where it is. */
export const inNewTab = { component: 'a', target: '_blank', rel: 'noopener' } as const;

/** The quote as it was sent last, and the receipt of a paid one, as PDF files. */
export const quotePaperHref = (id: number): string => `${API_BASE}/quotes/${id}/quote.pdf`;
export const receiptHref = (id: number): string => `${API_BASE}/quotes/${id}/receipt.pdf`;
/** What a customer on account ordered in a month (YYYY-MM). */
export const statementHref = (customerId: number, month: string, as: 'pdf' | 'csv'): string =>
  `${API_BASE}/customers/${customerId}/statement.${as}?month=${month}`;
