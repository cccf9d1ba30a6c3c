import {
  labelQuery,
  labelsQuery,
  runSheetQuery,
  statementQuery,
  zplLabelsQuery,
  zplQuery,
} from '@quickfleet/shared/company/papers';
import { monthQuery } from '@quickfleet/shared/delivery/accounting/accounting';
import { byCalendarToken } from '@quickfleet/shared/delivery/calendars';
import { payQuery } from '@quickfleet/shared/delivery/drivers/pay';
import { keyDocument, proofQuery, proofsQuery } from '@quickfleet/shared/delivery/evidence/evidence';
import { invoicesTableQuery, invoiceXmlQuery } from '@quickfleet/shared/delivery/invoices/invoices';
import { byReference } from '@quickfleet/shared/delivery/my/my';
import { byDeliveryToken } from '@quickfleet/shared/delivery/tracking/delivery-token';
import { example } from '@quickfleet/shared/examples';
import { LABELS_MAX, PROOFS_MAX } from '@quickfleet/shared/limits';
import {
  accountingQuery,
  activityTableQuery,
  csvQuery,
  customersTableQuery,
  emailsTableQuery,
  ordersTableQuery,
  paymentsTableQuery,
  quotesTableQuery,
  tableQuery,
} from '@quickfleet/shared/operations/exports';
import { readReport, reportQuery } from '@quickfleet/shared/operations/reports/reports';
import { byToken } from '@quickfleet/shared/quoting/quote-page';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { binary, call, inPath, json } from './openapi.parts.ts';
import { tooHeavy } from './openapi.responses.ts';

const zip = {
  200: { description: 'The ZIP file', content: { 'application/zip': { schema: binary } } },
  ...tooHeavy,
};

const pdf = {
  200: { description: 'The PDF file', content: { 'application/pdf': { schema: binary } } },
  ...tooHeavy,
};

const xml = {
  200: { description: 'The XML document', content: { 'application/xml': { schema: z.string() } } },
};

const zpl = {
  200: { description: 'The print job', content: { 'application/zpl': { schema: z.string() } } },
};

const calendar = {
  200: { description: 'The calendar file', content: { 'text/calendar': { schema: z.string() } } },
};

const PAPER =
  'With the company’s address, lines and taxes. The first time gives it a number like `Q-2026-0042`, which it keeps; 409 QUOTE_NOT_PRICED before it has a price.';

const STATEMENT =
  'Of one month: orders on account that were not cancelled, by the day they were made, and quotes on account that were accepted and are no orders yet.';

const RECEIPT =
  'With what was paid and when. The first time gives it a number like `R-2026-0042`; 409 QUOTE_NOT_PAID until nothing is open.';

const INVOICE =
  'As it was issued, byte for byte. Where the standard allows it, a PDF/A-3 with the XML inside (Factur-X, ZUGFeRD) and a code that a phone’s banking app reads. 409 INVOICE_NOT_ISSUED for a draft.';
const INVOICE_XML =
  'As it was issued: `cii` as in the PDF, or `ubl`. 409 NO_ELECTRONIC_INVOICE says what is missing, `xmlProblems` of the draft says it before.';

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** A list as a table, in both forms. */
const tables = <Name extends string>(
  name: Name,
  subject: string,
  tag: string,
  what: string,
  query: z.ZodObject,
  path: z.ZodObject = z.object({}),
) => {
  const about = 'All rows with these filters. Times are on the company’s clocks.';
  const csv = call(`${subject}Csv`, tag, `Export ${what} as CSV`, about, {
    requestParams: { path, query: query.extend(csvQuery.shape) },
    responses: { 200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } }, ...tooHeavy },
  });
  const xlsx = call(`${subject}Xlsx`, tag, `Export ${what} for Excel`, about, {
    requestParams: { path, query: query.extend(tableQuery.shape) },
    responses: { 200: { description: 'The Excel file', content: { [sheetType]: { schema: binary } } }, ...tooHeavy },
  });
  return { [`/api/v1/${name}.csv`]: { get: csv }, [`/api/v1/${name}.xlsx`]: { get: xlsx } };
};

const PAY = 'The lines of `/drivers/{id}/pay`.';
const JOURNAL =
  'Invoices, credit notes and payments, a row for each account. Debits and credits of a document are equal.';
