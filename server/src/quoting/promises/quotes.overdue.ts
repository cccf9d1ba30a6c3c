import { timeInWords } from '@quickfleet/shared/base/time/zoned-time';
import { promiseKinds } from '@quickfleet/shared/quoting/due-times';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { c, type Row, readRows, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now, type Services, systemContext } from '../../http/context.ts';
import { writeMail } from '../../messages/outbox/outbox.service.ts';
import { dayInWords, publicUrl } from '../../messages/templates/mail-values.ts';
import { inLanguageOf } from '../../words/speak.ts';

/** Mailed in one transaction; the next takes the rest. */
const BATCH = 50;

const overdue = select({
  id: c.int('p.id'),
  quoteId: c.int('p.quote_id'),
  kind: c.oneOf(promiseKinds, 'p.kind'),
  dueAt: c.date('p.due_at'),
  reference: c.text('coalesce(q.reference, q.id::text)'),
  customer: c.text('coalesce(q.customer_company, q.customer_name)'),
});
type Overdue = Row<typeof overdue>;

const address = select({ email: c.text('lower(trim(email))') });
/** The office's address; without one, every admin who has any. */
async function officeOf({ em, services }: AppContext): Promise<string[]> {
  if (services.config.ADMIN_EMAIL) return [services.config.ADMIN_EMAIL];
  const admins = await readRows(
    em,
    address,
    `select distinct $columns from users where role = 'admin' and is_active and trim(email) <> ''`,
  );
  return admins.map(({ email }) => email);
}

function mailOverdue(ctx: AppContext, late: Overdue, recipients: readonly string[]): void {
  const { config } = ctx.services;
  const due = late.dueAt;
  // The customer’s text is a value, never part of the template.
  const values = {
    customerName: late.customer,
    quoteReference: late.reference,
    adminUrl: `${publicUrl(config)}/admin/quotes?quote=${late.quoteId}`,
  };
  inLanguageOf(ctx, {}, () => {
    const named = { quote: '{{quoteReference}}', customer: '{{customerName}}', kind: late.kind };
    const until = `${dayInWords(config.BUSINESS_TIMEZONE, due)}, ${timeInWords(due, config.BUSINESS_TIMEZONE, config.hourCycle)}`;
    const subject = t(
      'Quote {quote}: {customer} waits for {kind, select, price {a price} other {an answer to a question}}',
      named,
    );
    const content = [
      t(
        '{customer} still waits for {kind, select, price {a price} other {an answer to a question}} about quote {quote}. It was promised until {until}.',
        { ...named, until },
      ),
      t('You get no more mails about this one.'),
      t('Open the quote: {link}', { link: '{{adminUrl}}' }),
    ].join('\n\n');
    for (const to of recipients)
      writeMail(ctx, { trigger: 'promise_broken', to, values, quoteId: late.quoteId }, { subject, content }, null);
  });
  const says = [{ is: 'waits_for' as const, what: late.kind }];
  record(ctx, { subject: 'quote', subjectId: late.quoteId, action: 'promise.broken', says });
}

/**
 * Mails the office about every overdue promise with a waiting customer: once each. The row is marked in the transaction
 * of the mail, so that a crash neither loses nor doubles it, and any number of processes may run together. Returns how
 * many were mailed.
 */
export async function notifyOverdue(services: Services): Promise<number> {
  const ctx = systemContext(services);
  for (let mailed = 0; ; ) {
    const count = await runInTransaction(ctx, 'quotes.tellBroken', {}, async (em) => {
      const inner: AppContext = { ...ctx, em, grant: 'yes' };
      const found = await readRows(
        em,
        overdue,
        `with due as (
           select p.id from quote_promises p join quotes q on q.id = p.quote_id
            where p.kept_at is null and p.told_at is null and p.due_at < ? order by p.due_at, p.id limit ${BATCH} for update of p skip locked)
         update quote_promises p set told_at = ? from due, quotes q where p.id = due.id and q.id = p.quote_id
         returning $columns`,
        [now(inner), now(inner)],
      );
      if (found.length === 0) return 0;
      const recipients = await officeOf(inner);
      for (const one of found.toSorted((a, b) => a.id - b.id)) mailOverdue(inner, one, recipients);
      return found.length;
    });
    mailed += count;
    if (count < BATCH) return mailed;
  }
}
