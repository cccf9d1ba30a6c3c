import { z } from 'zod';
import { captureIn, captureOut, jsonField } from '../../base/capture.ts';
import { lateReasons, refusal } from '../../base/late-evidence.ts';
import { notifyIn } from '../../base/notify.ts';
import { normaliseIdentifier } from '../../base/pasted.ts';
import {
  day,
  formFlag,
  id,
  integer,
  moment,
  notes,
  optionalId,
  optionalText,
  rowId,
  seenVersion,
  text,
  textOrNull,
  timestamp,
  whole,
} from '../../base/primitives.ts';
import { timeWindow } from '../../base/time/windows.ts';
import {
  attemptOutcomes,
  attemptStops,
  orderOutcomes,
  places,
  resolutionKinds,
} from '../../company/proof/failure-words.ts';
import { example } from '../../examples.ts';
import { ITEMS_MAX, NAME_MAX, PARCELS_MAX, PASTED_MAX, QUANTITY_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';
import { orderStatusInput } from '../orders/order-status-schema.ts';

const reason = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,39}$/, { error: () => t('reason must be a code such as not_home') })
  .optional()
  .meta({ description: 'A code of the failure reasons; required unless it is done', example: 'not_home' });
const itemResult = z.object({
  itemId: id,
  delivered: whole(0, QUANTITY_MAX, message('delivered must be a whole number')).meta({
    description: 'Pieces handed over',
  }),
  damaged: formFlag.optional(),
});
const signerName = optionalText(NAME_MAX).meta({ example: example.name });
const signerRelation = optionalText(NAME_MAX).meta({ example: 'Neighbour, flat 3' });

/** POST /orders/{id}/attempts, besides `photos` and `signature`. */
export const attemptForm = z.object({
  stop: z.enum(attemptStops, { error: () => t('stop must be pickup, delivery or return') }),
  outcome: z.enum(attemptOutcomes, { error: () => t('outcome must be done, partial or failed') }),
  reason,
  place: z
    .enum(places, { error: () => t('place must be one of {places}', { places: places.join(', ') }) })
    .optional()
    .meta({ description: 'With whom or where the items were left' }),
  noteCustomer: notes.meta({ description: 'What the customer reads', example: 'We rang twice' }),
  noteOffice: notes.meta({ description: 'For the office alone', example: 'Dog in the yard' }),
  items: jsonField(
    z
      .array(itemResult, { error: () => t('items must be a list') })
      .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) })
      .optional(),
  ).meta({
    override: { type: 'array', items: { type: 'object' } },
    description:
      'What became of each item; an item that is not named was handed over in full when it is done, else not at all. In form data as JSON',
    example: [{ itemId: example.itemId, delivered: 2, damaged: false }],
  }),
  arrivedAt: moment.optional(),
  leftAt: moment.optional(),
  reattemptOn: day().meta({ description: 'When the driver proposes to try again' }).optional(),
  signerName,
  signerRelation,
  overrideReason: optionalText(NAME_MAX).meta({
    description: 'Staff only: why proof that the rules ask for may be missing; it is history',
    example: 'Confirmed by phone',
  }),
  evidenceOnly: formFlag
    .optional()
    .meta({ description: 'Drivers only: keep it with the order for the office, and move nothing' }),
  notify: formFlag.optional().meta({ ...notifyIn.notify.meta() }),
  refusal,
  ...captureIn,
});
export type AttemptForm = z.infer<typeof attemptForm>;

export const attempt = z
  .object({
    id: rowId,
    stop: z.enum(attemptStops),
    number: integer.nullable().meta({ description: 'Per stop, from 1; null for one that came too late', example: 1 }),
    outcome: z.enum(attemptOutcomes),
    reason: textOrNull.meta({ example: 'not_home' }),
    reasonName: textOrNull.meta({ example: 'Nobody home' }),
    reasonText: textOrNull.meta({ description: 'As the customer reads it', example: 'Nobody was home' }),
    party: textOrNull.meta({ example: 'recipient' }),
    place: z.enum(places).nullable(),
    noteCustomer: textOrNull.meta({ example: 'We rang twice' }),
    noteOffice: textOrNull.meta({ description: 'null for callers who are not staff', example: null }),
    photoUrls: z.array(z.string()).meta({ example: [example.photo] }),
    items: z.array(
      z.object({
        itemId: integer.meta({ example: example.itemId }),
        name: z.string().meta({ example: example.item }),
        delivered: integer.meta({ example: 2 }),
        of: integer.meta({ example: 3 }),
        damaged: z.boolean(),
      }),
    ),
    arrivedAt: timestamp.nullable(),
    leftAt: timestamp.nullable(),
    reattemptOn: textOrNull.meta({ example: null }),
    signerName: textOrNull.meta({ example: null }),
    signerRelation: textOrNull.meta({ example: null }),
    overrideReason: textOrNull.meta({ example: null }),
    resolution: z.enum(resolutionKinds).nullable().meta({ description: 'What the office decided', example: null }),
    resolvedAt: timestamp.nullable().meta({ example: null }),
    correctedAt: timestamp
      .nullable()
      .meta({ description: 'When the office took it back as a mistake; it stays as evidence', example: null }),
    after: z
      .enum(lateReasons)
      .nullable()
      .meta({ description: 'It came too late and moved nothing: after what', example: null }),
    ...captureOut,
  })
  .meta({ id: 'Attempt' });
