import { z } from 'zod';
import { count, day, id, integer, text } from '../../base/primitives.ts';
import { orderStatuses } from '../../delivery/orders/order-status.ts';
import { example } from '../../examples.ts';
import { NAME_MAX } from '../../limits.ts';
import { quoteStatuses } from '../../quoting/quote-status.ts';
import { message, t } from '../../words/t.ts';
import { comparisons } from './periods.ts';
import { RATE_MIN, reportBys, reportNames } from './report-names.ts';

const statuses = [...new Set([...orderStatuses, ...quoteStatuses])] as const;
const oneOf = <const Word extends string>(name: string, words: readonly [Word, ...Word[]]) =>
  z.enum(words, { error: () => t('{name} is one of {words}', { name, words: words.join(', ') }) });

export const reportName = oneOf('name', reportNames).meta({ example: 'deliveries' });
/** Which days and which rows; the same for every form of a report. */
export const reportQuery = z.object({
  from: day().meta({ description: 'First day, where the company is', example: '2026-10-01' }).optional(),
  to: day()
    .meta({
      description: 'Last day, which is included. Without both days it is the last 30 whole days',
      example: '2026-10-31',
    })
    .optional(),
  by: oneOf('by', reportBys)
    .meta({ description: 'What a row is; each report has its own default', example: 'month' })
    .optional(),
  compare: oneOf('compare', comparisons)
    .meta({
      description:
        '`previous`: as many days before, or as many whole months before whole months; `year`: the same dates a year before',
      example: 'previous',
    })
    .optional(),
  driverId: id.meta({ description: 'Carried by this driver', example: example.driverId }).optional(),
  customerId: id.meta({ example: example.customerId }).optional(),
  zone: text(message('Say which area'), NAME_MAX)
    .meta({ description: 'An area as `by=zone` names it', example: 'City' })
    .optional(),
  status: z
    .enum(statuses as unknown as [string, ...string[]], {
      error: () => t('{name} is one of {words}', { name: 'status', words: statuses.join(', ') }),
    })
    .meta({ description: 'Of `deliveries` and `quotes`: in this state now', example: 'delivered' })
    .optional(),
});
export type ReportQuery = z.infer<typeof reportQuery>;
export const readReport = reportQuery.extend({ name: reportName });
export type ReadReport = z.infer<typeof readReport>;
/** The customer's own three. */
export const customerReports = ['deliveries', 'punctuality', 'failures'] as const;
export const driverReports = ['drivers', 'punctuality'] as const;
export const readMyReport = reportQuery
  .omit({ driverId: true, zone: true, status: true })
  .extend({ name: oneOf('name', customerReports).meta({ example: 'deliveries' }) });
export type ReadMyReport = z.infer<typeof readMyReport>;

const rate = z
  .object({
    rate: z
      .number()
      .nullable()
      .meta({ description: `part / of; null below ${RATE_MIN}, where it says more than is known`, example: 0.94 }),
    part: count.meta({ example: 94 }),
    of: count.meta({ example: 100 }),
  })
  .meta({ id: 'ReportRate' });
export type Rate = z.infer<typeof rate>;
const moneyText = z.string().meta({ description: 'In `currency`', example: '1250.00' });
const unknown = (why: string) => ({ description: `null: ${why}`, example: null });

export const deliveriesFigures = {
  planned: count.meta({ description: 'Planned for these days, whatever became of them' }),
  delivered: count,
  failed: count.meta({ description: 'Failed attempts that were not taken back' }),
  returned: count.meta({ description: 'Brought back to the sender' }),
  cancelled: count.meta({ description: 'Without those that were brought back' }),
  parcels: count.meta({ description: 'Of what was delivered' }),
};
export const punctualityFigures = {
  onTime: rate.meta({
    description:
      'Delivered before the end of the promised window, of those with one; rows of reasons have the late ones alone',
  }),
  inRange: rate.meta({ description: 'Shown expected times that the delivery was in; they are kept for 60 days' }),
  minutesLate: z
    .object({
      median: integer.nullable().meta({ example: 12 }),
      p90: integer.nullable().meta({ description: 'Nine of ten are late by no more', example: 41 }),
    })
    .meta({ description: 'Of the late ones; null without any' }),
  withoutWindow: count.meta({ description: 'Delivered without a promised window' }),
};
export const failuresFigures = {
  attempts: count.meta({ description: 'Failed attempts at a pickup, a delivery or a return' }),
  orders: count.meta({ description: 'Orders with one; each counts with its first in the period' }),
  firstAttempt: rate.nullable().meta({
    description:
      'Of the orders that were attempted at all at the delivery, those done at the first; null in rows of reasons, causes and addresses',
  }),
};
export const revenueFigures = {
  net: moneyText.meta({ description: 'Of what was delivered, without tax' }),
  tax: moneyText,
  gross: moneyText.meta({ description: 'Prices and approved charges, tax included' }),
  charges: moneyText.meta({ description: 'Approved charges in it, tax included' }),
  invoiced: moneyText.meta({ description: 'Net of the invoices of these days, less credit notes' }),
  open: moneyText.meta({ description: 'Due on the invoices of these days, and unpaid deliveries that are on none' }),
  refunded: moneyText.meta({ description: 'What went back for these deliveries' }),
};
export const customersFigures = {
  active: count.meta({ description: 'Customers with a delivery' }),
  new: count.meta({ description: 'Those with their first delivery' }),
  sleeping: count.meta({ description: 'With a delivery in the year before, and none in the period' }),
  largestShare: rate.meta({ description: 'The deliveries of the largest customer, of all customers’' }),
};
const customersRow = {
  deliveries: count,
  before: count.meta({ description: 'In as many days before' }),
  net: moneyText.nullable().meta({ description: 'Without tax, in `currency`; null for dispatchers' }),
  margin: moneyText.nullable().meta({
    description:
      'Net, less what drivers earned for its orders in these days; null for dispatchers, and where no driver is paid by deliveries',
  }),
  share: rate,
  lastOrder: z.string().nullable().meta({ description: 'Day of the last delivery', example: example.day }),
  isNew: z.boolean(),
  isSleeping: z.boolean(),
};
export const quotesFigures = {
  asked: count,
  pricedInTime: rate.meta({ description: 'Prices that were given by the promised time, of those that were due' }),
  sent: count,
  accepted: count,
  declined: count,
  expired: count,
  daysToYes: z.number().nullable().meta({ description: 'Days from the price to the yes, the median', example: 1.5 }),
  priceAgainstHint: z.number().nullable().meta({
    description: 'Percent that the price lies above the middle of the range that was shown with the form, the median',
    example: -3.5,
  }),
};
export const driversFigures = {
  stops: count.meta({ description: 'Pickups and deliveries made, and failed attempts' }),
  hours: z.number().nullable().meta({ description: 'Of days that were begun and ended on the phone', example: 38.5 }),
  kilometres: z.number().nullable().meta(unknown('the way is not recorded yet')),
  perHour: z.number().nullable().meta({ description: 'Stops an hour on days whose hours are known', example: 4.2 }),
  onTime: rate,
  rating: z.object({ mean: z.number().nullable().meta({ example: 4.6 }), of: count }),
  pay: moneyText.nullable().meta({
    description: 'As `/drivers/{id}/pay` says it; null for dispatchers, and where nothing was earned',
  }),
};

