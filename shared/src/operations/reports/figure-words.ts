// How figures of reports are read by people, on screens and on paper.

import { formatAmount, writeDecimal } from '../../base/money/money.ts';
import { formatIn } from '../../base/time/zoned-time.ts';
import { localeOf } from '../../words/languages.ts';
import { language, t } from '../../words/t.ts';
import type { Figure } from './report-names.ts';

export const NOTHING = '–';
/** A figure of totals or a row; `minutesLate.median` is inside another. */
export const figureOf = (figures: object, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      figures,
    );
const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A figure as a number, for charts; a rate in percent. */
export function numberOf(value: unknown): number {
  const { part, of } = partsOf(value);
  if (typeof part === 'number' && typeof of === 'number') return of === 0 ? 0 : Math.round((part / of) * 100);
  return Number(value ?? 0);
}

const dayWords = (day: string): string =>
  formatIn('UTC', localeOf(language()), { year: 'numeric', month: 'short', day: 'numeric' }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
  );

/** A figure in words: '94 %', '3 of 4', '$1,250.00', '–' for what is not known. */
export function inWords({ kind }: Pick<Figure, 'kind'>, value: unknown, currency: string): string {
  if (value === null || value === undefined) return NOTHING;
  const { rate, part, of, mean } = partsOf(value);
  switch (kind) {
    case 'rate':
      if (Number(of) === 0) return NOTHING;
      return typeof rate === 'number'
        ? t('{percent} %', { percent: Math.round(rate * 100) })
        : t('{part} of {of}', { part: Number(part), of: Number(of) });
    case 'rating':
      return typeof mean === 'number' ? writeDecimal(mean.toFixed(1)) : NOTHING;
    case 'money':
      return formatAmount(String(value), currency);
    case 'minutes':
      return t('{count} min', { count: Number(value) });
    case 'percent':
      return t('{percent} %', { percent: writeDecimal(Number(value)) });
    case 'day':
      return dayWords(String(value));
    case 'flag':
      return value === true ? t('yes (in a table)') : '';
    default:
      return Number(value).toLocaleString(localeOf(language()));
  }
}

/** The figure of a report that its chart shows. */
export const chartFigure = {
  deliveries: 'delivered',
  punctuality: 'onTime',
  failures: 'attempts',
  revenue: 'net',
  customers: 'deliveries',
  quotes: 'accepted',
  drivers: 'stops',
} as const;
