import { z } from 'zod';
import { flag, optionalText, textOrNull } from '../../base/primitives.ts';
import { NAME_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { isBic, isIban, isQrIban, plainIban } from '../bank-account.ts';
import {
  ELECTRONIC_WORDS,
  invoicing,
  invoicingDefaults,
  invoicingOut,
  isElectronicAddress,
  qrIbanOut,
} from './billing-terms.ts';

const checked = (isRight: (plain: string) => boolean, words: () => string, plain = plainIban) =>
  z
    .union(
      [z.literal('').transform(() => null), z.null(), z.string().transform(plain).refine(isRight, { error: words })],
      { error: words },
    )
    .meta({ override: { type: ['string', 'null'], anyOf: undefined } });

/** The settings group `billing`: what invoices, transfers and the imprint need. */
export const billing = z.strictObject({
  vatId: optionalText(NAME_MAX).meta({ example: 'DE123456789' }),
  taxNumber: optionalText(NAME_MAX).meta({ example: 'GB 123 4567 89' }),
  registerNumber: optionalText(NAME_MAX).meta({ example: 'HRB 12345, Berlin' }),
  representedBy: optionalText(NAME_MAX).meta({ example: 'Robin Owner' }),
  isSmallBusiness: flag,
  iban: checked(isIban, () => t('This IBAN isn’t right. Check its digits')).meta({ example: 'DE89370400440532013000' }),
  bic: checked(isBic, () => t('A BIC has 8 or 11 letters and digits')).meta({ example: 'COBADEFFXXX' }),
  bankName: optionalText(NAME_MAX).meta({ example: 'Commerzbank' }),
  qrIban: checked(isQrIban, () =>
    t('This isn’t a QR-IBAN. It begins with CH or LI, and its bank has a number from 30000'),
  ),
  electronicAddress: checked(isElectronicAddress, ELECTRONIC_WORDS, (typed) => typed.trim()).meta({
    example: '9930:DE123456789',
  }),
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
  electronicAddress: textOrNull.meta({
    description: 'Of electronic invoices: scheme and address; null for what the VAT number or the e-mail address makes',
    example: null,
  }),
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
  electronicAddress: null,
  ...invoicingDefaults,
};
