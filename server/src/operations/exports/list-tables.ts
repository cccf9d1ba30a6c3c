import { metadataCell, momentCell, type TableColumn, yesOrNo } from '@quickfleet/shared/base/table';
import { type ActivityLine, activityLine } from '@quickfleet/shared/company/history/activity';
import { actorWords } from '@quickfleet/shared/company/history/history-words';
import { invoiceKindWords, invoiceStateWords } from '@quickfleet/shared/delivery/invoices/invoice-words';
import { type InvoiceRow, invoiceRow, invoicesTableQuery } from '@quickfleet/shared/delivery/invoices/invoices';
import { orderRow } from '@quickfleet/shared/delivery/orders/orders';
import { ordersTable } from '@quickfleet/shared/delivery/orders/orders-table';
import { type MailRow, mailRow } from '@quickfleet/shared/messages/mailbox';
import {
  activityTableQuery,
  customersTableQuery,
  emailsTableQuery,
  ordersTableQuery,
  paymentsTableQuery,
  quotesTableQuery,
} from '@quickfleet/shared/operations/exports';
import { type Customer, customer } from '@quickfleet/shared/people/customers';
import type { Action } from '@quickfleet/shared/permissions';
import { type PaymentRow, paymentRow } from '@quickfleet/shared/quoting/payments';
import { quote } from '@quickfleet/shared/quoting/quotes';
import { quotesTable } from '@quickfleet/shared/quoting/quotes-table';
import { speedLabel } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import type { z } from 'zod';
import { findActivity } from '../../company/history/activity.queries.ts';
import { findInvoices } from '../../delivery/invoices/invoices.queries.ts';
import { findOrders } from '../../delivery/orders/orders.queries.ts';
import { forCaller } from '../../http/caller/key-view.ts';
import type { AppContext } from '../../http/context.ts';
import { strip } from '../../http/output-serializer.ts';
import { findMails } from '../../messages/outbox/mailbox.queries.ts';
import { findCustomers } from '../../people/customers/customers.queries.ts';
import { findPayments } from '../../quoting/payments/payments.queries.ts';
import { findQuotes } from '../../quoting/quotes/quotes.queries.ts';
import type { Table } from './table-answer.ts';

/** Rows that are read and held at a time. */
const BATCH = 200;

const customersTable = (zone: string): readonly TableColumn<Customer>[] => [
  { name: t('Customer'), of: ({ name }) => name },
  { name: t('E-mail'), of: ({ email }) => email },
  { name: t('Phone'), of: ({ phone }) => phone },
  { name: t('Company'), of: ({ company }) => company },
  { name: t('On account'), of: ({ onAccount }) => yesOrNo(onAccount) },
  { name: t('Quotes'), of: ({ quoteCount }) => quoteCount, isNumber: true },
  { name: t('Orders'), of: ({ orderCount }) => orderCount, isNumber: true },
  { name: t('Total'), of: ({ orderTotal }) => orderTotal, isNumber: true, kind: 'amount' },
  { name: t('Currency'), of: ({ currency }) => currency },
  { name: t('Created'), of: ({ createdAt }) => momentCell(createdAt, zone), kind: 'moment' },
  { name: t('External ID'), of: ({ externalId }) => externalId },
  { name: t('Metadata'), of: metadataCell },
];
const paymentsTable = (zone: string): readonly TableColumn<PaymentRow>[] => [
  { name: t('Event'), of: ({ eventId }) => eventId },
  { name: t('Type'), of: ({ type }) => type },
  { name: t('State'), of: ({ state }) => state },
  { name: t('Quote'), of: ({ quoteId }) => quoteId, isNumber: true },
  { name: t('Reference'), of: ({ reference }) => reference },
  { name: t('Amount'), of: ({ amount }) => amount, isNumber: true, kind: 'amount' },
  { name: t('Currency'), of: ({ currency }) => currency },
  { name: t('Paid'), of: ({ paidAt }) => momentCell(paidAt, zone), kind: 'moment' },
  { name: t('Received'), of: ({ receivedAt }) => momentCell(receivedAt, zone), kind: 'moment' },
  { name: t('Provider reference'), of: ({ providerReference }) => providerReference },
  { name: t('Problem'), of: ({ problem }) => problem },
  { name: t('Decided by'), of: ({ by }) => by },
  { name: t('Reason'), of: ({ reason }) => reason },
];
const emailsTable = (zone: string): readonly TableColumn<MailRow>[] => [
  { name: t('E-mail'), of: ({ id }) => id, isNumber: true },
  { name: t('Status'), of: ({ status }) => status },
  { name: t('Recipient'), of: ({ recipient }) => recipient },
  { name: t('Subject'), of: ({ subject }) => subject },
  { name: t('Trigger'), of: ({ trigger }) => trigger },
  { name: t('Quote'), of: ({ quoteId }) => quoteId, isNumber: true },
  { name: t('Tracking number'), of: ({ trackingNumber }) => trackingNumber },
  { name: t('Written'), of: ({ createdAt }) => momentCell(createdAt, zone), kind: 'moment' },
  { name: t('Sent'), of: ({ sentAt }) => momentCell(sentAt, zone), kind: 'moment' },
  { name: t('Tries'), of: ({ tries }) => tries, isNumber: true },
  { name: t('Last answer'), of: ({ lastError }) => lastError },
];

