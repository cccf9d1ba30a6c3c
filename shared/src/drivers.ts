import { z } from 'zod';
import { normaliseAccessCode } from './access-code.ts';
import { captureIn } from './capture.ts';
import { example } from './examples.ts';
import { ACCESS_CODE_MAX, NAME_MAX, QUANTITY_DEFAULT } from './limits.ts';
import { order } from './orders.ts';
import { description, formFlag, id, optionalText, pieces, quantity, text, toImageList } from './primitives.ts';

export const driverAccess = z.object({
  accessCode: z
    .string({ error: 'Please enter an access code' })
    .min(1, { error: 'Please enter an access code' })
    .max(60, { error: 'Invalid access code' })
    .transform(normaliseAccessCode)
    .refine((code) => code.length > 0, { error: 'Please enter an access code' })
    .refine((code) => code.length <= ACCESS_CODE_MAX, { error: 'Invalid access code' })
    .meta({ description: 'Spaces, dashes and letter case do not count', example: example.accessCode }),
});

/** GET /api/v1/driver/order: one of the orders that this browser opened; the last one when none is named. */
export const currentOrder = z.object({ orderId: id.optional() });
export const byItemId = z.object({ itemId: id.meta({ description: 'Id of the order item', example: example.itemId }) });
export const deletedItem = z.object({ success: z.literal(true), order }).meta({ id: 'DeletedItem' });
export const lastOrder = z.object({ order: order.nullable() });

const signerName = optionalText(NAME_MAX).meta({ example: example.name });

/** POST /api/driver/signature, besides the image. */
export const signatureForm = z.object({
  customerName: signerName,
  quoteId: id.optional(),
  orderId: id.optional(),
  kind: z.enum(['pickup', 'delivery'], { error: 'kind must be pickup or delivery' }).optional(),
  signer: z.enum(['customer', 'driver'], { error: 'signer must be customer or driver' }).default('customer'),
  signerRelation: optionalText(NAME_MAX).meta({
    description: 'Who the signer is to the recipient',
    example: 'Neighbour',
  }),
  ...captureIn,
});
export type SignatureForm = z.infer<typeof signatureForm>;

const proof = { customerName: signerName, ...captureIn };
export const pickupForm = z.object({ ...proof, isPickedUp: formFlag.optional() });
export const transitForm = z.object({ ...proof, isInTransit: formFlag.optional() });
export const deliveryForm = z.object({ ...proof, isDelivered: formFlag.optional() });

/** Non-numeric or missing quantities of the portal become 1. */
const numberOrOne = (value: unknown): unknown =>
  typeof value === 'string' && (value.trim() === '' || Number.isNaN(Number(value))) ? 1 : value;
const portalQuantity = z.preprocess(numberOrOne, quantity).meta({ override: { default: QUANTITY_DEFAULT } });
const changedQuantity = z.preprocess(
  (value) => (value === undefined ? undefined : numberOrOne(value)),
  pieces.optional(),
);

const itemName = text('Item name is required', NAME_MAX).meta({ example: example.item });
export const addItemForm = z.object({
  name: itemName,
  description,
  quantity: portalQuantity,
});
export const editItemForm = z.object({
  name: itemName.optional(),
  description,
  quantity: changedQuantity,
  removeImageUrls: z
    .preprocess(toImageList, z.array(z.string().max(2048)).max(100))
    .optional()
    .meta({
      override: { type: 'string', items: undefined, maxItems: undefined },
      description: 'JSON list of addresses to take off, of those that this item shows',
      example: JSON.stringify([example.photo]),
    }),
});
