import { callTRPCProcedure } from '@trpc/server';
import type { z } from 'zod';
import type { RequestContext } from './context.ts';
import { apiKeysRouter } from './features/api-keys/api-keys.router.ts';
import { attemptsRouter, failureReasonsRouter } from './features/attempts/attempts.router.ts';
import { authRouter } from './features/auth/auth.router.ts';
import { companyRouter } from './features/company/company.router.ts';
import { customersRouter } from './features/customers/customers.router.ts';
import { dashboardRouter } from './features/dashboard/dashboard.router.ts';
import { doctorRouter } from './features/doctor/doctor.router.ts';
import { driversRouter } from './features/drivers/drivers.router.ts';
import { historyRouter } from './features/history/history.router.ts';
import { incidentsRouter } from './features/incidents/incidents.router.ts';
import { liveRouter } from './features/live/live.router.ts';
import { officeNotesRouter } from './features/office-notes/office-notes.router.ts';
import { ordersRouter } from './features/orders/orders.router.ts';
import { mailboxRouter } from './features/outbox/mailbox.router.ts';
import { paymentsRouter } from './features/payments/payments.router.ts';
import { planningRouter } from './features/planning/planning.router.ts';
import { pushRouter } from './features/push/push.router.ts';
import { quotePageRouter } from './features/quotes/quote-page.router.ts';
import { quotesRouter } from './features/quotes/quotes.router.ts';
import { recurringRouter } from './features/recurring/recurring.router.ts';
import { savedViewsRouter } from './features/saved-views/saved-views.router.ts';
import { settingsRouter } from './features/settings/settings.router.ts';
import { templatesRouter } from './features/templates/templates.router.ts';
import { trackingRouter } from './features/tracking/tracking.router.ts';
import { usersRouter } from './features/users/users.router.ts';
import { router } from './trpc.ts';

/** Every procedure of the product; published under /trpc, and under /api/v1 by trpc-openapi. */
export const appRouter = router({
  auth: authRouter,
  users: usersRouter,
  customers: customersRouter,
  quotes: quotesRouter,
  quotePage: quotePageRouter,
  payments: paymentsRouter,
  // Before orders: /orders/tracking/{trackingNumber} is not /orders/{id}.
  tracking: trackingRouter,
  incidents: incidentsRouter,
  orders: ordersRouter,
  attempts: attemptsRouter,
  failureReasons: failureReasonsRouter,
  recurring: recurringRouter,
  drivers: driversRouter,
  planning: planningRouter,
  push: pushRouter,
  templates: templatesRouter,
  dashboard: dashboardRouter,
  history: historyRouter,
  officeNotes: officeNotesRouter,
  savedViews: savedViewsRouter,
  apiKeys: apiKeysRouter,
  mailbox: mailboxRouter,
  live: liveRouter,
  company: companyRouter,
  settings: settingsRouter,
  doctor: doctorRouter,
});
export type AppRouter = typeof appRouter;

/** All of them by path, as those look at them who publish them. */
export const procedures = appRouter._def.procedures as unknown as Readonly<
  Record<string, { _def: { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[] } }>
>;

/**
 * Calls a query or a mutation as this caller, without an adapter (decision 046). Rejects with what it throws; what it
 * answers may be a `WireText`.
 */
export const callProcedure = (path: string, input: unknown, ctx: RequestContext, batchIndex = 0): Promise<unknown> =>
  callTRPCProcedure({
    router: appRouter,
    path,
    getRawInput: async () => input,
    // An answer that is kept under a key is an object: its repeat is written in the same bytes.
    ctx: ctx.request.idempotencyKey ? ctx : { ...ctx, takesText: true },
    type: procedures[path]?._def.type ?? 'query',
    signal: undefined,
    batchIndex,
  });
