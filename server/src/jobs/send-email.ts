import { setTimeout as pause } from 'node:timers/promises';
import type { MessageKind } from '@quickfleet/shared/messages/mailbox';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import type { JobHelpers } from 'graphile-worker';
import { LOCKS_OF } from '../db/advisory-locks.ts';
import { CHANNEL } from '../db/side-effects.ts';
import { paperForMail } from '../delivery/invoices/invoices.files.ts';
import type { Services } from '../http/context.ts';
import { isConnectionError } from '../http/errors.ts';
import { withDeliveryLinks } from '../messages/outbox/delivery-links.ts';
import { type MailAttachment, mailboxOf } from '../messages/outbox/email.entity.ts';
import type { MailHost } from '../messages/outbox/mail-host.ts';
import { IS_OFF_BY_NOW, optOutUrl, SWITCHED_OFF } from '../messages/outbox/mail-opt-outs.ts';
import { isTooLarge, type Mailer, type MailFile, type OutgoingMail } from '../messages/outbox/mailer.ts';
import { queueSending, withLink, withSecrets } from '../messages/outbox/outbox.service.ts';
import { attachedWords } from '../messages/templates/mail-values.ts';
import { reportForMail } from '../operations/reports/saved/mailed-report.ts';
import { inLanguage } from '../words/speak.ts';

/**
 * With base64 and its line ends 9.6 MB: what a mail server takes that was never told how much (10,240,000 bytes with
 * Postfix, 10 MB with Exchange).
 */
const ATTACHMENT_BYTES_MAX = 7 * 1024 * 1024;

/** A fault of this mail's file, not of the mail server: the mail is retried automatically. */
class AttachmentFault extends Error {
  readonly code = 'EMESSAGE';
}

interface Stored {
  id: number;
  orderId: number | null;
  /** Of a mail about several. */
  orderIds: number[] | null;
  invoiceId: number | null;
  report: unknown;
  html: string;
  text: string;
  attachment: MailAttachment | null;
}

