import { defineEntity, p } from '@mikro-orm/core';
import {
  type LeavePlace,
  type RequestKind,
  type RequestState,
  requestKinds,
  requestStates,
} from '@quickfleet/shared/company/request-kinds';
import { type DeliveryReader, deliveryReaders } from '@quickfleet/shared/delivery/tracking/delivery-token';
import type { Window } from '@quickfleet/shared/quoting/window-rules';
import { key, oneOf } from '../../db/base.ts';
import { Order } from '../orders/order.entity.ts';

/** What it changes when it is agreed. What was asked for before there were places has its place in the text. */
export interface Asked {
  place?: LeavePlace;
  window?: Window;
  contact?: { name: string | null; phone: string | null; email: string | null };
}

const DeliveryRequestSchema = defineEntity({
  name: 'DeliveryRequest',
  tableName: 'delivery_requests',
  properties: {
    id: key,
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    by: p.text().$type<DeliveryReader>().check(oneOf('"by"', deliveryReaders)),
    kind: p.text().$type<RequestKind>().check(oneOf('kind', requestKinds)),
    state: p.text().$type<RequestState>().check(oneOf('state', requestStates)),
    /** In the words of who asked; askedInWords is what its readers read. */
    text: p.text(),
    asked: p.json<Asked>(),
    /** The place where to leave it. */
    photoUrl: p.text().nullable(),
    reason: p.text().nullable(),
    decidedBy: p.text().nullable(),
    decidedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'delivery_requests_waiting',
      expression: `create index "delivery_requests_waiting" on "delivery_requests" ("created_at", "id") where state = 'waiting'`,
    },
  ],
});
/** What the customer or the recipient asks for by the link in their mail. */
export class DeliveryRequest extends DeliveryRequestSchema.class {}
DeliveryRequestSchema.setClass(DeliveryRequest);
