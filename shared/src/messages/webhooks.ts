import { z } from 'zod';
import {
  count,
  flag,
  id,
  integer,
  optionalText,
  pageInput,
  pageOf,
  rowId,
  seenVersion,
  textOrNull,
  timestamp,
} from '../base/primitives.ts';
import { example } from '../examples.ts';
import { NAME_MAX, SECRET_OVERLAP_HOURS, SECRET_OVERLAP_HOURS_MAX, URL_MAX } from '../limits.ts';
import { t } from '../words/t.ts';
import { eventPatterns, eventTypes, typesInQuery } from './events.ts';

/** `thin`: without `data`; the receiver reads the object itself. */
export const webhookPayloads = ['full', 'thin'] as const;
/** `*`: every type, also those of later releases; `order.*`: every type of an order. */
export const webhookEvents = ['*', ...eventPatterns, ...eventTypes] as const;
/** `failed`: given up, or the webhook was switched off. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
/** What a test sends; no feed has it. */
export const TEST_TYPE = 'webhook.test';

const url = z
  .string({ error: () => t('Enter the address that gets the events') })
  .trim()
  .max(URL_MAX, { error: () => t('At most {urlMax} characters', { urlMax: URL_MAX }) })
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: () => t('Enter an address that starts with https://'),
  })
  .meta({ description: 'Gets the events by POST', example: 'https://shop.example.com/hooks/quickfleet' });
const events = z
  .array(z.enum(webhookEvents))
  .min(1, { error: () => t('Choose at least one type of event') })
  .max(webhookEvents.length)
  .transform((all) => [...new Set(all)])
  .meta({
    description: 'The types that it gets; `*` is every type, `order.*` every type of an order',
    example: ['order.created', 'order.delivered'],
  });
const payload = z
  .enum(webhookPayloads)
  .meta({ description: '`full`: with the object in `data`. `thin`: without `data`', example: 'full' });
const settings = {
  url,
  events,
  description: optionalText(NAME_MAX).meta({ example: 'Stock of the web shop' }),
  isActive: flag.meta({
    description: 'false: paused. What waits is kept and sent when it is resumed; new events are not queued',
    example: true,
  }),
  payload,
};

/** Unknown fields are refused: `enabled: false`, sent for `isActive`, would go on sending. */
export const createWebhook = z.strictObject({
  ...settings,
  isActive: settings.isActive.default(true),
  payload: payload.default('full'),
});
export type CreateWebhook = z.infer<typeof createWebhook>;
/** Partial; what is only read is ignored, so that an answer may be sent back. */
export const updateWebhook = z.object({ id, ...z.object(settings).partial().shape, version: seenVersion });
export type UpdateWebhook = z.infer<typeof updateWebhook>;

export const webhook = z
  .object({
    id: rowId,
    url: z.string().meta({ example: 'https://shop.example.com/hooks/quickfleet' }),
    events: z.array(z.enum(webhookEvents)).meta({ example: ['order.created', 'order.delivered'] }),
    description: textOrNull.meta({ example: 'Stock of the web shop' }),
    isActive: z.boolean().meta({ example: true }),
    payload: z.enum(webhookPayloads).meta({ example: 'full' }),
    disabledReason: textOrNull.meta({ description: 'Why we switched it off; null otherwise', example: null }),
    failingSince: timestamp.nullable().meta({ description: 'Since when nothing arrives', example: null }),
    inactiveSince: timestamp
      .nullable()
      .meta({ description: 'Since when it is paused or switched off; null while it is active', example: null }),
    oldSecretUntil: timestamp
      .nullable()
      .meta({ description: 'Until when the secret before the last rotation signs too', example: null }),
    pending: count.meta({ description: 'Deliveries that wait' }),
    createdBy: textOrNull.meta({ example: example.staff }),
    key: z
      .object({ id: rowId, name: z.string().meta({ example: 'Web shop' }) })
      .nullable()
      .meta({ description: 'The API key that made it; null when a person did', example: null }),
    customerId: rowId
      .nullable()
      .meta({ description: 'It gets events of this customer’s quotes and orders alone; null for all', example: null }),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowId.meta({ example: 1 }),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;
/** The only answers that hold the secret. */
export const webhookWithSecret = webhook
  .extend({
    secret: z.string().meta({
      description: 'The secret that signs, shown this once',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }),
  })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

export const rotateSecret = z.object({
  id,
  overlapHours: z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number),
      ],
      {
        error: () =>
          t('overlapHours must be a whole number from 0 to {secretOverlapHoursMax}', {
            secretOverlapHoursMax: SECRET_OVERLAP_HOURS_MAX,
          }),
      },
    )
    .refine((n) => Number.isInteger(n) && n >= 0 && n <= SECRET_OVERLAP_HOURS_MAX, {
      error: () =>
        t('overlapHours must be a whole number from 0 to {secretOverlapHoursMax}', {
          secretOverlapHoursMax: SECRET_OVERLAP_HOURS_MAX,
        }),
    })
    .default(SECRET_OVERLAP_HOURS)
    .transform((n) => n)
    .meta({
      description: 'How long the present secret signs too',
      override: {
        type: 'integer',
        minimum: 0,
        maximum: SECRET_OVERLAP_HOURS_MAX,
        default: SECRET_OVERLAP_HOURS,
        anyOf: undefined,
      },
      example: SECRET_OVERLAP_HOURS,
    }),
});
export type RotateSecret = z.infer<typeof rotateSecret>;

