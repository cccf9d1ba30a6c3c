import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { MERCHANT_WEBHOOKS_MAX, REPLAY_MAX, WEBHOOKS_MAX } from '@quickfleet/shared/limits';
import { mayReadType, typesOfPatterns } from '@quickfleet/shared/messages/events';
import {
  type CreateWebhook,
  type Delivery,
  type ReplayRange,
  type RotateSecret,
  TEST_TYPE,
  type UpdateWebhook,
  type Webhook as WebhookView,
  type WebhookWithSecret,
} from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { c, onlyId, readOne, readRow, run, select } from '../../db/rows.ts';
import { isForeign, merchantOf } from '../../http/caller/merchant.ts';
import { type AppContext, now } from '../../http/context.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { publish } from '../../http/streams/events.ts';
import { AddressRefused, requireSendable } from '../../security/public-address.ts';
import { randomKey } from '../../security/secrets.ts';
import { TEST_POSITION } from '../events/event.entity.ts';
import { isFor, settleAll } from '../events/events.settle.ts';
import { Webhook } from './webhook.entity.ts';
import { readableTypes, readDelivery, readWebhook } from './webhooks.queries.ts';
import { forgetWebhook, wakeWebhooks } from './webhooks.queue.ts';

const HOUR_MS = 3_600_000;
const end = select({ position: c.int('coalesce(max(position), 0)') });

/** 256 random bits in the form of Standard Webhooks. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

function requireUrl(ctx: AppContext, url: string): string {
  try {
    return requireSendable(url, ctx.services.config.WEBHOOKS_ALLOW_HOSTS).href;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw badRequest('WEBHOOK_URL_REFUSED', error.message, [{ path: 'url', message: error.message }]);
  }
}

/** A key has nothing sent, and changes nothing about what is sent, that it may not read. */
function requireReadable({ caller: { key } }: AppContext, events: readonly string[]): void {
  if (!key) return;
  const hidden = typesOfPatterns(events).find((type) => !mayReadType(type, key));
  if (hidden) throw forbidden(t('This API key may not read {hidden}', { hidden }));
}
const readsEvidence = ({ caller: { key } }: AppContext): boolean => !key || key.scopes.includes('evidence:read');

/** Everything that was committed before `settleAll` has its place up to this one. */
const lastPosition = async ({ em }: AppContext): Promise<number> =>
  (await readOne(em, end, 'select $columns from events')).position;

/** Settle before, never after: what gives the webhook deliveries waits for this lock. */
async function lock(ctx: AppContext, id: number): Promise<Webhook> {
  const webhook = await ctx.em.findOneOrFail(Webhook, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Webhook'),
  });
  if (isForeign(ctx, webhook.customerId)) throw notFound('Webhook');
  requireReadable(ctx, webhook.events);
  return webhook;
}

/** @throws 409 TOO_MANY_WEBHOOKS: a merchant and the company have so many each */
async function requirePlace(ctx: AppContext): Promise<void> {
  const customerId = merchantOf(ctx) ?? null;
  // Two keys of one customer wait for each other here.
  if (customerId !== null) await run(ctx.em, 'select 1 from customers where id = ? for update', [customerId]);
  const most = customerId === null ? WEBHOOKS_MAX : MERCHANT_WEBHOOKS_MAX;
  if ((await ctx.em.count(Webhook, { customerId })) >= most)
    throw conflict(
      'TOO_MANY_WEBHOOKS',
      t('There can be {count} webhooks; delete one that is not used', { count: most }),
    );
}

