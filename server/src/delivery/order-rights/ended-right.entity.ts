import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';

export type EndReason = 'reassigned' | 'unassigned' | 'code_replaced' | 'deleted';

const EndedRightSchema = defineEntity({
  name: 'EndedRight',
  tableName: 'ended_rights',
  properties: {
    id: key,
    /** No foreign keys: it outlives an order that is deleted. */
    orderId: p.integer().index(),
    codeHash: p.text().nullable().index(),
    driverId: p.integer().nullable().index(),
    after: p.text().$type<EndReason>(),
    endedAt: p.datetime(3).index(),
  },
});
/** A code that opened an order, or a driver who had it, until then. */
export class EndedRight extends EndedRightSchema.class {}
EndedRightSchema.setClass(EndedRight);

const DeletedOrderSchema = defineEntity({
  name: 'DeletedOrder',
  tableName: 'deleted_orders',
  properties: {
    /** The order's own number. */
    id: p.integer().primary().autoincrement(false),
    quoteId: p.integer().nullable(),
    trackingNumber: p.text(),
    items: p.json<{ id: number; name: string }[]>(),
    createdAt: p.datetime(3),
    deletedAt: p.datetime(3).index(),
  },
});
/** What is needed to know an order's evidence by when the order itself is deleted; no address, no person. */
export class DeletedOrder extends DeletedOrderSchema.class {}
DeletedOrderSchema.setClass(DeletedOrder);