const moment = z.iso
  .datetime({ offset: true, error: () => t('Enter a moment with its offset, like 2026-03-01T09:00:00Z') })
  .meta({ format: 'date-time', example: example.time });

export const listDeliveries = pageInput.extend({
  id,
  state: z.enum(deliveryStates).optional(),
  types: typesInQuery.optional(),
  after: moment.meta({ description: 'Made at this moment or later' }).optional(),
  before: moment.meta({ description: 'Made before this moment', example: example.later }).optional(),
});
export type ListDeliveries = z.infer<typeof listDeliveries>;

const millis = integer.meta({ description: 'Milliseconds', example: 112 });
export const delivery = z
  .object({
    id: rowId,
    webhookId: rowId,
    eventId: z
      .string()
      .meta({ description: 'Header `webhook-id`, the same at every try', example: `evt_${'0f8a1c2b'.repeat(4)}` }),
    type: z.enum([TEST_TYPE, ...eventTypes]).meta({ example: 'order.delivered' }),
    object: z.object({ type: z.string().meta({ example: 'order' }), id: rowId }),
    sequence: rowId.meta({ example: 3 }),
    state: z.enum(deliveryStates).meta({ example: 'delivered' }),
    isReplay: z.boolean().meta({ description: 'It was sent once more', example: false }),
    tries: integer.meta({ example: 1 }),
    createdAt: timestamp,
    lastTriedAt: timestamp.nullable(),
    nextTryAt: timestamp.nullable().meta({ description: 'null: it is not tried again', example: null }),
    request: z.object({
      url: z.string().meta({ example: 'https://shop.example.com/hooks/quickfleet' }),
      headers: z.record(z.string(), z.string()).meta({ example: { 'content-type': 'application/json' } }),
      body: z.record(z.string(), z.unknown()).meta({ example: { type: 'order.delivered' } }),
    }),
    response: z
      .object({
        status: integer.meta({ example: 200 }),
        body: z.string().meta({ description: 'The beginning of it', example: 'ok' }),
        time: millis,
      })
      .nullable()
      .meta({ description: 'The last answer; null when there was none' }),
    error: textOrNull.meta({ description: 'Why the last try failed', example: null }),
    attempts: z
      .array(
        z.object({
          at: timestamp,
          status: integer.nullable().meta({ example: 200 }),
          time: millis,
          error: textOrNull.meta({ example: null }),
        }),
      )
      .meta({ description: 'Every try, oldest first' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.infer<typeof delivery>;
export const deliveryPage = pageOf(delivery);

export const byDelivery = z.object({ id, deliveryId: id.meta({ example: 301 }) });
export const replayRange = z.object({
  id,
  after: moment.meta({ description: 'Events of this moment or later' }),
  before: moment
    .meta({ description: 'Events before this moment; now unless it is given', example: example.later })
    .optional(),
});
export type ReplayRange = z.infer<typeof replayRange>;
export const replayed = z
  .object({
    success: z.literal(true),
    count: count.meta({ description: 'Deliveries that are sent again', example: 12 }),
  })
  .meta({ id: 'ReplayedDeliveries' });