const TAXES = 'Net and tax by the country of the buyer, category and rate; credit notes are taken off.';
const DATEV =
  'Category 21 (Buchungsstapel), version 13, with the accounts of the setting `accounting` and links to the papers. 409 NO_DATEV for a currency with three decimals.';
const ARCHIVE = 'PDFs and XML documents as they were issued, and `document.xml` with the links of the bookings.';
const monthTable = (id: string, summary: string, about: string) =>
  call(id, 'invoices', summary, about, {
    requestParams: { query: monthQuery.extend(csvQuery.shape) },
    responses: { 200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } }, ...tooHeavy },
  });

/** Papers to print and what is downloaded: labels, proofs, quotes, statements, tables. */
export const paperPaths = {
  ...tables('orders', 'orders', 'orders', 'orders', ordersTableQuery),
  ...tables('quotes', 'quotes', 'quotes', 'quotes', quotesTableQuery),
  ...tables('customers', 'customers', 'customers', 'customers', customersTableQuery),
  ...tables('payments', 'payments', 'payments', 'payments', paymentsTableQuery),
  ...tables('emails', 'mailbox', 'mailbox', 'e-mails', emailsTableQuery),
  ...tables('activity', 'activity', 'history', 'what happened', activityTableQuery),
  ...tables('reports/{name}', 'reports', 'reports', 'a report', reportQuery, readReport.pick({ name: true })),
  ...tables('invoices', 'invoices', 'invoices', 'invoices and credit notes', invoicesTableQuery),
  ...tables('accounting', 'accounting', 'orders', 'what was delivered in a month', accountingQuery),
  '/api/v1/accounting/journal.csv': { get: monthTable('accountingJournal', 'Export the journal of a month', JOURNAL) },
  '/api/v1/accounting/tax.csv': { get: monthTable('accountingTaxes', 'Export the taxes of a month', TAXES) },
  '/api/v1/accounting/datev.csv': {
    get: call('accountingDatev', 'invoices', 'Export the bookings of a month for DATEV', DATEV, {
      requestParams: { query: monthQuery },
      responses: { 200: { description: 'EXTF, Windows-1252', content: { 'text/csv': { schema: binary } } } },
    }),
  },
  '/api/v1/accounting/month.zip': {
    get: call('accountingArchive', 'invoices', 'Download all papers of a month', ARCHIVE, {
      requestParams: { query: monthQuery },
      responses: { 200: zip[200] },
    }),
  },
  '/api/v1/exports/{id}/download': {
    get: call(
      'exportsDownload',
      'exports',
      'Download an export',
      'The ZIP file. 409 EXPORT_NOT_READY while it is being made. The download is noted in the history.',
      { requestParams: inPath('id', 'Id of the export', 42), responses: { 200: zip[200] } },
    ),
  },
  '/api/v1/customers/{id}/personal-data.zip': {
    get: call(
      'customersExport',
      'customers',
      'Download everything that is kept about a customer',
      'JSON files and the pictures in one ZIP file. The download is noted in the history of the customer.',
      {
        requestParams: inPath('id', 'Id of the customer', example.customerId),
        responses: zip,
      },
    ),
  },
  '/api/v1/invoices/{id}/invoice.pdf': {
    get: call('invoicesPaper', 'invoices', 'Print an invoice', INVOICE, {
      requestParams: inPath('id', 'Id of the invoice', 42),
      responses: pdf,
    }),
  },
  '/api/v1/invoices/{id}/invoice.xml': {
    get: call('invoicesXml', 'invoices', 'Read an invoice as EN 16931', INVOICE_XML, {
      requestParams: { ...inPath('id', 'Id of the invoice', 42), query: invoiceXmlQuery },
      responses: xml,
    }),
  },
  '/api/v1/my/invoices/{id}/invoice.pdf': {
    get: call('myInvoicePaper', 'my', 'Print an invoice of one’s own or of one’s customer', INVOICE, {
      requestParams: inPath('id', 'Id of the invoice', 42),
      responses: pdf,
    }),
  },
  '/api/v1/my/invoices/{id}/invoice.xml': {
    get: call('myInvoiceXml', 'my', 'Read an invoice of one’s own or of one’s customer as EN 16931', INVOICE_XML, {
      requestParams: { ...inPath('id', 'Id of the invoice', 42), query: invoiceXmlQuery },
      responses: xml,
    }),
  },
  '/api/v1/customers/{id}/statement.pdf': {
    get: call('customersStatement', 'customers', 'Print the statement of a customer on account', STATEMENT, {
      requestParams: { ...inPath('id', 'Id of the customer', example.customerId), query: statementQuery },
      responses: pdf,
    }),
  },
  '/api/v1/customers/{id}/statement.csv': {
    get: call('customersStatementTable', 'customers', 'Export the statement of a customer on account', STATEMENT, {
      requestParams: { ...inPath('id', 'Id of the customer', example.customerId), query: statementQuery },
      responses: { 200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } } },
    }),
  },
  '/api/v1/quotes/{id}/quote.pdf': {
    get: call('quotesPaper', 'quotes', 'Print a quote', PAPER, {
      requestParams: inPath('id', 'Id of the quote', 42),
      responses: pdf,
    }),
  },
  '/api/v1/quotes/{id}/receipt.pdf': {
    get: call('quotesReceipt', 'quotes', 'Print the receipt of a paid quote', RECEIPT, {
      requestParams: inPath('id', 'Id of the quote', 42),
      responses: pdf,
    }),
  },
  '/api/v1/q/{token}/quote.pdf': {
    get: call('quotePagePaper', 'quote page', 'Print a quote by its customer’s link', PAPER, {
      requestParams: { path: byToken },
      responses: pdf,
    }),
  },
  '/api/v1/q/{token}/receipt.pdf': {
    get: call('quotePageReceipt', 'quote page', 'Print a receipt by the customer’s link', RECEIPT, {
      requestParams: { path: byToken },
      responses: pdf,
    }),
  },
  '/api/v1/my/quotes/{reference}/quote.pdf': {
    get: call('myPaper', 'my', 'Print a quote of one’s own or of one’s customer', PAPER, {
      requestParams: { path: byReference },
      responses: pdf,
    }),
  },
  '/api/v1/my/quotes/{reference}/receipt.pdf': {
    get: call('myReceipt', 'my', 'Print a receipt of one’s own or of one’s customer', RECEIPT, {
      requestParams: { path: byReference },
      responses: pdf,
    }),
  },
  '/api/v1/my/customers/{id}/statement.pdf': {
    get: call('myStatement', 'my', 'Print the statement of one’s customer', STATEMENT, {
      requestParams: { ...inPath('id', 'Id of the customer', example.customerId), query: statementQuery },
      responses: pdf,
    }),
  },
  '/api/v1/my/customers/{id}/statement.csv': {
    get: call('myStatementTable', 'my', 'Export the statement of one’s customer', STATEMENT, {
      requestParams: { ...inPath('id', 'Id of the customer', example.customerId), query: statementQuery },
      responses: { 200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } } },
    }),
  },
  '/calendar/{token}.ics': {
    get: call(
      'calendarsFeed',
      'calendars',
      'Read a calendar feed',
      'The planned stops of a driver or a customer, as calendars subscribe to them. A moved stop keeps its `UID` and has a higher `SEQUENCE`, a cancelled one has `STATUS:CANCELLED`.',
      { requestParams: { path: byCalendarToken }, responses: calendar },
    ),
  },
  '/api/v1/t/{token}/delivery.ics': {
    get: call(
      'deliveryPageCalendar',
      'delivery page',
      'The promised window as a calendar file',
      'By the link in a customer’s or recipient’s mail. Of a cancelled delivery it is `METHOD:CANCEL`, which takes the event away; 404 without a window ahead.',
      { requestParams: { path: byDeliveryToken }, responses: calendar },
    ),
  },
  '/api/v1/t/{token}/receipt.pdf': {
    get: call(
      'deliveryPageReceipt',
      'delivery page',
      'Print the receipt of a paid delivery',
      'By the link in the customer’s mail, where `hasReceipt` of `/t/{token}` says so. 404 otherwise.',
      { requestParams: { path: byDeliveryToken }, responses: pdf },
    ),
  },
  '/api/v1/orders/{id}/label.pdf': {
    get: call(
      'ordersLabel',
      'orders',
      'Print the labels of an order',
      'A page for each parcel, with the receiver, the window, a QR code of the tracking page and the tracking number as Code 128. A label of a cancelled or delivered order says so in large letters. A driver prints those of their own orders.',
      {
        requestParams: { ...inPath('id', 'Id of the order', 42), query: labelQuery },
        responses: pdf,
      },
    ),
  },
  '/api/v1/orders/labels.pdf': {
    get: call(
      'ordersLabels',
      'orders',
      'Print the labels of several orders',
      `In the order of the ids, a page for each parcel; at most ${LABELS_MAX} pages. 404 names the first id that is no order.`,
      { requestParams: { query: labelsQuery }, responses: pdf },
    ),
  },
  '/api/v1/orders/{id}/label.zpl': {
    get: call(
      'ordersLabelZpl',
      'orders',
      'Print the labels of an order on a label printer',
      'The same labels in ZPL II, for a print server of the company: texts in UTF-8, codes that the printer draws. Send the file to the printer as it is.',
      { requestParams: { ...inPath('id', 'Id of the order', 42), query: zplQuery }, responses: zpl },
    ),
  },
  '/api/v1/orders/labels.zpl': {
    get: call(
      'ordersLabelsZpl',
      'orders',
      'Print the labels of several orders on a label printer',
      `In the order of the ids, a label for each parcel; at most ${LABELS_MAX}. 404 names the first id that is no order.`,
      { requestParams: { query: zplLabelsQuery }, responses: zpl },
    ),
  },
  '/api/v1/orders/{id}/proof.pdf': {
    get: call(
      'evidenceProof',
      'evidence',
      'Print the proof of an order',
      'The order, its attempts, the photos of each item at request, pickup and delivery side by side, signatures, times and history. The link in a mail carries a `token` that opens it for 30 days. A driver prints those of their own orders.',
      { requestParams: { ...inPath('id', 'Id of the order', 42), query: proofQuery }, responses: pdf },
    ),
  },
  '/api/v1/orders/{id}/evidence.zip': {
    get: call(
      'evidencePack',
      'evidence',
      'Download the evidence of an order',
      'The proof, every photo and signature as it is stored, the linked history and a manifest that is signed with the key of the company. The page `/verify` checks it.',
      { requestParams: inPath('id', 'Id of the order', 42), responses: zip },
    ),
  },
  '/api/v1/orders/proofs.zip': {
    get: call(
      'evidenceProofs',
      'evidence',
      'Download the proofs of several orders',
      `A PDF file for each order and a table of them (CSV); at most ${PROOFS_MAX} orders. 404 names the first id that is no order.`,
      { requestParams: { query: proofsQuery }, responses: zip },
    ),
  },
  '/.well-known/quickfleet-keys.json': {
    get: call(
      'evidenceKeys',
      'evidence',
      'Read the public keys of the company',
      'Ed25519 keys under which evidence was signed, newest first; a retired one stays.',
      { responses: { 200: json(keyDocument) } },
    ),
  },
  '/api/v1/drivers/{id}/pay.pdf': {
    get: call('payPaper', 'drivers', 'Print what a driver earned', PAY, {
      requestParams: { ...inPath('id', 'Id of the driver', example.driverId), query: payQuery },
      responses: pdf,
    }),
  },
  '/api/v1/drivers/{id}/pay.csv': {
    get: call('payTable', 'drivers', 'Export what a driver earned', PAY, {
      requestParams: { ...inPath('id', 'Id of the driver', example.driverId), query: payQuery },
      responses: { 200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } } },
    }),
  },
  '/api/v1/drivers/run-sheets.pdf': {
    get: call(
      'driversRunSheets',
      'drivers',
      'Print the run sheets of a day',
      'A4: the sheet of every driver who has a stop on that day, each on separate pages; one empty sheet when nobody has any.',
      { requestParams: { query: runSheetQuery }, responses: pdf },
    ),
  },
  '/api/v1/drivers/{id}/run-sheet.pdf': {
    get: call(
      'driversRunSheet',
      'drivers',
      'Print the run sheet of a driver',
      'A4: what the driver is to pick up and to deliver on that day, in planned order, with room for a signature. A driver prints their own.',
      {
        requestParams: { ...inPath('id', 'Id of the driver', example.driverId), query: runSheetQuery },
        responses: pdf,
      },
    ),
  },
} satisfies ZodOpenApiPathsObject;
