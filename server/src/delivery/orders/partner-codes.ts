import { keysOf, type PartnerCode, readPartnerCode } from '@quickfleet/shared/base/scan/partner-code';
import type { PartnerCodesIn } from '@quickfleet/shared/delivery/orders/partner-codes';
import { t } from '@quickfleet/shared/words/t';
import { badRequest, invalid } from '../../http/errors.ts';

type Given = NonNullable<PartnerCodesIn>[number];

/** The sentence for a code with a wrong check digit. */
export const wrongDigitWords = (code: string): string => t('The check digit of {code} is wrong', { code });

/**
 * A partner code in the spelling in which it is stored; `path` is where it was given. What was called `other` is taken as
 * it is.
 *
 * @throws 400 BAD_CHECK_DIGIT, and VALIDATION for a code that is not of its kind
 */
export function keepPartnerCode(given: Given, path: string): PartnerCode {
  const { code, kind, parcel = null } = typeof given === 'string' ? { code: given } : given;
  const text = code.trim();
  if (kind === 'other') return { code: text, kind, parcel };
  const read = readPartnerCode(kind === 'gs1' ? `]C1${text}` : text);
  if (!read) throw invalid(path, t('A partner code needs a letter or a digit'));
  if (read.isWrong)
    throw badRequest('BAD_CHECK_DIGIT', wrongDigitWords(text), [{ path, message: wrongDigitWords(text) }]);
  if (kind && kind !== read.kind && !(kind === 'gs1' && read.kind === 'sscc'))
    throw invalid(path, t('{code} is no code of the kind {kind}', { code: text, kind }));
  return { code: read.code, kind: read.kind, parcel };
}

/** All codes of an order, each once: the one that names its parcel stays. null for none. */
export function keepPartnerCodes(given: PartnerCodesIn): PartnerCode[] | null {
  const found = new Map<string, PartnerCode>();
  for (const [at, one] of (given ?? []).entries()) {
    const kept = keepPartnerCode(one, `partnerCodes.${at}`);
    const [key = kept.code] = keysOf(kept);
    if (found.get(key)?.parcel == null) found.set(key, kept);
  }
  return found.size > 0 ? [...found.values()] : null;
}
