import type { BankFormat } from '@quickfleet/shared/operations/bank-statements';

/** One movement of money as a file has it; below zero for what went out. */
export interface ReadLine {
  bookedOn: string;
  amount: string;
  /** null where the file does not say. */
  currency: string | null;
  name: string | null;
  reference: string | null;
  account: string | null;
  entryRef: string | null;
  paymentRef: string | null;
}
export interface ReadStatement {
  format: BankFormat;
  lines: ReadLine[];
}

const TEXT_MAX = 500;
/** Text as it is kept and compared: in one line, or null for none. */
export const tidy = (text: string | null | undefined): string | null =>
  text
    ?.replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, TEXT_MAX) || null;
/** What a bank calls something; its words for nothing are nothing. */
export const referenceOf = (text: string | null | undefined): string | null => {
  const plain = tidy(text);
  return plain === null || /^(?:NONREF|NOTPROVIDED|NOREF|NONE|0+)$/i.test(plain) ? null : plain;
};
export const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};
/** '-119.00' of '119.00'. */
export const signed = (amount: string, isOut: boolean): string =>
  isOut && /[1-9]/.test(amount) ? `-${amount}` : amount;