export type Attempt = z.infer<typeof attempt>;
export const attemptsOut = z.array(attempt).meta({ description: 'Oldest first; old orders have none', example: [] });

/** As a stranger with the tracking number reads it. */
export const trackedAttempt = attempt
  .pick({
    stop: true,
    number: true,
    outcome: true,
    reason: true,
    reasonText: true,
    place: true,
    noteCustomer: true,
    photoUrls: true,
    reattemptOn: true,
    resolution: true,
    takenAt: true,
    receivedAt: true,
  })
  .extend({ items: z.array(attempt.shape.items.element.omit({ itemId: true })) })
  .meta({ id: 'TrackedAttempt' });
export type TrackedAttempt = z.infer<typeof trackedAttempt>;

export const outcomeOut = z.enum(orderOutcomes).nullable().meta({
  description:
    '`failed` and `partial`: an attempt did not work out; `returning`: on its way back to the sender; `returned`: with the sender again, and `cancelled` by status',
  example: null,
});

/** POST /orders/{id}/resolution: what happens to an order after a failed attempt. */
export const resolveOrder = z
  .object({
    id,
    kind: z.enum(resolutionKinds, { error: () => t('kind must be retry, return or cancel') }),
    pickupWindow: timeWindow.optional(),
    deliveryWindow: timeWindow.optional(),
    driverId: z.union([z.null(), id]).optional().meta({
      description: 'Of a retry: absent keeps the driver, null takes the order from them, another one gets it',
    }),
    note: optionalText(NAME_MAX).meta({ description: 'For the customer’s page and mail', example: 'Agreed by phone' }),
    ...notifyIn,
  })
  .meta({ example: { kind: 'retry' } });
export type ResolveOrder = z.infer<typeof resolveOrder>;

/** POST /orders/{id}/correction */
export const correctOrder = z
  .object({
    id,
    to: orderStatusInput.meta({
      description: 'What the order was before the mistake; its present status takes back a failed attempt',
    }),
    reason: text(message('Say why this was a mistake'), NAME_MAX).meta({
      description: 'For the office and the history; customers do not read it',
      example: 'Signed at the wrong door',
    }),
    version: seenVersion,
  })
  .meta({ example: { to: 'in_transit', reason: 'Signed at the wrong door' } });
export type CorrectOrder = z.infer<typeof correctOrder>;

const orderId = optionalId.meta({
  override: { type: 'integer', minimum: 1, maximum: 2_147_483_647, anyOf: undefined },
  description: 'Needed when the phone has opened several orders',
});
const ofStop = z.enum(['pickup', 'delivery'], { error: () => t('stop must be pickup or delivery') });
/** POST /api/driver/pin */
export const pinForm = z.object({
  orderId,
  stop: ofStop.optional().meta({ description: 'Absent: the one that is due' }),
  pin: z
    .string({ error: () => t('Enter the PIN') })
    .max(PASTED_MAX, { error: () => t('A PIN has six digits') })
    .transform(normaliseIdentifier)
    .refine((pin) => /^\d{4,8}$/.test(pin), { error: () => t('A PIN has six digits') })
    .meta({ override: { pattern: '^\\d{4,8}$', maxLength: undefined }, example: '482913' }),
  ...captureIn,
});
export type PinForm = z.infer<typeof pinForm>;
/** POST /api/driver/scan */
export const scanForm = z
  .object({
    orderId: id,
    stop: ofStop,
    parcel: whole(1, PARCELS_MAX, message('parcel must be the number of a parcel'))
      .optional()
      .meta({ description: 'Needed without a code', example: 1 }),
    code: z
      .string({ error: () => t('code must be what the scanner read') })
      .max(PASTED_MAX, { error: () => t('This code is none of our labels') })
      .optional()
      .meta({
        description:
          'What the scanner read: a parcel number, the address in a label’s QR code, or a partner code of the order. With `parcel`, a new partner code is kept at the pickup',
        example: 'QF123456789012-01',
      }),
    ...captureIn,
  })
  .refine(({ parcel, code }) => parcel !== undefined || code !== undefined, {
    error: () => t('Say which parcel was scanned'),
    path: ['code'],
  });
export type ScanForm = z.infer<typeof scanForm>;

export const resetPin = z
  .object({ id, stop: ofStop.optional().meta({ description: 'Absent: the one that is due' }) })
  .meta({ example: { stop: 'delivery' } });
export type ResetPin = z.infer<typeof resetPin>;
