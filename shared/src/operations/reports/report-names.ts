// What there is of reports, without a schema: the screens read it too.
import { type Message, message, said } from '../../words/t.ts';

export const reportNames = [
  'deliveries',
  'punctuality',
  'failures',
  'revenue',
  'customers',
  'quotes',
  'drivers',
] as const;
export type ReportName = (typeof reportNames)[number];
export const isReportName = (name: string): name is ReportName => (reportNames as readonly string[]).includes(name);

export const reportBys = [
  'day',
  'week',
  'month',
  'weekday',
  'hour',
  'driver',
  'customer',
  'zone',
  'reason',
  'party',
  'address',
  'status',
] as const;
export type ReportBy = (typeof reportBys)[number];
/** What lies on a line of time: its rows are complete, also where nothing happened. */
export const timeBys = ['day', 'week', 'month'] as const satisfies readonly ReportBy[];
export type TimeBy = (typeof timeBys)[number];
export const isTimeBy = (by: ReportBy): by is TimeBy => (timeBys as readonly ReportBy[]).includes(by);

/** By what the rows of a report can be, the default first. */
export const bysOf = {
  deliveries: ['day', 'week', 'month', 'weekday', 'hour', 'driver', 'customer', 'zone'],
  punctuality: ['week', 'day', 'month', 'weekday', 'hour', 'driver', 'customer', 'zone', 'reason'],
  failures: ['reason', 'party', 'address', 'day', 'week', 'month', 'weekday', 'hour', 'driver', 'customer', 'zone'],
  revenue: ['month', 'week', 'day', 'weekday', 'driver', 'customer', 'zone'],
  customers: ['customer'],
  quotes: ['week', 'day', 'month', 'weekday', 'hour', 'customer', 'zone', 'status', 'reason'],
  drivers: ['driver', 'day', 'week', 'month', 'weekday'],
} as const satisfies Record<ReportName, readonly [ReportBy, ...ReportBy[]]>;

/** What is known of why a delivery was late; the first that is so. */
export const lateReasons = ['failed_before', 'waiting', 'announced', 'departed_late'] as const;
export type LateReason = (typeof lateReasons)[number];

export const reportFilters = ['driverId', 'customerId', 'zone', 'status'] as const;
export type ReportFilter = (typeof reportFilters)[number];
/** What of its rows a report can be asked for. */
export const filtersOf = {
  deliveries: ['driverId', 'customerId', 'zone', 'status'],
  punctuality: ['driverId', 'customerId', 'zone'],
  failures: ['driverId', 'customerId', 'zone'],
  revenue: ['driverId', 'customerId', 'zone'],
  customers: ['driverId', 'customerId', 'zone'],
  quotes: ['customerId', 'zone', 'status'],
  drivers: ['driverId'],
} as const satisfies Record<ReportName, readonly ReportFilter[]>;

export const reportTitles: Readonly<Record<ReportName, string>> = said({
  deliveries: message('Deliveries'),
  punctuality: message('Punctuality'),
  failures: message('Failed attempts'),
  revenue: message('Revenue'),
  customers: message('Customers'),
  quotes: message('Quotes'),
  drivers: message('Drivers'),
});
/** The one question that each of them answers. */
export const reportQuestions: Readonly<Record<ReportName, string>> = said({
  deliveries: message('How much do we carry?'),
  punctuality: message('Are we on time?'),
  failures: message('What goes wrong, and why?'),
  revenue: message('What do we earn?'),
  customers: message('Which customers grow, and which leave?'),
  quotes: message('Which quotes do we win, and which do we lose?'),
  drivers: message('How do our drivers do?'),
});
export const byWords: Readonly<Record<ReportBy, string>> = said({
  day: message('Day'),
  week: message('Week'),
  month: message('Month'),
  weekday: message('Weekday'),
  hour: message('Hour'),
  driver: message('Driver'),
  customer: message('Customer'),
  zone: message('Area'),
  reason: message('Reason'),
  party: message('Cause'),
  address: message('Address'),
  status: message('Status'),
});

