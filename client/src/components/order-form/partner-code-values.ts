import { type PartnerCode, type PartnerCodeKind, readPartnerCode } from '@quickfleet/shared/base/scan/partner-code';
import { atMostCodes, type PartnerCodeIn, partnerCodeIn } from '@quickfleet/shared/delivery/orders/partner-codes';
import { PARTNER_CODES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { field, text } from '../delivery-form/draft/stored-form.ts';

/** A code of another company as a form holds it; its kind is read from it unless somebody said it. */
export type CodeValues = { key: string; code: string; kind?: PartnerCodeKind | undefined; parcel: string };
export type CodesValues = { partnerCodes: CodeValues[] };

export const kindWord = (kind: PartnerCodeKind): string => (kind === 'other' ? t('Other code') : kind.toUpperCase());

/** The sentence for a wrong check digit. What was called another code is kept as it is. */
export const wrongDigitIn = ({ code, kind }: Pick<CodeValues, 'code' | 'kind'>): string | undefined =>
  kind !== 'other' && readPartnerCode(code)?.isWrong
    ? t('The check digit of {code} is wrong', { code: code.trim() })
    : undefined;

let made = 0;
export const newCode = ({ code = '', kind, parcel = null }: Partial<PartnerCode> = {}): CodeValues => {
  made += 1;
  return { key: `code-${made}`, code, ...(kind ? { kind } : {}), parcel: parcel?.toString() ?? '' };
};
/** Codes of a form that was put aside; their kind is read again. */
export const codesFrom = (stored: unknown): CodeValues[] =>
  (Array.isArray(stored) ? stored : []).map((row) => ({
    ...newCode({ code: text(row, 'code'), ...(field(row, 'kind') === 'other' ? { kind: 'other' } : {}) }),
    parcel: text(row, 'parcel'),
  }));

const codeOf = ({ code, kind, parcel }: CodeValues): PartnerCodeIn | null =>
  code.trim() === ''
    ? null
    : { code: code.trim(), ...(kind ? { kind } : {}), parcel: parcel.trim() === '' ? null : Number(parcel) };
const isSaid = (code: PartnerCodeIn | null): code is PartnerCodeIn => code !== null;
/** What is sent: an empty field is no code. */
export const codesOf = (rows: readonly CodeValues[]): PartnerCodeIn[] => rows.map(codeOf).filter(isSaid);
/** For people: each code, with the number of its parcel. */
export const codesText = (rows: readonly CodeValues[]): string =>
  codesOf(rows)
    .map(({ code, parcel }) => (parcel == null ? code : `${code} (${parcel})`))
    .join(', ');

/** The shared rules, at the fields of the form. */
export const codesCheck = z
  .array(
    z.preprocess(
      codeOf,
      partnerCodeIn
        .check(({ value, issues }) => {
          const wrong = wrongDigitIn(value);
          if (wrong) issues.push({ code: 'custom', path: ['code'], message: wrong, input: value });
        })
        .nullable(),
    ),
  )
  .max(PARTNER_CODES_MAX, atMostCodes)
  .transform((codes) => codes.filter(isSaid));
