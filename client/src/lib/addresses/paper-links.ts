import type { LabelFormat } from '@quickfleet/shared/company/papers';
import { API_BASE } from '@quickfleet/shared/paths';

/** The labels of orders as a PDF file. */
export function labelsHref(ids: readonly number[], format: LabelFormat = '100x150'): string {
  const query = new URLSearchParams({
    ...(ids.length === 1 ? {} : { ids: ids.join(',') }),
    ...(format === '100x150' ? {} : { format }),
  });
  const path = ids.length === 1 ? `${ids[0]}/label.pdf` : 'labels.pdf';
  return `${API_BASE}/orders/${path}${query.size > 0 ? `?${query}`.replaceAll('%2C', ',') : ''}`;
}

/** The proof of an order as a PDF file, and everything behind it as a signed pack. */
export const proofHref = (id: number): string => `${API_BASE}/orders/${id}/proof.pdf`;
export const packHref = (id: number): string => `${API_BASE}/orders/${id}/evidence.zip`;

/** The same by the token of a mail's link, which begins with the order's id; undefined for what is no such token. */
export function proofByLinkHref(token: string): string | undefined {
  const id = Number.parseInt(token.split('-')[0] ?? '', 36);
  return id > 0 ? `${proofHref(id)}?token=${encodeURIComponent(token)}` : undefined;
}

/** What a driver has to do on a day (YYYY-MM-DD; the present one when absent), as a PDF file. */
export const runSheetHref = (driverId: number, day?: string): string =>
  `${API_BASE}/drivers/${driverId}/run-sheet.pdf${day ? `?day=${day}` : ''}`;

/** The same of every driver who has a stop on a day. */
export const runSheetsHref = (day: string): string => `${API_BASE}/drivers/run-sheets.pdf?day=${day}`;

/** Opens a file in a new tab, so that the work stays open. */
export const inNewTab = { component: 'a', target: '_blank', rel: 'noopener' } as const;

/** The quote as it was sent last, and the receipt of a paid one, as PDF files. */
export const quotePaperHref = (id: number): string => `${API_BASE}/quotes/${id}/quote.pdf`;
export const receiptHref = (id: number): string => `${API_BASE}/quotes/${id}/receipt.pdf`;
/** What a customer on account ordered in a month (YYYY-MM). */
export const statementHref = (customerId: number, month: string, as: 'pdf' | 'csv'): string =>
  `${API_BASE}/customers/${customerId}/statement.${as}?month=${month}`;
/** The same for somebody of the customer. */
export const myStatementHref = (customerId: number, month: string, as: 'pdf' | 'csv'): string =>
  `${API_BASE}/my/customers/${customerId}/statement.${as}?month=${month}`;

/** The rows of an import that stayed out, with their reasons. */
export const failedRowsHref = (id: number): string => `${API_BASE}/imports/${id}/failed.csv`;

type Filter = string | number | boolean | readonly string[] | undefined;
/** A list as an Excel file, with its filters and without its page. */
export function excelHref(
  list: 'orders' | 'quotes' | 'customers' | 'emails' | 'payments' | 'activity',
  { page: _, limit: _limit, ...filters }: Record<string, Filter>,
  form: 'xlsx' | 'csv' = 'xlsx',
): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(given);
  return `${API_BASE}/${list}.${form}${query.size > 0 ? `?${query}` : ''}`;
}

/** Everything that the company has, as one ZIP file. */
export const exportHref = (id: number): string => `${API_BASE}/exports/${id}/download`;
