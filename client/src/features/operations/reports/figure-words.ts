import { formatAmount, writeDecimal } from '@quickfleet/shared/base/money/money';
import type { Figure } from '@quickfleet/shared/operations/reports/report-names';
import { t } from '@quickfleet/shared/words/t';
import { formatDay, formatNumber } from '../../../lib/words/format.ts';

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
      return formatDay(String(value));
    case 'flag':
      return value === true ? t('yes (in a table)') : '';
    default:
      return formatNumber(Number(value));
  }
}
