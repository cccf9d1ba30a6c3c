import { LockMode } from '@mikro-orm/postgresql';
import { createOrder as schema } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { Order } from '../../../delivery/orders/order.entity.ts';
import { createOrder, findOrderFaults } from '../../../delivery/orders/orders.create.ts';
import { deleteOrder } from '../../../delivery/orders/orders.service.ts';
import { toDomainError } from '../../../http/errors.ts';
import { amountOf, dayOf, flagOf, momentFrom, wholeOf } from '../imports.cells.ts';
import { hasCustomer, isKnownIn } from './common.ts';
import { type Kind, kept } from './kind.ts';
import type { RowCells } from './row-cells.ts';

/** Two moments; one alone lacks the other, which is said at its own cell. */
function windowIn(cells: RowCells, kind: 'pickup' | 'delivery', day: string | undefined) {
  const from = cells.read(`${kind}From`, (text) => momentFrom(text, cells.zone, day));
  const to = cells.read(`${kind}To`, (text) => momentFrom(text, cells.zone, day ?? from?.slice(0, 10)));
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? `${kind}From` : `${kind}To`;
    const isSaid = cells.faults.some(({ path }) => path === missing);
    if (!isSaid)
      cells.faults.push({
        path: missing,
        message: t(
          'A window needs both times: write when the {kind, select, pickup {pickup} other {delivery}} {edge, select, from {begins} other {ends}}',
          { kind, edge: from === undefined ? 'from' : 'to' },
        ),
      });
    return undefined;
  }
  return { from, to };
}

export const ordersKind: Kind = {
  action: 'orders.create',
  table: 'orders',
  word: 'order',
  numbered: 'order',
  read(cells) {
    const day = cells.read('deliveryDate', dayOf);
    const parsed = schema.safeParse({
      customerName: cells.text('customerName'),
      customerEmail: cells.text('customerEmail'),
      customerPhone: cells.text('customerPhone'),
      customerCompany: cells.text('customerCompany'),
      pickupAddress: cells.text('pickupAddress'),
      deliveryAddress: cells.text('deliveryAddress'),
      pickupContact: cells.contact('pickup'),
      deliveryContact: cells.contact('delivery'),
      notes: cells.text('notes'),
      driverNotes: cells.text('driverNotes'),
      officeNotes: cells.text('officeNotes'),
      parcels: cells.read('parcels', wholeOf),
      onAccount: cells.read('onAccount', flagOf),
      quotePrice: cells.read('quotePrice', amountOf),
      deliveryDate: day,
      pickupWindow: windowIn(cells, 'pickup', day),
      deliveryWindow: windowIn(cells, 'delivery', day),
      items: cells.items(),
      ...cells.numbers(),
    });
    if (!parsed.success) return { issues: toDomainError(parsed.error).issues ?? [] };
    const order = parsed.data;
    return {
      input: {
        content: order,
        email: order.customerEmail?.toLowerCase() ?? null,
        externalId: order.externalId ?? null,
        summary: t('New order for {customer}, {count, plural, one {# item} other {# items}}', {
          customer: order.customerName,
          count: order.items.length,
        }),
        findFaults: (ctx, currency) => findOrderFaults(ctx, order, currency),
        async make(ctx) {
          const isOld = !order.customerEmail || (await hasCustomer(ctx, order.customerEmail));
          const { id, version, customerId } = await createOrder(ctx, order);
          return { id, version, isKnown: isKnownIn(ctx), customerId: isOld ? null : customerId };
        },
      },
    };
  },
  async takeBack(ctx, id, version) {
    const order = await ctx.em.findOne(Order, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!order) return null;
    if (order.status !== 'pending') return t('Kept: a driver has it, or it is over');
    if (order.version !== version) return kept.changed;
    await deleteOrder(ctx, id);
    return null;
  },
};
