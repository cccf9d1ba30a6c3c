import { callTRPCProcedure } from '@trpc/server';
import type { z } from 'zod';
import { activityRouter, historyRouter } from './company/history/history.router.ts';
import { holidaysRouter } from './company/holidays/holidays.router.ts';
import { placesRouter } from './company/places/places.router.ts';
import { companyRouter } from './company/settings/company.router.ts';
import { accountingRouter } from './delivery/accounting/accounting.router.ts';
import { attemptsRouter } from './delivery/attempts/attempts.router.ts';
import { failureReasonsRouter } from './delivery/attempts/failure-reasons.router.ts';
import { calendarsRouter } from './delivery/calendars/calendars.router.ts';
import { chargesRouter } from './delivery/charges/charges.router.ts';
import { collectRouter } from './delivery/collect/collect.router.ts';
import { driversRouter } from './delivery/drivers/drivers.router.ts';
import { etaRouter } from './delivery/eta/eta.router.ts';
import { incidentsRouter } from './delivery/incidents/incidents.router.ts';
import { invoicesRouter } from './delivery/invoices/invoices.router.ts';
import { liveRouter } from './delivery/live/live.router.ts';
import { myRouter } from './delivery/my/my.router.ts';
import { ordersRouter } from './delivery/orders/orders.router.ts';
import { payRouter } from './delivery/pay/pay.router.ts';
import { orderPaymentsRouter } from './delivery/payments/order-payments.router.ts';
import { paymentsRouter } from './delivery/payments/payments.router.ts';
import { planningRouter } from './delivery/planning/planning.router.ts';
import { plansRouter } from './delivery/plans/plans.router.ts';
import { positionsRouter } from './delivery/positions/positions.router.ts';
import { ratingsRouter } from './delivery/ratings/ratings.router.ts';
import { recurringRouter } from './delivery/recurring/recurring.router.ts';
import { requestsRouter } from './delivery/requests/requests.router.ts';
import { stopsRouter } from './delivery/stops/stops.router.ts';
import { deliveryPageRouter } from './delivery/tracking/delivery-page.router.ts';
import { trackingRouter } from './delivery/tracking/tracking.router.ts';
import type { RequestContext } from './http/context.ts';
import { router } from './http/trpc.ts';
import { eventsRouter } from './messages/events/events.router.ts';
import { mailboxRouter } from './messages/outbox/mailbox.router.ts';
import { pushRouter } from './messages/push/push.router.ts';
import { templatesRouter } from './messages/templates/templates.router.ts';
import { webhooksRouter } from './messages/webhooks/webhooks.router.ts';
import { bankStatementsRouter } from './operations/bank/bank.router.ts';
import { dashboardRouter } from './operations/dashboard/dashboard.router.ts';
import { doctorRouter } from './operations/doctor/doctor.router.ts';
import { importsRouter } from './operations/imports/imports.router.ts';
import { inboundRouter } from './operations/inbound/inbound.router.ts';
import { reportsRouter } from './operations/reports/reports.router.ts';
import { savedReportsRouter } from './operations/reports/saved-reports.router.ts';
import { sandboxRouter } from './operations/sandbox/sandbox.router.ts';
import { settingsRouter } from './operations/settings/settings.router.ts';
import { setupRouter } from './operations/setup/setup.router.ts';
import { exportsRouter } from './operations/transfer/exports.router.ts';
import {
  accountRouter,
  factorRouter,
  invitationsRouter,
  passkeysRouter,
  sessionsRouter,
  signInLinksRouter,
} from './people/account/account.router.ts';
import { apiKeysRouter } from './people/api-keys/api-keys.router.ts';
import { authRouter } from './people/auth/auth.router.ts';
import { customersRouter } from './people/customers/customers.router.ts';
import { officeNotesRouter } from './people/office-notes/office-notes.router.ts';
import { savedViewsRouter } from './people/saved-views/saved-views.router.ts';
import { usersRouter } from './people/users/users.router.ts';
import { estimatesRouter } from './quoting/estimates/estimates.router.ts';
import { priceListsRouter } from './quoting/price-lists/price-lists.router.ts';
import { quotePageRouter } from './quoting/quote-page/quote-page.router.ts';
import { quotesRouter } from './quoting/quotes/quotes.router.ts';

/** Every procedure of the product; published under /trpc, and under /api/v1 by trpc-openapi. */
export const appRouter = router({
  auth: authRouter,
  account: accountRouter,
  signInLinks: signInLinksRouter,
  sessions: sessionsRouter,
  factor: factorRouter,
  passkeys: passkeysRouter,
  // Before users: /users/invitations is not /users/{id}.
  invitations: invitationsRouter,
  users: usersRouter,
  customers: customersRouter,
  estimates: estimatesRouter,
  quotes: quotesRouter,
  quotePage: quotePageRouter,
  payments: paymentsRouter,
  // Before orders: /orders/tracking/{trackingNumber} is not /orders/{id}.
  tracking: trackingRouter,
  deliveryPage: deliveryPageRouter,
  incidents: incidentsRouter,
  accounting: accountingRouter,
  pay: payRouter,
  invoices: invoicesRouter,
  priceLists: priceListsRouter,
  bankStatements: bankStatementsRouter,
  requests: requestsRouter,
  orders: ordersRouter,
  my: myRouter,
  charges: chargesRouter,
  collect: collectRouter,
  orderPayments: orderPaymentsRouter,
  attempts: attemptsRouter,
  failureReasons: failureReasonsRouter,
  holidays: holidaysRouter,
  calendars: calendarsRouter,
  recurring: recurringRouter,
  drivers: driversRouter,
  stops: stopsRouter,
  planning: planningRouter,
  places: placesRouter,
  plans: plansRouter,
  positions: positionsRouter,
  eta: etaRouter,
  ratings: ratingsRouter,
  savedReports: savedReportsRouter,
  // After eta: /reports/eta is not /reports/{name}.
  reports: reportsRouter,
  push: pushRouter,
  templates: templatesRouter,
  dashboard: dashboardRouter,
  history: historyRouter,
  activity: activityRouter,
  officeNotes: officeNotesRouter,
  savedViews: savedViewsRouter,
  apiKeys: apiKeysRouter,
  events: eventsRouter,
  webhooks: webhooksRouter,
  inbound: inboundRouter,
  imports: importsRouter,
  exports: exportsRouter,
  sandbox: sandboxRouter,
  mailbox: mailboxRouter,
  live: liveRouter,
  company: companyRouter,
  setup: setupRouter,
  settings: settingsRouter,
  doctor: doctorRouter,
});
export type AppRouter = typeof appRouter;

/** All of them by path, as those look at them who publish them. */
export const procedures = appRouter._def.procedures as unknown as Readonly<
  Record<string, { _def: { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[]; output?: unknown } }>
>;
export const typeOf = (path: string) => (Object.hasOwn(procedures, path) ? procedures[path]?._def.type : undefined);

/** Calls a procedure as this caller. Rejects with what it throws. */
export const callProcedure = (path: string, input: unknown, ctx: RequestContext, batchIndex = 0): Promise<unknown> =>
  callTRPCProcedure({
    router: appRouter,
    path,
    getRawInput: async () => input,
    ctx,
    type: typeOf(path) ?? 'query',
    signal: undefined,
    batchIndex,
  });
