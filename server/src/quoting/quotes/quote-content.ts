import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import { CURRENCY_DEFAULT, roundAmount } from '@quickfleet/shared/base/money/money';
import { PRICE_LINE } from '@quickfleet/shared/base/money/price-line';
import type { QuoteLine } from '@quickfleet/shared/base/money/quote-lines';
import type { QuoteChange } from '@quickfleet/shared/quoting/quote-page';
import { lineAmount, type TaxAmount, totalsOf } from '@quickfleet/shared/quoting/quote-totals';
import { type SpeedType, speedLabel } from '@quickfleet/shared/quoting/speed';
import { message, said } from '@quickfleet/shared/words/t';
import { change, changed, type Side } from '../../company/history/change-words.ts';
import type { Said } from '../../company/history/detail-words.ts';
import type { FieldWord } from '../../company/history/field-words.ts';
import { codeOf, type Value } from '../../company/history/values.ts';
import type { Quote } from './quote.entity.ts';

export type LineWithAmount = QuoteLine & { amount: string };

/** Everything of a quote that its customer agrees to. The payment link is no part of it. */
export interface QuoteContent {
  reference: string | null;
  customerName: string;
  customerCompany: string | null;
  pickupAddress: string;
  deliveryAddress: string;
  notes: string | null;
  speedType: SpeedType;
  speedDate: string | null;
  /** Not in what was agreed in an earlier release. */
  wantedDay?: string;
  items: ContentItem[];
  currency: string;
  pricesIncludeTax: boolean;
  lines: LineWithAmount[];
  net: string;
  taxes: TaxAmount[];
  taxTotal: string;
  total: string;
  terms: string | null;
  validUntil: string | null;
}
export interface ContentItem {
  name: string;
  description: string | null;
  quantity: number;
  value: string | null;
  imageUrls: string[];
}
/** The same as it was agreed to: with the version, and with what the photos showed. */
export interface AcceptedContent extends QuoteContent {
  revision: number;
  /** Who offered it, as it was shown. */
  company: { name: string | null; address: string | null; taxNumber: string | null; phone: string | null };
  /** SHA-256 of the stored file as it is served; null for a file that is gone. */
  photos: { url: string; sha256: string | null }[];
}

/** A price that was set alone is one line, with its tax inside. */
export const linesOf = (
  quote: { lines?: QuoteLine[] | null; price?: string | null },
  currency: string,
): QuoteLine[] => {
  if (quote.lines) return quote.lines;
  if (!quote.price) return [];
  return [{ label: PRICE_LINE, quantity: '1', unitPrice: roundAmount(quote.price, currency), taxRate: '0' }];
};

/** Lines with what each comes to, and their totals; without lines everything is zero. */
export function priceOf(
  quote: { lines?: QuoteLine[] | null; price?: string | null; pricesIncludeTax?: boolean | null },
  currency: string,
) {
  const lines = linesOf(quote, currency);
  const pricesIncludeTax = quote.pricesIncludeTax ?? true;
  return {
    pricesIncludeTax,
    // Only what there is: what was agreed before a line had several taxes reads the same.
    lines: lines.map(({ label, quantity, unitPrice, taxRate, taxes }) => ({
      label,
      quantity,
      unitPrice,
      taxRate,
      ...(taxes ? { taxes } : {}),
      amount: lineAmount({ quantity, unitPrice }, currency),
    })),
    ...totalsOf(lines, { pricesIncludeTax, currency }),
  };
}

/** The quote's items have to be loaded. */
export const contentOf = (quote: Quote, currency: string): QuoteContent => ({
  reference: quote.reference ?? null,
  customerName: quote.customerName,
  customerCompany: quote.customerCompany ?? null,
  pickupAddress: quote.pickupAddress,
  deliveryAddress: quote.deliveryAddress,
  notes: quote.notes ?? null,
  speedType: quote.speedType,
  speedDate: quote.speedDate ?? null,
  ...(quote.wantedDay ? { wantedDay: quote.wantedDay } : {}),
  items: quote.items.getItems().map(({ name, description, quantity, value, imageUrls }) => ({
    name,
    description: description ?? null,
    quantity,
    value: value ?? null,
    imageUrls,
  })),
  currency: quote.currency ?? currency,
  ...priceOf(quote, quote.currency ?? currency),
  terms: quote.terms ?? null,
  validUntil: quote.validUntil ?? null,
});

