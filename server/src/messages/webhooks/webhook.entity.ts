import { defineEntity, p } from '@mikro-orm/core';
import {
  type DeliveryState,
  deliveryStates,
  type webhookEvents,
  webhookPayloads,
} from '@quickfleet/shared/messages/webhooks';
import type { Said } from '../../company/history/detail-words.ts';
import { key, oneOf, stamps } from '../../db/base.ts';
import { LoggedEvent } from '../events/event.entity.ts';

const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: key,
    url: p.text(),
    events: p.json<(typeof webhookEvents)[number][]>(),
    description: p.text().nullable(),
    isActive: p.boolean(),
    payload: p.text().$type<(typeof webhookPayloads)[number]>().check(oneOf('payload', webhookPayloads)),
    /** Its creator may read signatures, pieces of proof and positions. */
    readsEvidence: p.boolean(),
    /** The key that made it. */
    keyId: p.integer().nullable(),
    /** Made by a merchant's key. No foreign key: when the customer is gone, it must not become a webhook for all. */
    customerId: p.integer().nullable(),
    disabledReason: p.text().nullable(),
    /** The same with its values, for each reader's own words. */
    disabledSaid: p.json<Said>().nullable(),
    secretSealed: p.text().hidden(),
    oldSecretSealed: p.text().nullable().hidden(),
    oldSecretUntil: p.datetime(3).nullable(),
    /** Events that have a place up to this one were there before the webhook, or before it was switched on. */
    fromPosition: p.integer(),
    failingSince: p.datetime(3).nullable(),
    inactiveSince: p.datetime(3).nullable(),
    /** Nothing is sent before that: the receiver asked for it, or does not answer. */
    holdUntil: p.datetime(3).nullable(),
    createdByName: p.text().nullable(),
    ...stamps,
  },
});
/** The address of another program that gets our events. */
export class Webhook extends WebhookSchema.class {}
WebhookSchema.setClass(Webhook);

/** One try to deliver. */
export interface Attempt {
  at: string;
  status: number | null;
  /** Milliseconds. */
  time: number;
  error: string | null;
}

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    id: key,
    webhook: () => p.manyToOne(Webhook).deleteRule('cascade'),
    event: () => p.manyToOne(LoggedEvent).deleteRule('cascade').index(),
    objectType: p.text(),
    objectId: p.integer(),
    state: p.text().$type<DeliveryState>().check(oneOf('state', deliveryStates)),
    isReplay: p.boolean(),
    tries: p.integer().default(0),
    attempts: p.json<Attempt[]>(),
    status: p.integer().nullable(),
    /** The beginning of the answer's body. */
    answer: p.text().nullable(),
    answerMs: p.integer().nullable(),
    error: p.text().nullable(),
    createdAt: p.datetime(3),
    lastTriedAt: p.datetime(3).nullable(),
    nextTryAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'webhook_deliveries_newest',
      expression: 'create index "webhook_deliveries_newest" on "webhook_deliveries" ("webhook_id", "id" desc)',
    },
    {
      name: 'webhook_deliveries_waiting',
      expression: `create index "webhook_deliveries_waiting" on "webhook_deliveries" ("webhook_id", "id") where state = 'pending'`,
    },
    {
      name: 'webhook_deliveries_by_time',
      expression: `create index "webhook_deliveries_by_time" on "webhook_deliveries" ("webhook_id", "next_try_at") where state = 'pending'`,
    },
  ],
});
/** One event for one webhook: what was sent, what came back, and when it is tried next. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
