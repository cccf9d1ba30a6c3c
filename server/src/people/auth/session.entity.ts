import { defineEntity, p } from '@mikro-orm/core';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    /** SHA-256 of the cookie's id: a stolen table opens no session. */
    idHash: p.text().primary(),
    userId: p.integer().nullable().index(),
    data: p.json<Record<string, unknown>>(),
    device: p.text().nullable(),
    /** The network address of the sign-in. */
    address: p.text().nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    lastSeenAt: p.datetime(3).onCreate(() => new Date()),
    expiresAt: p.datetime(3).index(),
  },
});
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
