import { LockMode } from '@mikro-orm/postgresql';
import { byId } from '@quickfleet/shared/base/primitives';
import { BULK_MAX } from '@quickfleet/shared/limits';
import * as serverTest from '@quickfleet/shared/messages/mail-server-test';
import * as shared from '@quickfleet/shared/messages/mailbox';
import { type Mail, type MessageKind, messageKinds, type ResentMails } from '@quickfleet/shared/messages/mailbox';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import type { AppContext } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { compiled } from '../../http/output-serializer.ts';
import { publish } from '../../http/streams/events.ts';
import { procedure, router } from '../../http/trpc.ts';
import { Email } from './email.entity.ts';
import { isSwitchedOff, SWITCHED_OFF } from './mail-opt-outs.ts';
import { testMailServer } from './mail-server-test.ts';
import { channelsOf, findMails, readMail } from './mailbox.queries.ts';
import { copyMail, queueSending } from './outbox.service.ts';

/**
 * Sends a mail again by hand. A mail that never arrived is sent unchanged, with its Message-ID; a sent one is copied,
 * because a second mail needs a new ID. Returns the mail that is now being sent.
 */
async function resendMail(ctx: AppContext, id: number): Promise<Mail> {
  const email = await ctx.em.findOneOrFail(Email, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Mail'),
  });
  if (email.status === 'held')
    throw conflict('MAIL_HELD', t('This mail waits for changes of the plan. “Send now” on the board sends it'));
  if (await isOff(ctx, email))
    throw conflict(
      'MAIL_SWITCHED_OFF',
      t('{recipient} has switched off the mails about this step', { recipient: email.recipient }),
    );
  requireService(ctx, email.kind);
  return readMail(ctx, (await sendAgain(ctx, email)).id);
}

const isOff = (ctx: AppContext, { kind, recipient, trigger, codeSealed }: Email): Promise<boolean> | false =>
  kind === 'email' && !codeSealed && isSwitchedOff(ctx, recipient, trigger);

/** Sends every mail again that failed, oldest first and a thousand at most; how many, and how many are left. */
async function resendFailed(ctx: AppContext): Promise<ResentMails> {
  const { SMTP_URL, SMS_URL } = ctx.services.config;
  const kinds = messageKinds.filter((kind) => (kind === 'sms' ? SMS_URL : SMTP_URL) !== undefined);
  if (kinds.length === 0) requireService(ctx, 'email');
  const isFailed = { status: 'failed' as const, kind: { $in: kinds } };
  const failed = await ctx.em.find(
    Email,
    isFailed,
    // If another user is sending it again at this moment, leave it to them.
    { orderBy: { id: 'asc' }, limit: BULK_MAX, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
  );
  let count = 0;
  for (const email of failed) {
    if (await isOff(ctx, email)) Object.assign(email, { status: 'kept', lastError: SWITCHED_OFF });
    else {
      await sendAgain(ctx, email);
      count++;
    }
  }
  await ctx.em.flush();
  return { count, left: await ctx.em.count(Email, isFailed) };
}

function requireService(ctx: AppContext, kind: MessageKind): void {
  if (kind === 'sms' && !ctx.services.config.SMS_URL)
    throw conflict(
      'NO_SMS_SERVICE',
      t('No SMS service is set up, so this text message is not sent. Set SMS_URL and try again.'),
    );
  if (kind === 'email' && !ctx.services.config.SMTP_URL)
    throw conflict(
      'NO_MAIL_SERVER',
      t('No mail server is set up, so this mail stays in the Mailbox. Set one up in the settings and try again.'),
    );
}

async function sendAgain(ctx: AppContext, email: Email): Promise<Email> {
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
  return outgoing;
}

const tags = ['mailbox'];
export const mailboxRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/emails', tags, summary: 'List the mails that were caused' } })
    .input(shared.listMails)
    .output(compiled(shared.mailPage))
    .query(({ ctx, input }) => findMails(ctx, input)),
  channels: procedure
    .meta({
      openapi: { method: 'GET', path: '/emails/channels', tags, summary: 'Whether mails and text messages are sent' },
    })
    .output(shared.channels)
    .query(({ ctx }) => channelsOf(ctx)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/emails/{id}', tags, summary: 'Read a mail' } })
    .input(byId)
    .output(shared.mail)
    .query(({ ctx, input }) => readMail(ctx, input.id)),
  resend: procedure
    .meta({ openapi: { method: 'POST', path: '/emails/{id}/resend', tags, summary: 'Send a mail again' } })
    .input(byId)
    .output(shared.mail)
    .mutation(({ ctx, input }) => resendMail(ctx, input.id)),
  testServer: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/emails/test',
        tags,
        summary: 'Send a test through the mail server',
        description:
          'While the call waits, at most half a minute; five times a minute. `smtpUrl` and `from` are tried without being saved. `problem` says what is wrong and what to do. The mail is not in the mailbox. 409 NO_MAIL_SERVER without one.',
      },
      transaction: false,
    })
    .input(serverTest.testMailServer)
    .output(serverTest.mailServerTested)
    .mutation(({ ctx, input }) => testMailServer(ctx, input)),
  resendFailed: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/emails/resend-failed',
        tags,
        summary: 'Send every failed mail again',
        description: 'The oldest thousand; `left` says how many still wait. At most three times a minute.',
      },
    })
    .output(shared.resentMails)
    .mutation(({ ctx }) => resendFailed(ctx)),
});
