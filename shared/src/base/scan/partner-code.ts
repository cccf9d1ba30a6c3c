// What other companies print on a parcel. Without a schema: the phone reads codes without the checking library.
import {
  areChecked,
  type Element,
  hasGs1Check,
  hasSeparator,
  readElements,
  trimmedOf,
  writeElements,
} from './element-string.ts';
import { readingsOf, saysGs1, withoutAim } from './keyboards.ts';

export const partnerCodeKinds = ['sscc', 'gs1', 's10', 'other'] as const;
export type PartnerCodeKind = (typeof partnerCodeKinds)[number];
export interface PartnerCode {
  code: string;
  kind: PartnerCodeKind;
  /** The parcel that it is on; null while nobody said. */
  parcel: number | null;
}
interface ReadCode {
  /** In its one spelling: digits of an SSCC, a GS1 code with brackets, an S10 in capitals, else as it was given. */
  code: string;
  kind: PartnerCodeKind;
  /** Its check digit is wrong. */
  isWrong: boolean;
}

/** A code with the number of its parcel behind it, '340123450000000017 (2)': how tables and history write it. */
export const writeParcel = ({ code, parcel }: Pick<PartnerCode, 'code' | 'parcel'>): string =>
  parcel === null ? code : `${code} (${parcel})`;
/** The same, read. A number in brackets without a blank before it is part of the code. */
export function readParcel(text: string): Pick<PartnerCode, 'code' | 'parcel'> {
  const [, code, parcel] = /^(.*\S) \(([1-9]\d{0,2})\)$/s.exec(text) ?? [];
  return code === undefined ? { code: text, parcel: null } : { code, parcel: Number(parcel) };
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];
/** The check digit of eight digits by the Universal Postal Union's standard S10. */
export function s10CheckDigit(digits: string): number {
  const sum = S10_WEIGHTS.reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  const rest = 11 - (sum % 11);
  if (rest === 10) return 0;
  return rest === 11 ? 5 : rest;
}
const S10 = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/;
/** The address that a GS1 Digital Link has an SSCC in. */
const IN_LINK = /^https?:\/\/\S+?\/00\/(\d{18})(?:[/?#]|$)/i;
/** Elements without brackets are taken for an element string when they begin with a number of a load or of goods. */
const BEGINS_AS_GS1 = /^0[0-2]\d{14}/;

const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
const readSscc = (digits: string): ReadCode => ({ code: digits, kind: 'sscc', isWrong: !hasGs1Check(digits) });
function readGs1(text: string, isSaid: boolean): ReadCode | undefined {
  const elements = readElements(text);
  if (!elements) return undefined;
  const [first] = elements;
  if (elements.length === 1 && first?.ai === '00') return readSscc(first.value);
  const isWrong = !areChecked(elements);
  // Digits alone that only look like it are another company's own number.
  return isWrong && !isSaid ? undefined : { code: writeElements(elements), kind: 'gs1', isWrong };
}

/** A code in the layout that it was typed in; undefined for a text without a letter or digit. */
function readAsTyped(text: string): ReadCode | undefined {
  const said = trimmedOf(withoutAim(text), '\r\n\t ');
  const plain = compact(said);
  if (plain === '') return undefined;
  const linked = IN_LINK.exec(said)?.[1];
  if (linked) return readSscc(linked);
  if (/^\d{18}$/.test(plain) && !said.startsWith('(')) return readSscc(plain);
  const isSaid = said.startsWith('(') || saysGs1(text) || hasSeparator(said);
  const gs1 = isSaid || BEGINS_AS_GS1.test(said.replaceAll(' ', '')) ? readGs1(said, isSaid) : undefined;
  if (gs1) return gs1;
  const [, digits, check] = S10.exec(plain) ?? [];
  if (digits) return { code: plain, kind: 's10', isWrong: s10CheckDigit(digits) !== Number(check) };
  return { code: said.replaceAll(/[\s\p{Cc}]+/gu, ' '), kind: 'other', isWrong: false };
}

const isRight = (read: ReadCode | undefined): boolean => read !== undefined && read.kind !== 'other' && !read.isWrong;

/**
 * A code as it was given, typed or scanned with whatever keyboard layout: the first reading with a right check digit,
 * else as it came. undefined for a text without a letter or digit.
 */
export function readPartnerCode(text: string): ReadCode | undefined {
  for (const reading of readingsOf(text)) {
    const read = readAsTyped(reading);
    if (isRight(read)) return read;
  }
  return readAsTyped(text);
}

const ssccIn = (code: string): string[] =>
  (readElements(code) ?? []).flatMap(({ ai, value }: Element) => (ai === '00' ? [value] : []));
/** What a stored code is found by: its letters and digits, and the SSCC in it. */
export const keysOf = ({ code, kind }: Pick<PartnerCode, 'code' | 'kind'>): string[] => [
  compact(code),
  ...(kind === 'gs1' ? ssccIn(code) : []),
];
/** Shorter texts are typed, and never a code of a partner. */
const SCANNED_MIN = 5;
/** A text has few readings that can be a code, and a search looks for each of them. */
const READINGS_MAX = 12;
/** What stored codes a scan can mean: the code as it came, then the readings with a right check digit, then the rest. */
export function scannedKeys(scan: string): string[] {
  const [asItCame, ...readings] = [...readingsOf(scan)].map(readAsTyped);
  const keys = [asItCame, ...readings.filter(isRight), ...readings]
    .flatMap((read) => (read ? keysOf(read) : []))
    .filter((key) => key.length >= SCANNED_MIN && /\d/.test(key));
  return [...new Set(keys)].slice(0, READINGS_MAX);
}

/** The stored code that a scan means. */
export function findScanned(codes: readonly PartnerCode[], scan: string): PartnerCode | undefined {
  const keys = scannedKeys(scan);
  return keys.map((key) => codes.find((one) => keysOf(one).includes(key))).find((found) => found !== undefined);
}
