import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';
import { User } from '../users/user.entity.ts';
import { Session } from './session.entity.ts';

const PushSubscriptionSchema = defineEntity({
  name: 'PushSubscription',
  tableName: 'push_subscriptions',
  properties: {
    id: key,
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    // Signing out, a new password and deactivation end the session, and with it the messages to its phone.
    session: () => p.manyToOne(Session).deleteRule('cascade').index(),
    endpoint: p.text().unique(),
    p256dh: p.text(),
    auth: p.text(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
  },
});
/** A driver's phone that subscribed to job messages, at its browser's push service. */
export class PushSubscription extends PushSubscriptionSchema.class {}
PushSubscriptionSchema.setClass(PushSubscription);

const PushKeySchema = defineEntity({
  name: 'PushKey',
  tableName: 'push_keys',
  properties: {
    id: p.integer().primary(),
    publicKey: p.text(),
    privateSealed: p.text(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
  },
});
/** The company's name towards push services (VAPID, RFC 8292): one row, the private half sealed. */
export class PushKey extends PushKeySchema.class {}
PushKeySchema.setClass(PushKey);
