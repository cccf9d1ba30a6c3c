import { LockMode } from '@mikro-orm/postgresql';
import type { Mail } from '@quickfleet/shared/mailbox';
import type { AppContext } from '../../context.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { publish } from '../../lib/events.ts';
import { record } from '../history/history.service.ts';
import { Email } from './email.entity.ts';
import { readMail } from './mailbox.queries.ts';
import { copyMail, queueSending } from './outbox.service.ts';

/**
 * Sends a mail again by hand. One that never arrived goes out as itself, with its Message-ID; one that was sent is
 * written anew, because a second mail is a second mail. Answers the mail that is now on its way.
 */
export async function resendMail(ctx: AppContext, id: number): Promise<Mail> {
  const email = await ctx.em.findOneOrFail(Email, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Mail'),
  });
  if (!ctx.services.config.SMTP_URL)
    throw conflict(
      'NO_MAIL_SERVER',
      'No mail server is set up, so this mail stays in the Mailbox. Set SMTP_URL and try again.',
    );
  const outgoing = email.status === 'sent' ? copyMail(ctx, email) : email;
  outgoing.status = 'queued';
  await ctx.em.flush();
  await publish(ctx.em, {
    topic: 'mail',
    id: outgoing.id,
    quoteId: email.quoteId,
    orderId: email.orderId,
    isNew: outgoing !== email,
  });
  await queueSending(ctx, outgoing.id);
  const subject = email.orderId ? ('order' as const) : ('quote' as const);
  const subjectId = email.orderId ?? email.quoteId;
  if (subjectId)
    record(ctx, { subject, subjectId, action: 'email.resent', detail: `${email.subject} → ${email.recipient}` });
  await ctx.em.flush();
  return readMail(ctx, outgoing.id);
}
