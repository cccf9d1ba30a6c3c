import type { LabelDpi, LabelFormat, ZplSize } from '@quickfleet/shared/company/papers';
import { API_BASE } from '@quickfleet/shared/paths';
import { language } from '@quickfleet/shared/words/t';

/** A PDF of this size, or a ZPL file for a label printer with its paper and its dots to the inch. */
export type LabelPaper = LabelFormat | `zpl ${ZplSize} ${LabelDpi}`;
const isZpl = (paper: LabelPaper): boolean => paper.startsWith('zpl ');

/** The labels of orders as a PDF or ZPL file. */
export function labelsHref(ids: readonly number[], paper: LabelPaper = '100x150'): string {
  const [, size = '', dpi = ''] = paper.split(' ');
  const query = new URLSearchParams({
    ...(ids.length === 1 ? {} : { ids: ids.join(',') }),
    ...(isZpl(paper) ? { size, dpi } : {}),
    ...(isZpl(paper) || paper === '100x150' ? {} : { format: paper }),
  });
  const path = `${ids.length === 1 ? `${ids[0]}/label` : 'labels'}.${isZpl(paper) ? 'zpl' : 'pdf'}`;
  return `${API_BASE}/orders/${path}${query.size > 0 ? `?${query}`.replaceAll('%2C', ',') : ''}`;
}
/** A link to them: a PDF is shown in a new tab, a ZPL file is downloaded. */
export const labelsLink = (ids: readonly number[], paper: LabelPaper) => ({
  component: 'a' as const,
  href: labelsHref(ids, paper),
  ...(isZpl(paper) ? { download: true } : { target: '_blank', rel: 'noopener' }),
});

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

/** An invoice as it was issued: the paper, and the document by EN 16931. */
export const invoicePaperHref = (id: number): string => `${API_BASE}/invoices/${id}/invoice.pdf`;
export const invoiceXmlHref = (id: number, syntax: 'cii' | 'ubl'): string =>
  `${API_BASE}/invoices/${id}/invoice.xml?syntax=${syntax}`;
/** The same for somebody of the customer. */
export const myInvoiceHref = (id: number, as: 'pdf' | 'xml'): string => `${API_BASE}/my/invoices/${id}/invoice.${as}`;

/** What the accountant gets of a month. */
export const accountingHref = (month: string, file: 'datev.csv' | 'month.zip'): string =>
  `${API_BASE}/accounting/${file}?month=${month}`;
export const accountingTableHref = (month: string, table: 'journal' | 'tax'): string =>
  `${API_BASE}/accounting/${table}.csv?month=${month}&language=${language()}`;

/** What a driver earned on some days. */
export const payHref = (driverId: number, { from, to }: { from: string; to: string }, as: 'pdf' | 'csv'): string =>
  `${API_BASE}/drivers/${driverId}/pay.${as}?from=${from}&to=${to}`;

/** The rows of an import that stayed out, with their reasons. */
export const failedRowsHref = (id: number): string => `${API_BASE}/imports/${id}/failed.csv`;

type Filter = string | number | boolean | readonly string[] | undefined;
/** A list as an Excel file, with its filters and without its page. */
export function excelHref(
  list: 'orders' | 'quotes' | 'customers' | 'invoices' | 'emails' | 'payments' | 'activity',
  { page: _, limit: _limit, ...filters }: Record<string, Filter>,
  form: 'xlsx' | 'csv' = 'xlsx',
): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  // What is downloaded has the language of the page.
  const query = new URLSearchParams([...given, ['language', language()]]);
  return `${API_BASE}/${list}.${form}?${query}`;
}

/** Everything that the company has, as one ZIP file. */
export const exportHref = (id: number): string => `${API_BASE}/exports/${id}/download`;
