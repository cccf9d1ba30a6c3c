import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';

export type ActorKind = 'user' | 'code' | 'key' | 'visitor' | 'system';

const HistorySchema = defineEntity({
  name: 'History',
  tableName: 'history',
  properties: {
    id: key,
    subject: p.text().$type<'quote' | 'order' | 'user' | 'customer' | 'template' | 'key' | 'recurring'>(),
    subjectId: p.integer(),
    action: p.text(),
    fromStatus: p.text().nullable(),
    toStatus: p.text().nullable(),
    actorKind: p.text().$type<ActorKind>(),
    actorId: p.integer().nullable(),
    actorName: p.text(),
    detail: p.text().nullable(),
    at: p.datetime(3),
    /** By the phone's clock. */
    occurredAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'history_of_subject', properties: ['subject', 'subjectId', 'id'] }],
});
/** Who did what, and when: appended, never changed. */
export class History extends HistorySchema.class {}
HistorySchema.setClass(History);
