import { success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/delivery/drivers/drivers';
import {
  byItemId,
  currentOrder,
  deletedItem,
  driverAccess,
  lastOrder,
} from '@quickfleet/shared/delivery/drivers/drivers';
import { sayDelay } from '@quickfleet/shared/delivery/eta/eta';
import { order } from '@quickfleet/shared/delivery/orders/orders';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { saveDelay } from '../eta/delays.service.ts';
import { leaveOrders, openWithCode, readCurrent, readLast } from './drivers.access.ts';
import { change } from './drivers.change.ts';
import { deleteItem } from './drivers.items.ts';
import { setPlace } from './drivers.place.ts';
import { findDrivers } from './drivers.queries.ts';

const tags = ['drivers'];
/** The portal's calls without files; photos, signatures and items are form data (drivers.routes.ts). */
export const driversRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/drivers',
        tags,
        summary: 'List drivers',
        description: 'By name. For `POST /orders/{id}/assign`.',
      },
    })
    .input(shared.listDrivers)
    .output(compiled(shared.driverPage))
    .query(({ ctx, input }) => findDrivers(ctx, input)),
  access: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/driver/access',
        tags,
        summary: 'Open an order with its access code',
        description:
          'Gives a session cookie that opens this one order for 12 hours. Wrong codes are counted: 10 in 15 minutes for one address. A code that opened an order once and does so no longer (replaced, given to another driver, order over or deleted within 90 days) is a 401 too, CODE_EXPIRED or ACCESS_CODE_ENDED; its session may still hand in photos and signatures.',
        contentTypes: ['application/json', 'multipart/form-data'],
      },
      transaction: false,
    })
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
  delay: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/driver/delays',
        tags,
        summary: 'Say why the delivery runs late, or take it back',
        description:
          'Customer, recipient and staff read it with the expected time (`delay`). `minutes` moves the expected times by that much. Those concerned are mailed or texted once, and again when it gets at least 15 minutes later. From a signed-in driver it counts for all open deliveries of the day, from an access code for that order. What was said on an earlier day, before something newer, or about an order that is over changes nothing and is a 200.',
      },
      transaction: false,
    })
    .input(sayDelay)
    .output(order)
    .mutation(({ ctx, input }) => change(ctx, 'drivers.delay', input, (inner) => saveDelay(inner, input))),
  setPlace: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/driver/orders/{id}/place',
        tags,
        summary: 'Set where a stop is',
        description:
          'Remembered for its address, as what staff set with `pickupPlace` and `deliveryPlace` of the order; the history names it.',
      },
      transaction: false,
    })
    .input(shared.setPlace)
    .output(order)
    .mutation(({ ctx, input }) => change(ctx, 'drivers.setPlace', input, (inner) => setPlace(inner, input))),
  deleteItem: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/driver/items/{itemId}',
        tags,
        summary: 'Remove an item',
        description: 'The last item of an order stays.',
      },
      transaction: false,
    })
    .input(byItemId)
    .output(deletedItem)
    .mutation(({ ctx, input: { itemId } }) =>
      change(ctx, 'drivers.deleteItem', itemId, (inner) => deleteItem(inner, itemId)),
    ),
});
