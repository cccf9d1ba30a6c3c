import { z } from 'zod';
import { example } from '../examples.ts';
import { REFUSAL_MAX } from '../limits.ts';
import { message, said } from '../words/t.ts';
import { integer, optionalText, rowId, textOrNull, timestamp } from './primitives.ts';

/** What a phone can bring that moves nothing. */
export const lateKinds = [
  'pickup_photo',
  'transit_photo',
  'delivery_photo',
  'pickup_signature',
  'delivery_signature',
  'item_photo',
] as const;
export type LateKind = (typeof lateKinds)[number];

/** What happened to the order before the upload; `refused`: the order was open, but the upload could not count. */
export const lateReasons = [
  'cancelled',
  'delivered',
  'moved_on',
  'reassigned',
  'code_replaced',
  'deleted',
  'unassigned',
  'refused',
] as const;
export type LateReason = (typeof lateReasons)[number];

/** In words, behind "arrived". */
export const lateReasonWords: Readonly<Record<LateReason, string>> = said({
  cancelled: message('after it was cancelled'),
  delivered: message('after it was delivered'),
  moved_on: message('after the order had moved on'),
  reassigned: message('after it was given to another driver'),
  code_replaced: message('after its access code was replaced'),
  deleted: message('after it was deleted'),
  unassigned: message('after it was taken from its driver'),
  refused: message('but could not count'),
});
export const lateKindWords: Readonly<Record<LateKind, string>> = said({
  pickup_photo: message('Pickup photo'),
  transit_photo: message('In-transit photo'),
  delivery_photo: message('Delivery photo'),
  pickup_signature: message('Pickup signature'),
  delivery_signature: message('Delivery signature'),
  item_photo: message('Item photo'),
});

/** The refusal the phone received, for the office to read. */
export const refusal = optionalText(REFUSAL_MAX).meta({
  description: 'The refusal the phone received, for the office to read',
  example: 'The PIN is missing',
});

const after = z.enum(lateReasons).meta({
  description:
    'What closed the order to this phone before the piece arrived; `refused` when it was open and the piece could not count',
});
const late = z
  .literal(true)
  .meta({ description: 'Kept with the order as evidence that came late; nothing else was changed' });
/** Fields that an answer to late evidence has in addition to the usual body. */
export const lateFields = { late: late.optional(), after: after.optional() };

/** A photo or a signature that is kept with the order, and changed nothing about it. */
export const lateEvidence = z
  .object({
    id: rowId,
    kind: z.enum(lateKinds),
    itemId: integer.nullable().meta({ example: example.itemId }),
    itemName: textOrNull.meta({ example: example.item }),
    url: z.string().meta({ example: example.photo }),
    signerName: textOrNull.meta({ example: example.name }),
    takenAt: timestamp
      .nullable()
      .meta({ description: 'By the phone’s clock; null when it was not said or cannot be right' }),
    receivedAt: timestamp.meta({ description: 'By the server’s clock' }),
    after,
    by: z.string().meta({ description: 'Who brought it, as the history names them', example: 'Robin Driver' }),
  })
  .meta({ id: 'LateEvidence' });
export type LateEvidence = z.infer<typeof lateEvidence>;

/** The answer to a piece that came late, for a caller who may not read the order any more. */
export const lateAnswer = z.object({ id: rowId, orderId: rowId, late, after }).meta({ id: 'LateAnswer' });
export type LateAnswer = z.infer<typeof lateAnswer>;
