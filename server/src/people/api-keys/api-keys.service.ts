import { LockMode } from '@mikro-orm/postgresql';
import { endOfDay } from '@quickfleet/shared/base/time/zoned-time';
import type {
  ApiKey as ApiKeyView,
  createApiKey as createInput,
  rotateApiKey as rotateInput,
  UpdateApiKey,
} from '@quickfleet/shared/people/api-keys';
import { merchantScopes, type Scope } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import type { z } from 'zod';
import { record } from '../../company/history/history.service.ts';
import { exists } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { badRequest, conflict, invalid, notFound } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { publish } from '../../http/streams/events.ts';
import { switchOffOfKey } from '../../messages/webhooks/webhooks.switch-off.ts';
import { randomKey, sha256 } from '../../security/secrets.ts';
import { ApiKey } from './api-key.entity.ts';
import { readApiKey } from './api-keys.queries.ts';

/** A key of one customer has none of the office's rights. */
function requireScopes(customerId: number | null, scopes: readonly Scope[]): void {
  if (customerId === null) return;
  const other = scopes.find((scope) => !merchantScopes.some((known) => known === scope));
  if (other) throw invalid('scopes', t('A key of one customer cannot have {other}', { other }));
}

/** The end of a key's last day; null for a key that does not expire. */
function endOf(ctx: AppContext, expiresOn: string | null | undefined): Date | null {
  if (!expiresOn) return null;
  if (expiresOn < todayOf(ctx))
    throw badRequest('KEY_ALREADY_EXPIRED', t('Choose today or a later day'), [
      { path: 'expiresOn', message: t('Choose today or a later day') },
    ]);
  return endOfDay(expiresOn, ctx.services.config.BUSINESS_TIMEZONE);
}

/** 256 random bits; only their hash is kept, so that the answer is the one time the key can be read. */
function newKey() {
  const key = `qf_${randomKey(32)}`;
  return { key, prefix: key.slice(0, 11), keyHash: sha256(key) };
}

export async function createApiKey(
  ctx: AppContext,
  input: z.infer<typeof createInput>,
): Promise<ApiKeyView & { key: string }> {
  const customerId = input.customerId ?? null;
  requireScopes(customerId, input.scopes);
  const isThere = customerId === null || (await exists(ctx.em, 'select 1 from customers where id = ?', [customerId]));
  if (!isThere) throw notFound('Customer');
  const { key, prefix, keyHash } = newKey();
  const row = ctx.em.create(ApiKey, {
    name: input.name,
    prefix,
    keyHash,
    scopes: [...new Set(input.scopes)],
    customerId,
    allowedAddresses: input.allowedAddresses ?? [],
    expiresAt: endOf(ctx, input.expiresOn),
    createdById: ctx.caller.user?.id ?? null,
    createdByName: ctx.caller.user?.name ?? null,
    createdAt: now(ctx),
  });
  await ctx.em.flush();
  record(ctx, { subject: 'key', subjectId: row.id, action: 'key.created', detail: input.name });
  return { ...(await readApiKey(ctx, row.id)), key };
}

async function lockKey(ctx: AppContext, id: number): Promise<ApiKey> {
  const key = await ctx.em.findOneOrFail(ApiKey, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('API key'),
  });
  return key;
}
async function lockWorkingKey(ctx: AppContext, id: number, version?: number): Promise<ApiKey> {
  const key = await lockKey(ctx, id);
  requireVersion(ctx, 'key', key, version);
  if (key.revokedAt) throw conflict('KEY_REVOKED', t('This API key was revoked; make another one'));
  return key;
}

/** An admin who changes or rotates a key whose maker is no active admin any more answers for it from now on. */
async function takeOver(ctx: AppContext, key: ApiKey): Promise<void> {
  const { user } = ctx.caller;
  const isMade = await exists(ctx.em, `select 1 from users where id = ? and is_active and role = 'admin'`, [
    key.createdById ?? 0,
  ]);
  if (!user || isMade) return;
  key.createdById = user.id;
  key.createdByName = user.name;
  record(ctx, { subject: 'key', subjectId: key.id, action: 'key.taken_over', detail: key.name });
}

/** Name, scopes, last day and networks; counts from the key's next call on, and its open streams begin again. */
export async function updateApiKey(ctx: AppContext, { id, version, ...input }: UpdateApiKey): Promise<ApiKeyView> {
  const key = await lockWorkingKey(ctx, id, version);
  if (input.scopes) requireScopes(key.customerId ?? null, input.scopes);
  if (input.name !== undefined) key.name = input.name;
  if (input.scopes) key.scopes = [...new Set(input.scopes)];
  if (input.allowedAddresses) key.allowedAddresses = input.allowedAddresses;
  if (input.expiresOn !== undefined) {
    key.expiresAt = endOf(ctx, input.expiresOn);
    key.expiryReminded = null;
  }
  await takeOver(ctx, key);
  const changed = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const says = [{ by: ': ', of: [key.name, { is: 'properties' as const, names: changed }] }];
  record(ctx, { subject: 'key', subjectId: id, action: 'key.changed', says });
  await ctx.em.flush();
  await publish(ctx.em, { topic: 'rights', keyId: id });
  return readApiKey(ctx, id);
}

/** Another key in its place, shown this once; the one before works for some hours more, and none before that. */
export async function rotateApiKey(
  ctx: AppContext,
  { id, overlapHours }: z.infer<typeof rotateInput>,
): Promise<ApiKeyView & { key: string }> {
  const row = await lockWorkingKey(ctx, id);
  const { key, prefix, keyHash } = newKey();
  row.previousHash = overlapHours === 0 ? null : row.keyHash;
  row.previousUntil = overlapHours === 0 ? null : new Date(now(ctx).getTime() + overlapHours * 3_600_000);
  row.keyHash = keyHash;
  row.prefix = prefix;
  await takeOver(ctx, row);
  record(ctx, { subject: 'key', subjectId: id, action: 'key.rotated', detail: row.name });
  await ctx.em.flush();
  await publish(ctx.em, { topic: 'rights', keyId: id });
  return { ...(await readApiKey(ctx, id)), key };
}

/** Ends a key and its webhooks. Answers how many of these were switched off. */
async function revoke(ctx: AppContext, key: ApiKey): Promise<number> {
  key.revokedAt = now(ctx);
  record(ctx, { subject: 'key', subjectId: key.id, action: 'key.revoked', detail: key.name });
  await ctx.em.flush();
  const endpointsOff = await switchOffOfKey(ctx, key.id);
  await publish(ctx.em, { topic: 'rights', keyId: key.id });
  return endpointsOff;
}

/** The keys of a customer who is gone end with them. */
export async function revokeKeysOf(ctx: AppContext, customerId: number): Promise<void> {
  const keys = await ctx.em.find(ApiKey, { customerId, revokedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  for (const key of keys) await revoke(ctx, key);
}

/** Refused at the key's very next call; its open streams end, its webhooks are switched off. The row stays for the record. */
export async function revokeApiKey(
  ctx: AppContext,
  id: number,
): Promise<ApiKeyView & { success: true; endpointsOff: number }> {
  const key = await lockKey(ctx, id);
  const endpointsOff = key.revokedAt ? 0 : await revoke(ctx, key);
  return { ...(await readApiKey(ctx, id)), success: true, endpointsOff };
}
