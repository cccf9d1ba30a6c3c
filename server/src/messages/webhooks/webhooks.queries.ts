import { eventTypes, mayReadType } from '@quickfleet/shared/messages/events';
import {
  type Delivery,
  deliveryStates,
  type ListDeliveries,
  TEST_TYPE,
  type Webhook as WebhookView,
  webhookEvents,
  webhookPayloads,
} from '@quickfleet/shared/messages/webhooks';
import { z } from 'zod';
import { saidInWords } from '../../company/history/detail-words.ts';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, exists, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { merchantOf } from '../../http/caller/merchant.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { eventData, eventScope } from '../events/events.queries.ts';
import { bodyFor } from './webhook-body.ts';

const columns = select({
  id: c.int('w.id'),
  url: c.text('w.url'),
  events: c.json(z.array(z.enum(webhookEvents)), 'w.events'),
  description: c.text('w.description').nullable(),
  isActive: c.bool('w.is_active'),
  payload: c.oneOf(webhookPayloads, 'w.payload'),
  disabledReason: c.text('w.disabled_reason').nullable(),
  disabledSaid: c.json(z.unknown(), 'w.disabled_said'),
  failingSince: c.time('w.failing_since').nullable(),
  inactiveSince: c.time('w.inactive_since').nullable(),
  oldSecretUntil: c.time('case when w.old_secret_until > ? then w.old_secret_until end').nullable(),
  pending: c.int(`(select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending')`),
  createdBy: c.text('w.created_by_name').nullable(),
  key: c.first({ id: c.int('k.id'), name: c.text('k.name') }, 'from api_keys k where k.id = w.key_id'),
  customerId: c.int('w.customer_id').nullable(),
  createdAt: c.time('w.created_at'),
  updatedAt: c.time('w.updated_at'),
  version: c.int('w.version'),
});

/** SQL: webhook `w` is the caller's to know. Its values: `ownValues`. */
const IS_OWN = '(?::int is null or w.customer_id = ?)';
const ownValues = (ctx: AppContext) => {
  const merchant = merchantOf(ctx) ?? null;
  return [merchant, merchant];
};

/** A webhook as this caller reads it, why it was switched off in their words. */
const shown = (
  { services }: AppContext,
  { disabledReason, disabledSaid, ...row }: Row<typeof columns>,
): WebhookView => ({
  ...row,
  disabledReason: saidInWords(disabledReason, disabledSaid, services.config),
});

export async function listWebhooks(ctx: AppContext): Promise<WebhookView[]> {
  const rows = await readRows(ctx.em, columns, `select $columns from webhooks w where ${IS_OWN} order by w.id`, [
    ctx.services.clock(),
    ...ownValues(ctx),
  ]);
  return rows.map((row) => shown(ctx, row));
}

export async function readWebhook(ctx: AppContext, id: number): Promise<WebhookView> {
  const row = await readRow(ctx.em, columns, `select $columns from webhooks w where w.id = ? and ${IS_OWN}`, [
    ctx.services.clock(),
    id,
    ...ownValues(ctx),
  ]);
  if (!row) throw notFound('Webhook');
  return shown(ctx, row);
}

const deliveredTypes = [TEST_TYPE, ...eventTypes] as const;
const delivered = select({
  id: c.int('d.id'),
  webhookId: c.int('d.webhook_id'),
  state: c.oneOf(deliveryStates, 'd.state'),
  isReplay: c.bool('d.is_replay'),
  tries: c.int('d.tries'),
  createdAt: c.time('d.created_at'),
  lastTriedAt: c.time('d.last_tried_at').nullable(),
  nextTryAt: c.time('d.next_try_at').nullable(),
  status: c.int('d.status').nullable(),
  answer: c.text('d.answer').nullable(),
  answerMs: c.int('d.answer_ms').nullable(),
  error: c.text('d.error').nullable(),
  attempts: c.json(
    z.array(z.object({ at: z.string(), status: z.int().nullable(), time: z.int(), error: z.string().nullable() })),
    'd.attempts',
  ),
  url: c.text('w.url'),
  payload: c.oneOf(webhookPayloads, 'w.payload'),
  readsEvidence: c.bool('w.reads_evidence'),
  customerId: c.int('w.customer_id').nullable(),
  externalScope: eventScope,
  event: c.object({
    id: c.text('e.event_id'),
    type: c.oneOf<(typeof deliveredTypes)[number]>(deliveredTypes, 'e.type'),
    timestamp: c.time('e.at'),
    sequence: c.int('e.sequence'),
    object: c.object({ type: c.text('e.object_type'), id: c.int('e.object_id') }),
    data: eventData,
  }),
});
const joins = 'join webhooks w on w.id = d.webhook_id join events e on e.id = d.event_id';

function viewOf({
  event,
  url,
  payload,
  readsEvidence,
  customerId,
  externalScope,
  status,
  answer,
  answerMs,
  ...row
}: Row<typeof delivered>): Delivery {
  const { id, type, object, sequence } = event;
  return {
    ...row,
    eventId: id,
    type,
    object,
    sequence,
    request: {
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        ...(row.lastTriedAt === null
          ? {}
          : { 'webhook-timestamp': String(Math.floor(Date.parse(row.lastTriedAt) / 1000)) }),
      },
      body: bodyFor({ payload, readsEvidence, customerId }, event, externalScope),
    },
    response: status === null ? null : { status, body: answer ?? '', time: answerMs ?? 0 },
  };
}

/** The types that a caller may read: all of them, or what a key's other scopes let it read. */
export const readableTypes = ({ caller: { key } }: Pick<AppContext, 'caller'>): string[] => [
  TEST_TYPE,
  ...eventTypes.filter((type) => !key || mayReadType(type, key)),
];

function listing(ctx: AppContext, { id, state, types, after, before }: ListDeliveries): Listing<Row<typeof delivered>> {
  const where = new Where();
  where.and('d.webhook_id = ?', id);
  if (state) where.and('d.state = ?', state);
  const readable = readableTypes(ctx);
  const wanted = types ? readable.filter((type) => types.some((one) => one === type)) : readable;
  if (types || ctx.caller.key)
    where.andSelective('exists (select 1 from events t where t.id = d.event_id and t.type = any(?))', wanted);
  if (after) where.andSelective('d.created_at >= ?', after);
  if (before) where.andSelective('d.created_at < ?', before);
  return {
    table: 'webhook_deliveries',
    alias: 'd',
    joins,
    columns: delivered,
    where,
    order: 'd.id desc',
    isSearch: false,
  };
}

/** What was sent to a webhook, newest first. */
export async function findDeliveries(ctx: AppContext, input: ListDeliveries): Promise<Page<Delivery>> {
  const isThere = await exists(ctx.em, `select 1 from webhooks w where w.id = ? and ${IS_OWN}`, [
    input.id,
    ...ownValues(ctx),
  ]);
  if (!isThere) throw notFound('Webhook');
  const page = await readPage(ctx.em, listing(ctx, input), { page: input.page, limit: input.limit });
  return { ...page, data: page.data.map(viewOf) };
}

/** One delivery of one webhook. Rejects with 404. */
export async function readDelivery(ctx: AppContext, webhookId: number, id: number): Promise<Delivery> {
  const row = await readRow(
    ctx.em,
    delivered,
    `select $columns from webhook_deliveries d ${joins} where d.id = ? and d.webhook_id = ? and e.type = any(?) and ${IS_OWN}`,
    [id, webhookId, readableTypes(ctx), ...ownValues(ctx)],
  );
  if (!row) throw notFound('Delivery');
  return viewOf(row);
}
