import { LockMode } from '@mikro-orm/postgresql';
import { ERASED, ERASED_EMAIL, type EraseCustomer, type Erased, hindranceOf } from '@quickfleet/shared/personal-data';
import type { AppContext } from '../../context.ts';
import { badRequest, conflict, notFound } from '../../lib/errors.ts';
import { CHANNEL } from '../../lib/events.ts';
import { query } from '../../lib/query.ts';
import { record } from '../history/history.service.ts';
import { forgetInSavedViews } from '../saved-views/saved-views.service.ts';
import { FILES_BASE } from '../uploads/uploads.service.ts';
import { Customer } from './customer.entity.ts';
import { ownRows, readPersonalData } from './customers.personal-data.ts';

/** An error is one sentence, however much stands in the way. */
const NAMED_MAX = 3;

/**
 * Removes a person: the customer, quotes that became no order, mails, photos and signatures go; orders and the quotes
 * behind them stay for the accounts with their price and days, without name, address, words or pictures. The history
 * keeps who of the company did what, and loses its details. One transaction; the files follow with the next sweep, and
 * are served no more at once.
 *
 * @throws 400 EMAIL_MISMATCH, 404, 409 CUSTOMER_HAS_OPEN_ORDERS, 409 CUSTOMER_HAS_PAID_QUOTES, 409 CUSTOMER_HAS_RECURRING_JOBS
 */
export async function eraseCustomer(ctx: AppContext, { id, email }: EraseCustomer): Promise<Erased> {
  const customer = await ctx.em.findOneOrFail(Customer, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Customer'),
  });
  if (customer.email.toLowerCase() !== email.toLowerCase()) {
    const message = 'This is not the e-mail address of this customer';
    throw badRequest('EMAIL_MISMATCH', message, [{ path: 'email', message }]);
  }
  // Nobody moves or changes one of them meanwhile: a driver's phone, a second tab.
  await query(ctx.em, 'select 1 from quotes where customer_id = ? order by id for update', [id]);
  await query(ctx.em, 'select 1 from orders where customer_id = ? order by id for update', [id]);
  await query(ctx.em, 'select 1 from recurring_orders where customer_id = ? order by id for update', [id]);
  const hindrance = hindranceOf(await readPersonalData(ctx, id), NAMED_MAX);
  if (hindrance) throw conflict(hindrance.code, hindrance.text);

  const orders = await query<{ id: number }>(ctx.em, 'select id from orders where customer_id = ? order by id', [id]);
  const [counts] = await query<Omit<Erased, 'success'>>(
    ctx.em,
    `with ${ownRows},
     files as (
       delete from stored_files where '${FILES_BASE}/' || key in (select url from own_files) returning key),
     mails as (delete from emails where id in (select id from own_mails) returning id),
     lines as (update history set detail = null, data = null where id in (select id from own_history)),
     notes as (delete from office_notes where id in (select id from own_notes)),
     of_quotes as (select id from own_quotes union all select id from own_deleted),
     revisions as (delete from quote_revisions where quote_id in (select id from of_quotes)),
     acceptances as (delete from quote_acceptances where quote_id in (select id from of_quotes)),
     questions as (delete from quote_questions where quote_id in (select id from of_quotes)),
     visitors as (delete from quote_visitors where quote_id in (select id from of_quotes)),
     claims as (
       update incidents set description = null, note = null, photo_urls = '[]', items = '[]', opened_by_name = '${ERASED}'
        where order_id in (select id from own_orders)),
     late as (delete from late_evidence where order_id in (select id from own_orders)),
     tried as (delete from attempts where order_id in (select id from own_orders)),
     proof_left as (delete from proof_pieces where order_id in (select id from own_orders)),
     pins as (delete from order_pins where order_id in (select id from own_orders)),
     signed as (delete from signatures where order_id in (select id from own_orders)),
     order_pieces as (
       update order_items set name = '${ERASED}', description = null, image_urls = '[]', pickup_image_urls = '[]',
              transit_image_urls = '[]', delivery_image_urls = '[]'
        where order_id in (select id from own_orders)),
     orders_left as (
       update orders set customer_id = null, customer_name = '${ERASED}', customer_email = '${ERASED_EMAIL}',
              customer_phone = null, customer_company = null, pickup_address = '${ERASED}',
              delivery_address = '${ERASED}', notes = null, driver_notes = null, office_notes = null, acceptance_id = null,
              updated_at = now(), version = version + 1
        where id in (select id from own_orders) returning id),
     quote_pieces as (
       update quote_items set name = '${ERASED}', description = null, image_urls = '[]'
        where quote_id in (select id from own_quotes where status = 'converted')),
     quotes_left as (
       update quotes set customer_id = null, customer_name = '${ERASED}', customer_email = '${ERASED_EMAIL}',
              customer_phone = null, customer_company = null, pickup_address = '${ERASED}',
              delivery_address = '${ERASED}', notes = null, payment_url = null, outcome_reason = null, token_hash = null, token_sealed = null, form_token_hash = null, updated_at = now(), version = version + 1
        where id in (select id from own_quotes where status = 'converted') returning id),
     quotes_gone as (
       delete from quotes where id in (select id from own_quotes where status <> 'converted') returning id),
     restorable_gone as (delete from deleted_quotes where id in (select id from own_deleted) returning id),
     told as (
       select pg_notify(?, json_build_object('topic', topic, 'id', id)::text) from (
         select 'order' as topic, id from orders_left
         union all select 'quote', id from quotes_left
         union all select 'quote', id from quotes_gone) changed)
     select (select count(*)::int from quotes_gone) + (select count(*)::int from restorable_gone) as "quotesDeleted",
            (select count(*)::int from quotes_left) as "quotesAnonymised",
            (select count(*)::int from orders_left) as "ordersAnonymised",
            (select count(*)::int from mails) as mails,
            (select count(*)::int from files) as files,
            (select count(*) from told) as published`,
    [id, CHANNEL],
  );
  await forgetInSavedViews(ctx, customer);
  ctx.em.remove(customer);
  record(ctx, { subject: 'customer', subjectId: id, action: 'customer.erased' });
  for (const order of orders) record(ctx, { subject: 'order', subjectId: order.id, action: 'order.erased' });
  const { quotesDeleted = 0, quotesAnonymised = 0, ordersAnonymised = 0, mails = 0, files = 0 } = counts ?? {};
  return { success: true, quotesDeleted, quotesAnonymised, ordersAnonymised, mails, files };
}
