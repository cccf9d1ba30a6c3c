import { z } from 'zod';
import { id, optionalText, seenVersion, textOrNull, timestamp } from '../../base/primitives.ts';
import { NAME_MAX } from '../../limits.ts';
import { message, said, t } from '../../words/t.ts';

/** Whether an order is paid: not yet, yes, or later with the customer's statement. */
export const orderPayments = ['open', 'paid', 'account'] as const;
export type OrderPayment = (typeof orderPayments)[number];
export const orderPaymentWords: Readonly<Record<OrderPayment, string>> = said<OrderPayment>({
  open: message('To be paid'),
  paid: message('Paid'),
  account: message('On account'),
});

export const paymentMethods = ['cash', 'transfer', 'card', 'link', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const paymentMethodWords: Readonly<Record<PaymentMethod, string>> = said<PaymentMethod>({
  cash: message('Cash'),
  transfer: message('Bank transfer'),
  card: message('Card'),
  link: message('Payment link'),
  other: message('Other way'),
});

export const markPaid = z
  .object({
    id,
    method: z
      .enum(paymentMethods, { error: () => t('Choose how it was paid') })
      .default('other')
      .meta({ description: 'How it was paid', example: 'cash' }),
    reference: optionalText(NAME_MAX).meta({
      description: 'What the bank or the receipt calls it',
      example: 'Statement 7',
    }),
    version: seenVersion,
  })
  .meta({ example: { method: 'transfer', reference: 'Statement 7' } });
export type MarkPaid = z.infer<typeof markPaid>;
export const unmarkPaid = z.object({ id, version: seenVersion });
export type UnmarkPaid = z.infer<typeof unmarkPaid>;

/** What an order says of its payment. */
export const paymentOut = {
  payment: z.enum(orderPayments).nullable().meta({
    description:
      'Whether its price is paid. null: for drivers, for cancelled orders that nobody paid, and for orders from before this was recorded',
    example: 'open',
  }),
  paymentMethod: z.enum(paymentMethods).nullable().meta({ description: 'How it was paid', example: null }),
  paymentReference: textOrNull.meta({ description: 'What the bank or the receipt calls it', example: null }),
  paidAt: timestamp.nullable().meta({ description: 'When it was marked as paid', example: null }),
};
