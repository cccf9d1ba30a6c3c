import { z } from 'zod';
import { rowId, timestamp } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { EVENT_DAYS, EVENTS_DEFAULT, EVENTS_MAX } from '../limits.ts';
import type { Scope } from '../permissions.ts';
import { t } from '../words/t.ts';

/** Everything that the event log and webhooks can say. */
export const eventTypes = [
  'quote.created',
  'quote.updated',
  'quote.sent',
  'quote.accepted',
  'quote.declined',
  'quote.expired',
  'quote.paid',
  'quote.unpaid',
  'quote.converted',
  'quote.deleted',
  'order.created',
  'order.updated',
  'order.assigned',
  'order.unassigned',
  'order.picked_up',
  'order.in_transit',
  'order.delivered',
  'order.cancelled',
  'order.returned',
  'order.deleted',
  'order.attempt_failed',
  'order.evidence_late',
  'order.rated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'claim.opened',
  'claim.settled',
  'payment.received',
] as const;
export type EventType = (typeof eventTypes)[number];

/** What an event is about. */
export const eventObjects = ['quote', 'order', 'customer', 'claim', 'payment'] as const;
export type EventObject = (typeof eventObjects)[number];

/** What an API key needs to read each kind of object, in events as in its own call. */
export const scopeOfObject = {
  quote: 'quotes:read',
  order: 'orders:read',
  customer: 'customers:read',
  claim: 'orders:read',
  payment: 'quotes:read',
} as const satisfies Record<EventObject, Scope>;
const kinds = new Map<EventType, EventObject>(
  eventTypes.flatMap((type) => eventObjects.filter((kind) => type.startsWith(`${kind}.`)).map((kind) => [type, kind])),
);
/** What there are events of for a key of one customer: its quotes and orders. */
export const merchantObjects: readonly EventObject[] = ['quote', 'order'];
interface Reader {
  scopes: readonly Scope[];
  customerId: number | null;
}
/** Whether a key with these rights may read an event of this type. */
export function mayReadType(type: EventType, { scopes, customerId }: Reader): boolean {
  const kind = kinds.get(type);
  if (kind === undefined || (customerId !== null && !merchantObjects.includes(kind))) return false;
  return scopes.includes(scopeOfObject[kind]);
}

/** Every type of one kind of object, also those of later releases. */
export const eventPatterns = ['quote.*', 'order.*', 'customer.*', 'claim.*', 'payment.*'] as const;
/** The types of a list in which `order.*` stands for every type of an order, and `*` for all. */
export const typesOfPatterns = (patterns: readonly string[]): EventType[] =>
  eventTypes.filter(
    (type) => patterns.includes('*') || patterns.includes(type) || patterns.includes(`${kinds.get(type)}.*`),
  );

/** One event, as the feed and a webhook have it. */
export const event = z
  .object({
    id: z.string().meta({ description: 'The same wherever the event appears', example: `evt_${'0f8a1c2b'.repeat(4)}` }),
    type: z.enum(eventTypes).meta({ example: 'order.delivered' }),
    timestamp: timestamp.meta({ description: 'When it happened' }),
    sequence: rowId.meta({
      description: 'The place of the event among those of its object: 1, 2, 3 and so on, without gaps',
      example: 3,
    }),
    object: z.object({
      type: z.enum(eventObjects).meta({ example: 'order' }),
      id: rowId.meta({ example: example.orderId }),
    }),
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          'The object as its own call read it at that moment, as an API key reads it. Of a deleted one, as it was before. null: the object was erased',
        example: { id: example.orderId, status: 'delivered', trackingNumber: example.trackingNumber },
      }),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof event>;

const cursor = z.string().regex(/^(?:0|[1-9]\d{0,17}|evt_[0-9a-f]{32})$/, {
  error: () => t('after must be a nextCursor of this call, or the id of an event'),
});

/** Types with commas between them; `order.*` stands for every type of an order. */
export const typesInQuery = z
  .string()
  .max(1000)
  .transform((list) =>
    list
      .split(',')
      .map((type) => type.trim())
      .filter(Boolean)
      .flatMap((type) =>
        type.endsWith('.*') && eventTypes.some((known) => known.startsWith(type.slice(0, -1)))
          ? eventTypes.filter((known) => known.startsWith(type.slice(0, -1)))
          : [type],
      ),
  )
  .pipe(z.array(z.enum(eventTypes)))
  .meta({
    description: 'Only these types, with commas between them; `order.*` is every type of an order',
    override: { type: 'string', maxLength: 1000 },
    example: 'order.created,order.delivered',
  });

export const listEvents = z.object({
  after: cursor
    .meta({
      description:
        'What comes after this: `nextCursor` of the answer before, or the id of an event. Left out: from the oldest one on',
      example: '1042',
    })
    .optional(),
  types: typesInQuery.optional(),
  limit: z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      { error: () => t('limit must be a whole number from 1 to {eventsMax}', { eventsMax: EVENTS_MAX }) },
    )
    .refine((n) => Number.isInteger(n) && n >= 1 && n <= EVENTS_MAX, {
      error: () => t('limit must be a whole number from 1 to {eventsMax}', { eventsMax: EVENTS_MAX }),
    })
    .default(EVENTS_DEFAULT)
    .transform((n) => n)
    .meta({
      description: `Events of an answer, at most ${EVENTS_MAX}`,
      override: { type: 'integer', minimum: 1, maximum: EVENTS_MAX, default: EVENTS_DEFAULT, anyOf: undefined },
      example: EVENTS_DEFAULT,
    }),
});
export type ListEvents = z.infer<typeof listEvents>;

export const eventFeed = z
  .object({
    data: z.array(event),
    nextCursor: z.string().meta({ description: 'Send it as `after` with the next call', example: '1092' }),
    hasMore: z.boolean().meta({ description: 'true: there are more now. Otherwise ask again later', example: false }),
  })
  .meta({ id: 'EventFeed', description: `The events of the last ${EVENT_DAYS} days` });
export type EventFeed = z.infer<typeof eventFeed>;

/** The other end of the feed: what happened last, newest first. */
export const latestEvents = listEvents.omit({ after: true });
export type LatestEvents = z.infer<typeof latestEvents>;
export const newestEvents = z.object({ data: z.array(event), hasMore: z.boolean() });
export type NewestEvents = z.infer<typeof newestEvents>;
