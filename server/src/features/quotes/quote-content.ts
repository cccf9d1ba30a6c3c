import { canonicalJson, type Json } from '@quickfleet/shared/canonical-json';
import { PRICE_LINE, type QuoteLine } from '@quickfleet/shared/quote-lines';
import type { QuoteChange } from '@quickfleet/shared/quote-page';
import { lineAmount, totalsOf } from '@quickfleet/shared/quote-totals';
import type { SpeedType } from '@quickfleet/shared/speed';
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
  items: ContentItem[];
  currency: string;
  pricesIncludeTax: boolean;
  lines: LineWithAmount[];
  net: string;
  taxes: { rate: string; net: string; tax: string }[];
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
export const linesOf = (quote: { lines?: QuoteLine[] | null; price?: string | null }): QuoteLine[] => {
  if (quote.lines) return quote.lines;
  return quote.price ? [{ label: PRICE_LINE, quantity: '1', unitPrice: quote.price, taxRate: '0' }] : [];
};

/** Lines with what each comes to, and their totals; without lines everything is zero. */
export function priceOf(quote: {
  lines?: QuoteLine[] | null;
  price?: string | null;
  pricesIncludeTax?: boolean | null;
}) {
  const lines = linesOf(quote);
  const pricesIncludeTax = quote.pricesIncludeTax ?? true;
  return {
    pricesIncludeTax,
    lines: lines.map(({ label, quantity, unitPrice, taxRate }) => ({
      label,
      quantity,
      unitPrice,
      taxRate,
      amount: lineAmount({ quantity, unitPrice }),
    })),
    ...totalsOf(lines, { pricesIncludeTax }),
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
  items: quote.items.getItems().map(({ name, description, quantity, value, imageUrls }) => ({
    name,
    description: description ?? null,
    quantity,
    value: value ?? null,
    imageUrls,
  })),
  currency: quote.currency ?? currency,
  ...priceOf(quote),
  terms: quote.terms ?? null,
  validUntil: quote.validUntil ?? null,
});

export const isSameContent = (one: QuoteContent, other: QuoteContent): boolean =>
  canonicalJson(one as unknown as Json) === canonicalJson(other as unknown as Json);

const speedOf = ({ speedType, speedDate }: QuoteContent) => speedDate ?? (speedType === 'today' ? 'Today' : 'Any day');
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

/** What a person is told of the difference. */
export const changesBetween = (before: QuoteContent, after: QuoteContent): QuoteChange[] =>
  (Object.keys(shown) as QuoteChange['field'][]).flatMap((field) => {
    const [from, to] = [shown[field](before), shown[field](after)];
    return from === to ? [] : [{ field, from, to }];
  });

const words: Readonly<Record<QuoteChange['field'], string>> = {
  total: 'the price',
  lines: 'the lines of the price',
  currency: 'the currency',
  validUntil: 'how long it is valid',
  terms: 'the terms',
  items: 'the items',
  pickupAddress: 'the pickup address',
  deliveryAddress: 'the delivery address',
  speed: 'the day',
  notes: 'the notes',
};
/** 'the price, the items', for a mail. */
export const changesInWords = (changes: readonly QuoteChange[]): string =>
  changes.map(({ field }) => words[field]).join(', ');
