import {
  defaultStopRules,
  type GivenRules,
  mergeRules,
  type ProofStop,
  type StopRules,
} from '@quickfleet/shared/company/proof/proof-demands';
import { t } from '@quickfleet/shared/words/t';

/** Rules with their owner, as in "as set by …". */
export interface ProofLevel {
  who: 'company' | 'customer' | 'order';
  rules: GivenRules | null | undefined;
}

const photoParts = { none: '', one: t('a photo'), each_item: t('a photo of each item') } as const;
const signatureParts = {
  required: t('the signature'),
  optional: '',
  photo_instead: t('the signature or a photo'),
} as const;

/** What one stop asks for: 'a photo, the signature, the PIN'. */
export function stopInWords(stop: StopRules): string {
  const parts = [
    photoParts[stop.photos],
    signatureParts[stop.signature],
    stop.pin && t('the PIN'),
    stop.scan && t('the scan of each parcel'),
    stop.signerName && t('the signer’s name'),
    stop.signerRelation && t('who the signer is'),
    stop.position && t('the position'),
  ].filter(Boolean);
  return `${parts.length > 0 ? parts.join(', ') : 'nothing'}${stop.leaveAtDoor ? t('; may be left at the door') : ''}`;
}

/** Both stops in one line, as a comparison of two versions shows them. */
export function rulesInWords(rules: GivenRules): string {
  const { pickup, delivery } = mergeRules([rules]);
  return t('Pickup: {pickup}. Delivery: {delivery}', { pickup: stopInWords(pickup), delivery: stopInWords(delivery) });
}

/** The inherited value of one rule, and which level set it; undefined is the default. */
export function inheritedRule<Name extends keyof StopRules>(
  levels: readonly ProofLevel[],
  stop: ProofStop,
  name: Name,
): { value: StopRules[Name]; who: ProofLevel['who'] | undefined } {
  const said = levels.findLast(({ rules }) => rules?.[stop]?.[name] !== undefined);
  const value = said?.rules?.[stop]?.[name] as StopRules[Name] | undefined;
  return { value: value ?? defaultStopRules[name], who: said?.who };
}

/** Rules as one text, the same for the same rules in whatever order they were said; '' for none. */
export function rulesToText(rules: GivenRules | null): string {
  const said = Object.entries(rules ?? {})
    .map(([stop, given]): [string, [string, unknown][]] => [
      stop,
      Object.entries(given ?? {})
        .filter(([, value]) => value !== undefined)
        .sort(([one], [other]) => one.localeCompare(other)),
    ])
    .filter(([, given]) => given.length > 0)
    .sort(([one], [other]) => one.localeCompare(other));
  if (said.length === 0) return '';
  return JSON.stringify(Object.fromEntries(said.map(([stop, given]) => [stop, Object.fromEntries(given)])));
}
export const isWithoutRules = (rules: GivenRules): boolean =>
  Object.values(rules).every((stop) => stop === undefined || Object.keys(stop).length === 0);

/** 'As set by the customer' */
export const asSetBy = (who: ProofLevel['who']): string =>
  t('As set by {who, select, company {the company} customer {the customer} other {the order}}', { who });
