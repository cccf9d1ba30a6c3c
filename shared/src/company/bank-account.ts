import { z } from 'zod';
import { flag, optionalText, textOrNull } from '../base/primitives.ts';
import { NAME_MAX } from '../limits.ts';
import { type Message, message, t } from '../words/t.ts';
import { invoicing, invoicingDefaults, invoicingOut, qrIbanOut } from './billing/billing-terms.ts';

/** 'DE89370400440532013000': without its spaces, in capitals. */
export const plainIban = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();
/** 'DE89 3704 0044 0532 0130 00' */
export const writeIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Whether an account number in its plain form is right, by its check digits (ISO 7064, modulo 97). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(iban)) return false;
  const moved = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const sign of moved) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97;
  return rest === 1;
}
/** Whether it is an account for payment slips of Switzerland with a reference: its bank's number is from 30000 to 31999. */
export const isQrIban = (iban: string): boolean =>
  /^(?:CH|LI)\d{2}3[01]\d{3}/.test(iban) && iban.length === 21 && isIban(iban);
export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic);

export const bankAccount = z
  .object({
    holder: z.string().meta({ example: 'QuickFleet Ltd' }),
    iban: z.string().meta({ description: 'In groups of four', example: 'DE89 3704 0044 0532 0130 00' }),
    bic: textOrNull.meta({ example: 'COBADEFFXXX' }),
    bankName: textOrNull.meta({ example: 'Commerzbank' }),
  })
  .meta({ id: 'BankAccount' });
export type BankAccount = z.infer<typeof bankAccount>;

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
