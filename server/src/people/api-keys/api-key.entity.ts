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
    expiresAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    createdById: p.integer().nullable(),
    createdByName: p.text().nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
  },
});
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
