import { z } from 'zod';
import {
  id,
  optionalEmail,
  optionalText,
  phone,
  rowId,
  seenVersion,
  textOrNull,
  timestamp,
} from '../../base/primitives.ts';
import { timeWindow } from '../../base/time/windows.ts';
import { leavePlaces, requestKinds, requestStates } from '../../company/request-kinds.ts';
import { example } from '../../examples.ts';
import { NAME_MAX, REQUEST_TEXT_MAX, URL_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { byDeliveryToken, deliveryReaders } from './delivery-token.ts';

const kind = z.enum(requestKinds, {
  error: () => t('kind must be one of {requestKinds}', { requestKinds: requestKinds.join(', ') }),
});
/** GET /t/{token}/options */
export const requestOptions = z
  .object({
    kinds: z.array(z.enum(requestKinds)).meta({ description: 'What this reader may ask for now', example: ['note'] }),
    windows: z
      .array(z.object({ from: timestamp, to: timestamp }))
      .meta({ description: 'When it could come instead, from the company’s hours', example: [] }),
  })
  .meta({ id: 'DeliveryOptions' });
export type RequestOptions = z.infer<typeof requestOptions>;

/** POST /t/{token}/requests */
export const askDelivery = byDeliveryToken
  .extend({
    kind,
    window: timeWindow.optional().meta({ description: 'Of `window`: one of those that are offered' }),
    place: z
      .enum(leavePlaces, { error: () => t('Choose where to leave it') })
      .optional()
      .meta({ description: 'Of `leave_at`', example: 'neighbour' }),
    text: optionalText(REQUEST_TEXT_MAX).meta({
      description: 'Of `leave_at` and `note`, and the reason of `cancel`',
      example: 'Gate code 4711',
    }),
    photoUrl: z
      .string()
      .trim()
      .max(URL_MAX)
      .nullish()
      .meta({ description: 'Of `leave_at`: the place, as `POST /upload` answered it', example: example.photo }),
    name: optionalText(NAME_MAX).meta({ description: 'Of `contact`', example: 'Sam Porter' }),
    phone: phone.meta({ description: 'Of `contact`', example: '+1 555 0100' }),
    email: optionalEmail().meta({
      description: 'Of `contact`; absent keeps the present one',
      example: 'sam@example.com',
    }),
  })
  .meta({ example: { kind: 'note', text: 'Gate code 4711' } });
export type AskDelivery = z.infer<typeof askDelivery>;
export const askedDelivery = z
  .object({
    state: z.enum(requestStates).meta({ example: 'accepted' }),
    reason: textOrNull.meta({ description: 'Why it waits or is not possible', example: null }),
  })
  .meta({ id: 'DeliveryAnswer' });
export type AskedDelivery = z.infer<typeof askedDelivery>;

const asked = {
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  text: z.string().meta({
    description: 'What was asked for, in words; those of ours are in the language of the request',
    example: 'Gate code 4711',
  }),
  place: z
    .enum(leavePlaces)
    .nullable()
    .meta({ description: 'Of `leave_at`; null in what was asked for before it was kept', example: null }),
  photoUrl: textOrNull.meta({ description: 'A photo of the place where to leave it', example: null }),
  reason: textOrNull.meta({ description: 'Why it was refused', example: null }),
  createdAt: timestamp,
  decidedAt: timestamp.nullable().meta({ example: null }),
};
/** As the page of the link shows them: the reader's own. */
export const ownRequests = z
  .array(z.object(asked))
  .meta({ description: 'What this reader has asked for', example: [] });
export const deliveryRequest = z
  .object({ id: rowId, ...asked, by: z.enum(deliveryReaders), decidedBy: textOrNull.meta({ example: null }) })
  .meta({ id: 'DeliveryRequest' });
export type DeliveryRequest = z.infer<typeof deliveryRequest>;
export const requestsOut = z
  .array(deliveryRequest)
  .meta({ description: 'What the customer and the recipient have asked for, newest first; for staff', example: [] });

/** GET /delivery-requests */
export const waitingRequests = z
  .object({
    data: z.array(
      deliveryRequest.extend({
        orderId: rowId,
        trackingNumber: z.string().meta({ example: 'QF001234567890' }),
        customerName: z.string().meta({ example: 'Ada Sender' }),
      }),
    ),
  })
  .meta({ id: 'WaitingRequests' });
export type WaitingRequests = z.infer<typeof waitingRequests>;

/** POST /orders/{id}/requests/{requestId} */
export const decideRequest = z
  .object({
    id,
    requestId: id,
    state: z.enum(['accepted', 'refused'], { error: () => t('state must be accepted or refused') }),
    reason: optionalText(REQUEST_TEXT_MAX).meta({ description: 'For the reader’s page and mail', example: null }),
    version: seenVersion,
  })
  .meta({ example: { state: 'accepted' } });
export type DecideRequest = z.infer<typeof decideRequest>;
