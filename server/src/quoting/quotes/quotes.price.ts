import { isDeepStrictEqual } from 'node:util';
import { roundAmount } from '@quickfleet/shared/base/money/money';
import { PRICE_LINE } from '@quickfleet/shared/base/money/price-line';
import type { QuoteLine, QuoteLineInput } from '@quickfleet/shared/base/money/quote-lines';
import { normalPaymentUrl } from '@quickfleet/shared/base/primitives';
import { type CompanySettings, fillPaymentUrl } from '@quickfleet/shared/company/company';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import { type TotalsRule, totalsOf } from '@quickfleet/shared/quoting/quote-totals';
import type { UpdateQuote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import type { PricedFacts } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { keptLine } from '../../company/settings/company.service.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, conflict } from '../../http/errors.ts';
import { keepAmount } from '../../http/money.ts';
import type { Quote } from './quote.entity.ts';
import { linesOf } from './quote-content.ts';

type Settings = CompanySettings['quoting'];

const isSame = (one: QuoteLine, other: QuoteLine) =>
  one.label === other.label &&
  one.quantity === other.quantity &&
  one.unitPrice === other.unitPrice &&
  one.taxRate === other.taxRate &&
  isDeepStrictEqual(one.taxes, other.taxes);

const isSameLines = (one: readonly QuoteLine[], other: readonly QuoteLine[]) =>
  one.length === other.length && one.every((line, at) => isSame(line, other[at] ?? ({} as QuoteLine)));

/** The lines that are asked for; undefined when they are the present ones, as a client sends them back. */
function newLines(quote: Quote, lines: readonly QuoteLineInput[] | undefined, settings: Settings) {
  if (lines === undefined) return undefined;
  const present = linesOf(quote, quote.currency ?? settings.currency);
  const wanted = lines.map((line) => keptLine(line, settings));
  return isSameLines(wanted, present) ? undefined : wanted;
}

/**
 * The line of a price that is given alone, by the company's setting like every other line; undefined where the price is
 * the present one: as it was read, or as it was given before.
 */
function lineOfPrice(quote: Quote, price: string | null | undefined, settings: Settings): QuoteLine[] | undefined {
  const { currency, defaultTaxRate, pricesIncludeTax } = settings;
  if (!price || (quote.price && price === roundAmount(quote.price, currency))) return undefined;
  const line = keptLine({ label: PRICE_LINE, quantity: '1', unitPrice: price, taxRate: defaultTaxRate }, settings);
  const isKnown = quote.pricesIncludeTax === pricesIncludeTax && isSameLines([line], quote.lines ?? []);
  return isKnown ? undefined : [line];
}

function totalsFor(lines: readonly QuoteLine[], rule: TotalsRule) {
  try {
    return totalsOf(lines, rule);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badRequest('BAD_TOTAL', error.message, [{ path: 'lines', message: error.message }]);
  }
}

function setLines(ctx: AppContext, quote: Quote, lines: QuoteLine[], rule: TotalsRule) {
  const { total, taxTotal } = totalsFor(lines, rule);
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: 'quote.priced',
    detail: `${quote.price ?? 'no price'} → ${total}`,
    data: { from: quote.price ?? null, to: total, currency: rule.currency } satisfies PricedFacts,
  });
  Object.assign(quote, { lines, ...rule, price: total, taxTotal });
}

const priceRequired = () =>
  badRequest('PRICE_REQUIRED', t('A price that is set can be changed but not removed'), [
    { path: 'price', message: t('A price is required') },
  ]);

/**
 * Whether a price, its lines or the way to pay it were given. Lines that are other than the present ones decide the
 * price; a price alone that is another becomes one line. The company's setting says of both whether tax is inside. What
 * is set is changed, never taken away, and not after payment. A first price without a link takes the company's.
 *
 * @throws 400 PRICE_REQUIRED, BAD_TOTAL, PAYMENT_URL_REQUIRED, 409 QUOTE_ALREADY_PAID
 */
export function changePrice(ctx: AppContext, quote: Quote, input: UpdateQuote, company: Settings): boolean {
  const { paymentUrl } = input;
  const currency = quote.status === 'draft' || !quote.currency ? company.currency : quote.currency;
  const settings = { ...company, currency };
  const price = keepAmount(input.price, currency, 'price');
  const present = quote.price ? roundAmount(quote.price, currency) : null;
  const lines = newLines(quote, input.lines, settings) ?? lineOfPrice(quote, price, settings);
  const changesPrice = lines !== undefined || (price === null && present !== null);
  // An earlier release may have stored the same link in another form.
  const presentUrl = quote.paymentUrl && (normalPaymentUrl(quote.paymentUrl) ?? quote.paymentUrl);
  const changesUrl = paymentUrl !== undefined && paymentUrl !== (presentUrl ?? null);
  if ((changesPrice || changesUrl) && quote.status === 'paid')
    throw conflict('QUOTE_ALREADY_PAID', t('This quote is paid; its price and payment link stay as they are'));
  // A link that the company's pattern made names the price: it follows it.
  const isDefault = quote.paymentUrl !== null && quote.paymentUrl === defaultUrl(quote, settings);
  if (changesPrice) {
    if (!lines || lines.length === 0) throw priceRequired();
    setLines(ctx, quote, lines, { pricesIncludeTax: settings.pricesIncludeTax, currency });
  }
  if (changesUrl) {
    if (paymentUrl === null && quote.status !== 'draft' && quote.isPaidByLink()) throw urlRequired();
    quote.paymentUrl = paymentUrl ?? null;
  } else if (changesPrice && quote.isPaidByLink() && (isDefault || (paymentUrl === undefined && !quote.paymentUrl))) {
    quote.paymentUrl = defaultUrl(quote, settings);
  }
  return price !== undefined || (input.lines?.length ?? 0) > 0 || paymentUrl !== undefined;
}

const urlRequired = () =>
  badRequest('PAYMENT_URL_REQUIRED', t('A sent quote needs its payment link'), [
    { path: 'paymentUrl', message: t('A payment link is required') },
  ]);

/**
 * Another way to pay, before the price is changed: only a link needs an address. As it was read it changes nothing.
 *
 * @throws 400 PAYMENT_URL_REQUIRED, 409 QUOTE_ALREADY_PAID
 */
export function changePayBy(quote: Quote, { payBy, paymentUrl }: UpdateQuote, settings: Settings): boolean {
  if (payBy === undefined || payBy === quote.wayToPay()) return false;
  if (isPaidQuote(quote.status))
    throw conflict('QUOTE_ALREADY_PAID', t('This quote is paid; its price and payment link stay as they are'));
  quote.payBy = payBy;
  quote.onAccount = payBy === 'account';
  if (payBy !== 'link') quote.paymentUrl = null;
  else if (quote.status !== 'draft' && !quote.paymentUrl && !paymentUrl) {
    quote.paymentUrl = defaultUrl(quote, settings);
    if (!quote.paymentUrl) throw urlRequired();
  }
  return true;
}

const defaultUrl = (quote: Quote, { defaultPaymentUrl, currency }: Settings): string | null =>
  defaultPaymentUrl === null
    ? null
    : fillPaymentUrl(defaultPaymentUrl, {
        quoteId: String(quote.id),
        reference: quote.reference ?? String(quote.id),
        total: quote.price ?? '',
        currency: quote.currency ?? currency,
      });
