import type { CollectIn } from '@quickfleet/shared/base/money/collect';
import type { Collect } from '@quickfleet/shared/base/money/collect-words';
import { amountOf, isTooFine, roundAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import { orderPayments, paymentMethods } from '@quickfleet/shared/delivery/orders/order-payment';
import { type PriceRule, priceEntered } from '@quickfleet/shared/quoting/pricing/entered-price';
import { readCompany } from '../../company/settings/company.service.ts';
import { c } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { amountSql, companyCurrency, keepAmount, keepCollect } from '../../http/money.ts';
import type { Order } from './order.entity.ts';

/** What an order `o` is priced in: what its quote is, else its own, else the company's. */
export const orderCurrency = `coalesce(case when o.quote_id is not null then (select q.currency from quotes q where q.id = o.quote_id) end, o.currency, ${companyCurrency})`;
const inCurrency = (amount: string) => amountSql(amount, orderCurrency);
/** Its own tax, else what its quote says of the same price; a price of another amount says nothing of tax. */
export const orderTax = `coalesce(o.tax_total, case when o.quote_id is not null then (select q.tax_total from quotes q where q.id = o.quote_id and q.price = o.quote_price) end, 0)`;
const ofPrice = (amount: string) =>
  c.digits(`case when o.quote_price is not null then ${inCurrency(amount)} end`).nullable();
/** The amounts of an order in the wire form. */
export const amountColumns = {
  quotePrice: ofPrice('o.quote_price'),
  netTotal: ofPrice(`(o.quote_price - ${orderTax})`),
  taxTotal: ofPrice(orderTax),
  currency: c.text(orderCurrency),
};
export const itemValue = c.digits(inCurrency('i.value')).nullable();

/** Whether it is paid, in the wire form: nobody pays for what was cancelled. */
export const paymentColumns = {
  payment: c
    .oneOf(orderPayments, `case when o.payment <> 'open' or o.status <> 'cancelled' then o.payment end`)
    .nullable(),
  paymentMethod: c.oneOf(paymentMethods, 'o.payment_method').nullable(),
  paymentReference: c.text('o.payment_reference').nullable(),
  paidAt: c.time('o.paid_at').nullable(),
};
/** The words of the index `orders_unpaid`. */
export const isUnpaid = `o.payment = 'open' and o.status <> 'cancelled'`;

/** The same of an order that is at hand; its quote is loaded where it has one. */
export const currencyOfOrder = async (ctx: AppContext, { quote, currency }: Order): Promise<string> =>
  quote?.currency ?? currency ?? (await readCompany(ctx.em)).quoting.currency;

/** The tax in the price of an order that is at hand; its quote is loaded where it has one. */
export function taxOfOrder({ quotePrice, taxTotal, quote }: Order): string {
  if (taxTotal) return taxTotal;
  const isOfQuote = quotePrice && quote?.price && Number(quote.price) === Number(quotePrice);
  return (isOfQuote && quote.taxTotal) || '0';
}

/** What is to be collected, as it is kept; without a currency it is the company's. */
export const collectFor = async (ctx: AppContext, given: CollectIn): Promise<Collect | null> =>
  given ? keepCollect(given, (await readCompany(ctx.em)).quoting.currency) : null;

/** A price as it is kept: with its tax inside. */
export interface KeptPrice {
  quotePrice: string | null;
  taxTotal: string | null;
}
/** What a number that was given comes to. Throws 400 with the field for one that is too fine or too large. */
export function keepPrice(entered: string | null | undefined, rule: PriceRule, path = 'quotePrice'): KeptPrice {
  const price = keepAmount(entered, rule.currency, path) ?? null;
  if (price === null) return { quotePrice: null, taxTotal: null };
  try {
    const { total, taxTotal } = priceEntered(price, rule);
    return { quotePrice: total, taxTotal };
  } catch (error) {
    if (error instanceof RangeError) throw invalid(path, error.message);
    throw error;
  }
}

interface GivenPrice {
  quotePrice?: string | null | undefined;
  netTotal?: string | null | undefined;
}
/** A price as a new order brings it: `netTotal` counts where there is no `quotePrice`. */
export async function newPrice(
  ctx: AppContext,
  { quotePrice, netTotal }: GivenPrice,
  currency?: string | null,
  path = '',
): Promise<KeptPrice> {
  if (!quotePrice && !netTotal) return { quotePrice: null, taxTotal: null };
  const { quoting } = await readCompany(ctx.em);
  const rule = { ...quoting, currency: currency ?? quoting.currency };
  if (quotePrice) return keepPrice(quotePrice, rule, `${path}quotePrice`);
  return keepPrice(netTotal, { ...rule, pricesIncludeTax: false }, `${path}netTotal`);
}

/**
 * A price that is given where there is one already. As it was read it changes nothing; another is a new price by the
 * company's setting. `netTotal` is the price without its tax, whatever the setting says.
 */
export async function changedPrice(
  ctx: AppContext,
  given: GivenPrice,
  present: KeptPrice,
  currency: string,
  path = '',
): Promise<KeptPrice | undefined> {
  const { quotePrice, taxTotal } = present;
  const total = quotePrice === null ? null : roundAmount(quotePrice, currency);
  const isOther = (amount: string | null | undefined, known: string | null) =>
    amount !== undefined &&
    (amount === null || known === null || isTooFine(amount, currency)
      ? amount !== known
      : roundAmount(amount, currency) !== known);
  const net =
    quotePrice === null ? null : amountOf(unitsOf(quotePrice, currency) - unitsOf(taxTotal ?? '0', currency), currency);
  const isPrice = isOther(given.quotePrice, total);
  if (!isPrice && (!given.netTotal || !isOther(given.netTotal, net))) return undefined;
  const asked = isPrice ? { quotePrice: given.quotePrice } : { netTotal: given.netTotal };
  return newPrice(ctx, asked, currency, path);
}
