// What the customer sees of one version of a quote, and in words what another version changed of it.

import { formatAmount } from '@quickfleet/shared/base/money/money';
import { lineName } from '@quickfleet/shared/base/money/price-line';
import type { QuoteChange } from '@quickfleet/shared/quoting/quote-page';
import { t } from '@quickfleet/shared/words/t';
import { formatDay } from './format.ts';

export interface VersionLine {
  label: string;
  quantity: string;
  unitPrice: string;
}
export interface QuoteVersion {
  total: string | null;
  currency: string;
  lines: readonly VersionLine[];
  validUntil: string | null;
  terms: string | null;
}

const lineText = ({ quantity, unitPrice }: VersionLine, currency: string): string =>
  `${Number(quantity) === 1 ? '' : `${quantity} × `}${formatAmount(unitPrice, currency, { isUnitPrice: true })}`;

/** Sentences, the price first; empty where the customer sees the same. */
export function changesBetween(before: QuoteVersion, after: QuoteVersion): string[] {
  const changes: string[] = [];
  if (before.total !== null && after.total !== null && Number(before.total) !== Number(after.total))
    changes.push(
      t('The price changed from {from} to {to}.', {
        from: formatAmount(before.total, before.currency),
        to: formatAmount(after.total, after.currency),
      }),
    );
  const earlier = [...before.lines];
  for (const line of after.lines) {
    const at = earlier.findIndex(({ label }) => label === line.label);
    const [was] = at < 0 ? [] : earlier.splice(at, 1);
    const now = lineText(line, after.currency);
    if (!was) changes.push(t('New: {line}, {price}.', { line: lineName(line), price: now }));
    else if (lineText(was, before.currency) !== now && (after.lines.length > 1 || before.lines.length > 1))
      changes.push(
        t('{what} changed from {from} to {to}.', {
          what: lineName(line),
          from: lineText(was, before.currency),
          to: now,
        }),
      );
  }
  for (const line of earlier)
    changes.push(t('Removed: {line}, {price}.', { line: lineName(line), price: lineText(line, before.currency) }));
  if (before.validUntil && after.validUntil && before.validUntil !== after.validUntil)
    changes.push(
      t('It is valid until {day} instead of {before}.', {
        day: formatDay(after.validUntil),
        before: formatDay(before.validUntil),
      }),
    );
  if ((before.terms ?? '') !== (after.terms ?? '')) changes.push(t('The terms changed.'));
  return changes;
}

const otherNames: Partial<Record<QuoteChange['field'], string>> = {
  items: t('The items'),
  pickupAddress: t('The pickup address'),
  deliveryAddress: t('The delivery address'),
  notes: t('The instructions'),
  speed: t('The date'),
};

const dayInWords = (day: string): string => (/^\d{4}-/.test(day) ? formatDay(day) : day.toLowerCase());

/** What a version changed besides its price: of a list and of long texts only that they did. */
export const otherChanges = (changes: readonly QuoteChange[]): string[] =>
  changes.flatMap(({ field, from, to }) => {
    const name = otherNames[field];
    if (!name) return [];
    if (field === 'items' || !from || !to) return [t('{name} changed.', { name })];
    if (field === 'speed')
      return [t('{name} changed from {before} to {after}.', { name, before: dayInWords(from), after: dayInWords(to) })];
    return [t('{name} changed from “{from}” to “{to}”.', { name, from, to })];
  });
