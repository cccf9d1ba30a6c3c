import { z } from 'zod';
import { trackingSteps } from './order-status.ts';
import { orderStatus } from './order-status-schema.ts';
import { timestamp } from './primitives.ts';
import { normaliseTracking } from './tracking-number.ts';

export { formatTracking, normaliseTracking } from './tracking-number.ts';

export const trackingInput = z.object({
  trackingNumber: z
    .string({ error: 'Please enter a tracking number' })
    .max(60, { error: 'This is too long to be a tracking number' })
    .transform(normaliseTracking)
    .refine((value) => value.length > 0, { error: 'Please enter a tracking number' })
    .meta({ examples: ['QF001234'] }),
});

/**
 * What a stranger with the number may see: an order with items, driver and quote, less access code, e-mail, phone,
 * price, payment link, notes, ids and the driver's last name.
 */
export const trackedOrder = z
  .object({
    trackingNumber: z.string(),
    status: orderStatus,
    hasDriver: z.boolean(),
    customerName: z.string(),
    pickupAddress: z.string(),
    deliveryAddress: z.string(),
    deliveryDate: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    deliveredAt: timestamp.nullable(),
    actualDelivery: timestamp.nullable(),
    cancelledAt: timestamp.nullable(),
    /** When each step was completed; null while it is not. */
    steps: z.array(z.object({ step: z.enum(trackingSteps), completedAt: timestamp.nullable() })),
    driver: z.object({ firstName: z.string().nullable(), phone: z.string().nullable() }).nullable(),
    quote: z
      .object({
        signatureUrl: z.string().nullable(),
        signatureCustomerName: z.string().nullable(),
        signatureCapturedAt: timestamp.nullable(),
      })
      .nullable(),
    items: z.array(
      z.object({
        name: z.string(),
        description: z.string().nullable(),
        quantity: z.number().int(),
        imageUrls: z.array(z.string()),
        pickupImageUrls: z.array(z.string()),
        deliveryImageUrls: z.array(z.string()),
        isPickedUp: z.boolean(),
        isInTransit: z.boolean(),
        isDelivered: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'TrackedOrder' });
export type TrackedOrder = z.infer<typeof trackedOrder>;

export const trackingEvent = z.object({ trackingNumber: z.string(), at: timestamp });