/** How the figures of a report are written, in the order of its table. */
export type FigureKind = 'count' | 'rate' | 'money' | 'number' | 'minutes' | 'day' | 'rating' | 'flag' | 'percent';
export interface Figure {
  /** The field of totals and rows, or of an object in them. */
  field: string;
  name: Message;
  kind: FigureKind;
  /** Whether totals or rows alone have it. */
  only?: 'totals' | 'rows';
  /** More of it is worse. */
  isBad?: true;
}
export const figuresOf: Readonly<Record<ReportName, readonly Figure[]>> = {
  deliveries: [
    { field: 'planned', name: message('Planned'), kind: 'count' },
    { field: 'delivered', name: message('Delivered'), kind: 'count' },
    { field: 'failed', name: message('Failed attempts'), kind: 'count', isBad: true },
    { field: 'returned', name: message('Returned'), kind: 'count', isBad: true },
    { field: 'cancelled', name: message('Cancelled'), kind: 'count', isBad: true },
    { field: 'parcels', name: message('Parcels'), kind: 'count' },
  ],
  punctuality: [
    { field: 'onTime', name: message('On time'), kind: 'rate' },
    { field: 'inRange', name: message('Within the shown time'), kind: 'rate' },
    { field: 'minutesLate.median', name: message('Late by, middle'), kind: 'minutes', isBad: true },
    { field: 'minutesLate.p90', name: message('Late by, at worst'), kind: 'minutes', isBad: true },
    { field: 'withoutWindow', name: message('Without a window'), kind: 'count' },
  ],
  failures: [
    { field: 'attempts', name: message('Failed attempts'), kind: 'count', isBad: true },
    { field: 'orders', name: message('Orders'), kind: 'count', isBad: true },
    { field: 'firstAttempt', name: message('Done at the first attempt'), kind: 'rate' },
  ],
  revenue: [
    { field: 'net', name: message('Net'), kind: 'money' },
    { field: 'tax', name: message('Tax'), kind: 'money' },
    { field: 'gross', name: message('Gross'), kind: 'money' },
    { field: 'charges', name: message('Of it charges at stops'), kind: 'money' },
    { field: 'invoiced', name: message('Invoiced'), kind: 'money' },
    { field: 'open', name: message('To be paid'), kind: 'money', isBad: true },
    { field: 'refunded', name: message('Refunded'), kind: 'money', isBad: true },
  ],
  customers: [
    { field: 'active', name: message('With deliveries'), kind: 'count', only: 'totals' },
    { field: 'new', name: message('New ones'), kind: 'count', only: 'totals' },
    { field: 'sleeping', name: message('Silent ones'), kind: 'count', only: 'totals', isBad: true },
    { field: 'largestShare', name: message('Share of the largest'), kind: 'rate', only: 'totals' },
    { field: 'deliveries', name: message('Deliveries'), kind: 'count', only: 'rows' },
    { field: 'before', name: message('In the period before'), kind: 'count', only: 'rows' },
    { field: 'net', name: message('Net'), kind: 'money', only: 'rows' },
    { field: 'margin', name: message('Margin'), kind: 'money', only: 'rows' },
    { field: 'share', name: message('Share of all deliveries'), kind: 'rate', only: 'rows' },
    { field: 'lastOrder', name: message('Last delivery'), kind: 'day', only: 'rows' },
    { field: 'isNew', name: message('New customer'), kind: 'flag', only: 'rows' },
    { field: 'isSleeping', name: message('Silent'), kind: 'flag', only: 'rows' },
  ],
  quotes: [
    { field: 'asked', name: message('Asked for'), kind: 'count' },
    { field: 'pricedInTime', name: message('Priced in time'), kind: 'rate' },
    { field: 'sent', name: message('Sent'), kind: 'count' },
    { field: 'accepted', name: message('Accepted'), kind: 'count' },
    { field: 'declined', name: message('Declined'), kind: 'count', isBad: true },
    { field: 'expired', name: message('Expired'), kind: 'count', isBad: true },
    { field: 'daysToYes', name: message('Days to the yes'), kind: 'number', isBad: true },
    { field: 'priceAgainstHint', name: message('Price against the shown range'), kind: 'percent' },
  ],
  drivers: [
    { field: 'stops', name: message('Stops'), kind: 'count' },
    { field: 'hours', name: message('Hours'), kind: 'number' },
    { field: 'kilometres', name: message('Kilometres'), kind: 'number' },
    { field: 'perHour', name: message('Stops an hour'), kind: 'number' },
    { field: 'onTime', name: message('On time'), kind: 'rate' },
    { field: 'rating', name: message('Rating'), kind: 'rating' },
    { field: 'pay', name: message('Driver pay'), kind: 'money' },
  ],
};
/** The figure that "What changed" is about. */
export const mainFigure = {
  deliveries: 'delivered',
  punctuality: 'late',
  failures: 'attempts',
  revenue: 'net',
  customers: 'deliveries',
  quotes: 'asked',
  drivers: 'stops',
} as const satisfies Record<ReportName, string>;

/** Whether a figure of a report is an amount. */
export const isMoney = (name: ReportName, field: string | undefined): boolean =>
  figuresOf[name].some((figure) => figure.field === field && figure.kind === 'money');

/** With fewer than these a percentage says more than is known. */
export const RATE_MIN = 10;
