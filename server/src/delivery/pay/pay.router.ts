import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/delivery/drivers/pay';
import { procedure, router } from '../../http/trpc.ts';
import { approvePay, readEarnings, readMargin, undoApproval } from './pay.service.ts';

const tags = ['drivers'];
export const payRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/drivers/{id}/pay',
        tags,
        summary: 'What a driver earned',
        description: 'By `pay` of the user. Drivers read their own.',
      },
    })
    .input(shared.payPeriod)
    .output(shared.driverEarnings)
    .query(({ ctx, input }) => readEarnings(ctx, input)),
  approve: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/drivers/{id}/pay/approve',
        tags,
        summary: 'Approve what a driver earned',
        description: 'Freezes the days that are not approved yet.',
      },
    })
    .input(shared.payPeriod)
    .output(shared.driverEarnings)
    .mutation(({ ctx, input }) => approvePay(ctx, input)),
  undo: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/drivers/{id}/pay/approve',
        tags,
        summary: 'Take back the latest approval of a driver',
      },
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => undoApproval(ctx, input.id)),
  margin: procedure
    .meta({
      openapi: { method: 'GET', path: '/orders/{id}/margin', tags: ['orders'], summary: 'What an order leaves' },
    })
    .input(byId)
    .output(shared.orderMargin)
    .query(({ ctx, input }) => readMargin(ctx, input.id)),
});
