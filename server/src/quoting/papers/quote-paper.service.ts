import type { EntityManager } from '@mikro-orm/postgresql';
import { formatAmount, isNothing, writeDecimal } from '@quickfleet/shared/base/money/money';
import { lineName } from '@quickfleet/shared/base/money/price-line';
import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import { howToPay } from '@quickfleet/shared/company/how-to-pay';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import { lineAmount, totalsOf } from '@quickfleet/shared/quoting/quote-totals';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import pLimit from 'p-limit';
import { IssuedPaper, type PaperKind } from '../../company/papers/issued-paper.entity.ts';
import { linesOf, plainDayWords } from '../../company/papers/money-words.ts';
import { aboutPaper, paperOf as handOut, type Paper } from '../../company/papers/paper.ts';
import type { Sender } from '../../company/papers/sheet.ts';
import { inPaperLanguage } from '../../company/papers/words.ts';
import { bankAccountOf } from '../../company/settings/billing.ts';
import { companyNameOf, readCompany } from '../../company/settings/company.service.ts';
import { logoForPrint } from '../../company/settings/logo.ts';
import { c, readOne, readRow, select } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { paperKind } from '../../process/heavy/kinds.ts';
import { findByToken } from '../quotes/quotes.link.ts';
import { readQuote } from '../quotes/quotes.queries.ts';
import { lockQuote } from '../quotes/quotes.service.ts';
import type { QuotePaper } from './quote-paper.ts';

const drawing = heavy<typeof import('./quote-paper.ts')>(paperKind, new URL('./quote-paper.ts', import.meta.url));

const letters: Record<PaperKind, string> = { quote: 'Q', receipt: 'R' };

const given = select({ number: c.text('number'), issuedAt: c.date('issued_at') });
const counter = select({ last: c.int('paper_counters.last') });
const findNumber = (em: EntityManager, kind: PaperKind, quoteId: number): Promise<Given | undefined> =>
  readRow(em, given, 'select $columns from papers where quote_id = ? and kind = ? and voided_at is null', [
    quoteId,
    kind,
  ]);

const notPaid = () => conflict('QUOTE_NOT_PAID', t('There is a receipt once the quote is paid'));

/** Whoever waits for the counter waits without a connection: the calls of everybody else need them. */
const numbering = pLimit(1);

interface Given {
  number: string;
  issuedAt: Date;
}

/**
 * The number of a quote's document, 'Q-2026-0042': assigned at the first request, and kept. The counter's row is locked
 * until the transaction ends, and a rollback returns the number: no number of a year is skipped, however many are
 * assigned together. The year is in the company's time zone.
 */
async function numberOf(ctx: AppContext, kind: PaperKind, quoteId: number): Promise<Given> {
  const known = await findNumber(ctx.em, kind, quoteId);
  if (known) return known;
  const assign = async (em: EntityManager): Promise<Given> => {
    // Two who ask for the first time: the second reads the number of the first.
    const { status } = await lockQuote({ ...ctx, em }, quoteId);
    // Taken back since it was read: a number is not given to what is not paid.
    if (kind === 'receipt' && !isPaidQuote(status)) throw notPaid();
    const existing = await findNumber(em, kind, quoteId);
    if (existing) return existing;
    const year = Number(todayOf(ctx).slice(0, 4));
    const { last } = await readOne(
      em,
      counter,
      `insert into paper_counters (kind, year, last) values (?, ?, 1)
       on conflict (kind, year) do update set last = paper_counters.last + 1 returning $columns`,
      [kind, year],
    );
    const number = `${letters[kind]}-${year}-${String(last).padStart(4, '0')}`;
    em.create(IssuedPaper, { kind, year, number, quoteId, issuedAt: now(ctx) });
    await em.flush();
    return { number, issuedAt: now(ctx) };
  };
  return numbering(() => ctx.services.orm.em.fork().transactional(assign));
}

export const senderOf = async (ctx: AppContext, settings: CompanySettings): Promise<Sender> => ({
  name: companyNameOf(ctx, settings),
  logo: await logoForPrint(ctx.services),
  lines: [
    ...linesOf(settings.company.address),
    settings.company.phone ?? ctx.services.config.SUPPORT_PHONE,
    ctx.services.config.SUPPORT_EMAIL,
    ...(settings.profile.website ? [settings.profile.website] : []),
    ...(settings.company.taxNumber ? [t('Tax number: {number}', { number: settings.company.taxNumber })] : []),
  ],
});

/** What the lines come to, with the words of each part. */
function totalsIn({ lines, pricesIncludeTax, currency }: Quote): QuotePaper['totals'] {
  const { net, taxes, total } = totalsOf(lines, { pricesIncludeTax, currency });
  const words = (amount: string) => formatAmount(amount, currency, { isBare: true });
  const parts = taxes
    .filter(({ rate, tax }) => rate !== '0' || !isNothing(tax))
    .map((one): [string, string] => [
      t('{tax} {rate} % on {net}', { tax: one.label ?? t('Tax'), rate: writeDecimal(one.rate), net: words(one.net) }),
      words(one.tax),
    ]);
  const all: [string, string] = [t('Total {currency}', { currency }), words(total)];
  return parts.length > 0 ? [[t('Net'), words(net)], ...parts, all] : [all];
}

