import { addDays, nextMonth } from '@quickfleet/shared/base/time/zoned-time';
import type { ReportBy, ReportName } from '@quickfleet/shared/operations/reports/report-names';
import { paths } from '@quickfleet/shared/paths';

const ofReport = (name: ReportName, query: Record<string, string>) =>
  `${paths.adminReport(name)}?${new URLSearchParams(query)}`;
const ofOrders = (query: Record<string, string>) => `${paths.adminOrders}?${new URLSearchParams(query)}`;

const earliest = (...days: [string, string]): string => days.toSorted()[0] ?? '';
const latest = (...days: [string, string]): string => days.toSorted().at(-1) ?? '';

/** What stands behind a row: the list of its orders or quotes, the customer, or the same report day by day. */
export function linkOfRow(
  name: ReportName,
  by: ReportBy,
  key: string,
  span: { from: string; to: string },
): string | null {
  if (key === '') return null;
  switch (by) {
    case 'day':
      if (name === 'quotes') return null;
      return ofOrders(name === 'failures' ? { failedOn: key } : { deliveredOn: key });
    case 'week':
    case 'month': {
      const from = by === 'month' ? `${key}-01` : key;
      const to = by === 'month' ? addDays(nextMonth(key), -1) : addDays(key, 6);
      const within = { from: latest(from, span.from), to: earliest(to, span.to) };
      return ofReport(name, { period: 'own', ...within, by: 'day' });
    }
    case 'driver':
      return ofOrders({ driverId: key });
    case 'customer':
      return paths.adminCustomer(Number(key));
    case 'status':
      return `${paths.adminQuotes}?status=${key}`;
    case 'address':
      return ofOrders({ q: key.split('\n')[0] ?? key });
    case 'zone':
      return ofReport(name, { period: 'own', ...span, by: 'day', zone: key });
    default:
      return null;
  }
}