const invoicesTable = (): readonly TableColumn<InvoiceRow>[] => [
  { name: t('Number'), of: ({ number }) => number },
  { name: t('Kind'), of: ({ kind }) => invoiceKindWords[kind] },
  { name: t('State'), of: ({ state }) => invoiceStateWords[state] },
  { name: t('Customer'), of: ({ buyerName }) => buyerName },
  { name: t('Issued'), of: ({ issuedOn }) => issuedOn },
  { name: t('Due on'), of: ({ dueOn }) => dueOn },
  { name: t('Net'), of: ({ net }) => net, isNumber: true, kind: 'amount' },
  { name: t('Tax'), of: ({ tax }) => tax, isNumber: true, kind: 'amount' },
  { name: t('Gross'), of: ({ gross }) => gross, isNumber: true, kind: 'amount' },
  { name: t('Rounding'), of: ({ rounding }) => rounding, isNumber: true, kind: 'amount' },
  { name: t('Paid'), of: ({ paid }) => paid, isNumber: true, kind: 'amount' },
  { name: t('Credited'), of: ({ credited }) => credited, isNumber: true, kind: 'amount' },
  { name: t('Discount for early payment'), of: ({ discount }) => discount, isNumber: true, kind: 'amount' },
  { name: t('To be paid'), of: ({ due }) => due, isNumber: true, kind: 'amount' },
  { name: t('Currency'), of: ({ currency }) => currency },
  { name: t('First delivery'), of: ({ servedFrom }) => servedFrom },
  { name: t('Last delivery'), of: ({ servedTo }) => servedTo },
];

