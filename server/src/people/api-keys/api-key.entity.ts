import { defineEntity, p } from '@mikro-orm/core';
import type { Scope } from '@quickfleet/shared/permissions';
import { key } from '../../db/base.ts';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: key,
    name: p.text(),
    prefix: p.text(),
    keyHash: p.text().unique().hidden(),
    scopes: p.json<Scope[]>(),
    /** A merchant's key. No foreign key: when the customer is gone, it must not become a key for all. */
    customerId: p.integer().nullable(),
    allowedAddresses: p.json<string[]>().defaultRaw(`'[]'`),
    /** The key before the last rotation, while it works too. */
    previousHash: p.text().nullable().hidden(),
    previousUntil: p.datetime(3).nullable(),
    expiresAt: p.datetime(3).nullable(),
    /** The reminder that was sent last, by its days (KEY_REMINDER_DAYS). */
    expiryReminded: p.integer().nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    createdById: p.integer().nullable(),
    createdByName: p.text().nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    version: p.integer().version().default(1),
  },
  indexes: [
    {
      name: 'api_keys_previous_hash',
      expression:
        'create unique index "api_keys_previous_hash" on "api_keys" ("previous_hash") where previous_hash is not null',
    },
  ],
});
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);

const ApiKeyCallSchema = defineEntity({
  name: 'ApiKeyCall',
  tableName: 'api_key_calls',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    keyId: p.integer(),
    at: p.datetime(3),
    method: p.text(),
    path: p.text(),
    status: p.integer(),
    address: p.text(),
    unknownFields: p.array().columnType('text[]').nullable(),
  },
  indexes: [
    {
      name: 'api_key_calls_of_key',
      expression: 'create index "api_key_calls_of_key" on "api_key_calls" ("key_id", "at" desc, "id" desc)',
    },
    { name: 'api_key_calls_by_time', expression: 'create index "api_key_calls_by_time" on "api_key_calls" ("at")' },
  ],
});
/** What a key called, for 30 days (http/caller/key-calls.ts). */
export class ApiKeyCall extends ApiKeyCallSchema.class {}
ApiKeyCallSchema.setClass(ApiKeyCall);
