import { z } from 'zod';
import { orderRow } from './orders.ts';
import { paths } from './paths.ts';
import { moneyOut } from './primitives.ts';
import { activeQuoteStatuses } from './quote-status.ts';
import { quote } from './quotes.ts';

/** The figures of the dashboard (docs/promises.md, D), computed in the business time zone. */
export const dashboard = z
  .object({
    activeQuotes: z.number().int(),
    draftQuotes: z.number().int(),
    inTransit: z.number().int(),
    pendingOrders: z.number().int(),
    completedToday: z.number().int(),
    totalUsers: z.number().int(),
    activeDrivers: z.number().int(),
    monthlyRevenue: moneyOut,
    /** First and last day of the month that `monthlyRevenue` sums, and today, all YYYY-MM-DD. */
    monthFrom: z.string(),
    monthTo: z.string(),
    today: z.string(),
    recentQuotes: z.array(quote),
    recentOrders: z.array(orderRow),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboard>;

/** The list that each figure counts or sums: a screen, with the query that the list's call knows by the same names. */
export const listsBehind = ({ today, monthFrom, monthTo }: Pick<Dashboard, 'today' | 'monthFrom' | 'monthTo'>) => ({
  activeQuotes: `${paths.adminQuotes}?status=${activeQuoteStatuses.join(',')}`,
  inTransit: `${paths.adminOrders}?status=in_transit`,
  pendingOrders: `${paths.adminOrders}?status=pending`,
  completedToday: `${paths.adminOrders}?status=delivered&deliveredFrom=${today}`,
  totalUsers: paths.adminTeam,
  activeDrivers: `${paths.adminTeam}?role=driver&isActive=true`,
  monthlyRevenue: `${paths.adminOrders}?from=${monthFrom}&to=${monthTo}`,
});
