import { z } from 'zod';
import { notifyIn } from '../../base/notify.ts';
import {
  currencyOut,
  id,
  imageUrls,
  knownEmail,
  moneyOut,
  notes,
  optionalMoney,
  optionalText,
  pageInput,
  pageOf,
  photoUrls,
  rowId,
  rowVersion,
  search,
  seenVersion,
  text,
  textOrNull,
  timestamp,
  whole,
} from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { ITEMS_MAX, NAME_MAX, NOTES_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';
import { trackingInput } from '../tracking/tracking.ts';
import { incidentKinds, incidentOpeners, incidentStates } from './incident-words.ts';

const kind = z
  .enum(incidentKinds, {
    error: () => t('kind must be one of {incidentKinds}', { incidentKinds: incidentKinds.join(', ') }),
  })
  .meta({ example: 'damaged' });
const state = z
  .enum(incidentStates, {
    error: () => t('state must be one of {incidentStates}', { incidentStates: incidentStates.join(', ') }),
  })
  .meta({ example: 'open' });
const answer = notes.meta({
  description: 'The office’s answer, which the customer reads',
  example: 'We’ll replace it this week',
});
const reference = z.string().meta({ description: 'What the customer calls the claim', example: 'C-7KM3QF9A' });
const description = notes.meta({ description: 'What is wrong', example: 'The handle is broken off' });
const amount = optionalMoney(message('The amount must be a number of at least 0')).meta({
  description: 'Decimal string: what is claimed or paid',
});

/** POST /incidents: a claim that staff write down. */
export const createIncident = z
  .object({
    orderId: id,
    kind,
    description,
    itemIds: z
      .array(id)
      .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) })
      .optional(),
    imageUrls: imageUrls.optional(),
    note: notes.meta({ description: 'For the office', example: 'Called back' }),
    amount,
  })
  .meta({ example: { orderId: 42, kind: 'damaged', description: 'The handle is broken off' } });
export type CreateIncident = z.infer<typeof createIncident>;

/**
 * POST /orders/tracking/{trackingNumber}/incidents: the customer's or the recipient's own. Who it is is shown by the
 * e-mail address of the order, by the token of the delivery's mail, or by that of a link `/t/{token}`.
 */
export const reportIncident = trackingInput
  .extend({
    kind,
    description: text(message('Describe the problem'), NOTES_MAX).meta({
      description: 'What is wrong',
      example: 'The handle is broken off',
    }),
    items: z
      .array(whole(1, ITEMS_MAX, message('Items are counted from 1')))
      .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) })
      .optional()
      .meta({ description: 'Which items, counted from 1 as the tracking page lists them', example: [1] }),
    imageUrls: imageUrls.optional(),
    email: knownEmail().optional(),
    token: optionalText(200).meta({
      description: 'As in the link of the delivery’s mail, or the end of a link /t/{token}',
      example: null,
    }),
  })
  .meta({ example: { kind: 'damaged', description: 'The handle is broken off', email: example.email } });
export type ReportIncident = z.infer<typeof reportIncident>;
export const reportedIncident = z.object({
  success: z.literal(true),
  kind: z.enum(incidentKinds),
  createdAt: timestamp,
  reference,
  isKnown: z.boolean().meta({ description: 'Whether this very claim was open already', example: false }),
});

/** PUT /incidents/{id}, partial. */
export const updateIncident = z
  .object({
    id,
    kind: kind.optional(),
    state: state.optional(),
    note: notes,
    answer,
    amount,
    ...notifyIn,
    version: seenVersion,
  })
  .meta({ example: { state: 'settled', amount: '25.00' } });
export type UpdateIncident = z.infer<typeof updateIncident>;

export const listIncidents = pageInput.extend({
  state: state.optional(),
  kind: kind.optional(),
  orderId: id.meta({ example: 42 }).optional(),
  q: search.optional(),
});
export type ListIncidents = z.infer<typeof listIncidents>;

export const incident = z
  .object({
    id: rowId,
    orderId: rowId,
    trackingNumber: z.string().meta({ example: example.trackingNumber }),
    customerName: z.string().meta({ example: example.name }),
    hasEmail: z
      .boolean()
      .meta({ description: 'false: an answer is sent nowhere, the order has no address', example: true }),
    kind: z.enum(incidentKinds),
    state: z.enum(incidentStates),
    description: textOrNull.meta({ example: 'The handle is broken off' }),
    answer: textOrNull.meta({ example: null }),
    reference,
    items: z.array(z.object({ itemId: rowId, name: z.string().max(NAME_MAX) })),
    photoUrls,
    note: textOrNull.meta({ description: 'Of the office', example: null }),
    amount: moneyOut.nullable().meta({ example: null }),
    currency: currencyOut,
    openedBy: z.enum(incidentOpeners).meta({ example: 'customer' }),
    openedByName: z.string().meta({ example: example.name }),
    createdAt: timestamp,
    updatedAt: timestamp,
    settledAt: timestamp.nullable().meta({ example: null }),
    version: rowVersion,
  })
  .meta({ id: 'Incident' });
export type Incident = z.infer<typeof incident>;
export const incidentPage = pageOf(incident);
