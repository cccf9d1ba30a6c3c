import { metadataCell, momentCell, type TableColumn } from '@quickfleet/shared/base/table';
import { type ActivityLine, activityLine } from '@quickfleet/shared/company/history/activity';
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
import type { z } from 'zod';
import { findActivity } from '../../company/history/activity.queries.ts';
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
  { name: 'Customer', of: ({ name }) => name },
  { name: 'E-mail', of: ({ email }) => email },
  { name: 'Phone', of: ({ phone }) => phone },
  { name: 'Company', of: ({ company }) => company },
  { name: 'On account', of: ({ onAccount }) => (onAccount ? 'yes' : 'no') },
  { name: 'Quotes', of: ({ quoteCount }) => quoteCount, isNumber: true },
  { name: 'Orders', of: ({ orderCount }) => orderCount, isNumber: true },
  { name: 'Total', of: ({ orderTotal }) => orderTotal, isNumber: true },
  { name: 'Currency', of: ({ currency }) => currency },
  { name: 'Created', of: ({ createdAt }) => momentCell(createdAt, zone) },
  { name: 'External ID', of: ({ externalId }) => externalId },
  { name: 'Metadata', of: metadataCell },
];
const paymentsTable = (zone: string): readonly TableColumn<PaymentRow>[] => [
  { name: 'Event', of: ({ eventId }) => eventId },
  { name: 'Type', of: ({ type }) => type },
  { name: 'State', of: ({ state }) => state },
  { name: 'Quote', of: ({ quoteId }) => quoteId, isNumber: true },
  { name: 'Reference', of: ({ reference }) => reference },
  { name: 'Amount', of: ({ amount }) => amount, isNumber: true },
  { name: 'Currency', of: ({ currency }) => currency },
  { name: 'Paid', of: ({ paidAt }) => momentCell(paidAt, zone) },
  { name: 'Received', of: ({ receivedAt }) => momentCell(receivedAt, zone) },
  { name: 'Provider reference', of: ({ providerReference }) => providerReference },
  { name: 'Problem', of: ({ problem }) => problem },
  { name: 'Decided by', of: ({ by }) => by },
  { name: 'Reason', of: ({ reason }) => reason },
];
const emailsTable = (zone: string): readonly TableColumn<MailRow>[] => [
  { name: 'E-mail', of: ({ id }) => id, isNumber: true },
  { name: 'Status', of: ({ status }) => status },
  { name: 'Recipient', of: ({ recipient }) => recipient },
  { name: 'Subject', of: ({ subject }) => subject },
  { name: 'Trigger', of: ({ trigger }) => trigger },
  { name: 'Quote', of: ({ quoteId }) => quoteId, isNumber: true },
  { name: 'Tracking number', of: ({ trackingNumber }) => trackingNumber },
  { name: 'Written', of: ({ createdAt }) => momentCell(createdAt, zone) },
  { name: 'Sent', of: ({ sentAt }) => momentCell(sentAt, zone) },
  { name: 'Tries', of: ({ tries }) => tries, isNumber: true },
  { name: 'Last answer', of: ({ lastError }) => lastError },
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
  { name: 'Line', of: ({ id }) => id, isNumber: true },
  { name: 'When', of: ({ at }) => momentCell(at, zone) },
  { name: 'Who', of: ({ actor }) => actor },
  { name: 'Kind', of: ({ actorKind }) => actorKind },
  { name: 'From where', of: ({ address }) => address },
  { name: 'What', of: ({ action }) => action },
  { name: 'Object', of: ({ subject }) => subject },
  { name: 'Number', of: ({ subjectId }) => subjectId, isNumber: true },
  { name: 'Name', of: ({ subjectName }) => subjectName },
  { name: 'Field', of: ({ field }) => field },
  { name: 'Before', of: ({ from }) => from },
  { name: 'After', of: ({ to }) => to },
  { name: 'Details', of: ({ detail }) => detail },
];

export interface ListTable {
  /** The list with the same rows: who may read it may have the table. */
  action: Action;
  query: z.ZodObject;
  open(ctx: AppContext, query: unknown): Table;
}
const zoneOf = ({ services }: AppContext) => services.config.BUSINESS_TIMEZONE;

export const listTables: Readonly<
  Record<'orders' | 'quotes' | 'customers' | 'payments' | 'emails' | 'activity', ListTable>
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
