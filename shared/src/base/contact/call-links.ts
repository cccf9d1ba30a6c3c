import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

export interface CallLinks {
  tel: string;
  /** null for an extension, which takes no message. */
  sms: string | null;
}

/** Between two numbers in one field. Shorter parts belong to one number: 030/123456. */
const BETWEEN = /[/,;|\n]|\b(?:or|and)\b/i;
/** The last digits of another number behind one: 12345-67/68, 12345-10 – 12. */
const OTHER_END = /\d{2}\s?\/\s?\d{1,3}$|\d-\d{1,3}\s[-–]\s\d{1,3}$/;
const holdsTwo = (phone: string): boolean =>
  OTHER_END.test(phone) ||
  phone
    .split(BETWEEN)
    .slice(0, 10)
    .filter((part) => part.replaceAll(/\P{Nd}/gu, '').length >= 5).length > 1;

/** As long as a North American number, but with an area code that cannot exist: probably one of another country. */
const isOutsidePlan = ({ countryCallingCode, nationalNumber }: PhoneNumber): boolean =>
  countryCallingCode === '1' && /^[01]/.test(nationalNumber);

/** What comes before an extension in five languages; the reader of numbers knows the English words alone. */
const EXTENSION =
  /[\s,;/-]{0,5}(?<!\p{L})(?:durchwahl|dw|apparat|app|nebenstelle|nst|poste|extensi[oó]n|extension|interno|int|anexo|تحويلة|داخلي)\.?:?\s{0,3}(\d{1,7})$/iu;
/** (+49) 30 1234567 */
const CODE_IN_BRACKETS = /^\((?:\+|00)(\d{1,3})\)\s?/;
const LONGEST = 100;

/** Digits of any script in our own. */
const westernise = (text: string): string => text.normalize('NFKC');

/** A number at home, with its zero, is shorter than one with the code of its country. */
const WITH_CODE_MIN = 11;

/** A number of the country itself that has lost its plus: 491511234567 and 49 (0)30 1234567 in Germany. */
function withoutPlus(typed: string, country: CountryCode): PhoneNumber | undefined {
  const code = getCountryCallingCode(country);
  if (!typed.startsWith(code)) return undefined;
  const rest = typed.slice(code.length);
  const hasZero = /^[\s./-]*\(0\)/.test(rest);
  const number = parsePhoneNumberFromString(`+${code}${rest.replace(/^[\s./-]*\(0\)/, ' ')}`, { extract: false });
  if (!number?.isPossible()) return undefined;
  if (hasZero) return number;
  if (typed.replaceAll(/\D/g, '').length < WITH_CODE_MIN) return undefined;
  // Where numbers begin with a 0 at home, one without it is none of there; elsewhere it may be a whole one.
  const dialled = parsePhoneNumberFromString(`0${number.nationalNumber}`, { defaultCountry: country, extract: false });
  const isZeroDialled = dialled?.nationalNumber === number.nationalNumber;
  const home = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  return isZeroDialled || !home?.isValid() ? number : undefined;
}

/**
 * The number a phone dials for typed text, which may lack the country code. null when unsure: a wrong number would ring
 * at a stranger's. The typed text is shown either way.
 */
export function callLinks(phone: string, country: string): CallLinks | null {
  if (phone.length > LONGEST || !isSupportedCountry(country)) return null;
  const typed = westernise(phone.replaceAll(/\p{Cf}/gu, '').trim())
    .replace(EXTENSION, ' ext. $1')
    .replace(CODE_IN_BRACKETS, '+$1 ');
  if (holdsTwo(typed)) return null;
  const own = withoutPlus(typed, country);
  const number = own ?? parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  if (!number?.isPossible() || isOutsidePlan(number)) return null;
  // Without a code, what is only as long as a number would ring at nobody's, or at somebody else's.
  if (!own && !typed.startsWith('+') && !number.isValid()) return null;
  const tel = `tel:${number.number}`;
  return number.ext ? { tel: `${tel};ext=${number.ext}`, sms: null } : { tel, sms: `sms:${number.number}` };
}

/** The number that a text message goes to (E.164); null when unsure, like `callLinks`. */
export const smsNumber = (phone: string, country: string): string | null =>
  callLinks(phone, country)?.sms?.slice('sms:'.length) ?? null;

export const isCountry = (code: string): boolean => isSupportedCountry(code);