/** Answers with the secret, this once. Rejects with 400 WEBHOOK_URL_REFUSED, 409 TOO_MANY_WEBHOOKS. */
export async function createWebhook(ctx: AppContext, input: CreateWebhook): Promise<WebhookWithSecret> {
  requireReadable(ctx, input.events);
  const url = requireUrl(ctx, input.url);
  await requirePlace(ctx);
  const secret = newSecret();
  await settleAll(ctx.services);
  const webhook = ctx.em.create(Webhook, {
    url,
    events: input.events,
    description: input.description ?? null,
    isActive: input.isActive,
    inactiveSince: input.isActive ? null : now(ctx),
    payload: input.payload,
    readsEvidence: readsEvidence(ctx),
    keyId: ctx.caller.key?.id ?? null,
    customerId: merchantOf(ctx) ?? null,
    secretSealed: ctx.services.secrets.seal(secret),
    fromPosition: await lastPosition(ctx),
    createdByName: actorOf(ctx).name,
    createdAt: now(ctx),
    updatedAt: now(ctx),
  });
  await ctx.em.flush();
  record(ctx, { subject: 'webhook', subjectId: webhook.id, action: 'webhook.created', detail: url });
  await publish(ctx.em, { topic: 'webhook', id: webhook.id, isNew: true });
  return { ...(await readWebhook(ctx, webhook.id)), secret };
}

/**
 * Partial. A pause keeps what waits, and resuming sends it. One that is switched on again gets what happens from now on;
 * what it has missed can be sent again.
 */
export async function updateWebhook(ctx: AppContext, input: UpdateWebhook): Promise<WebhookView> {
  // What was committed before a pause is queued, and waits.
  if (input.isActive !== undefined) await settleAll(ctx.services);
  const webhook = await lock(ctx, input.id);
  requireVersion(ctx, 'webhook', webhook, input.version);
  if (input.events) requireReadable(ctx, input.events);
  const url = input.url === undefined || input.url === webhook.url ? webhook.url : requireUrl(ctx, input.url);
  if (url !== webhook.url || input.isActive) {
    webhook.failingSince = null;
    webhook.holdUntil = null;
  }
  webhook.url = url;
  if (input.events) webhook.events = input.events;
  if (input.description !== undefined) webhook.description = input.description;
  if (input.payload !== undefined) webhook.payload = input.payload;
  if (!readsEvidence(ctx)) webhook.readsEvidence = false;
  if (input.isActive !== undefined) {
    if (input.isActive && !webhook.isActive) webhook.fromPosition = await lastPosition(ctx);
    if (input.isActive !== webhook.isActive) webhook.inactiveSince = input.isActive ? null : now(ctx);
    webhook.isActive = input.isActive;
    if (input.isActive) Object.assign(webhook, { disabledReason: null, disabledSaid: null });
  }
  webhook.updatedAt = now(ctx);
  record(ctx, { subject: 'webhook', subjectId: webhook.id, action: 'webhook.updated', detail: url });
  await ctx.em.flush();
  if (webhook.isActive) await wakeWebhooks(ctx.em, [webhook.id]);
  await publish(ctx.em, { topic: 'webhook', id: webhook.id });
  return readWebhook(ctx, webhook.id);
}

export async function deleteWebhook(ctx: AppContext, id: number): Promise<{ success: true }> {
  const webhook = await lock(ctx, id);
  requireVersion(ctx, 'webhook', webhook);
  record(ctx, { subject: 'webhook', subjectId: id, action: 'webhook.deleted', detail: webhook.url });
  ctx.em.remove(webhook);
  await forgetWebhook(ctx.em, id);
  await publish(ctx.em, { topic: 'webhook', id });
  return { success: true };
}

/** A new secret, shown this once; the present one signs too until the overlap is over. */
export async function rotateSecret(ctx: AppContext, { id, overlapHours }: RotateSecret): Promise<WebhookWithSecret> {
  const webhook = await lock(ctx, id);
  requireVersion(ctx, 'webhook', webhook);
  const secret = newSecret();
  webhook.oldSecretSealed = overlapHours > 0 ? webhook.secretSealed : null;
  webhook.oldSecretUntil = overlapHours > 0 ? new Date(now(ctx).getTime() + overlapHours * HOUR_MS) : null;
  webhook.secretSealed = ctx.services.secrets.seal(secret);
  webhook.updatedAt = now(ctx);
  record(ctx, { subject: 'webhook', subjectId: id, action: 'webhook.secret_rotated' });
  await ctx.em.flush();
  await publish(ctx.em, { topic: 'webhook', id });
  return { ...(await readWebhook(ctx, id)), secret };
}

