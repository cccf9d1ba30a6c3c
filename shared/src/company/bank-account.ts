import { z } from 'zod';
import { textOrNull } from '../base/primitives.ts';

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
