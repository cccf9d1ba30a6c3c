import { LockMode } from '@mikro-orm/postgresql';
import { endOfDay } from '@quickfleet/shared/base/zoned-time';
import type { ApiKey as ApiKeyView, createApiKey as createInput } from '@quickfleet/shared/people/api-keys';
import * as shared from '@quickfleet/shared/people/api-keys';
import { scopes } from '@quickfleet/shared/permissions';
import { z } from 'zod';
import { record } from '../../company/history/history.service.ts';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import { isMaker } from '../../http/authorize.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { procedure, router } from '../../http/trpc.ts';
import { randomKey, sha256 } from '../../security/secrets.ts';
import { ApiKey } from './api-key.entity.ts';

const columns = select({
  id: c.int('k.id'),
  name: c.text('k.name'),
  prefix: c.text('k.prefix'),
  scopes: c.json(z.array(z.enum(scopes)), 'k.scopes'),
  expiresAt: c.time('k.expires_at').nullable(),
  lastUsedAt: c.time('k.last_used_at').nullable(),
  revokedAt: c.time('k.revoked_at').nullable(),
  createdAt: c.time('k.created_at'),
  createdBy: c.text('k.created_by_name').nullable(),
  isMakerActive: c.bool('u.id is not null'),
});
const all = `select $columns from api_keys k left join users u on ${isMaker}`;

const listApiKeys = (ctx: AppContext): Promise<ApiKeyView[]> =>
  readRows(ctx.em, columns, `${all} order by k.created_at desc, k.id desc`);

async function readApiKey(ctx: AppContext, id: number): Promise<ApiKeyView> {
  const row = await readRow(ctx.em, columns, `${all} where k.id = ?`, [id]);
  if (!row) throw notFound('API key');
  return row;
}

/** 256 random bits; only their hash is kept, so this answer is the one time the key can be read. */
async function createApiKey(
  ctx: AppContext,
  input: z.infer<typeof createInput>,
): Promise<ApiKeyView & { key: string }> {
  if (input.expiresOn && input.expiresOn < todayOf(ctx)) {
    throw badRequest('KEY_ALREADY_EXPIRED', 'Choose today or a later day', [
      { path: 'expiresOn', message: 'Choose today or a later day' },
    ]);
  }
  const key = `qf_${randomKey(32)}`;
  const row = ctx.em.create(ApiKey, {
    name: input.name,
    prefix: key.slice(0, 11),
    keyHash: sha256(key),
    scopes: [...new Set(input.scopes)],
    expiresAt: input.expiresOn ? endOfDay(input.expiresOn, ctx.services.config.BUSINESS_TIMEZONE) : null,
    createdById: ctx.caller.user?.id ?? null,
    createdByName: ctx.caller.user?.name ?? null,
    createdAt: now(ctx),
  });
  await ctx.em.flush();
  record(ctx, { subject: 'key', subjectId: row.id, action: 'key.created', detail: input.name });
  return { ...(await readApiKey(ctx, row.id)), key };
}

/** Refused at the key's very next call, and its open streams end; the row stays for the record. */
async function revokeApiKey(ctx: AppContext, id: number): Promise<ApiKeyView & { success: true }> {
  const key = await ctx.em.findOneOrFail(ApiKey, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('API key'),
  });
  if (!key.revokedAt) {
    key.revokedAt = now(ctx);
    record(ctx, { subject: 'key', subjectId: id, action: 'key.revoked', detail: key.name });
    await ctx.em.flush();
    await publish(ctx.em, { topic: 'rights', keyId: id });
  }
  return { ...(await readApiKey(ctx, id)), success: true };
}

const tags = ['api keys'];
export const apiKeysRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/api-keys', tags, summary: 'List API keys' } })
    .output(z.object({ data: z.array(shared.apiKey) }))
    .query(async ({ ctx }) => ({ data: await listApiKeys(ctx) })),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/api-keys',
        tags,
        summary: 'Make an API key, shown this once',
        description: 'The answer is the only one that ever holds the key.',
      },
      status: 201,
    })
    .input(shared.createApiKey)
    .output(shared.createdApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx, input)),
  revoke: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/api-keys/{id}',
        tags,
        summary: 'Revoke an API key',
        description: 'Refused from its next call on.',
      },
    })
    .input(shared.byKeyId)
    .output(shared.revokedApiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx, input.id)),
});
