import { EVENT_DAYS } from '@quickfleet/shared/limits';
import {
  type EventFeed,
  type EventType,
  eventObjects,
  eventTypes,
  type LatestEvents,
  type ListEvents,
  mayReadType,
  type NewestEvents,
} from '@quickfleet/shared/messages/events';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { c, type Row, readOne, readRow, readRows, select } from '../../db/rows.ts';
import { merchantOf } from '../../http/caller/merchant.ts';
import { type AppContext, now } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { settleAll } from './events.settle.ts';

/** The object as its own schema let it out when the event was written; as a text, so that nothing can join it here. */
const written = z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
/** What event `e` says of its object. */
export const eventData = c.json(written, 'e.data::text').nullable();
/** What is on the wire of an event `e`. */
export const eventColumns = {
  id: c.text('e.event_id'),
  type: c.oneOf(eventTypes, 'e.type'),
  timestamp: c.time('e.at'),
  sequence: c.int('e.sequence'),
  object: c.object({ type: c.oneOf(eventObjects, 'e.object_type'), id: c.int('e.object_id') }),
  data: eventData,
};
/** The merchant that gave the numbers of an event's object. */
export const eventScope = c.int('e.external_scope').nullable();
const feed = select({ ...eventColumns, position: c.int('e.position'), externalScope: eventScope });
type FeedRow = Row<typeof feed>;

/** What an event says, for a merchant or for the company: a merchant reads the numbers that its own keys gave. */
export const dataFor = (
  merchant: number | null | undefined,
  data: Record<string, unknown> | null,
  externalScope: number | null,
): Record<string, unknown> | null =>
  merchant === undefined || merchant === null || data === null || externalScope === merchant
    ? data
    : { ...data, externalId: null, metadata: {} };
const onTheWire = (ctx: AppContext, { position: _, externalScope, ...event }: FeedRow) => ({
  ...event,
  data: dataFor(merchantOf(ctx), event.data, externalScope),
});
/** SQL: event `e` is the caller's to know. Its value: the merchant, or null for all. */
const IS_OWN = '(?::int is null or e.customer_id = ?)';
const ownValues = (ctx: AppContext) => {
  const merchant = merchantOf(ctx) ?? null;
  return [merchant, merchant];
};

const position = select({ position: c.int('position').nullable() });
const end = select({ position: c.int('coalesce(max(position), 0)') });

async function positionOf(ctx: AppContext, after: string | undefined): Promise<number> {
  if (after === undefined) return 0;
  if (!after.startsWith('evt_')) return Number(after);
  const row = await readRow(
    ctx.em,
    position,
    `select $columns from events e where e.event_id = ? and e.position > 0 and ${IS_OWN}`,
    [after, ...ownValues(ctx)],
  );
  if (!row?.position) throw invalid('after', t('There is no such event, or it is older than what is kept'));
  return row.position;
}

/** Of these types, or of all, those that the caller may read. */
function readableOf({ caller: { key } }: AppContext, wanted: readonly EventType[] = eventTypes): readonly EventType[] {
  return key ? wanted.filter((type) => mayReadType(type, key)) : wanted;
}

/**
 * The events after a place in the feed, oldest first. Places are given after the commit, one transaction after the
 * other: what is read once is never followed by something that comes before it.
 */
export async function findEvents(ctx: AppContext, { after, types, limit }: ListEvents): Promise<EventFeed> {
  await settleAll(ctx.services);
  const from = await positionOf(ctx, after);
  const readable = readableOf(ctx, types);
  // Before the rows: what is settled in between is beyond it, and comes with the next call.
  const last = (
    await readOne(ctx.em, end, `select $columns from events e where e.position > ?::bigint and ${IS_OWN}`, [
      from,
      ...ownValues(ctx),
    ])
  ).position;
  const rows = await readRows(
    ctx.em,
    feed,
    `select $columns from events e where e.position > ?::bigint and e.position <= ? and e.type = any(?) and ${IS_OWN} and e.at > ?::timestamptz - make_interval(days => ${EVENT_DAYS})
      order by e.position limit ?`,
    [from, last, readable, ...ownValues(ctx), now(ctx), limit + 1],
  );
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const reached = hasMore ? (page.at(-1)?.position ?? from) : Math.max(last, from);
  return { data: page.map((row) => onTheWire(ctx, row)), nextCursor: String(reached), hasMore };
}

/** The newest events, newest first: the same places, read from the other end. */
export async function findLatestEvents(ctx: AppContext, { types, limit }: LatestEvents): Promise<NewestEvents> {
  await settleAll(ctx.services);
  const rows = await readRows(
    ctx.em,
    feed,
    `select $columns from events e where e.position > 0 and e.type = any(?) and e.at > ?::timestamptz - make_interval(days => ${EVENT_DAYS})
      order by e.position desc limit ?`,
    [readableOf(ctx, types), now(ctx), limit + 1],
  );
  return { data: rows.slice(0, limit).map((row) => onTheWire(ctx, row)), hasMore: rows.length > limit };
}
