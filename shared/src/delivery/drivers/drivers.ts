import { z } from 'zod';
import { captureIn, jsonField } from '../../base/capture.ts';
import { lateAnswer, lateFields, lateKinds, refusal } from '../../base/late-evidence.ts';
import { placeAt } from '../../base/place/places.ts';
import {
  formFlag,
  id,
  optionalId,
  optionalText,
  pageInput,
  pageOf,
  photoUrls,
  queryFlag,
  search,
  textOrNull,
} from '../../base/primitives.ts';
import { driverWorkOut } from '../../company/days/driver-work.ts';
import { example } from '../../examples.ts';
import { ACCESS_CODE_MAX, ITEMS_MAX, NAME_MAX, PASTED_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { normaliseAccessCode } from '../orders/access-code.ts';
import { orderDriver, orderItem } from '../orders/order-leaves.ts';
import { order } from '../orders/orders.ts';

export const driverAccess = z.object({
  accessCode: z
    .string({ error: () => t('Please enter an access code') })
    .min(1, { error: () => t('Please enter an access code') })
    .max(PASTED_MAX, { error: () => t('Invalid access code') })
    .transform(normaliseAccessCode)
    .refine((code) => code.length > 0, { error: () => t('Please enter an access code') })
    .refine((code) => code.length <= ACCESS_CODE_MAX, { error: () => t('Invalid access code') })
    .meta({ description: 'Spaces, dashes and letter case do not count', example: example.accessCode }),
});

export const listDrivers = pageInput.extend({ q: search.optional(), isActive: queryFlag.optional() });
export type ListDrivers = z.infer<typeof listDrivers>;
/** What programs need for assigning work: no user name of theirs, no e-mail address. */
export const driver = orderDriver
  .extend({
    name: z.string().meta({ example: 'Robin Driver' }),
    isActive: z.boolean().meta({ description: 'false: cannot be assigned', example: true }),
    phone: textOrNull.meta({ example: '+1 555 0142' }),
    ...driverWorkOut,
  })
  .meta({ id: 'Driver' });
export type Driver = z.infer<typeof driver>;
export const driverPage = pageOf(driver).meta({ id: 'DriverPage' });

/** GET /api/v1/driver/order: one of the orders that this browser opened; the last one when none is named. */
export const currentOrder = z.object({ orderId: id.optional() });
export const byItemId = z.object({ itemId: id.meta({ description: 'Id of the order item', example: example.itemId }) });
export const deletedItem = z.object({ success: z.literal(true), order }).meta({ id: 'DeletedItem' });
export const lastOrder = z.object({ order: order.nullable() });

/** An item as the driver's calls answer it: with the order it belongs to. */
export const documentedItem = orderItem
  .extend({ isPickedUp: z.boolean().meta({ example: true }), pickupImageUrls: photoUrls, order })
  .meta({ id: 'DocumentedItem' });

/** Late evidence: the usual body with the late fields, or the short answer for callers who may not read the order. */
export const keptItem = z.union([documentedItem.extend(lateFields).meta({ id: 'KeptItem' }), lateAnswer]);

export const signedOrder = z.union([order.extend(lateFields).meta({ id: 'SignedOrder' }), lateAnswer]);

/** POST /api/driver/scan */
export const scannedOrder = order
  .extend({
    alreadyScanned: z
      .boolean()
      .meta({ description: 'This parcel was scanned before, and counts once', example: false }),
  })
  .meta({ id: 'ScannedOrder' });

const signerName = optionalText(NAME_MAX).meta({ example: example.name });

/** POST /api/driver/signature, besides the image. */
export const signatureForm = z.object({
  customerName: signerName,
  quoteId: optionalId,
  orderId: optionalId,
  kind: z.enum(['pickup', 'delivery'], { error: () => t('kind must be pickup or delivery') }).optional(),
  signer: z.enum(['customer', 'driver'], { error: () => t('signer must be customer or driver') }).default('customer'),
  signerRelation: optionalText(NAME_MAX).meta({
    description: 'Who the signer is to the recipient',
    example: 'Neighbour',
  }),
  ...captureIn,
});
export type SignatureForm = z.infer<typeof signatureForm>;

/** POST /api/driver/evidence, besides the files. */
export const evidenceForm = z.object({
  orderId: id,
  kind: z.enum(lateKinds, { error: () => t('kind must be one of {lateKinds}', { lateKinds: lateKinds.join(', ') }) }),
  itemId: optionalId,
  customerName: signerName,
  refusal,
  ...captureIn,
});
export type EvidenceForm = z.infer<typeof evidenceForm>;

const proof = { customerName: signerName, ...captureIn };
export const pickupForm = z.object({ ...proof, isPickedUp: formFlag.optional() });
export const transitForm = z.object({ ...proof, isInTransit: formFlag.optional() });
export const deliveryForm = z.object({ ...proof, isDelivered: formFlag.optional() });

const stop = z.enum(['pickup', 'delivery'], { error: () => t('stop must be pickup or delivery') });
/** PUT /api/v1/driver/orders/{id}/place */
export const setPlace = z
  .object({ id, stop, ...placeAt })
  .meta({ example: { stop: 'delivery', lat: 52.52, lng: 13.405 } });
export type SetPlace = z.infer<typeof setPlace>;

/** POST /api/v1/driver/orders/{id}/photos, besides `photos`. */
export const stopPhotosForm = z.object({
  stop,
  itemIds: jsonField(
    z
      .array(id, { error: () => t('itemIds must be a list') })
      .min(1, { error: () => t('Name at least one item') })
      .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) })
      .optional(),
  ).meta({
    override: { type: 'array', items: { type: 'integer' } },
    description: 'The items that the photos show; all items of the order when absent. In form data as JSON',
    example: [example.itemId],
  }),
  ...captureIn,
});
export type StopPhotosForm = z.infer<typeof stopPhotosForm>;
