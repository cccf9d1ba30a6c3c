import { day } from '@quickfleet/shared/base/primitives';
import { NAME_MAX } from '@quickfleet/shared/limits';
import {
  comparisons,
  presets,
  type Span,
  spanOfPreset,
  weekStartOf,
} from '@quickfleet/shared/operations/reports/periods';
import {
  bysOf,
  filtersOf,
  type ReportBy,
  type ReportName,
  reportBys,
} from '@quickfleet/shared/operations/reports/report-names';
import { API_BASE } from '@quickfleet/shared/paths';
import { language, t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { brand } from '../../../lib/words/brand.ts';
import { todayInZone } from '../../../lib/words/format.ts';

/** A report is its address: whoever opens it sees the same, a period in words as of their day. */
const reportView = z.object({
  period: z.enum([...presets, 'own']).default('last30'),
  from: day().optional(),
  to: day().optional(),
  by: z.enum(reportBys).optional(),
  compare: z.enum([...comparisons, 'none']).default('previous'),
  driverId: urlNumber.optional(),
  customerId: urlNumber.optional(),
  zone: z.string().max(NAME_MAX).optional(),
  status: z.string().max(20).optional(),
});
export type ReportView = z.output<typeof reportView>;
export const useReportView = () => useView(reportView, ['driverId', 'customerId', 'zone', 'status']);

export const weekStart = weekStartOf(brand.country);
export const periodWords: Readonly<Record<ReportView['period'], string>> = {
  today: t('Today'),
  week: t('This week'),
  month: t('This month'),
  quarter: t('This quarter'),
  year: t('This year'),
  last7: t('Last 7 days'),
  last30: t('Last 30 days'),
  last90: t('Last 90 days'),
  lastWeek: t('Last week'),
  lastMonth: t('Last month'),
  own: t('Own days'),
};

/** The days of a view. */
export function spanOf({ period, from, to }: ReportView): Span {
  if (period === 'own' && from && to && from <= to) return { from, to };
  return spanOfPreset(period === 'own' ? 'last30' : period, todayInZone(), weekStart);
}
export const byOf = (name: ReportName, { by }: ReportView): ReportBy =>
  by && (bysOf[name] as readonly ReportBy[]).includes(by) ? by : bysOf[name][0];

/** What the server is asked for; a filter that this report has not is left out. */
export function askedOf(name: ReportName, view: ReportView) {
  const filters = Object.fromEntries(filtersOf[name].map((filter) => [filter, view[filter] || undefined]));
  return { name, ...spanOf(view), by: byOf(name, view), ...filters };
}
/** The file with the rows of a view. */
export function fileHref(name: ReportName, view: ReportView, form: 'csv' | 'xlsx'): string {
  const { name: _, ...asked } = askedOf(name, view);
  const given = Object.entries(asked).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return `${API_BASE}/reports/${name}.${form}?${new URLSearchParams([...given, ['language', language()]])}`;
}
