import { LockMode } from '@mikro-orm/postgresql';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { normalPaymentUrl } from '@quickfleet/shared/base/primitives';
import { dueInWords } from '@quickfleet/shared/base/time/zoned-time';
import { hoursInWords } from '@quickfleet/shared/company/brand';
import { howToPay, nextStepOf } from '@quickfleet/shared/company/how-to-pay';
import { CONFIRMATIONS_HOURS, OFFICE_MAIL_MINUTES } from '@quickfleet/shared/limits';
import {
  knownTemplateVariables,
  type TemplateTrigger,
  type TemplateVariable,
} from '@quickfleet/shared/messages/templates';
import { estimateWords } from '@quickfleet/shared/quoting/pricing/estimate-words';
import { dayOfSpeed } from '@quickfleet/shared/quoting/speed';
import { isStaff } from '@quickfleet/shared/roles';
import { message, t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { bankAccountOf } from '../../company/settings/billing.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { query } from '../../db/query.ts';
import { c, readRow, select } from '../../db/rows.ts';
import type { MailRow } from '../../db/side-effects.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now, type Services, systemContext } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { mayMailStranger, queueMail } from '../../messages/outbox/outbox.service.ts';
import { contentIn } from '../../messages/templates/defaults/defaults.parts.ts';
import { dayInWords, publicUrl } from '../../messages/templates/mail-values.ts';
import type { TemplateValues } from '../../messages/templates/render.ts';
import { inLanguage, inLanguageOf } from '../../words/speak.ts';
import { currencyOf } from '../payments/quotes.payments.ts';
import { WaitingWords } from '../quote-page/waiting-words.entity.ts';
import { Quote } from './quote.entity.ts';
import { linkForMail } from './quotes.link.ts';

const dayOf = (day: string) => dayInWords('UTC', new Date(`${day}T00:00:00Z`));

/** The day the customer asked for; empty when the choice is ours. */
function wishedDay(zone: string, quote: Quote): string {
  const day = dayOfSpeed(quote, zone);
  return day ? dayOf(day) : '';
}

const due = select({ at: c.date('due_at') });
/** Until when its price is promised: only its row has it. */
const findDue = async (ctx: AppContext, { id }: Quote): Promise<Date | null> =>
  (await readRow(ctx.em, due, `select $columns from quotes where id = ? and due_kind = 'price'`, [id]))?.at ?? null;

/** A customer's mail names the quote by its reference, a template of an earlier release too: no counter leaves the house. */
async function valuesOf(ctx: AppContext, quote: Quote, isForOffice = false): Promise<TemplateValues> {
  const { config } = ctx.services;
  await quote.items.loadItems();
  const reference = quote.reference ?? String(quote.id);
  const dueAt = quote.status === 'draft' ? await findDue(ctx, quote) : null;
  return {
    quoteId: isForOffice ? String(quote.id) : reference,
    quoteReference: reference,
    quoteUrl: isForOffice ? '' : linkForMail(ctx, quote),
    customerName: quote.customerName,
    customerEmail: quote.customerEmail,
    itemCount: String(quote.items.length),
    totalPrice: quote.price ? formatAmount(quote.price, await currencyOf(ctx, quote)) : '',
    estimate: quote.estimate ? (estimateWords(quote.estimate) ?? '') : '',
    submissionDate: dayInWords(config.BUSINESS_TIMEZONE, quote.createdAt),
    deliveryDate: wishedDay(config.BUSINESS_TIMEZONE, quote),
    validUntil: quote.validUntil ? dayOf(quote.validUntil) : '',
    priceWithin: hoursInWords(config.promises.quoteHours, config.promises.clock, config.hours),
    priceBy: dueAt ? dueInWords(dueAt, config.BUSINESS_TIMEZONE, config.hourCycle, now(ctx)) : '',
    paymentLink: quote.isPaidByLink() ? (quote.paymentUrl ?? '') : '',
    ...(await payingOf(ctx, quote)),
    adminUrl: `${publicUrl(config)}/admin/quotes?quote=${quote.id}`,
  };
}

/** How its customer pays, and what follows. */
async function payingOf(ctx: AppContext, quote: Quote) {
  const nextStep = nextStepOf(quote.wayToPay(), quote.status !== 'sent');
  if (quote.isPaidByLink() || !quote.price) return { nextStep, howToPay: '' };
  const bankAccount = bankAccountOf(ctx, await readCompany(ctx.em));
  const currency = await currencyOf(ctx, quote);
  const reference = quote.reference ?? String(quote.id);
  const toPay = { payBy: quote.wayToPay(), amount: quote.price, currency, reference, bankAccount };
  return { nextStep, howToPay: howToPay(toPay) };
}

/** What a template shows where it does not name the link, or how to pay, itself (decision 035). */
const closing = (trigger: TemplateTrigger, { howToPay: paying }: TemplateValues) => [
  contentIn([message('See your quote: {quoteUrl}')]),
  ...(paying && payingMails.has(trigger) ? ['{{howToPay}}'] : []),
];
const payingMails: ReadonlySet<TemplateTrigger> = new Set(['quote_sent', 'quote_changed', 'quote_accepted']);

/** A mail to the customer, with the link of their page. Nothing when its template is switched off. */
export async function mailCustomer(
  ctx: AppContext,
  quote: Quote,
  trigger: TemplateTrigger,
  more: () => TemplateValues = () => ({}),
): Promise<MailRow | undefined> {
  return inLanguageOf(ctx, quote, async () => {
    const values = { ...(await valuesOf(ctx, quote)), ...more() };
    return queueMail(ctx, {
      trigger,
      to: quote.customerEmail,
      values,
      quoteId: quote.id,
      closing: closing(trigger, values),
    });
  });
}

const MINUTE_MS = 60_000;
/** Several values of one variable as the words of one mail. */
function gathered(all: readonly TemplateValues[]): TemplateValues {
  const names = new Set(all.flatMap((values) => knownTemplateVariables.filter((name) => values[name])));
  const wordsOf = (name: TemplateVariable) => [...new Set(all.flatMap((values) => values[name] || []))];
  return Object.fromEntries(
    [...names].map((name) => {
      const words = wordsOf(name);
      return [name, words.length === 1 ? words[0] : words.map((each, at) => `(${at + 1}) ${each}`).join(' ')];
    }),
  );
}

/** Takes what waits for the next mail of this kind. */
async function takeWaiting(ctx: AppContext, quoteId: number, trigger: string): Promise<TemplateValues[]> {
  const rows = await query<{ id: number; words: TemplateValues }>(
    ctx.em,
    'delete from waiting_words where quote_id = ? and trigger = ? returning id, words',
    [quoteId, trigger],
  );
  return rows.toSorted((one, other) => one.id - other.id).map(({ words }) => words);
}

/**
 * Mails the office, if it has an address. A customer with a link may write often: one mail per quote and kind is sent
 * in OFFICE_MAIL_MINUTES, and the next one covers what came since. The quote is locked.
 */
export async function mailOffice(
  ctx: AppContext,
  quote: Quote,
  trigger: TemplateTrigger,
  more: () => TemplateValues = () => ({}),
): Promise<void> {
  const { ADMIN_EMAIL: to, language } = ctx.services.config;
  if (!to) return;
  const said = inLanguage(language, more);
  const [last] = await query<{ id: number }>(
    ctx.em,
    'select id from emails where quote_id = ? and trigger = ? and created_at > ? limit 1',
    [quote.id, trigger, new Date(now(ctx).getTime() - OFFICE_MAIL_MINUTES * MINUTE_MS)],
  );
  if (last) {
    ctx.em.create(WaitingWords, { quoteId: quote.id, trigger, words: said, at: now(ctx) });
    return;
  }
  const words = gathered([...(await takeWaiting(ctx, quote.id, trigger)), said]);
  await inLanguage(language, async () => {
    const values = { ...(await valuesOf(ctx, quote, true)), ...words };
    await queueMail(ctx, { trigger, to, values, quoteId: quote.id });
  });
}

/** Sends what waits for a mail to the office, once the last one of its quote and kind is OFFICE_MAIL_MINUTES old. */
export async function mailWaiting(services: Services): Promise<void> {
  const ctx = systemContext(services);
  const due = await query<{ quoteId: number; trigger: TemplateTrigger }>(
    services.orm.em.fork(),
    `select distinct w.quote_id as "quoteId", w.trigger from waiting_words w where not exists
       (select 1 from emails m where m.quote_id = w.quote_id and m.trigger = w.trigger and m.created_at > ?)`,
    [new Date(now(ctx).getTime() - OFFICE_MAIL_MINUTES * MINUTE_MS)],
  );
  for (const { quoteId, trigger } of due)
    await runInTransaction(ctx, 'quotes.mailWaiting', {}, async (em) => {
      const inner: AppContext = { ...ctx, em, grant: 'yes' };
      const quote = await em.findOne(Quote, quoteId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const waiting = await takeWaiting(inner, quoteId, trigger);
      // Nobody is notified about a deleted quote any more.
      if (quote && waiting.length > 0) await mailOffice(inner, quote, trigger, () => gathered(waiting));
    });
}

/**
 * Confirmation to the customer and word to the office. Strangers can name any address: only so many confirmations go to
 * one.
 */
export async function mailReceived(ctx: AppContext, quote: Quote): Promise<void> {
  const isTyped = !isStaff(ctx.caller.user?.role) && !ctx.caller.key;
  if (!isTyped || (await mayMailStranger(ctx, quote.customerEmail))) {
    await mailCustomer(ctx, quote, 'quote_received');
  } else {
    record(ctx, {
      subject: 'quote',
      subjectId: quote.id,
      action: 'quote.confirmation_skipped',
      says: [{ is: 'too_many_confirmations', hours: CONFIRMATIONS_HOURS }],
    });
  }
  await mailOffice(ctx, quote, 'quote_received_office');
}

/**
 * The mail that asks for payment. 409 when the customer would be asked to pay without a link: one of an earlier release
 * that no mail shows, or a template that leaves it out.
 */
export async function mailPriced(ctx: AppContext, quote: Quote): Promise<MailRow | undefined> {
  if (!quote.isPaidByLink()) return mailCustomer(ctx, quote, 'quote_sent');
  const link = normalPaymentUrl(quote.paymentUrl ?? '');
  if (link === null)
    throw conflict('BAD_PAYMENT_URL', t('The payment link of this quote cannot be mailed. Please set another one.'));
  const mail = await mailCustomer(ctx, quote, 'quote_sent');
  if (mail && !mail.text.includes(link))
    throw conflict(
      'MAIL_WITHOUT_PAYMENT_LINK',
      t('The e-mail template of priced quotes does not show the payment link. Please add {value} to its content.', {
        value: '{{paymentLink}}',
      }),
    );
  return mail;
}