const named = {
  key: z.string().meta({
    description:
      'The day, week (its first day), month, hour, weekday (`mon`), driver’s or customer’s id, area’s label, reason’s code or status; empty where there is none',
    example: '2026-10',
  }),
  label: z.string().meta({ description: 'In the reader’s language', example: 'October 2026' }),
};
const reportOf = <Name extends string, Totals extends z.ZodRawShape, Rows extends z.ZodRawShape>(
  name: Name,
  totals: Totals,
  rows: Rows,
) => {
  const figures = z.object(totals).meta({ id: `ReportTotals_${name}` });
  return z.object({
    name: z.literal(name),
    from: z.string().meta({ format: 'date', example: '2026-10-01' }),
    to: z.string().meta({ format: 'date', example: '2026-10-31' }),
    by: z.enum(reportBys),
    currency: z.string().meta({ description: 'Of its amounts', example: 'USD' }),
    totals: figures,
    previous: figures.nullable().meta({ description: 'The totals of the period that `compare` names' }),
    rows: z.array(z.object({ ...named, ...rows })),
    notes: z.array(z.string()).meta({
      description: 'Sentences in the reader’s language: the answer first, then what limits it',
      example: ['214 deliveries.'],
    }),
  });
};
export const report = z
  .union([
    reportOf('deliveries', deliveriesFigures, deliveriesFigures),
    reportOf('punctuality', punctualityFigures, punctualityFigures),
    reportOf('failures', failuresFigures, failuresFigures),
    reportOf('revenue', revenueFigures, revenueFigures),
    reportOf('customers', customersFigures, customersRow),
    reportOf('quotes', quotesFigures, quotesFigures),
    reportOf('drivers', driversFigures, driversFigures),
  ])
  .meta({ id: 'Report' });
export type Report = z.infer<typeof report>;

export const reportChanges = z
  .array(
    z.object({
      label: z.string().meta({ example: 'Greenleaf Café' }),
      key: z.string().meta({ example: '42' }),
      before: z.number().meta({ example: 12 }),
      after: z.number().meta({ example: 31 }),
      share: z
        .number()
        .nullable()
        .meta({ description: 'The part of the whole difference that it explains; null without one', example: 0.4 }),
    }),
  )
  .meta({ id: 'ReportChanges' });
export type ReportChanges = z.infer<typeof reportChanges>;
/** The reports that have a map of areas. */
export const mappedReports = ['deliveries', 'punctuality', 'failures'] as const;
/** GET /reports/{name}/places */
export const readReportPlaces = reportQuery
  .pick({ from: true, to: true, driverId: true, customerId: true, zone: true })
  .extend({ name: oneOf('name', mappedReports).meta({ example: 'deliveries' }) });
export type ReadReportPlaces = z.infer<typeof readReportPlaces>;
export const reportPlaces = z
  .array(
    z.object({
      key: z.string().meta({ description: 'The area, as `by=zone` names it', example: 'City' }),
      lat: z.number().meta({ example: 52.52 }),
      lng: z.number().meta({ example: 13.405 }),
    }),
  )
  .meta({ id: 'ReportPlaces' });
export type ReportPlaces = z.infer<typeof reportPlaces>;
/** GET /reports/{name}/changes */
export const readChanges = readReport.omit({ compare: true });
export type ReadChanges = z.infer<typeof readChanges>;
