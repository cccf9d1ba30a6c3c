// What the charts of reports show, and in which colours.
import type { ReportName } from '@quickfleet/shared/operations/reports/report-names';
import { t } from '@quickfleet/shared/words/t';

export interface Series {
  field: string;
  label: string;
  color: string;
}
/** The period before, grey next to any other. */
export const BEFORE = 'gray.4';
/** Told apart by who sees no red or no green (report-series.test.ts). */
export const seriesOf: Readonly<Record<ReportName, readonly Series[]>> = {
  deliveries: [
    { field: 'delivered', label: t('Delivered'), color: 'teal.7' },
    { field: 'failed', label: t('Failed attempts'), color: 'orange.4' },
  ],
  punctuality: [{ field: 'onTime', label: t('On time'), color: 'teal.7' }],
  failures: [{ field: 'attempts', label: t('Failed attempts'), color: 'orange.5' }],
  revenue: [{ field: 'net', label: t('Net'), color: 'teal.7' }],
  customers: [
    { field: 'deliveries', label: t('Deliveries'), color: 'teal.7' },
    { field: 'before', label: t('In the period before'), color: BEFORE },
  ],
  quotes: [
    { field: 'accepted', label: t('Accepted'), color: 'teal.7' },
    { field: 'declined', label: t('Declined'), color: 'orange.5' },
    { field: 'expired', label: t('Expired'), color: 'violet.4' },
  ],
  drivers: [{ field: 'stops', label: t('Stops'), color: 'teal.7' }],
};
/** Of reasons there are late deliveries alone. */
export const lateSeries: readonly Series[] = [{ field: 'onTime.of', label: t('Late'), color: 'orange.5' }];
