import { flag } from './primitives.ts';

/**
 * The calls of a key that may mail a customer or a recipient: each takes `notify`. `quotes.sendEmail` is not one of them,
 * because its mail is all that it does.
 */
export const quietActions = [
  'attempts.create',
  'attempts.resolve',
  'incidents.update',
  'orders.assign',
  'orders.create',
  'orders.cancel',
  'orders.duplicate',
  'orders.return',
  'orders.setStatus',
  'orders.update',
  'payments.match',
  'planning.moves',
  'planning.reschedule',
  'planning.setDay',
  'quotes.acceptOnBehalf',
  'quotes.answer',
  'quotes.book',
  'quotes.convertToOrder',
  'quotes.create',
  'quotes.renew',
  'quotes.update',
  'recurring.skip',
  'recurring.update',
] as const;

export const notifyIn = {
  notify: flag.optional().meta({
    description:
      'For API keys: `false` sends no e-mail to the customer or recipient about this call. The office and drivers still get theirs.',
    example: true,
  }),
};
