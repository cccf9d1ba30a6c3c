import { openOrderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type { PersonalData } from '@quickfleet/shared/people/personal-data';
import { query } from '../../db/query.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { contactRows, exported, ownRows } from './personal-data.register.ts';

const openStatuses = openOrderStatuses.map((status) => `'${status}'`).join(', ');

/** What is kept about a customer, counted. Rejects with 404. */
export async function readPersonalData(ctx: AppContext, id: number): Promise<PersonalData> {
  const [row] = await query<PersonalData>(
    ctx.em,
    `with ${ownRows}
     select p.id, p.name, p.email,
       (select count(*)::int from own_quotes) + (select count(*)::int from own_deleted_quotes) as quotes,
       (select count(*)::int from own_orders) as orders,
       (select count(*)::int from own_emails) as mails,
       (select count(*)::int from own_files where not is_signature) as photos,
       (select count(*)::int from own_files where is_signature) as signatures,
       (select count(*)::int from own_history) as "historyLines",
       (select count(*)::int from own_office_notes) as "officeNotes",
       (select count(*)::int from users u where lower(u.email) = lower(p.email)) as accounts,
       (select coalesce(jsonb_agg(tracking_number order by id), '[]') from own_orders where status in (${openStatuses})) as "openOrders",
       (select coalesce(jsonb_agg(id order by id), '[]') from own_quotes where status = 'paid') as "paidQuotes",
       (select coalesce(jsonb_agg(r.id order by r.id), '[]') from recurring_orders r where r.customer_id = p.id) as "recurringJobs"
     from person p`,
    [id],
  );
  if (!row) throw notFound('Customer');
  return row;
}

/**
 * A customer's data as rows of the database, without what opens an order and without a driver's mailbox. JSON as
 * PostgreSQL writes it: nobody reads it here.
 */
export interface PersonalRecords {
  customer: string;
  quotes: string;
  deletedQuotes: string;
  orders: string;
  /** What is left of orders that were deleted. */
  deletedOrders: string;
  recurringJobs: string;
  payments: string;
  mails: string;
  history: string;
  officeNotes: string;
  addresses: string;
  /** Who sees their deliveries, and whose they see. */
  members: string;
  importRows: string;
  /** Where they are the person at a stop of another customer's order or quote. */
  contactOf: string;
  /** Where their photos and signatures are, below /files. */
  files: string[];
}

const part = (table: string, of: string, id: string, by = 'id', name = table) =>
  `'${name}', ${exported(table, `x_${table}.${of} = ${id}`, '', by)}`;
/** What was agreed about a quote, asked and answered. */
const partsOfQuote = (id: string) =>
  [
    part('quote_revisions', 'quote_id', id, 'id', 'revisions'),
    part('quote_acceptances', 'quote_id', id, 'id', 'acceptances'),
    part('quote_questions', 'quote_id', id, 'id', 'questions'),
    part('quote_visitors', 'quote_id', id, 'id', 'visitors'),
    part('waiting_words', 'quote_id', id, 'id', 'waitingWords'),
  ].join(', ');
const partsOfOrder = (id: string) =>
  [
    ...['signatures', 'attempts', 'proof_pieces', 'late_evidence', 'incidents'].map((table) =>
      part(table, 'order_id', id),
    ),
    part('order_pins', 'order_id', id, 'stop'),
  ].join(', ');
/** The token of a page opens it. */
const withoutTokens = ['tokenHash', 'tokenSealed', 'formTokenHash'].map((name) => ` #- '{content,agreement,${name}}'`);
/** A mail to a driver is about the customer, and its address is the driver's. */
const withoutDrivers = `case when starts_with(m.value ->> 'trigger', 'driver_job_') then m.value - 'recipient' else m.value end`;

/** The same in full, for the person to read: every row of the register. Rejects with 404. */
export async function readPersonalRecords(ctx: AppContext, id: number): Promise<PersonalRecords> {
  const [row] = await query<PersonalRecords>(
    ctx.em,
    `with ${ownRows}
     select (${exported('customers')} -> 0)::text as customer,
       ${exported('quotes', 'true', `${part('quote_items', 'quote_id', 'x_quotes.id', 'position', 'items')}, ${partsOfQuote('x_quotes.id')}`)}::text as quotes,
       (select coalesce(jsonb_agg(d.value${withoutTokens.join('')}), '[]') from jsonb_array_elements(${exported('deleted_quotes', 'true', partsOfQuote('x_deleted_quotes.id'))}) d)::text as "deletedQuotes",
       ${exported('orders', 'true', `${part('order_items', 'order_id', 'x_orders.id', 'position', 'items')}, ${partsOfOrder('x_orders.id')}`)}::text as orders,
       (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, ${partsOfOrder('f.id')}) order by f.id), '[]')
         from order_ids f where not exists (select 1 from orders o where o.id = f.id))::text as "deletedOrders",
       ${exported('recurring_orders')}::text as "recurringJobs",
       ${exported('payments')}::text as payments,
       (select coalesce(jsonb_agg(${withoutDrivers}), '[]') from jsonb_array_elements(${exported('emails')}) m)::text as mails,
       ${exported('history')}::text as history,
       ${exported('office_notes')}::text as "officeNotes",
       ${exported('customer_addresses')}::text as addresses,
       ${exported('customer_members')}::text as members,
       ${exported('import_rows')}::text as "importRows",
       ${contactRows}::text as "contactOf",
       (select coalesce(jsonb_agg(url order by url), '[]') from own_files) as files
     from person p`,
    [id],
  );
  if (!row) throw notFound('Customer');
  return row;
}
