import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export interface CallLinks {
  tel: string;
  /** null for an extension, which takes no message. */
  sms: string | null;
}

/** Between two numbers in one field. Shorter parts belong to one number: 030/123456. */
const BETWEEN = /[/,;|\n]|\b(?:or|and)\b/i;
const holdsTwo = (phone: string): boolean =>
  phone
    .split(BETWEEN)
    .slice(0, 10)
    .filter((part) => part.replaceAll(/\P{Nd}/gu, '').length >= 5).length > 1;

/** As long as a North American number, but with an area code that cannot exist: probably one of another country. */
const isOutsidePlan = ({ countryCallingCode, nationalNumber }: PhoneNumber): boolean =>
  countryCallingCode === '1' && /^[01]/.test(nationalNumber);

/**
 * The number a phone dials for typed text, which may lack the country code. null when unsure: a wrong number would ring
 * at a stranger's. The typed text is shown either way.
 */
export function callLinks(phone: string, country: string): CallLinks | null {
  const typed = phone.replaceAll(/\p{Cf}/gu, '').trim();
  if (holdsTwo(typed) || !isSupportedCountry(country)) return null;
  const number = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  if (!number?.isPossible() || isOutsidePlan(number)) return null;
  const tel = `tel:${number.number}`;
  return number.ext ? { tel: `${tel};ext=${number.ext}`, sms: null } : { tel, sms: `sms:${number.number}` };
}

/** The number that a text message goes to (E.164); null when unsure, like `callLinks`. */
export const smsNumber = (phone: string, country: string): string | null =>
  callLinks(phone, country)?.sms?.slice('sms:'.length) ?? null;

export const isCountry = (code: string): boolean => isSupportedCountry(code);
