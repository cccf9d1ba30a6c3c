import { openOrderStatuses } from '@quickfleet/shared/order-status';
import type { PersonalData } from '@quickfleet/shared/personal-data';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import { query } from '../../lib/query.ts';
import { mailboxOf } from '../outbox/email.entity.ts';

const openStatuses = openOrderStatuses.map((status) => `'${status}'`).join(', ');

/**
 * Everything that belongs to the customer whose id is the one parameter: `person`, `own_quotes`, `own_orders`,
 * `own_mails` (about these, or to one of their addresses), `own_files` (`url`, `is_signature`), `own_history`,
 * `own_notes` (of the office about any of these), `own_deleted` (quotes that can still be restored).
 */
export const ownRows = `
  person as (select * from customers where id = ?),
  own_quotes as (select q.* from quotes q join person p on q.customer_id = p.id),
  own_orders as (select o.* from orders o join person p on o.customer_id = p.id),
  own_deleted as (
    select d.* from deleted_quotes d join person p
      on (d.content ->> 'customerId')::int = p.id or lower(d.content ->> 'customerEmail') = lower(p.email)),
  addresses as (
    select lower(email) as address from person
    union select lower(customer_email) from own_quotes
    union select lower(customer_email) from own_orders),
  own_mails as (
    select m.* from emails m where m.quote_id in (select id from own_quotes)
    union select m.* from emails m where m.order_id in (select id from own_orders)
    union select m.* from emails m join addresses a
      on ${mailboxOf('m.recipient')} = ${mailboxOf('a.address')} and lower(m.recipient) = a.address),
  own_files as (
    select url, bool_or(is_signature) as is_signature from (
      select jsonb_array_elements_text(i.image_urls) as url, false as is_signature
        from quote_items i where i.quote_id in (select id from own_quotes)
      union all
      select jsonb_array_elements_text(i.image_urls || i.pickup_image_urls || i.transit_image_urls || i.delivery_image_urls), false
        from order_items i where i.order_id in (select id from own_orders)
      union all
      select jsonb_array_elements_text(item -> 'imageUrls'), false
        from own_deleted, jsonb_array_elements(content -> 'items') item
      union all
      select jsonb_array_elements_text(item -> 'imageUrls'), false
        from quote_revisions r, jsonb_array_elements(r.content -> 'items') item where r.quote_id in (select id from own_quotes union all select id from own_deleted)
      union all
      select a.signature_url, true from quote_acceptances a
       where a.signature_url is not null and a.quote_id in (select id from own_quotes union all select id from own_deleted)
      union all
      select s.image_url, true from signatures s where s.order_id in (select id from own_orders)
      union all
      select l.url, l.kind like '%signature' from late_evidence l where l.order_id in (select id from own_orders)
      union all
      select jsonb_array_elements_text(n.photo_urls), false from incidents n where n.order_id in (select id from own_orders)
      union all
      select jsonb_array_elements_text(a.photo_urls), false from attempts a where a.order_id in (select id from own_orders)
    ) files group by url),
  own_notes as (
    select n.* from office_notes n
     where (n.subject = 'customer' and n.subject_id in (select id from person))
        or (n.subject = 'quote' and n.subject_id in (select id from own_quotes union all select id from own_deleted))
        or (n.subject = 'order' and n.subject_id in (select id from own_orders))),
  own_history as (
    select h.* from history h
     where (h.subject = 'customer' and h.subject_id in (select id from person))
        or (h.subject = 'quote' and h.subject_id in (select id from own_quotes union all select id from own_deleted))
        or (h.subject = 'order' and h.subject_id in (select id from own_orders)))`;

