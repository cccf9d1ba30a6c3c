import { LockMode } from '@mikro-orm/postgresql';
import { type EraseCustomer, type Erased, hindranceOf } from '@quickfleet/shared/people/personal-data';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { record, recordEvent } from '../../company/history/history.service.ts';
import { c, readOne, readRows, run, select } from '../../db/rows.ts';
import { CHANNEL } from '../../db/side-effects.ts';
import { forgetAnswers } from '../../db/transaction.ts';
import { FILES_BASE, provesOther } from '../../files/uploads/uploads.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { badRequest, conflict, notFound } from '../../http/errors.ts';
import { endEmailSessions } from '../account/sign-in-links.service.ts';
import { revokeKeysOf } from '../api-keys/api-keys.service.ts';
import { Customer } from '../customers/customer.entity.ts';
import { forgetInSavedViews } from '../saved-views/saved-views.service.ts';
import { readPersonalData } from './customers.personal-data.ts';
import { eraseContacts, eraseRows, ownRows } from './personal-data.register.ts';

const rowsOf = (table: string) => `(select count(*)::int from ${table})`;
const idsOf = (table: string) => `(select coalesce(json_agg(id order by id), '[]') from ${table})`;
const erased = select({
  quotesDeleted: c.int(`${rowsOf('gone_quotes')} + ${rowsOf('erased_deleted_quotes')}`),
  quotesAnonymised: c.int(rowsOf('erased_quotes')),
  ordersAnonymised: c.int(rowsOf('erased_orders')),
  mails: c.int(rowsOf('erased_emails')),
  files: c.int(rowsOf('files')),
  gone: c.json(z.array(z.int()), idsOf('gone_quotes')),
  changed: c.json(z.array(z.int()), idsOf('erased_quotes')),
});

/** The error remains one sentence, however many things prevent the erasure. */
const NAMED_MAX = 3;

/**
 * Erases a person. The customer, quotes without an order, mails, photos and signatures are deleted. Orders and their
 * quotes stay for the accounts with price and days, without name, address, texts or pictures. The history keeps who in
 * the company did what, and loses its details. One transaction; files are no longer served from then on, and the next
 * sweep deletes them.
 *
 * @throws 400 EMAIL_MISMATCH, 404, 409 CUSTOMER_HAS_OPEN_ORDERS, 409 CUSTOMER_HAS_PAID_QUOTES, 409
 * CUSTOMER_HAS_RECURRING_JOBS
 */
export async function eraseCustomer(ctx: AppContext, { id, email }: EraseCustomer): Promise<Erased> {
  const customer = await ctx.em.findOneOrFail(Customer, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Customer'),
  });
  if (customer.email.toLowerCase() !== email.toLowerCase()) {
    const message = t('This is not the e-mail address of this customer');
    throw badRequest('EMAIL_MISMATCH', message, [{ path: 'email', message }]);
  }
  // Nobody can move or change them now: no driver's phone, no second tab.
  await run(ctx.em, 'select 1 from quotes where customer_id = ? order by id for update', [id]);
  await run(ctx.em, 'select 1 from orders where customer_id = ? order by id for update', [id]);
  await run(ctx.em, 'select 1 from recurring_orders where customer_id = ? order by id for update', [id]);
  const hindrance = hindranceOf(await readPersonalData(ctx, id), NAMED_MAX);
  if (hindrance) throw conflict(hindrance.code, hindrance.text);

  const orders = await readRows(
    ctx.em,
    select({ id: c.int('id'), trackingNumber: c.text('tracking_number') }),
    'select $columns from orders where customer_id = ? order by id',
    [id],
  );
  const addresses = await readRows(
    ctx.em,
    select({ email: c.text('email') }),
    `select distinct $columns from (
       select lower(unnest(array_remove(array[email, email_before], null))) as email from customers where id = ?
       union all select lower(customer_email) from quotes where customer_id = ?
       union all select lower(customer_email) from orders where customer_id = ? and customer_email is not null) theirs`,
    [id, id, id],
  );
  const { gone, changed, ...counts } = await readOne(
    ctx.em,
    erased,
    `with ${ownRows},
     files as (delete from stored_files f where '${FILES_BASE}/' || key in (select url from own_files)
       and not ${provesOther('f.key', 'shared.order_id in (select id from order_ids)')} returning key),
     ${eraseRows},
     ${eraseContacts},
     told as (
       select pg_notify(?, json_build_object('topic', topic, 'id', id)::text) from (
         select 'order' as topic, id from erased_orders
         union all select 'quote', id from erased_quotes
         union all select 'quote', id from gone_quotes
         union all select 'order', id from named_orders
         union all select 'quote', id from named_quotes) changed)
     select $columns, (select count(*) from told) as published`,
    [id, CHANNEL],
  );
  await forgetInSavedViews(ctx, customer);
  await forgetAnswers(ctx, [customer.email, ...orders.map(({ trackingNumber }) => trackingNumber)]);
  await endEmailSessions(
    ctx,
    addresses.map(({ email: address }) => address),
  );
  await revokeKeysOf(ctx, id);
  // The files of what was exported until now name this person; the next sweep removes them.
  await run(ctx.em, 'update exports set expires_at = least(expires_at, ?)', [now(ctx)]);
  ctx.em.remove(customer);
  record(ctx, { subject: 'customer', subjectId: id, action: 'customer.erased' });
  for (const quote of gone) recordEvent(ctx, { subject: 'quote', subjectId: quote, action: 'quote.erased' });
  for (const quote of changed) recordEvent(ctx, { subject: 'quote', subjectId: quote, action: 'quote.updated' });
  for (const order of orders) record(ctx, { subject: 'order', subjectId: order.id, action: 'order.erased' });
  return { success: true, ...counts };
}
