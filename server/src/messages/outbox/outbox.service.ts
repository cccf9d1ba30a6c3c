import { actionWords } from '@quickfleet/shared/company/history/history-words';
import { isSampleAddress } from '@quickfleet/shared/company/samples';
import { CONFIRMATIONS_HOURS, CONFIRMATIONS_MAX } from '@quickfleet/shared/limits';
import { audienceOf, type TemplateType } from '@quickfleet/shared/messages/templates';
import { type Message, message } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { LOCKS_OF } from '../../db/advisory-locks.ts';
import { onlyId, type Row, readRow, readRows, run } from '../../db/rows.ts';
import { type MailRow, sendingJob, sideEffectsOf, writeSideEffects } from '../../db/side-effects.ts';
import { ReadAhead } from '../../db/transaction.ts';
import type { AppContext, Services, WorkContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { randomKey, sha256 } from '../../security/secrets.ts';
import { inLanguage } from '../../words/speak.ts';
import { defaultTemplates, keyOfName } from '../templates/defaults/defaults.ts';
import type { EmailTemplate } from '../templates/email-template.entity.ts';
import { mailBrandOf } from '../templates/mail-values.ts';
import { keptTemplate, templateForReader } from '../templates/reader-template.ts';
import { renderMail, type TemplateValues } from '../templates/render.ts';
import { withoutDeliveryLink } from './delivery-links.ts';
import { Email, mailboxOf } from './email.entity.ts';
import { isSwitchedOff, SWITCHED_OFF } from './mail-opt-outs.ts';
import { beginSharing, isShared, type MailRequest, takeShared } from './shared-mails.ts';
import { smsReference } from './sms.service.ts';

type AddressedMail = Omit<MailRequest, 'trigger' | 'to'> & { trigger: string; to: string };

/** Replaces a PIN in the stored mail, because the mailbox must show it to nobody. */
export const PIN_MARK = '(hidden-pin)';
/** Replaces the order's access code in the stored mail, because the mailbox must show it to nobody (T-1). */
export const CODE_MARK = '#code=hidden';

/** The mark of one of several orders. */
export const codeMarkOf = (orderId: number): string => `${CODE_MARK}-${orderId}`;
/** The access codes of several orders for one mail, each given as it is sealed; a code of a lost secret is left out. */
export function sealCodes(secrets: Services['secrets'], sealed: ReadonlyMap<number, string>): string {
  const codes = [...sealed].map(([id, code]) => [id, secrets.open(code)]);
  return secrets.seal(JSON.stringify(Object.fromEntries(codes.filter(([, code]) => code !== undefined))));
}
const fragmentOf = (code: unknown) => (typeof code === 'string' ? `#code=${encodeURIComponent(code)}` : '');
/** Takes the place of the token of an account's link in the stored mail. */
export const TOKEN_MARK = 'hidden-token';
/** The body of a mail with the access codes or the token that its links need, or the PIN that it says. */
export function withSecrets(body: string, opened: string | undefined): string {
  if (!opened?.startsWith('{'))
    return body
      .replaceAll(CODE_MARK, fragmentOf(opened))
      .replaceAll(PIN_MARK, opened ?? '')
      .replaceAll(`/${TOKEN_MARK}`, `/${opened ?? ''}`);
  const codes: Record<string, unknown> = JSON.parse(opened);
  return body.replaceAll(new RegExp(`${CODE_MARK}-(\\d+)`, 'g'), (_, id: string) => fragmentOf(codes[id]));
}

/** Replaces the end of the customer's link in the stored mail; the quote has the token, sealed (decision 035). */
export const LINK_MARK = '/q/hidden-link';
/** The mail as it is sent, and as staff are shown it. */
export function withLink<Mail extends { html: string; text: string }>(
  secrets: Services['secrets'],
  mail: Mail,
  sealed: string | null,
): Mail {
  const token = sealed === null ? undefined : secrets.open(sealed);
  if (token === undefined) return mail;
  const path = `/q/${token}`;
  return { ...mail, html: mail.html.replaceAll(LINK_MARK, path), text: mail.text.replaceAll(LINK_MARK, path) };
}

/** The template with the lines of its closing that its text does not contain already. */
function withClosing(
  { subject, content, type }: { subject: string; content: string; type?: string },
  closing: readonly string[] = [],
) {
  const isMissing = (line: string): boolean => {
    const name = /\{\{(\w+)\}\}/.exec(line)?.[1];
    return name !== undefined && !new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`).test(content);
  };
  return { subject, content: [content, ...closing.filter(isMissing)].join('\n\n'), type };
}

/**
 * What some work would write, taken out of the running transaction again: its mails, and whether its lines of history
 * stay.
 */
export async function captureMails(
  { em }: Pick<AppContext, 'em'>,
  { keepsHistory }: { keepsHistory: boolean },
  work: () => Promise<unknown>,
): Promise<MailRow[]> {
  const { mails, history, happened } = sideEffectsOf(em);
  const before = [mails.length, history.length, happened.length] as const;
  await work();
  if (!keepsHistory) {
    history.splice(before[1]);
    happened.splice(before[2]);
  }
  return mails.splice(before[0]);
}

/** The id of a mail that this transaction writes, which is written by that. */
export async function findMailId({ em }: Pick<AppContext, 'em'>, { messageId }: MailRow): Promise<number> {
  await writeSideEffects(em);
  const row = await readRow(em, onlyId, 'select $columns from emails where message_id = ?', [messageId]);
  if (!row) throw new Error('the mail was not written');
  return row.id;
}

const templatesAhead = new ReadAhead<Row<typeof keptTemplate>[]>();
/** The templates of a step; work on many rows reads them once. */
async function templatesOf({ em, isBulk }: AppContext, trigger: string): Promise<Row<typeof keptTemplate>[]> {
  const known = isBulk ? templatesAhead.find(em, trigger) : undefined;
  if (known) return known;
  const sql = 'select $columns from email_templates where trigger = ? order by enabled desc, id';
  const stored = await readRows(em, keptTemplate, sql, [trigger]);
  if (isBulk) templatesAhead.give(em, trigger, stored);
  return stored;
}

/** What is written for drivers or recipients goes to them alone; a text message is no mail. */
const isWrittenFor = (type: string, audience: TemplateType | undefined): boolean =>
  type !== 'admin' &&
  type !== 'sms' &&
  (['driver', 'recipient'] as const).every((one) => (type === one) === (audience === one));

/** The template of a step in the language of the reader; undefined where it is switched off. */
function choose(stored: readonly Row<typeof keptTemplate>[], trigger: string) {
  const audience = audienceOf(trigger);
  // What is written for drivers goes to no customer, and the other way round.
  const written = stored.filter(({ type }) => audience === 'admin' || isWrittenFor(type, audience));
  const byDefault = () => defaultTemplates().find((known) => known.trigger === trigger);
  const found = templateForReader(written, byDefault);
  if (found && !found.template.enabled) return undefined;
  const own = found && !found.isDefault ? found.template : null;
  const template = own ?? byDefault();
  return template && { template, own };
}

/** A mail as it would be sent now, in the language that is spoken; undefined where its template is switched off. */
export async function previewMail(
  ctx: AppContext,
  trigger: string,
  values: TemplateValues,
): Promise<{ subject: string; text: string } | undefined> {
  const chosen = choose(await templatesOf(ctx, trigger), trigger);
  return chosen && renderMail(chosen.template, values, mailBrandOf(ctx.services.config));
}

/**
 * Writes a mail in the running transaction and queues its sending in the same: it leaves after the commit, survives a
 * crash, and keeps its Message-ID over every try. Without SMTP_URL it is kept and can be read in the admin. Nothing
 * when the template is switched off.
 */
export async function queueMail(ctx: AppContext, request: MailRequest): Promise<MailRow | undefined> {
  if (isShared(ctx.em, request)) return undefined;
  const stored = await templatesOf(ctx, request.trigger);
  const audience = audienceOf(request.trigger);
  const isForOffice = audience === 'admin';
  if (isForOffice && ctx.isBulk) return undefined;
  const { config } = ctx.services;
  const office = config.ADMIN_EMAIL;
  // A template that staff wrote for the office never goes to a customer, whatever it is triggered by.
  const [forOffice] = isForOffice ? [] : stored.filter((template) => template.type === 'admin' && template.enabled);
  if (forOffice && office && !ctx.isBulk) writeMail(ctx, forTheOffice(request, office), forOffice, forOffice);
  const chosen = choose(stored, request.trigger);
  if (!chosen) return undefined;
  const { template, own } = chosen;
  const words = withClosing(template, request.closing);
  if (audience === 'customer' || audience === 'recipient') {
    const mailbox = ctx.noMailBecause || request.codeSealed ? null : request.to;
    const isOff = mailbox !== null && (await isSwitchedOff(ctx, mailbox, request.trigger));
    return writeToCustomer(ctx, { ...request, isSwitchedOff: isOff }, words, own);
  }
  return request.to === null ? undefined : writeMail(ctx, { ...request, to: request.to }, words, own);
}

/** Does work on several orders in one transaction, of which each reader gets one mail of a kind. */
export async function sharingMails<T>(ctx: AppContext, work: () => Promise<T>): Promise<T> {
  beginSharing(ctx.em);
  const answer = await work();
  for (const { request, language } of takeShared(ctx.em)) await inLanguage(language, () => queueMail(ctx, request));
  return answer;
}

/** Mails without a template, by the key of their name. */
const named: Readonly<Record<string, Message>> = { incident_answered: message('Incident answered') };
const keyOfMail = (trigger: string): string =>
  Object.hasOwn(named, trigger) ? String(named[trigger]) : actionWords(trigger);

/**
 * The one way of a mail to a customer or recipient. Where `noMailBecause` says why there is none, as for a key that said
 * `notify: false`, or where there is no address, the history has a line instead.
 */
export function writeToCustomer(
  ctx: AppContext,
  request: Omit<MailRequest, 'trigger'> & { trigger: string },
  template: { subject: string; content: string; type?: string | undefined },
  stored: Pick<EmailTemplate, 'id' | 'version'> | null,
): MailRow | undefined {
  const { trigger, to, quoteId, orderId, recurringId, invoiceId } = request;
  if (!ctx.noMailBecause && to !== null) return writeMail(ctx, { ...request, to }, template, stored);
  const subject =
    invoiceId !== undefined
      ? 'invoice'
      : recurringId !== undefined
        ? 'recurring'
        : orderId === undefined
          ? 'quote'
          : 'order';
  record(ctx, {
    subject,
    subjectId: invoiceId ?? recurringId ?? orderId ?? quoteId ?? 0,
    action: audienceOf(trigger) === 'recipient' ? 'order.recipient_not_mailed' : `${subject}.customer_not_mailed`,
    says: [
      {
        is: 'not_written',
        template: keyOfName(trigger) ?? keyOfMail(trigger),
        because: ctx.noMailBecause ?? 'no_address',
      },
    ],
  });
  return undefined;
}

/** The office gets no link that opens a job in a driver's stead. */
const forTheOffice = (
  { codeSealed: _, attachment: _a, list, isSwitchedOff: _off, ...request }: MailRequest,
  office: string,
): AddressedMail => ({
  ...request,
  to: office,
  values: { ...publicly(request.values), jobUrl: '', proofNote: '', rateUrl: '' },
  ...(list ? { list: { ...list, rows: list.rows.map(publicly) } } : {}),
});
const publicly = (values: TemplateValues): TemplateValues =>
  values.trackingUrl ? { ...values, trackingUrl: withoutDeliveryLink(values.trackingUrl) } : values;

/** The mail of one given template, switched on or off. */
export function writeMail(
  ctx: WorkContext,
  request: AddressedMail,
  template: { subject: string; content: string; type?: string | undefined },
  stored: Pick<EmailTemplate, 'id' | 'version'> | null,
): MailRow {
  const { config } = ctx.services;
  const mail = renderMail(template, request.values, mailBrandOf(config), request.list);
  const host = URL.parse(config.PUBLIC_URL ?? '')?.hostname ?? 'quickfleet.local';
  const email: MailRow = {
    messageId: `<${sha256(`${request.trigger}${request.to}`).slice(0, 8)}.${randomKey()}@${host}>`,
    trigger: request.trigger,
    recipient: request.to,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    templateId: stored?.id ?? null,
    templateVersion: stored?.version ?? null,
    quoteId: request.quoteId ?? null,
    orderId: request.orderId ?? null,
    codeSealed: request.codeSealed ?? null,
    attachment: request.attachment ?? null,
    ...(request.invoiceId === undefined ? {} : { invoiceId: request.invoiceId }),
    ...(request.report === undefined ? {} : { report: request.report }),
    // A mail server would only say that a sample customer's address does not exist.
    status: config.SMTP_URL && !isSampleAddress(request.to) && !request.isSwitchedOff ? 'queued' : 'kept',
    ...(request.isSwitchedOff ? { lastError: SWITCHED_OFF } : {}),
    createdAt: now(ctx),
    ...(request.orderIds ? { orderIds: request.orderIds } : {}),
  };
  sideEffectsOf(ctx.em).mails.push(email);
  return email;
}

/**
 * The job that sends a mail, in the running transaction, or later, in so many milliseconds. A second one for the same
 * mail takes the place of the first. `since` is when the mail first had to wait for the mail server, in milliseconds.
 */
export async function queueSending(
  { em }: Pick<AppContext, 'em'>,
  emailId: number,
  { delay = 0, since }: { delay?: number; since?: number } = {},
): Promise<void> {
  await run(em, `select ${sendingJob('?::float8', 'now() + make_interval(secs => ?)')} from emails where id = ?`, [
    since ?? null,
    delay / 1000,
    emailId,
  ]);
}

/** The same mail again, as a new mail. */
export function copyMail(ctx: AppContext, email: Email): Email {
  const {
    kind,
    trigger,
    recipient,
    subject,
    html,
    text,
    templateId,
    templateVersion,
    quoteId,
    orderId,
    orderIds,
    messageId,
    codeSealed,
    attachment,
    invoiceId,
    report,
  } = email;
  return ctx.em.create(Email, {
    kind,
    trigger,
    recipient,
    subject,
    html,
    text,
    templateId: templateId ?? null,
    templateVersion: templateVersion ?? null,
    quoteId: quoteId ?? null,
    orderId: orderId ?? null,
    orderIds: orderIds ?? null,
    codeSealed: codeSealed ?? null,
    attachment: attachment ?? null,
    invoiceId: invoiceId ?? null,
    report: report ?? null,
    messageId: kind === 'sms' ? smsReference() : messageId.replace(/\.[^@.]+@/, `.${randomKey()}@`),
    status: 'queued',
    createdAt: now(ctx),
  });
}

/**
 * Whether a visitor's form may cause one more mail to this address: 3 in 24 hours. Concurrent requests for one mailbox
 * are counted one after the other until their transactions end, so that they cannot exceed the limit together.
 */
export async function mayMailStranger(ctx: AppContext, to: string): Promise<boolean> {
  await ctx.em.execute(`select pg_advisory_xact_lock(?, hashtext(${mailboxOf('?')}))`, [
    LOCKS_OF.mailsToMailbox,
    to,
    to,
  ]);
  const [row] = await ctx.em.execute<{ count: number }[]>(
    `select count(*)::int as count from emails
     where ${mailboxOf('recipient')} = ${mailboxOf('?')} and trigger = 'quote_received' and created_at > ?::timestamptz - make_interval(hours => ?)`,
    [to, to, now(ctx), CONFIRMATIONS_HOURS],
  );
  return (row?.count ?? 0) < Math.floor(CONFIRMATIONS_MAX * ctx.services.config.LIMIT_SCALE);
}
