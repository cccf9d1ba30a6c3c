import type { PromiseKind } from '@quickfleet/shared/promise-clock';
import { type AppContext, now, type Services, systemContext } from '../../context.ts';
import { query } from '../../lib/query.ts';
import { runInTransaction } from '../../lib/transaction.ts';
import { record } from '../history/history.service.ts';
import { writeMail } from '../outbox/outbox.service.ts';
import { dayInWords, publicUrl } from '../templates/mail-values.ts';

/** Told in one transaction; the next takes the rest. */
const AT_ONCE = 50;
const waitsFor: Record<PromiseKind, string> = { price: 'a price', answer: 'an answer to a question' };

interface Broken {
  id: number;
  quoteId: number;
  kind: PromiseKind;
  dueAt: Date | string;
  reference: string;
  customer: string;
}

/** The office's address; without one, every admin who has any. */
async function officeOf({ em, services }: AppContext): Promise<string[]> {
  if (services.config.ADMIN_EMAIL) return [services.config.ADMIN_EMAIL];
  const admins = await query<{ email: string }>(
    em,
    `select distinct lower(trim(email)) as email from users where role = 'admin' and is_active and trim(email) <> ''`,
  );
  return admins.map(({ email }) => email);
}

function tell(ctx: AppContext, broken: Broken, recipients: readonly string[]): void {
  const { config } = ctx.services;
  const due = new Date(broken.dueAt);
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: config.BUSINESS_TIMEZONE }).format(due);
  const content = [
    `${broken.customer} still waits for ${waitsFor[broken.kind]} about quote ${broken.reference}. It was promised until ${dayInWords(config.BUSINESS_TIMEZONE, due)}, ${time}.`,
    'You get no more mails about this one.',
    `Open the quote: ${publicUrl(config)}/admin/quotes?quote=${broken.quoteId}`,
  ].join('\n\n');
  const subject = `Quote ${broken.reference}: ${broken.customer} waits for ${waitsFor[broken.kind]}`;
  for (const to of recipients)
    writeMail(ctx, { trigger: 'promise_broken', to, values: {}, quoteId: broken.quoteId }, { subject, content }, null);
  record(ctx, { subject: 'quote', subjectId: broken.quoteId, action: 'promise.broken', detail: waitsFor[broken.kind] });
}

/**
 * Tells the office by mail of every promise whose time is over while its customer still waits: once each. That it was
 * told is written in the transaction of the mail, so that a crash neither loses nor doubles it, and any number of
 * processes may look at the same time. Answers how many were told.
 */
export async function tellBrokenPromises(services: Services): Promise<number> {
  const ctx = systemContext(services);
  for (let told = 0; ; ) {
    const count = await runInTransaction(ctx, 'quotes.tellBroken', {}, async (em) => {
      const inner: AppContext = { ...ctx, em, grant: 'yes' };
      const broken = await query<Broken>(
        em,
        `with due as (
           select p.id from quote_promises p join quotes q on q.id = p.quote_id
            where p.kept_at is null and p.told_at is null and p.due_at < ? order by p.due_at, p.id limit ${AT_ONCE} for update of p skip locked)
         update quote_promises p set told_at = ? from due, quotes q where p.id = due.id and q.id = p.quote_id
         returning p.id, p.quote_id as "quoteId", p.kind, p.due_at as "dueAt", coalesce(q.reference, q.id::text) as reference, coalesce(q.customer_company, q.customer_name) as customer`,
        [now(inner), now(inner)],
      );
      if (broken.length === 0) return 0;
      const recipients = await officeOf(inner);
      for (const one of broken.toSorted((a, b) => a.id - b.id)) tell(inner, one, recipients);
      return broken.length;
    });
    told += count;
    if (count < AT_ONCE) return told;
  }
}
