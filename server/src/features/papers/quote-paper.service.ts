import type { CompanySettings } from '@quickfleet/shared/company';
import { lineAmount, totalsOf } from '@quickfleet/shared/quote-totals';
import type { Quote } from '@quickfleet/shared/quotes';
import { dayAt } from '@quickfleet/shared/zoned-time';
import { type AppContext, now } from '../../context.ts';
import { conflict } from '../../lib/errors.ts';
import { createDocument, streamPages } from '../../lib/pdf/document.ts';
import { companyNameOf, readCompany } from '../company/company.service.ts';
import { findByToken } from '../quotes/quotes.link.ts';
import { readQuote } from '../quotes/quotes.queries.ts';
import type { PaperKind } from './issued-paper.entity.ts';
import type { Paper } from './labels.service.ts';
import { amountWords, linesOf, plainDayWords } from './money-words.ts';
import { type Given, notPaid, numberOf } from './numbers.service.ts';
import { drawQuotePaper, type QuotePaper } from './quote-paper.ts';
import { A4, type Sender } from './sheet.ts';

export const senderOf = (ctx: AppContext, settings: CompanySettings): Sender => ({
  name: companyNameOf(ctx, settings),
  lines: [
    ...linesOf(settings.company.address),
    settings.company.phone ?? ctx.services.config.SUPPORT_PHONE,
    ctx.services.config.SUPPORT_EMAIL,
    ...(settings.company.taxNumber ? [`Tax number: ${settings.company.taxNumber}`] : []),
  ],
});

/** What the lines come to, with the words of each part. */
function totalsIn({ lines, pricesIncludeTax, currency }: Quote): QuotePaper['totals'] {
  const { net, taxes, total } = totalsOf(lines, { pricesIncludeTax });
  const parts = taxes
    .filter(({ rate, tax }) => rate !== '0' || tax !== '0.00')
    .map((one): [string, string] => [`Tax ${one.rate} % on ${amountWords(one.net)}`, amountWords(one.tax)]);
  const all: [string, string] = [`Total ${currency}`, amountWords(total)];
  return parts.length > 0 ? [['Net', amountWords(net)], ...parts, all] : [all];
}

const block = (caption: string, ...lines: (string | null)[]) => ({ caption, lines: lines.flatMap(linesOf) });

function paymentsIn({ payments = [], currency, payment, onAccount }: Quote, zone: string): string {
  const lines = payments.map(({ at, amount, reference, provider }) =>
    [plainDayWords(dayAt(new Date(at), zone)), `${amountWords(amount)} ${currency}`, reference ?? provider]
      .filter(Boolean)
      .join(' · '),
  );
  if (payment.over !== '0.00') lines.push(`${amountWords(payment.over)} ${currency} more than the total`);
  if (lines.length === 0 && onAccount) lines.push('On account');
  return lines.join('\n');
}

function paperOf(ctx: AppContext, kind: PaperKind, quote: Quote, company: CompanySettings, given: Given): QuotePaper {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const dayOf = (at: Date | string) => plainDayWords(dayAt(new Date(at), zone));
  const isReceipt = kind === 'receipt';
  const hasTax = quote.lines.some(({ taxRate }) => Number(taxRate) !== 0);
  const texts = [
    ...(isReceipt ? [{ caption: 'PAID', text: paymentsIn(quote, zone) }] : []),
    ...(hasTax && quote.pricesIncludeTax ? [{ caption: 'PRICES', text: 'Unit prices and amounts include tax.' }] : []),
    ...(isReceipt || !company.company.paymentTerms ? [] : [{ caption: 'PAYMENT', text: company.company.paymentTerms }]),
    ...(isReceipt || !quote.terms ? [] : [{ caption: 'TERMS', text: quote.terms }]),
  ];
  return {
    head: {
      sender: senderOf(ctx, company),
      kind: isReceipt ? 'Receipt' : 'Quote',
      number: given.number,
      facts: [
        `Date: ${dayOf(given.issuedAt)}`,
        ...(quote.reference ? [`Reference: ${quote.reference}`] : []),
        ...(!isReceipt && quote.revision > 1 ? [`Version ${quote.revision}`] : []),
        ...(!isReceipt && quote.validUntil ? [`Valid until ${plainDayWords(quote.validUntil)}`] : []),
      ],
    },
    blocks: [
      block('CUSTOMER', quote.customer.company, quote.customer.name, quote.customer.email),
      block('PICKUP', quote.pickupAddress),
      block('DELIVERY', quote.deliveryAddress),
    ],
    rows: quote.lines.map((line) => [
      line.label,
      line.quantity,
      amountWords(line.unitPrice),
      ...(hasTax ? [`${line.taxRate} %`] : []),
      amountWords(lineAmount(line)),
    ]),
    hasTax,
    totals: totalsIn(quote),
    currency: quote.currency,
    texts,
    foot: [senderOf(ctx, company).name, given.number].join(' · '),
  };
}

const notPriced = () => conflict('QUOTE_NOT_PRICED', 'This quote has no price yet, so there is nothing to print');

/**
 * A quote as PDF, or its receipt once it is paid. The first time gives it its number.
 *
 * @throws 404, 409 QUOTE_NOT_PRICED, 409 QUOTE_NOT_PAID
 */
export async function printQuote(ctx: AppContext, id: number, kind: PaperKind): Promise<Paper> {
  const quote = await readQuote(ctx, id);
  if (quote.total === null || quote.lines.length === 0) throw notPriced();
  const isPaid = (quote.status === 'paid' || quote.status === 'converted') && quote.payment.open === '0.00';
  if (kind === 'receipt' && !isPaid) throw notPaid();
  const company = await readCompany(ctx.em);
  const given = await numberOf(ctx, kind, id);
  const paper = paperOf(ctx, kind, quote, company, given);
  const about = { title: `${paper.head.kind} ${given.number}`, author: paper.head.sender.name, at: now(ctx) };
  const doc = createDocument(about, A4, { keepsPages: true });
  return { name: `${given.number}.pdf`, bytes: streamPages(doc, drawQuotePaper(doc, paper)) };
}

/** The same by the link of the customer's page, once the quote was sent to them. Rejects with 404 besides. */
export async function printByLink(ctx: AppContext, token: string, kind: PaperKind): Promise<Paper> {
  const id = await findByToken(ctx, token);
  const { status } = await readQuote(ctx, id);
  if (status === 'draft') throw notPriced();
  return printQuote(ctx, id, kind);
}
