import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import { lineName } from '@quickfleet/shared/base/money/price-line';
import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import { chargeName } from '@quickfleet/shared/delivery/charges/charge-rates';
import {
  type InvoiceTax,
  isTaxed,
  netIn,
  netOf,
  plainRate,
  rateOf,
} from '@quickfleet/shared/delivery/invoices/invoice-totals';
import type { Buyer, InvoiceLineIn, Seller } from '@quickfleet/shared/delivery/invoices/invoices';
import { lineAmount } from '@quickfleet/shared/quoting/quote-totals';
import { t } from '@quickfleet/shared/words/t';
import { linesOf } from '../../company/papers/money-words.ts';
import { conflict } from '../../http/errors.ts';
import type { KeptLine } from './invoice.entity.ts';
import { categoryOf } from './invoices.parties.ts';

// How prices become lines: net, each with its tax, and with what was agreed where the tax is in the price.

/** Of whom and to whom a line is. */
export interface Between {
  seller: Seller;
  buyer: Buyer;
  settings: CompanySettings;
  currency: string;
}
export type NewLine = Omit<KeptLine, 'id'>;
/** An order, or something about one, that is to be paid. */
export interface Delivered {
  orderId: number;
  trackingNumber: string;
  deliveredOn: string | null;
  source: NonNullable<KeptLine['source']>;
}

const taxed = ({ seller, buyer }: Between, label: string | null, rate: string): InvoiceTax => ({
  label,
  rate: seller.isSmallBusiness ? '0' : plainRate(rate),
  category: categoryOf(rate, seller, buyer),
});
const opposite = (amount: string, currency: string): string => amountOf(-unitsOf(amount, currency), currency);

/** The rates that the company has, its own first. */
const knownRates = ({ settings: { quoting } }: Between): string[] => [
  quoting.defaultTaxRate,
  ...quoting.linePresets.map(({ taxRate }) => taxRate),
];
/** One line for a price that has its tax in it. */
function fromPrice(
  between: Between,
  of: Delivered,
  { description, gross, tax, isOff = false }: { description: string; gross: string; tax: string; isOff?: boolean },
): NewLine {
  const { settings, seller, currency } = between;
  const { pricesIncludeTax } = settings.quoting;
  const taxes = [taxed(between, null, rateOf(gross, tax, knownRates(between), currency))];
  const net = seller.isSmallBusiness ? gross : amountOf(unitsOf(gross, currency) - unitsOf(tax, currency), currency);
  const agreed = pricesIncludeTax || seller.isSmallBusiness ? gross : null;
  return {
    ...of,
    description,
    quantity: isOff ? '-1' : '1',
    unit: 'C62',
    unitPrice: net,
    net: isOff ? opposite(net, currency) : net,
    taxes,
    gross: agreed === null ? null : isOff ? opposite(agreed, currency) : agreed,
  };
}

/** The lines of a quote, one by one. */
function fromQuoteLine(between: Between, of: Delivered, line: QuoteLine, includesTax: boolean, to: string): NewLine {
  const { currency, seller } = between;
  const given = line.taxes?.length ? line.taxes.map(({ label, rate }) => ({ label, rate })) : [];
  const taxes =
    given.length > 0 && !seller.isSmallBusiness
      ? given.map(({ label, rate }) => taxed(between, label, rate))
      : [taxed(between, null, line.taxRate)];
  const isOff = line.unitPrice.startsWith('-');
  const price = line.unitPrice.replace('-', '');
  const name = lineName(line) === line.label ? line.label : `${lineName(line)}: ${to}`;
  const amount = lineAmount({ quantity: line.quantity, unitPrice: price }, currency);
  const signed = (value: string) => (isOff ? opposite(value, currency) : value);
  // A small business has no tax to take out of its price, nor to put on it.
  if (!includesTax && !seller.isSmallBusiness) {
    const quantity = isOff ? `-${line.quantity}` : line.quantity;
    const net = netOf({ quantity, unitPrice: price }, currency);
    return { ...of, description: name, quantity, unit: 'C62', unitPrice: price, net, taxes, gross: null };
  }
  const net = netIn(amount, taxes, currency);
  const description = line.quantity === '1' ? name : t('{name} ({quantity} pieces)', { name, quantity: line.quantity });
  const quantity = isOff ? '-1' : '1';
  return { ...of, description, quantity, unit: 'C62', unitPrice: net, net: signed(net), taxes, gross: signed(amount) };
}

