import { z } from 'zod';
import { textOrNull, timestamp } from '../../base/primitives.ts';
import { languageOut } from '../../words/fields.ts';
import { ownRequests } from './delivery-requests.ts';
import { deliveryReaders } from './delivery-token.ts';
import { ownRating } from './ratings.ts';
import { trackedOrder } from './tracking.ts';

const handoverPin = z.object({
  stop: z.enum(['pickup', 'delivery']).meta({ example: 'delivery' }),
  pin: z.string().meta({ description: 'Six digits', example: '482913' }),
});
export type HandoverPin = z.infer<typeof handoverPin>;

/**
 * What the link shows: all that public tracking shows, and more for the customer. A recipient reads neither where it
 * comes from nor what the customer has reported.
 */
export const deliveryPage = trackedOrder
  .extend({
    language: languageOut,
    reader: z.enum(deliveryReaders).meta({ description: 'Who the link was mailed to' }),
    proofToken: textOrNull.meta({
      description: 'For the customer: opens the proof of delivery and proves who reports a problem',
      example: null,
    }),
    hasReceipt: z.boolean().meta({
      description: 'For the customer: `/t/{token}/receipt.pdf` has the receipt of what was paid',
      example: false,
    }),
    pins: z.array(handoverPin).meta({
      description:
        'The PINs that this reader was sent and the driver will ask for: that of a delivery is the recipient’s where they have a mailbox or phone of their own, and the customer’s otherwise',
      example: [],
    }),
    requests: ownRequests,
    rating: ownRating,
    canRate: z.boolean().meta({ description: 'It is delivered, and nobody has rated it', example: false }),
  })
  .meta({ id: 'DeliveryPage' });
export type DeliveryPage = z.infer<typeof deliveryPage>;

export const deliveryEvent = z.object({ topic: z.literal('delivery'), at: timestamp });