function requireActive({ isActive }: Webhook): void {
  if (!isActive) throw conflict('WEBHOOK_INACTIVE', t('This webhook is switched off. Switch it on first'));
}

const INSERT = `insert into webhook_deliveries (webhook_id, event_id, object_type, object_id, state, is_replay, attempts, created_at, next_try_at)
  select w.id, e.id, e.object_type, e.object_id, 'pending', ?::boolean, '[]', ?, ? from webhooks w, events e`;

/** Sends one made-up event, which no feed has. */
export async function testWebhook(ctx: AppContext, id: number): Promise<Delivery> {
  requireActive(await lock(ctx, id));
  const at = now(ctx);
  const row = await readRow(
    ctx.em,
    onlyId,
    `with counted as (
       insert into event_counters as k (object_type, object_id, sequence) values ('webhook', ?, 1)
       on conflict (object_type, object_id) do update set sequence = k.sequence + 1 returning sequence)
     insert into events (event_id, type, object_type, object_id, sequence, at, data, position)
     select ?, '${TEST_TYPE}', 'webhook', ?::int, sequence, ?, ?::json, ${TEST_POSITION} from counted returning $columns`,
    [id, `evt_${randomKey()}`, id, at, JSON.stringify({ id, message: 'This is a test. It is in no feed.' })],
  );
  const made = await readOne(ctx.em, onlyId, `${INSERT} where w.id = ? and e.id = ? returning $columns`, [
    false,
    at,
    at,
    id,
    row?.id,
  ]);
  await wakeWebhooks(ctx.em, [id]);
  await publish(ctx.em, { topic: 'delivery', id, isNew: true });
  return readDelivery(ctx, id, made.id);
}

/** Sends an event once more, with the same id. */
export async function replayDelivery(
  ctx: AppContext,
  { id, deliveryId }: { id: number; deliveryId: number },
): Promise<Delivery> {
  requireActive(await lock(ctx, id));
  await readDelivery(ctx, id, deliveryId);
  const at = now(ctx);
  const made = await readOne(
    ctx.em,
    onlyId,
    `${INSERT} where w.id = ? and e.id = (select event_id from webhook_deliveries where id = ?) returning $columns`,
    [true, at, at, id, deliveryId],
  );
  await wakeWebhooks(ctx.em, [id]);
  await publish(ctx.em, { topic: 'delivery', id, isNew: true });
  return readDelivery(ctx, id, made.id);
}

/**
 * Sends again what happened in a span of time, whether it was sent then or not, of the types that the webhook gets.
 *
 * @throws 400, 404, 409 WEBHOOK_INACTIVE, 409 TOO_MANY_EVENTS
 */
export async function replayRange(
  ctx: AppContext,
  { id, after, before }: ReplayRange,
): Promise<{ success: true; count: number }> {
  await settleAll(ctx.services);
  const webhook = await lock(ctx, id);
  requireActive(webhook);
  const at = now(ctx);
  const until = before === undefined ? at : new Date(before);
  if (until <= new Date(after)) throw invalid('before', t('Choose a moment after the first one'));
  const types = webhook.events.includes('*') ? readableTypes(ctx) : typesOfPatterns(webhook.events);
  const span = `w.id = ? and e.position > 0 and e.at >= ? and e.at < ? and e.type = any(?) and ${isFor('e')}`;
  const { count } = await readOne(
    ctx.em,
    select({ count: c.count() }),
    `select $columns from webhooks w, events e where ${span}`,
    [id, new Date(after), until, types],
  );
  if (count > REPLAY_MAX)
    throw conflict(
      'TOO_MANY_EVENTS',
      t('These are {count} events; choose a span with at most {most}', { count, most: REPLAY_MAX }),
    );
  await run(ctx.em, `${INSERT} where ${span} order by e.position`, [true, at, at, id, new Date(after), until, types]);
  await wakeWebhooks(ctx.em, [id]);
  await publish(ctx.em, { topic: 'delivery', id, isNew: true });
  return { success: true, count };
}