/** What is kept about a customer, counted. Rejects with 404. */
export async function readPersonalData(ctx: AppContext, id: number): Promise<PersonalData> {
  const [row] = await query<PersonalData>(
    ctx.em,
    `with ${ownRows}
     select p.id, p.name, p.email,
       (select count(*)::int from own_quotes) + (select count(*)::int from own_deleted) as quotes,
       (select count(*)::int from own_orders) as orders,
       (select count(*)::int from own_mails) as mails,
       (select count(*)::int from own_files where not is_signature) as photos,
       (select count(*)::int from own_files where is_signature) as signatures,
       (select count(*)::int from own_history) as "historyLines",
       (select count(*)::int from own_notes) as "officeNotes",
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

/** A customer's data as rows of the database, without what opens an order and without a driver's mailbox. */
export interface PersonalRecords {
  customer: object;
  quotes: object[];
  deletedQuotes: object[];
  orders: object[];
  recurringJobs: object[];
  mails: object[];
  history: object[];
  officeNotes: object[];
  files: string[];
}

const items = (table: string, parent: string, id: string) =>
  `(select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from ${table} i where i.${parent} = ${id})`;

const listOf = (table: string, id: string) =>
  `(select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]') from ${table} x where x.quote_id = ${id})`;
/** What was agreed about a quote, asked and answered. */
const agreementOf = (id: string) =>
  `'revisions', ${listOf('quote_revisions', id)}, 'acceptances', ${listOf('quote_acceptances', id)}, 'questions', ${listOf('quote_questions', id)}`;

/** The same in full, for the person to read. Rejects with 404. */
export async function readPersonalRecords(ctx: AppContext, id: number): Promise<PersonalRecords> {
  const [row] = await query<PersonalRecords>(
    ctx.em,
    `with ${ownRows}
     select to_jsonb(p) - 'search' as customer,
       (select coalesce(jsonb_agg(to_jsonb(q) - 'search' - 'token_hash' - 'token_sealed' - 'form_token_hash' || jsonb_build_object('items', ${items('quote_items', 'quote_id', 'q.id')}, ${agreementOf('q.id')}) order by q.id), '[]') from own_quotes q) as quotes,
       (select coalesce(jsonb_agg(to_jsonb(d) #- '{content,agreement,tokenHash}' #- '{content,agreement,tokenSealed}' #- '{content,agreement,formTokenHash}' || jsonb_build_object(${agreementOf('d.id')}) order by d.id), '[]') from own_deleted d) as "deletedQuotes",
       (select coalesce(jsonb_agg(to_jsonb(o) - 'search' - 'access_code_hash' - 'access_code_sealed' || jsonb_build_object(
          'items', ${items('order_items', 'order_id', 'o.id')},
          'signatures', (select coalesce(jsonb_agg(to_jsonb(s) order by s.id), '[]') from signatures s where s.order_id = o.id),
          'attempts', (select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from attempts a where a.order_id = o.id),
          'proof_pieces', (select coalesce(jsonb_agg(to_jsonb(p) order by p.id), '[]') from proof_pieces p where p.order_id = o.id),
          'late_evidence', (select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from late_evidence l where l.order_id = o.id),
          'incidents', (select coalesce(jsonb_agg(to_jsonb(n) order by n.id), '[]') from incidents n where n.order_id = o.id)
        ) order by o.id), '[]') from own_orders o) as orders,
       (select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]') from recurring_orders r where r.customer_id = p.id) as "recurringJobs",
       (select coalesce(jsonb_agg(to_jsonb(m) - 'search' - 'code_sealed' - case when starts_with(m.trigger, 'driver_job_') then 'recipient' else '' end order by m.id), '[]') from own_mails m) as mails,
       (select coalesce(jsonb_agg(to_jsonb(h) order by h.id), '[]') from own_history h) as history,
       (select coalesce(jsonb_agg(to_jsonb(n) order by n.id), '[]') from own_notes n) as "officeNotes",
       (select coalesce(jsonb_agg(url order by url), '[]') from own_files) as files
     from person p`,
    [id],
  );
  if (!row) throw notFound('Customer');
  return row;
}