/** Reads at most so many bytes; undefined when there are more, and then the producer stops. */
async function readUpTo(stream: AsyncIterable<Buffer>, max: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > max) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function reportFileOf(services: Services, { report }: Stored): Promise<MailFile> {
  try {
    return await reportForMail(services, report);
  } catch (error) {
    throw new AttachmentFault(`The report could not be made: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/** The mail with its invoice as it was issued; a sandbox that was emptied has none any more. */
async function withInvoice<Mail extends Stored>(
  services: Services,
  mail: Mail,
): Promise<Mail & { attachments?: MailFile[] }> {
  const file = mail.invoiceId === null ? undefined : await paperForMail(services, mail.invoiceId);
  return file ? { ...mail, attachments: [{ ...file, contentType: 'application/pdf' }] } : mail;
}

/**
 * The mail with its attachment, or the proof of each of its orders, drawn again at each try. What is too large together,
 * or of deleted orders alone, is left out, and the mail says so.
 *
 * @throws AttachmentFault when it cannot be drawn now
 */
async function withAttachment<Mail extends Stored>(
  services: Services,
  mail: Mail,
): Promise<Mail & { attachments?: MailFile[]; proofUrl?: string }> {
  if (mail.attachment === 'invoice') return withInvoice(services, mail);
  if (mail.attachment === 'report') return { ...mail, attachments: [await reportFileOf(services, mail)] };
  if (mail.attachment === null || mail.orderId === null) return mail;
  try {
    // Loaded with the first paper: what draws takes 35 MB.
    const { proofForMail } = await import('../delivery/evidence/evidence.service.ts');
    const files: MailFile[] = [];
    let proofUrl: string | undefined;
    let room = ATTACHMENT_BYTES_MAX;
    for (const id of mail.orderIds ?? [mail.orderId]) {
      const proof = await proofForMail(services, id);
      if (!proof) continue;
      proofUrl ??= proof.url;
      const content = await readUpTo(proof.bytes, room);
      if (!content) return withoutAttachment(services, mail, proofUrl);
      room -= content.length;
      files.push({ filename: proof.name, contentType: proof.type, content });
    }
    if (proofUrl === undefined) return withoutAttachment(services, mail, undefined);
    return { ...mail, attachments: files, proofUrl };
  } catch (error) {
    throw new AttachmentFault(`The proof could not be attached: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/** The mail without its file, and with other words in place of those that announced it, in the outbox too. */
async function withoutAttachment<Mail extends Stored>(
  services: Services,
  mail: Mail,
  url: string | undefined,
): Promise<Mail> {
  // The mail says it in the language of its reader, whichever that was.
  const inWords = (body: string, link: string) =>
    languages.reduce(
      (said, one) =>
        inLanguage(one, () =>
          said.replaceAll(
            t(attachedWords),
            url === undefined
              ? t('There is no proof of delivery any more.')
              : t('The proof of delivery is too large for an e-mail. It opens for 30 days at {link}', { link }),
          ),
        ),
      body,
    );
  const html = inWords(mail.html, `<a href="${url}">${url}</a>`);
  const text = inWords(mail.text, url ?? '');
  await services.orm.em
    .fork()
    .execute('update emails set html = ?, text = ?, attachment = null where id = ?', [html, text, mail.id]);
  return { ...mail, html, text, attachment: null };
}

const REASON_MAX = 500;
const GIVE_UP_MS = 72 * 3_600_000;
const WRITE_TRIES = 5;
const WRITE_PAUSE_MS = 500;

/** What a mail server says of a mail is for the office. What another service answered at this address is for nobody. */
const isOther = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPROTOCOL';
const reasonOf = (error: unknown) =>
  isOther(error)
    ? 'What answered is no mail server, or does not speak as one'
    : (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX);

/** A mail that went out must not go out again because the database was away for a moment. */
async function write<T>(services: Services, sql: string, params: unknown[]): Promise<T[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await services.orm.em.fork().execute<T[]>(sql, params);
    } catch (error) {
      if (attempt >= WRITE_TRIES || !isConnectionError(error)) throw error;
      await pause(attempt * WRITE_PAUSE_MS);
    }
  }
}

/** Stores a mail's new state and notifies its subscribers, both in one statement. */
const settle = (services: Services, id: number, change: string, params: unknown[] = [], only = 'true') =>
  write(
    services,
    `with mail as (update emails set ${change} where id = ? and status = 'queued' and ${only} returning id, quote_id, order_id)
     select pg_notify(?, json_build_object('topic', 'mail', 'id', id, 'quoteId', quote_id, 'orderId', order_id)::text) from mail`,
    [...params, id, CHANNEL],
  );

interface Job {
  id: number;
  since: number | undefined;
}
function jobOf(payload: unknown): Job {
  if (typeof payload !== 'object' || payload === null) return { id: 0, since: undefined };
  const id = 'id' in payload ? Number(payload.id) : 0;
  return { id, since: 'since' in payload && typeof payload.since === 'number' ? payload.since : undefined };
}

interface StoredMail extends OutgoingMail {
  id: number;
  orderId: number | null;
  /** Of a mail about several. */
  orderIds: number[] | null;
  invoiceId: number | null;
  report: unknown;
  attachment: MailAttachment | null;
  codeSealed: string | null;
  trigger: string;
  /** The sealed token of the quote's page, as the quote has it now. */
  linkSealed: string | null;
}
/**
 * The mail with the access code and the quote's token that its links need, or the PIN that it tells; a code that was sealed under a lost secret
 * leaves the plain link.
 */
function withCode(services: Services, { codeSealed, linkSealed, trigger, ...stored }: StoredMail): OutgoingMail {
  const { secrets } = services;
  const { to, orderId } = stored;
  const mail = {
    ...withDeliveryLinks(secrets, withLink(secrets, stored, linkSealed), to),
    optOutUrl: optOutUrl(services, { trigger, to, codeSealed, orderId }),
  };
  if (codeSealed === null) return mail;
  const code = secrets.open(codeSealed);
  return { ...mail, html: withSecrets(mail.html, code), text: withSecrets(mail.text, code) };
}

/** Sends one mail that waits, and notes what became of it. Answers the fault for which it has to be tried again. */
async function deliver(
  services: Services,
  mailer: Mailer,
  id: number,
  isLastTry: boolean,
  signal: AbortSignal | undefined,
): Promise<{ fault: unknown } | undefined> {
  await settle(services, id, `status = 'kept', last_error = ?`, [SWITCHED_OFF], IS_OFF_BY_NOW);
  const [mail] = await write<StoredMail>(
    services,
    `update emails set tries = tries + 1, last_tried_at = ? where id = ? and status = 'queued' returning id, order_id as "orderId", order_ids as "orderIds", invoice_id as "invoiceId", report, attachment, trigger, message_id as "messageId", recipient as "to", subject, html, text, code_sealed as "codeSealed",
       (select token_sealed from quotes q where q.id = emails.quote_id) as "linkSealed"`,
    [services.clock(), id],
  );
  if (!mail) return undefined;
  let turn: ReturnType<MailHost['takeTurn']> | undefined;
  const mayEnd = () => {
    turn?.over();
    turn = mailer.host.takeTurn();
    return turn.comes;
  };
  const send = (stored: StoredMail) => mailer.send(withCode(services, stored), signal, mayEnd);
  const sendWhole = async () => {
    const whole = await withAttachment(services, mail);
    await send(whole).catch(async (fault: unknown) => {
      if (!whole.attachments || mail.attachment !== 'proof' || !isTooLarge(fault)) throw fault;
      await send(await withoutAttachment(services, mail, whole.proofUrl));
    });
  };
  try {
    const failure = await sendWhole().then(
      () => undefined,
      (fault: unknown) => ({ fault }),
    );
    if (!failure) {
      await settle(services, id, `status = 'sent', sent_at = ?, last_error = null`, [services.clock()]);
      return undefined;
    }
    const isRefused = mailer.isFinalRefusal(failure.fault);
    const isOver = isRefused || isLastTry;
    const reason = reasonOf(failure.fault);
    await settle(services, id, 'status = ?, last_error = ?', [
      isOver ? 'failed' : 'queued',
      isOver && !isRefused ? `Given up after three days. ${reason}` : reason,
    ]);
    return isOver ? undefined : failure;
  } finally {
    turn?.over();
  }
}

/** SQL for who reads a message: those to one reader go one after the other. */
const readerOf: Record<MessageKind, string> = { email: mailboxOf('recipient'), sms: 'recipient' };

/**
 * Sends what waits for the mailbox of this job's mail, oldest first, up to that mail. One that the server refuses for
 * now holds the later ones back for an hour at most.
 */
async function deliverInOrder(
  services: Services,
  mailer: Mailer,
  kind: MessageKind,
  { id, since }: Job,
  { abortSignal, job }: JobHelpers,
): Promise<void> {
  const now = services.clock().getTime();
  // It was set aside while this job waited for its turn.
  if (mailer.host.isAside)
    return queueSending({ em: services.orm.em.fork() }, id, { delay: mailer.host.failed(0), since: since ?? now });
  const isLastTry = job.attempts >= job.max_attempts || (since !== undefined && now - since >= GIVE_UP_MS);
  const waiting = await write<{ id: number; isOld: boolean }>(
    services,
    `select id, created_at < ?::timestamptz - interval '1 hour' as "isOld" from emails
      where status = 'queued' and kind = ? and id <= ? and ${readerOf[kind]} = (select ${readerOf[kind]} from emails where id = ?)
      order by id`,
    [services.clock(), kind, id, id],
  );
  for (const mail of waiting) {
    const begunAt = performance.now();
    const failure = await deliver(services, mailer, mail.id, isLastTry && mail.id === id, abortSignal);
    if (!failure) continue;
    if (mailer.isHostFault(failure.fault) && !abortSignal?.aborted) {
      // The mail has done nothing wrong: it waits for the server, and no try is counted against it.
      const delay = mailer.host.failed(begunAt);
      return queueSending({ em: services.orm.em.fork() }, id, { delay, since: since ?? now });
    }
    const mayPass = mail.id !== id && (mail.isOld || isLastTry);
    if (!mayPass) throw failure.fault;
  }
}

/**
 * Sends one mail or text message of the outbox, after those to the same mailbox that were written before it. A refusal for good ends it
 * as failed, and so do three days; a refusal for now is thrown, so that the queue tries again with back-off. No
 * transaction is open while the mail server is talked to: a slow one holds up nobody.
 */
export async function sendEmail(
  services: Services,
  kind: MessageKind,
  mailer: Mailer | undefined,
  payload: unknown,
  helpers: JobHelpers,
): Promise<void> {
  const mail = jobOf(payload);
  if (!mailer) {
    await settle(services, mail.id, `status = 'kept'`);
    return;
  }
  await helpers.withPgClient(async (client) => {
    // One after the other to each mailbox, in every process. A named queue of the job queue could do that, but it
    // records the end of a job while it looks for the next one, which then often waits two seconds. PostgreSQL releases
    // the lock of a dead process.
    const { rows } = await client.query<{ mailbox: number }>(
      `select mailbox, pg_advisory_lock($1, mailbox)
         from (select hashtext(${readerOf[kind]}) as mailbox from emails where id = $2) m`,
      [LOCKS_OF.mailbox, mail.id],
    );
    const [lock] = rows;
    if (!lock) return;
    try {
      await deliverInOrder(services, mailer, kind, mail, helpers);
    } finally {
      await client.query('select pg_advisory_unlock($1, $2)', [LOCKS_OF.mailbox, lock.mailbox]);
    }
  });
}
