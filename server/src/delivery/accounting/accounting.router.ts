import * as shared from '@quickfleet/shared/delivery/accounting/accounting';
import { procedure, router } from '../../http/trpc.ts';
import { findMonths } from './months.queries.ts';
import { closeMonth } from './months.service.ts';

const tags = ['invoices'];
export const accountingRouter = router({
  months: procedure
    .meta({ openapi: { method: 'GET', path: '/accounting/months', tags, summary: 'List the months of the accounts' } })
    .output(shared.accountingMonths)
    .query(async ({ ctx }) => ({ data: await findMonths(ctx) })),
  close: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/accounting/months/{month}/close',
        tags,
        summary: 'Close a month',
        description:
          'For good: invoices, credit notes and payments that are dated in it, or in a month before it, are refused with 409 `MONTH_CLOSED`. It must be over where the company is, else 409 `MONTH_NOT_OVER`; months in which something is booked are closed in their order, else 409 `MONTH_BEFORE_OPEN`.',
      },
    })
    .input(shared.byMonth)
    .output(shared.accountingMonth)
    .mutation(({ ctx, input }) => closeMonth(ctx, input)),
});
