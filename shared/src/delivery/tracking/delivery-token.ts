import { z } from 'zod';
import { normaliseToken } from '../../base/pasted.ts';
import { PASTED_MAX } from '../../limits.ts';

// What the customer and the recipient read and do by the link in their mail: the link alone is the right to it.

/** The secret part of the link. One that is malformed is as unknown as a wrong one. */
const deliveryToken = z
  .string()
  .max(PASTED_MAX)
  .transform(normaliseToken)
  .meta({ description: 'The end of the link in the mail', example: '0012345678901k4xv7n2q9w3z8b6c0d5' });
export const byDeliveryToken = z.object({ token: deliveryToken });

/** Who the link was mailed to. */
export const deliveryReaders = ['customer', 'recipient'] as const;
export type DeliveryReader = (typeof deliveryReaders)[number];