/** '19 %', or 'GST 5 %, QST 9.975 %'. */
const taxWords = ({ taxRate, taxes = [] }: QuoteLine): string =>
  taxes.length > 0
    ? taxes.map(({ label, rate }) => `${label} ${writeDecimal(rate)} %`).join(', ')
    : `${writeDecimal(taxRate)} %`;

const block = (caption: string, ...lines: (string | null)[]) => ({ caption, lines: lines.flatMap(linesOf) });

function paymentsIn({ payments = [], currency, payment, onAccount }: Quote, zone: string): string {
  const words = (amount: string) => `${formatAmount(amount, currency, { isBare: true })} ${currency}`;
  const lines = payments.map(({ at, amount, reference, provider }) =>
    [plainDayWords(dayAt(new Date(at), zone)), words(amount), reference ?? provider].filter(Boolean).join(' · '),
  );
  if (!isNothing(payment.over)) lines.push(t('{amount} more than the total', { amount: words(payment.over) }));
  if (lines.length === 0 && onAccount) lines.push(t('On account'));
  return lines.join('\n');
}

function paperOf(
  ctx: AppContext,
  kind: PaperKind,
  quote: Quote,
  { company, sender }: { company: CompanySettings; sender: Sender },
  given: Given,
): QuotePaper {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const dayOf = (at: Date | string) => plainDayWords(dayAt(new Date(at), zone));
  const isReceipt = kind === 'receipt';
  const reference = quote.reference ?? String(quote.id);
  const paying = howToPay({
    ...quote,
    reference,
    amount: quote.total ?? '0',
    bankAccount: bankAccountOf(ctx, company),
  });
  const payment = [paying, company.company.paymentTerms].filter(Boolean).join('\n');
  const hasTax = quote.lines.some(({ taxRate }) => Number(taxRate) !== 0);
  const texts = [
    ...(isReceipt ? [{ caption: t('PAID'), text: paymentsIn(quote, zone) }] : []),
    ...(hasTax && quote.pricesIncludeTax
      ? [{ caption: t('PRICES'), text: t('Unit prices and amounts include tax.') }]
      : []),
    ...(isReceipt || !payment ? [] : [{ caption: t('PAYMENT'), text: payment }]),
    ...(isReceipt || !quote.terms ? [] : [{ caption: t('TERMS'), text: quote.terms }]),
  ];
  return {
    head: {
      sender,
      kind: isReceipt ? t('Receipt') : t('Quote'),
      number: given.number,
      facts: [
        t('Date: {day}', { day: dayOf(given.issuedAt) }),
        ...(quote.reference ? [t('Reference: {reference}', { reference: quote.reference })] : []),
        ...(!isReceipt && quote.revision > 1 ? [t('Version {number}', { number: quote.revision })] : []),
        ...(!isReceipt && quote.validUntil ? [t('Valid until {day}', { day: plainDayWords(quote.validUntil) })] : []),
      ],
    },
    blocks: [
      block(t('CUSTOMER'), quote.customer.company, quote.customer.name, quote.customer.email),
      block(t('PICKUP'), quote.pickupAddress),
      block(t('DELIVERY'), quote.deliveryAddress),
    ],
    rows: quote.lines.map((line) => [
      lineName(line),
      writeDecimal(line.quantity),
      formatAmount(line.unitPrice, quote.currency, { isBare: true, isUnitPrice: true }),
      ...(hasTax ? [taxWords(line)] : []),
      formatAmount(lineAmount(line, quote.currency), quote.currency, { isBare: true }),
    ]),
    hasTax,
    totals: totalsIn(quote),
    currency: quote.currency,
    texts,
    foot: [sender.name, given.number].join(' · '),
  };
}

const notPriced = () => conflict('QUOTE_NOT_PRICED', t('This quote has no price yet, so there is nothing to print'));

/**
 * A quote as PDF, or its receipt once it is paid. The first time gives it its number.
 *
 * @throws 404, 409 QUOTE_NOT_PRICED, 409 QUOTE_NOT_PAID
 */
export async function printQuote(ctx: AppContext, id: number, kind: PaperKind): Promise<Paper> {
  const quote = await readQuote(ctx, id);
  if (quote.total === null || quote.lines.length === 0) throw notPriced();
  const isPaid = isPaidQuote(quote.status) && isNothing(quote.payment.open);
  if (kind === 'receipt' && !isPaid) throw notPaid();
  const company = await readCompany(ctx.em);
  const given = await numberOf(ctx, kind, id);
  return inPaperLanguage(ctx, quote.language, async () => {
    const paper = paperOf(ctx, kind, quote, { company, sender: await senderOf(ctx, company) }, given);
    const about = aboutPaper(ctx, `${paper.head.kind} ${given.number}`, paper.head.sender.name);
    return handOut(ctx, `${given.number}.pdf`, (to) => drawing.write('drawQuotePaper', { about, paper }, to));
  });
}

/** The same by the link of the customer's page, once the quote was sent to them. Rejects with 404 besides. */
export async function printByLink(ctx: AppContext, token: string, kind: PaperKind): Promise<Paper> {
  return printSentQuote(ctx, await findByToken(ctx, token), kind);
}

/** The same for somebody of the customer: nothing of a price in the making. */
export async function printSentQuote(ctx: AppContext, id: number, kind: PaperKind): Promise<Paper> {
  const { status } = await readQuote(ctx, id);
  if (status === 'draft') throw notPriced();
  return printQuote(ctx, id, kind);
}
