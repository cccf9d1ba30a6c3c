import { z } from 'zod';
import { flag, optionalText, textOrNull } from '../../base/primitives.ts';
import { NAME_MAX } from '../../limits.ts';
import { type Message, message, t } from '../../words/t.ts';
import { isBic, isIban, isQrIban, plainIban } from '../bank-account.ts';
import { invoicing, invoicingDefaults, invoicingOut, qrIbanOut } from './billing-terms.ts';

const checked = (isRight: (plain: string) => boolean, words: Message) =>
  z
    .union(
      [
        z.literal('').transform(() => null),
        z.null(),
        z
          .string()
          .transform(plainIban)
          .refine(isRight, { error: () => t(words) }),
      ],
      { error: () => t(words) },
    )
    .meta({ override: { type: ['string', 'null'], anyOf: undefined } });

/** The settings group `billing`: what invoices, transfers and the imprint need. */
export const billing = z.strictObject({
  vatId: optionalText(NAME_MAX).meta({ example: 'DE123456789' }),
  taxNumber: optionalText(NAME_MAX).meta({ example: 'GB 123 4567 89' }),
  registerNumber: optionalText(NAME_MAX).meta({ example: 'HRB 12345, Berlin' }),
  representedBy: optionalText(NAME_MAX).meta({ example: 'Robin Owner' }),
  isSmallBusiness: flag,
  iban: checked(isIban, message('This IBAN isn’t right. Check its digits')).meta({ example: 'DE89370400440532013000' }),
  bic: checked(isBic, message('A BIC has 8 or 11 letters and digits')).meta({ example: 'COBADEFFXXX' }),
  bankName: optionalText(NAME_MAX).meta({ example: 'Commerzbank' }),
  qrIban: checked(
    isQrIban,
    message('This isn’t a QR-IBAN. It begins with CH or LI, and its bank has a number from 30000'),
  ),
  ...invoicing,
});
export const billingOut = z.object({
  vatId: textOrNull.meta({ example: null }),
  taxNumber: textOrNull.meta({ description: 'The same value as `company.taxNumber`', example: null }),
  registerNumber: textOrNull.meta({ example: null }),
  representedBy: textOrNull.meta({ example: null }),
  isSmallBusiness: z.boolean().meta({ description: 'Charges no VAT by its country’s rule', example: false }),
  iban: textOrNull.meta({ description: 'Without spaces', example: null }),
  bic: textOrNull.meta({ example: null }),
  bankName: textOrNull.meta({ example: null }),
  qrIban: qrIbanOut,
  ...invoicingOut,
});
export const billingDefaults: z.infer<typeof billingOut> = {
  vatId: null,
  taxNumber: null,
  registerNumber: null,
  representedBy: null,
  isSmallBusiness: false,
  iban: null,
  bic: null,
  bankName: null,
  qrIban: null,
  ...invoicingDefaults,
};
