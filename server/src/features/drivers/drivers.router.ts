import { currentOrder, driverAccess, lastOrder } from '@quickfleet/shared/drivers';
import { order } from '@quickfleet/shared/orders';
import { success } from '@quickfleet/shared/primitives';
import { procedure, router } from '../../trpc.ts';
import { leaveOrders, openWithCode, readCurrent, readLast } from './drivers.access.ts';

const tags = ['drivers'];
/** The JSON part of the portal; photos and signatures are form data (drivers.routes.ts). */
export const driversRouter = router({
  access: procedure
    .meta({ transaction: false })
    .input(driverAccess)
    .output(order)
    .mutation(({ ctx, input }) => openWithCode(ctx, input.accessCode)),
  current: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/driver/order',
        tags,
        summary: 'The order this browser opened last, or another one it opened',
      },
    })
    .input(currentOrder)
    .output(order)
    .query(({ ctx, input }) => readCurrent(ctx, input.orderId)),
  last: procedure
    .meta({
      openapi: { method: 'GET', path: '/driver/last', tags, summary: 'The order this browser opened last, or null' },
    })
    .output(lastOrder)
    .query(({ ctx }) => readLast(ctx)),
  leave: procedure
    .meta({
      openapi: { method: 'POST', path: '/driver/leave', tags, summary: 'Release every opened order' },
      transaction: false,
    })
    .output(success)
    .mutation(({ ctx }) => leaveOrders(ctx)),
});