interface Paged {
  page: number;
  limit: number;
  cursor?: string | undefined;
}
/** All rows of a list, a page after the other, each as its list answers it to this caller. */
async function* rowsOf<Schema extends z.ZodType>(
  ctx: AppContext,
  schema: Schema,
  find: (page: Paged) => Promise<{ data: unknown[]; nextCursor: string | null }>,
): AsyncGenerator<z.output<Schema>> {
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await find({ page: 1, limit: BATCH, ...(cursor === undefined ? {} : { cursor }) });
    for (const row of data) yield strip(schema, forCaller(ctx, row));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** A table with the columns as text, whatever its rows are. */
function tableOf<Row>(name: string, columns: readonly TableColumn<Row>[], rows: AsyncGenerator<Row>): Table {
  async function* cells() {
    for await (const row of rows) yield columns.map(({ of }) => of(row));
  }
  return { name, columns, rows: cells() };
}

const activityTable = (zone: string): readonly TableColumn<ActivityLine>[] => [
  { name: t('Line'), of: ({ id }) => id, isNumber: true },
  { name: t('When'), of: ({ at }) => momentCell(at, zone), kind: 'moment' },
  { name: t('Who'), of: actorWords },
  { name: t('Kind'), of: ({ actorKind }) => actorKind },
  { name: t('From where'), of: ({ address }) => address },
  { name: t('What'), of: ({ action }) => action },
  { name: t('Object'), of: ({ subject }) => subject },
  { name: t('Number'), of: ({ subjectId }) => subjectId, isNumber: true },
  { name: t('Name'), of: ({ subjectName }) => subjectName },
  { name: t('Field'), of: ({ field }) => field },
  { name: t('Before'), of: ({ from }) => from },
  { name: t('After'), of: ({ to }) => to },
  { name: t('Details'), of: ({ detail, words }) => words ?? detail },
];

export interface ListTable {
  /** The list with the same rows: who may read it may have the table. */
  action: Action;
  query: z.ZodObject;
  open(ctx: AppContext, query: unknown): Table;
}
const zoneOf = ({ services }: AppContext) => services.config.BUSINESS_TIMEZONE;

export const listTables: Readonly<
  Record<'orders' | 'quotes' | 'customers' | 'invoices' | 'payments' | 'emails' | 'activity', ListTable>
> = {
  activity: {
    action: 'activity.list',
    query: activityTableQuery,
    open(ctx, query) {
      const input = activityTableQuery.parse(query);
      const rows = rowsOf(ctx, activityLine, (page) => findActivity(ctx, { ...input, ...page }));
      return tableOf('activity', activityTable(zoneOf(ctx)), rows);
    },
  },
  orders: {
    action: 'orders.list',
    query: ordersTableQuery,
    open(ctx, query) {
      const input = ordersTableQuery.parse(query);
      const rows = rowsOf(ctx, orderRow, (page) => findOrders(ctx, { ...input, ...page }));
      return tableOf('orders', ordersTable(zoneOf(ctx)), rows);
    },
  },
  quotes: {
    action: 'quotes.list',
    query: quotesTableQuery,
    open(ctx, query) {
      const input = quotesTableQuery.parse(query);
      const rows = rowsOf(ctx, quote, (page) => findQuotes(ctx, { ...input, ...page }));
      const { BRAND_NAME } = ctx.services.config;
      const columns = quotesTable(zoneOf(ctx), (row) => speedLabel(row.speedType, row.wantedDay, BRAND_NAME));
      return tableOf('quotes', columns, rows);
    },
  },
  customers: {
    action: 'customers.list',
    query: customersTableQuery,
    open(ctx, query) {
      const input = customersTableQuery.parse(query);
      const rows = rowsOf(ctx, customer, (page) => findCustomers(ctx, { ...input, ...page }));
      return tableOf('customers', customersTable(zoneOf(ctx)), rows);
    },
  },
  invoices: {
    action: 'invoices.list',
    query: invoicesTableQuery,
    open(ctx, query) {
      const input = invoicesTableQuery.parse(query);
      const rows = rowsOf(ctx, invoiceRow, (page) => findInvoices(ctx, { ...input, ...page }));
      return tableOf('invoices', invoicesTable(), rows);
    },
  },
  payments: {
    action: 'payments.list',
    query: paymentsTableQuery,
    open(ctx, query) {
      const input = paymentsTableQuery.parse(query);
      const rows = rowsOf(ctx, paymentRow, (page) => findPayments(ctx, { ...input, ...page }));
      return tableOf('payments', paymentsTable(zoneOf(ctx)), rows);
    },
  },
  emails: {
    action: 'mailbox.list',
    query: emailsTableQuery,
    open(ctx, query) {
      const input = emailsTableQuery.parse(query);
      const rows = rowsOf(ctx, mailRow, (page) => findMails(ctx, { ...input, ...page }));
      return tableOf('emails', emailsTable(zoneOf(ctx)), rows);
    },
  },
};
