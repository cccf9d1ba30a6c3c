import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/delivery/orders/orders';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { assignDriver, unassignDriver } from '../order-rights/orders.driver.ts';
import { cancelOrder } from './change/orders.cancel.ts';
import { findContacts } from './change/orders.contacts.ts';
import { updateOrderByCall } from './change/orders.merchant.ts';
import { returnOrder } from './change/orders.return.ts';
import { createOrders } from './orders.batch.ts';
import { countOrders } from './orders.counts.ts';
import { createOrder } from './orders.create.ts';
import { duplicateOrder } from './orders.duplicate.ts';
import { findOrders, findOrdersOfDriver } from './orders.queries.ts';
import { deleteOrder, rotateCode, setStatus, viewOrder } from './orders.service.ts';

const tags = ['orders'];
export const ordersRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders',
        tags,
        summary: 'List orders',
        description:
          '`status` takes several, separated by commas; `created` is a word for `pending`. Days are those of the business time zone.',
      },
    })
    .input(shared.listOrders)
    .output(compiled(shared.orderPage))
    .query(({ ctx, input }) => findOrders(ctx, input)),
  contacts: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/contacts',
        tags,
        summary: 'Who was at an address before',
        description:
          'The contacts that are saved with this address, then those of orders with it, at either stop, each once.',
      },
    })
    .input(shared.contactsAt)
    .output(shared.contactList)
    .query(({ ctx, input }) => findContacts(ctx, input)),
  counts: procedure
    .meta({ openapi: { method: 'GET', path: '/orders/counts', tags, summary: 'Orders by state' } })
    .output(shared.orderCounts)
    .query(({ ctx }) => countOrders(ctx)),
  listOfDriver: procedure
    .meta({
      openapi: { method: 'GET', path: '/orders/driver/{driverId}', tags, summary: 'List the orders of a driver' },
    })
    .input(shared.listOrdersOfDriver)
    .output(compiled(shared.orderPage))
    .query(({ ctx, input }) => findOrdersOfDriver(ctx, input)),
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/orders/{id}',
        tags,
        summary: 'Read an order',
        description:
          '`accessCode` is shown to staff only. A driver reads `notes` and `driverNotes` and sees neither prices, values, `officeNotes` nor `lateEvidence`.',
      },
      etag: 'order',
    })
    .input(byId)
    .output(shared.order)
    .query(({ ctx, input }) => viewOrder(ctx, input.id)),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders',
        tags,
        summary: 'Create an order without a quote',
        description:
          'A window that is over, or a delivery that ends before the pickup begins, is a 400 that names the field.',
      },
      status: 201,
      etag: 'order',
    })
    .input(shared.createOrderByCall)
    .output(shared.order)
    .mutation(({ ctx, input }) => createOrder(ctx, input)),
  batch: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/batch',
        tags,
        summary: 'Create up to 100 orders',
        description:
          'Each by the rules of `POST /orders`; `results` has what that call would answer, in their order. `all` makes all orders or, with 400 `BATCH_REFUSED`, none. `each` makes those that can be made, and a repeat with the same `Idempotency-Key` makes what is missing. Counts as one call.',
      },
      transaction: false,
      entries: { field: 'orders', asIn: 'orders.create' },
    })
    .input(shared.batchOrders)
    .output(shared.orderBatch)
    .mutation(({ ctx, input }) => createOrders(ctx, input)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/orders/{id}',
        tags,
        summary: 'Correct an order',
        description:
          'Partial. Status, access code and tracking number have separate calls. `deliveryDate` follows a delivery window; sent alone it moves the window to its day. A key of one customer changes an order until its pickup begins, and an address of another price zone until a driver has it.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(shared.updateOrderByCall)
    .output(shared.order)
    .mutation(({ ctx, input }) => updateOrderByCall(ctx, input)),
  cancel: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/cancel',
        tags,
        summary: 'Cancel an order before its pickup',
        description:
          'A key of one customer needs `orders:write`, another one `orders:manage`. What a merchant cancels late costs the fee of the settings, as a charge.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(shared.cancelOrder)
    .output(shared.order)
    .mutation(({ ctx, input }) => cancelOrder(ctx, input)),
  return: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/return',
        tags,
        summary: 'Order the way back',
        description:
          'An order that is picked up or delivered, from its delivery address to its pickup address: a new order with the same items, linked both ways by `returnOf` and `returns`. Without price, driver and proof.',
      },
      transaction: false,
      status: 201,
      etag: 'order',
    })
    .input(shared.returnOrder)
    .output(shared.order)
    .mutation(({ ctx, input }) => returnOrder(ctx, input)),
  delete: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/orders/{id}',
        tags,
        summary: 'Delete an order',
        description: 'The quote it was made of can be converted again.',
      },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteOrder(ctx, input.id)),
  assign: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/assign',
        tags,
        summary: 'Give an order to a driver',
        description:
          'An order that has a driver is given to another with `reassign: true` only; its access code changes with that.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(shared.assignDriver)
    .output(shared.order)
    .mutation(({ ctx, input }) => assignDriver(ctx, input)),
  unassign: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/unassign',
        tags,
        summary: 'Take an order from its driver',
        description:
          'An assigned order is pending again, with a new access code. Once it is picked up it can only be given to another driver.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(byId)
    .output(shared.order)
    .mutation(({ ctx, input }) => unassignDriver(ctx, input.id)),
  duplicate: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/duplicate',
        tags,
        summary: 'Make the same order again',
        description:
          'Copies an order in any status: customer, route, notes, items and their photos, with a new tracking number and code. Without driver, proof, quote and planned time, unless one is given.',
      },
      transaction: false,
      status: 201,
      etag: 'order',
    })
    .input(shared.duplicateOrder)
    .output(shared.order)
    .mutation(({ ctx, input }) => duplicateOrder(ctx, input)),
  setStatus: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/orders/{id}/status',
        tags,
        summary: 'Move an order to its next state',
        description:
          'assigned → in_transit, picked_up → in_transit, in_transit → delivered, and any open order → cancelled. Any other move is a 409 that names the present status.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(shared.setOrderStatus)
    .output(shared.order)
    .mutation(({ ctx, input }) => setStatus(ctx, input)),
  rotateCode: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/{id}/access-code',
        tags,
        summary: 'Give an order a new access code',
        description: 'The old code stops working immediately, also for those who opened the order with it.',
      },
      etag: 'order',
      honorsIfMatch: true,
    })
    .input(byId)
    .output(shared.order)
    .mutation(({ ctx, input }) => rotateCode(ctx, input.id)),
});
