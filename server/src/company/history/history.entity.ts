import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';

/** What a line is about. */
export type HistorySubject =
  | 'quote'
  | 'order'
  | 'user'
  | 'customer'
  | 'template'
  | 'key'
  | 'recurring'
  | 'webhook'
  | 'inbound'
  | 'import'
  | 'export'
  | 'invoice'
  | 'bank'
  | 'report'
  | 'company';
export type ActorKind = 'user' | 'code' | 'key' | 'visitor' | 'system';

const HistorySchema = defineEntity({
  name: 'History',
  tableName: 'history',
  properties: {
    id: key,
    subject: p.text().$type<HistorySubject>(),
    subjectId: p.integer(),
    action: p.text(),
    fromStatus: p.text().nullable(),
    toStatus: p.text().nullable(),
    actorKind: p.text().$type<ActorKind>(),
    actorId: p.integer().nullable(),
    actorName: p.text(),
    detail: p.text().nullable(),
    at: p.datetime(3),
    /** From where a user, a driver or a program acted; of customers it is not kept. */
    address: p.text().nullable(),
    /** By the phone's clock. */
    occurredAt: p.datetime(3).nullable(),
    /** SHA-256 of the stored originals that the line is about. */
    files: p.json().$type<string[]>().nullable(),
    /** Facts of the line as canonical JSON; like the detail it can go while its hash stays. */
    data: p.text().nullable(),
    // The line's place in the chain of its order, written by the database alone (decision 041).
    seq: p.integer().nullable(),
    prev: p.text().nullable(),
    hash: p.text().nullable(),
    detailHash: p.text().nullable(),
    detailSalt: p.text().nullable(),
    dataHash: p.text().nullable(),
    dataSalt: p.text().nullable(),
  },
  indexes: [
    // Without the id, which would keep PostgreSQL from storing equal keys once: the few lines of a subject are sorted.
    {
      name: 'history_by_subject',
      expression: 'create index "history_by_subject" on "history" ("subject", "subject_id")',
    },
    // Lines are appended in the order of time: what is over lies together.
    { name: 'history_times', expression: 'create index "history_times" on "history" using brin ("at")' },
    // What one person or key did, and all of one kind, newest first.
    {
      name: 'history_by_actor',
      expression:
        'create index "history_by_actor" on "history" ("actor_id", "actor_kind", "id") where actor_id is not null',
    },
    { name: 'history_by_action', expression: 'create index "history_by_action" on "history" ("action", "id")' },
    {
      name: 'history_unsealed',
      expression: `create index "history_unsealed" on "history" ("subject_id") where subject = 'order' and seq is null`,
    },
  ],
});
/** Who did what, and when: appended, never changed. */
export class History extends HistorySchema.class {}
HistorySchema.setClass(History);

/** How long the chain of an order's history is, and the hash of its last line; kept by the database alone. */
export const HistoryChain = defineEntity({
  name: 'HistoryChain',
  tableName: 'history_chains',
  properties: { orderId: p.integer().primary().autoincrement(false), length: p.integer(), head: p.text() },
});
