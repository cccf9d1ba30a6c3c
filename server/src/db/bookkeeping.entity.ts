import { defineEntity, p } from '@mikro-orm/core';

/** Answers by idempotency key; written in the transaction of the call itself, so that both are there or neither. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** SHA-256 of caller, call and key. */
    id: p.text().primary(),
    fingerprint: p.text(),
    response: p.text().nullable(),
    createdAt: p.datetime(3).index(),
  },
});

/** A word sealed under the installation's secret, in one row: a process with another secret refuses to start. */
export const SecretMark = defineEntity({
  name: 'SecretMark',
  tableName: 'secret_mark',
  properties: { id: p.integer().primary(), sealed: p.text() },
});

/** One row: the release that changed the tables last, and the oldest release that may still write. */
export const SchemaStamp = defineEntity({
  name: 'SchemaStamp',
  tableName: 'schema_stamp',
  properties: {
    id: p.integer().primary(),
    release: p.text(),
    /** The last migration of that release, and the one without which a release may not write. */
    newest: p.text(),
    oldest: p.text(),
  },
});

/** How often something happened in a window; counts of all server processes together. */
export const RateCount = defineEntity({
  name: 'RateCount',
  tableName: 'rate_counts',
  properties: { bucket: p.text().primary(), count: p.integer(), resetsAt: p.datetime(3).index() },
});
