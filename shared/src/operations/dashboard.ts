import { z } from 'zod';
import { count, currencyOut, moment, moneyOut, timestamp } from '../base/primitives.ts';
import { orderRow } from '../delivery/orders/orders.ts';
import { example } from '../examples.ts';
import { paths } from '../paths.ts';
import { activeQuoteStatuses } from '../quoting/quote-status.ts';
import { quote } from '../quoting/quotes.ts';

const keptOrNot = z.object({ met: count.meta({ example: 12 }), missed: count });
/** How well the company keeps its promises. */
export const serviceLevels = z
  .object({
    overdue: count.meta({ description: 'Quotes past the promised reply time' }),
    dueSoon: count.meta({ description: 'Due within two hours' }),
    months: z
      .array(
        z.object({
          month: z.string().meta({ description: 'Month of the due time', example: '2026-03' }),
          quotes: keptOrNot,
          answers: keptOrNot,
        }),
      )
      .meta({ description: 'The last six months, the current one last' }),
  })
  .meta({ id: 'PromiseFigures' });
export type ServiceLevels = z.infer<typeof serviceLevels>;

/** The counters of the dashboard (docs/promises.md, D), computed in the business time zone. */
export const dashboard = z
  .object({
    activeQuotes: count,
    draftQuotes: count,
    inTransit: count,
    pendingOrders: count,
    completedToday: count,
    failedOrders: count.meta({ description: 'Orders with a failed attempt that waits for a decision', example: 0 }),
    overdueOrders: count.meta({ description: 'Open orders past their window or planned day', example: 0 }),
    totalUsers: count,
    activeDrivers: count,
    monthlyRevenue: moneyOut.meta({ description: 'Sum of the orders in `currency`' }),
    currency: currencyOut,
    monthFrom: z
      .string()
      .meta({ description: 'First day of the month that `monthlyRevenue` sums', example: example.day }),
    monthTo: z.string().meta({ description: 'Last day of that month', example: '2026-03-31' }),
    today: z.string().meta({ example: example.day }),
    promises: serviceLevels,
    recentQuotes: z.array(quote),
    recentOrders: z.array(orderRow),
    stuckMail: z
      .object({
        since: timestamp,
        count: count.meta({ description: 'Mails that wait', example: 3 }),
        failed: count.meta({ description: 'Mails of the last seven days that were given up', example: 1 }),
      })
      .nullable()
      .meta({ description: 'Set when mail has not left for ten minutes', example: null }),
    backupFailure: z
      .object({
        at: timestamp,
        reason: z.string().meta({ example: 'No space is left on the disk of /backup.' }),
      })
      .nullable()
      .meta({ description: 'Set for admins when the newest nightly backup failed', example: null }),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboard>;

/** The list behind each counter: a screen, with the query parameters of the list’s call. */
export const listsBehind = ({ today, monthFrom, monthTo }: Pick<Dashboard, 'today' | 'monthFrom' | 'monthTo'>) => ({
  activeQuotes: `${paths.adminQuotes}?status=${activeQuoteStatuses.join(',')}&outcome=none`,
  inTransit: `${paths.adminOrders}?status=in_transit`,
  pendingOrders: `${paths.adminOrders}?status=pending`,
  failedOrders: `${paths.adminOrders}?failed=true`,
  overdueOrders: `${paths.adminOrders}?overdue=true&sort=planned`,
  completedToday: `${paths.adminOrders}?status=delivered&deliveredFrom=${today}`,
  totalUsers: paths.adminTeam,
  activeDrivers: `${paths.adminTeam}?role=driver&isActive=true`,
  monthlyRevenue: `${paths.adminOrders}?from=${monthFrom}&to=${monthTo}`,
});

/** What needs a hand now, and how far each driver's day is. */
export const desk = z
  .object({
    today: z.string().meta({ example: example.day }),
    late: count.meta({ description: 'Open orders past their window or planned day' }),
    unassigned: count.meta({ description: 'Open orders without a driver that have a stop today' }),
    failed: count.meta({ description: 'Orders with a failed attempt that waits for a decision' }),
    chargesProposed: count.meta({ description: 'Orders with a charge that waits to be approved or dropped' }),
    paymentsOpen: z
      .object({
        count: count.meta({ example: 3 }),
        total: moneyOut.meta({ description: 'The prices of those in `currency`', example: '240.00' }),
      })
      .meta({ description: 'Orders that nobody has paid yet' }),
    currency: currencyOut,
    openClaims: count.meta({ description: 'Claims that nobody has answered' }),
    quotesDue: count.meta({ description: 'Quotes that a price or an answer was promised for' }),
    drivers: z
      .array(
        z.object({
          id: count.meta({ example: example.driverId }),
          name: z.string().meta({ example: 'Robin Rider' }),
          stops: count.meta({ description: 'Stops of today', example: 8 }),
          stopsDone: count.meta({ example: 3 }),
        }),
      )
      .meta({ description: 'Active drivers with a stop today, by name' }),
  })
  .meta({ id: 'Desk' });
export type Desk = z.infer<typeof desk>;

/** How many days the chart shows, today last. */
export const CHART_DAYS = 30;
export const chartDays = z
  .object({
    days: z
      .array(
        z.object({
          day: z.string().meta({ description: 'A day where the company is', example: example.day }),
          delivered: count.meta({ example: 24 }),
          onTime: count.meta({ description: 'Of those: by the end of their window or planned day', example: 22 }),
          failed: count.meta({ description: 'Orders with an attempt that failed on the day', example: 1 }),
        }),
      )
      .meta({ description: `The last ${CHART_DAYS} days, today last` }),
  })
  .meta({ id: 'ChartDays' });
export type ChartDay = z.infer<typeof chartDays>['days'][number];

export const newsSince = z.object({
  since: moment.optional().meta({ description: 'The `at` of an earlier answer', example: `${example.day}T09:00:00Z` }),
});
export const news = z
  .object({
    at: timestamp,
    quotes: count.meta({ description: 'Quotes that came in since then' }),
    claims: count.meta({ description: 'Claims that came in since then' }),
    failures: count.meta({ description: 'Orders at which an attempt failed since then, and that wait for a decision' }),
  })
  .meta({ id: 'News' });

/** The list of the orders that nobody has paid yet. */
export const UNPAID_ORDERS = `${paths.adminOrders}?payment=open`;
/** The list behind each figure of the desk. */
export const listsOfDesk = ({ today }: Pick<Desk, 'today'>) => ({
  late: `${paths.adminOrders}?overdue=true&sort=planned`,
  unassigned: `${paths.adminOrders}?unassigned=true&day=${today}&sort=planned`,
  failed: `${paths.adminOrders}?failed=true`,
  chargesProposed: `${paths.adminOrders}?chargesProposed=true`,
  openClaims: `${paths.adminIncidents}?state=open`,
  quotesDue: `${paths.adminQuotes}?due=waiting&sort=due`,
  board: `${paths.adminBoard}?day=${today}`,
});
/** The same of a day of the chart. */
export const listsOfDay = (day: string) => ({
  delivered: `${paths.adminOrders}?deliveredOn=${day}`,
  onTime: `${paths.adminOrders}?deliveredOn=${day}&onTime=true`,
  failed: `${paths.adminOrders}?failedOn=${day}`,
});