export interface OrderPrice {
  quotePrice: string;
  taxTotal: string;
  deliveryAddress: string;
  /** Of the quote, where the order still has its price. */
  lines: QuoteLine[] | null;
  pricesIncludeTax: boolean | null;
  isReturned: boolean;
}
/** The lines of an order. */
export function linesOfOrder(between: Between, of: Delivered, order: OrderPrice): NewLine[] {
  const to = linesOf(order.deliveryAddress).join(', ').slice(0, 120);
  if (order.lines !== null && order.lines.length > 0 && order.pricesIncludeTax !== null) {
    const includesTax = order.pricesIncludeTax;
    return order.lines.map((line) => fromQuoteLine(between, of, line, includesTax, to));
  }
  const description = order.isReturned
    ? t('Delivery that failed and went back, to {address}', { address: to })
    : t('Delivery to {address}', { address: to });
  return [fromPrice(between, of, { description, gross: order.quotePrice, tax: order.taxTotal })];
}

/** The line of an approved charge. */
export const lineOfCharge = (
  between: Between,
  of: Delivered,
  charge: { label: string; minutes: number | null; amount: string; taxTotal: string },
): NewLine => fromPrice(between, of, { description: chargeName(charge), gross: charge.amount, tax: charge.taxTotal });

/** What a claim that was settled in money takes off, with the tax that the order's price has. */
export function lineOfClaim(
  between: Between,
  of: Delivered,
  claim: { reference: string; amount: string; quotePrice: string | null; taxTotal: string },
): NewLine {
  const { currency } = between;
  const rate =
    claim.quotePrice === null ? '0' : rateOf(claim.quotePrice, claim.taxTotal, knownRates(between), currency);
  const net = netIn(claim.amount, [{ rate }], currency);
  const tax = amountOf(unitsOf(claim.amount, currency) - unitsOf(net, currency), currency);
  const description = t('Claim {reference}', { reference: claim.reference });
  return fromPrice(between, of, { description, gross: claim.amount, tax, isOff: true });
}

/** A line that was typed in. */
export function typedLine(between: Between, line: InvoiceLineIn, of: Delivered | undefined): NewLine {
  const { settings, currency, seller, buyer } = between;
  const given = line.taxes ?? [{ label: null, rate: settings.quoting.defaultTaxRate, category: undefined }];
  const taxes = given.map(({ label, rate, category }) => ({
    ...taxed(between, label ?? null, rate),
    category: category && !(seller.isSmallBusiness && category === 'S') ? category : categoryOf(rate, seller, buyer),
  }));
  const { description, quantity, unit, unitPrice } = line;
  return {
    orderId: of?.orderId ?? null,
    trackingNumber: of?.trackingNumber ?? null,
    deliveredOn: of?.deliveredOn ?? null,
    source: of?.source ?? null,
    ...{ description, quantity, unit, unitPrice, net: netOf({ quantity, unitPrice }, currency), taxes, gross: null },
  };
}

type Parties = Pick<Between, 'seller' | 'buyer'>;
/**
 * Lines of a draft as the parties of today are taxed: why there is no tax is worked out again, where nobody said it.
 *
 * @throws 409 TAXES_CHANGED where the company has become, or is no longer, a small business
 */
export function taxedAgain<L extends Pick<KeptLine, 'taxes'>>(lines: readonly L[], was: Parties, is: Parties): L[] {
  const isSwitched = was.seller.isSmallBusiness !== is.seller.isSmallBusiness;
  const isStale = (tax: InvoiceTax) => (is.seller.isSmallBusiness ? isTaxed(tax) : tax.category === 'E');
  if (isSwitched && lines.some(({ taxes }) => taxes.some(isStale)))
    throw conflict(
      'TAXES_CHANGED',
      t('The company’s taxes have changed since this draft. Delete it and make it again'),
    );
  const again = (tax: InvoiceTax): InvoiceTax =>
    tax.category === categoryOf(tax.rate, was.seller, was.buyer)
      ? { ...tax, category: categoryOf(tax.rate, is.seller, is.buyer) }
      : tax;
  return lines.map((line) => ({ ...line, taxes: line.taxes.map(again) }));
}
