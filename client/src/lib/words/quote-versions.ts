// What the customer sees of one version of a quote, and in words what another version changed of it.

import { formatAmount } from '@quickfleet/shared/base/money';
import type { QuoteChange } from '@quickfleet/shared/quoting/quote-page';
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
      `The price changed from ${formatAmount(before.total, before.currency)} to ${formatAmount(after.total, after.currency)}.`,
    );
  const earlier = [...before.lines];
  for (const line of after.lines) {
    const at = earlier.findIndex(({ label }) => label === line.label);
    const [was] = at < 0 ? [] : earlier.splice(at, 1);
    const now = lineText(line, after.currency);
    if (!was) changes.push(`New: ${line.label}, ${now}.`);
    else if (lineText(was, before.currency) !== now && (after.lines.length > 1 || before.lines.length > 1))
      changes.push(`${line.label} changed from ${lineText(was, before.currency)} to ${now}.`);
  }
  for (const line of earlier) changes.push(`Removed: ${line.label}, ${lineText(line, before.currency)}.`);
  if (before.validUntil && after.validUntil && before.validUntil !== after.validUntil)
    changes.push(`It is valid until ${formatDay(after.validUntil)} instead of ${formatDay(before.validUntil)}.`);
  if ((before.terms ?? '') !== (after.terms ?? '')) changes.push('The terms changed.');
  return changes;
}

const otherNames: Partial<Record<QuoteChange['field'], string>> = {
  items: 'The items',
  pickupAddress: 'The pickup address',
  deliveryAddress: 'The delivery address',
  notes: 'The instructions',
  speed: 'The date',
};

const dayInWords = (day: string): string => (/^\d{4}-/.test(day) ? formatDay(day) : day.toLowerCase());

/** What a version changed besides its price: of a list and of long texts only that they did. */
export const otherChanges = (changes: readonly QuoteChange[]): string[] =>
  changes.flatMap(({ field, from, to }) => {
    const name = otherNames[field];
    if (!name) return [];
    if (field === 'items' || !from || !to) return [`${name} changed.`];
    if (field === 'speed') return [`${name} changed from ${dayInWords(from)} to ${dayInWords(to)}.`];
    return [`${name} changed from “${from}” to “${to}”.`];
  });
