import { LockMode } from '@mikro-orm/postgresql';
import { endOfDay } from '@quickfleet/shared/base/zoned-time';
import type { ApiKey as ApiKeyView, createApiKey as createInput } from '@quickfleet/shared/people/api-keys';
import type { z } from 'zod';
import { record } from '../../company/history/history.service.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { randomKey, sha256 } from '../../security/secrets.ts';
import { ApiKey } from './api-key.entity.ts';
import { readApiKey } from './api-keys.queries.ts';

/** 256 random bits; only their hash is kept, so this answer is the one time the key can be read. */
export async function createApiKey(
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
export async function revokeApiKey(ctx: AppContext, id: number): Promise<ApiKeyView & { success: true }> {
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
