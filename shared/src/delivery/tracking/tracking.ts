import { z } from 'zod';
import { collectOut } from '../../base/money/collect.ts';
import {
  cleanMessage,
  isCleanText,
  personOut,
  routeOut,
  textOrNull,
  timestamp,
  trackingNumberOut,
} from '../../base/primitives.ts';
import { windowsOut } from '../../base/time/windows.ts';
import { example } from '../../examples.ts';
import { PASTED_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { collectedOut } from '../collect/collect.ts';
import { whereabouts } from '../drivers/positions.ts';
import { delay, eta } from '../eta/eta.ts';
import { deliveredOut, deliveryDateOut, orderDriver, orderItem, plannedDayOut } from '../orders/order-leaves.ts';
import { trackingSteps } from '../orders/order-status.ts';
import { orderStatus } from '../orders/order-status-schema.ts';
import { normaliseTracking } from '../orders/tracking-number.ts';
import { outcomeOut, trackedAttempt } from '../proof/attempts.ts';
import { incidentKinds, incidentStates } from '../proof/incident-words.ts';

export { formatTracking, normaliseTracking } from '../orders/tracking-number.ts';

export const trackingInput = z.object({
  trackingNumber: z
    .string({ error: () => t('Please enter a tracking number') })
    .max(PASTED_MAX, { error: () => t('This is too long to be a tracking number') })
    .transform(normaliseTracking)
    .refine((value) => value.length > 0, { error: () => t('Please enter a tracking number') })
    .refine((value) => value.length <= 60, { error: () => t('This is too long to be a tracking number') })
    .meta({ description: 'QF and twelve digits', example: example.trackingNumber }),
});

/**
 * What a stranger with the number may see: an order with items, driver and quote, less access code, e-mail, phone,
 * price, payment link, notes, ids and the driver's last name.
 */
export const trackedOrder = z
  .object({
    trackingNumber: trackingNumberOut,
    isLocked: z.boolean().meta({
      description: 'Only steps and window: names, addresses, items, photos, signature and driver need `/unlock`',
      example: false,
    }),
    deliveryArea: textOrNull.meta({
      description: 'Of a locked order: the area of the delivery’s postcode, where it can be recognised',
      example: null,
    }),
    status: orderStatus,
    hasDriver: z.boolean(),
    customerName: personOut.name,
    ...routeOut,
    deliveryDate: deliveryDateOut,
    plannedDay: plannedDayOut,
    ...windowsOut,
    eta,
    delay,
    whereabouts,
    createdAt: timestamp,
    updatedAt: timestamp,
    ...deliveredOut,
    cancelledAt: timestamp.nullable().meta({ example: null }),
    outcome: outcomeOut,
    attempts: z.array(trackedAttempt).meta({ description: 'Oldest first', example: [] }),
    steps: z.array(
      z.object({
        step: z.enum(trackingSteps),
        completedAt: timestamp.nullable().meta({ description: 'null while the step is not reached' }),
      }),
    ),
    driver: orderDriver.pick({ firstName: true, phone: true }).nullable(),
    quote: z
      .object({
        signatureUrl: textOrNull.meta({ example: example.signature }),
        signatureCustomerName: textOrNull.meta({ example: example.name }),
        signatureCapturedAt: timestamp.nullable(),
      })
      .nullable(),
    claims: z
      .array(
        z.object({
          reference: z.string().meta({ example: 'C-7KM3QF9A' }),
          kind: z.enum(incidentKinds),
          state: z.enum(incidentStates),
          answer: textOrNull.meta({ description: 'The office’s answer', example: null }),
          createdAt: timestamp,
          settledAt: timestamp.nullable().meta({ example: null }),
        }),
      )
      .meta({ description: 'What the customer has reported, oldest first', example: [] }),
    collect: collectOut.meta({
      description: 'What is to be paid at the door; null for strangers, who have the number alone',
      example: null,
    }),
    collected: collectedOut,
    items: z.array(orderItem.omit({ id: true, value: true, transitImageUrls: true, updatedAt: true })),
  })
  .meta({ id: 'TrackedOrder' });
export type TrackedOrder = z.infer<typeof trackedOrder>;

export const trackingEvent = z.object({ trackingNumber: trackingNumberOut, at: timestamp });

export const unlockTracking = trackingInput
  .extend({
    kind: z.enum(['postcode', 'code'], { error: () => t('kind must be postcode or code') }).meta({
      description: 'The postcode of the delivery address, or the code from the mail that `/code` sends',
      example: 'postcode',
    }),
    value: z
      .string({ error: () => t('Enter the postcode or the code') })
      .max(20, { error: () => t('This is too long to be a postcode') })
      .refine(isCleanText, cleanMessage)
      .trim()
      .min(1, { error: () => t('Enter the postcode or the code') })
      .meta({ example: '62704' }),
  })
  .meta({ example: { kind: 'postcode', value: '62704' } });
export type UnlockTracking = z.infer<typeof unlockTracking>;
export const unlocked = z
  .object({ success: z.literal(true), until: timestamp.meta({ description: 'Until then, in this browser' }) })
  .meta({ id: 'UnlockedTracking' });
