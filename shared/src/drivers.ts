import { z } from 'zod';
import { normaliseAccessCode } from './access-code.ts';
import { ACCESS_CODE_MAX, NAME_MAX } from './limits.ts';
import { order } from './orders.ts';
import { description, formFlag, id, moment, optionalText, pieces, quantity, text, toImageList } from './primitives.ts';

export const driverAccess = z.object({
  accessCode: z
    .string({ error: 'Please enter an access code' })
    .min(1, { error: 'Please enter an access code' })
    .max(60, { error: 'Invalid access code' })
    .transform(normaliseAccessCode)
    .refine((code) => code.length > 0, { error: 'Please enter an access code' })
    .refine((code) => code.length <= ACCESS_CODE_MAX, { error: 'Invalid access code' }),
});

/** GET /api/v1/driver/order: one of the orders that this browser opened; the last one when none is named. */
export const currentOrder = z.object({ orderId: id.optional() });
export const byItemId = z.object({ itemId: id.meta({ description: 'Id of the order item' }) });
export const deletedItem = z.object({ success: z.literal(true), order }).meta({ id: 'DeletedItem' });
export const lastOrder = z.object({ order: order.nullable() });

/** The time by the phone's clock, kept beside the server's own. */
const takenAt = moment.optional();

/** POST /api/driver/signature, besides the image. */
export const signatureForm = z.object({
  customerName: optionalText(NAME_MAX),
  quoteId: id.optional(),
  orderId: id.optional(),
  kind: z.enum(['pickup', 'delivery'], { error: 'kind must be pickup or delivery' }).optional(),
  signer: z.enum(['customer', 'driver'], { error: 'signer must be customer or driver' }).default('customer'),
  takenAt,
});
export type SignatureForm = z.infer<typeof signatureForm>;

const proof = { customerName: optionalText(NAME_MAX), takenAt };
export const pickupForm = z.object({ ...proof, isPickedUp: formFlag.optional() });
export const transitForm = z.object({ ...proof, isInTransit: formFlag.optional() });
export const deliveryForm = z.object({ ...proof, isDelivered: formFlag.optional() });

/** Non-numeric or missing quantities of the portal become 1. */
const numberOrOne = (value: unknown): unknown =>
  typeof value === 'string' && (value.trim() === '' || Number.isNaN(Number(value))) ? 1 : value;
const portalQuantity = z.preprocess(numberOrOne, quantity);
const changedQuantity = z.preprocess(
  (value) => (value === undefined ? undefined : numberOrOne(value)),
  pieces.optional(),
);

export const addItemForm = z.object({
  name: text('Item name is required', NAME_MAX),
  description,
  quantity: portalQuantity,
});
export const editItemForm = z.object({
  name: text('Item name is required', NAME_MAX).optional(),
  description,
  quantity: changedQuantity,
  removeImageUrls: z.preprocess(toImageList, z.array(z.string().max(2048)).max(100)).optional(),
});