export const isSameContent = (one: QuoteContent, other: QuoteContent): boolean =>
  canonicalJson(one as unknown as Json) === canonicalJson(other as unknown as Json);

const speedOf = ({ speedType, speedDate, wantedDay }: QuoteContent) =>
  speedDate ?? (speedType === 'today' ? speedLabel(speedType, wantedDay ?? null, '') : 'Any day');
const linesIn = ({ lines }: QuoteContent) =>
  lines
    .map(({ label, quantity, unitPrice }) => `${quantity === '1' ? '' : `${quantity} × `}${label} ${unitPrice}`)
    .join('\n');
const itemsIn = ({ items }: QuoteContent) =>
  items
    .map(
      ({ name, description, quantity, imageUrls }) =>
        `${quantity} × ${name}${description ? ` (${description})` : ''}${imageUrls.length > 0 ? `, ${imageUrls.length} photos` : ''}`,
    )
    .join('\n');
const shown: Readonly<Record<QuoteChange['field'], (content: QuoteContent) => string | null>> = {
  total: ({ total }) => total,
  lines: linesIn,
  currency: ({ currency }) => currency,
  validUntil: ({ validUntil }) => validUntil,
  terms: ({ terms }) => terms,
  items: itemsIn,
  pickupAddress: ({ pickupAddress }) => pickupAddress,
  deliveryAddress: ({ deliveryAddress }) => deliveryAddress,
  speed: speedOf,
  notes: ({ notes }) => notes,
};

/** The changes, as a person reads them. */
export const changesBetween = (before: QuoteContent, after: QuoteContent): QuoteChange[] =>
  (Object.keys(shown) as QuoteChange['field'][]).flatMap((field) => {
    const [from, to] = [shown[field](before), shown[field](after)];
    return from === to ? [] : [{ field, from, to }];
  });

const words = said<QuoteChange['field']>({
  total: message('the price'),
  lines: message('the lines of the price'),
  currency: message('the currency'),
  validUntil: message('how long it is valid'),
  terms: message('the terms'),
  items: message('the items'),
  pickupAddress: message('the pickup address'),
  deliveryAddress: message('the delivery address'),
  speed: message('the day'),
  notes: message('the notes'),
});
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
/** When its customer wants it, for the history: a day, today or any day. */
export const dayWanted = ({ speedType, speedDate }: Pick<Quote, 'speedType' | 'speedDate'>): Value =>
  speedDate ? { is: 'date', day: speedDate } : codeOf('plain', speedType === 'today' ? 'Today' : 'Any day');
/** What of a change is too long to be said with both values. */
const namedAlone: readonly QuoteChange['field'][] = ['items', 'lines', 'terms'];
const titles = {
  total: 'Price',
  lines: 'Lines of the price',
  currency: 'Currency',
  validUntil: 'Valid until',
  terms: 'Terms',
  items: 'Items',
  pickupAddress: 'Pickup address',
  deliveryAddress: 'Delivery address',
  speed: 'Day',
  notes: 'Special instructions',
} as const satisfies Record<QuoteChange['field'], FieldWord>;
/** A value of a change as history stores it. */
function sideOfChange(field: QuoteChange['field'], value: string | null, currency: string): Side {
  if (!value) return value;
  if (field === 'total') return { is: 'money', amount: value, currency };
  if (isDay(value)) return { is: 'date', day: value };
  return field === 'speed' && (value === 'Today' || value === 'Any day') ? codeOf('plain', value) : value;
}
/** 'Pickup address: 1 Old Road → 2 New Road', a line for each field, for the history. */
export const changesForHistory = (changes: readonly QuoteChange[], currency: string | null): Said[] =>
  changes.map(({ field, from, to }) => {
    if (namedAlone.includes(field)) return changed(titles[field]);
    const [before, after] = [from, to].map((value) => sideOfChange(field, value, currency ?? CURRENCY_DEFAULT));
    return change(titles[field], before, after);
  });

/** 'the price, the items', for a mail. */
export const changesInWords = (changes: readonly QuoteChange[]): string =>
  changes.map(({ field }) => words[field]).join(', ');
