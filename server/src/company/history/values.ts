// The values that lines of history are stored with. Each reader has their own words and signs for them.

import { lateKindWords, lateReasonWords } from '@quickfleet/shared/base/late-evidence';
import { collectInWords, collectMethods } from '@quickfleet/shared/base/money/collect-words';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { formatIn, momentInWords } from '@quickfleet/shared/base/time/zoned-time';
import { starterReasons, stopNames } from '@quickfleet/shared/company/proof/failure-words';
import { requestKindWords } from '@quickfleet/shared/company/request-kinds';
import { chargeStateWords } from '@quickfleet/shared/delivery/charges/charge-rates';
import { orderPaymentWords, paymentMethodWords } from '@quickfleet/shared/delivery/orders/order-payment';
import { daysInWords, ruleInWords } from '@quickfleet/shared/delivery/planning/rule-words';
import { incidentKindWords, incidentStateWords } from '@quickfleet/shared/delivery/proof/incident-words';
import { mailStepWords } from '@quickfleet/shared/messages/mail-steps';
import { deviceInWords } from '@quickfleet/shared/people/device-name';
import { priceBases, priceBasisWords } from '@quickfleet/shared/quoting/pricing/price-basis';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, message, said, t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { propertyInWords } from './field-words.ts';
import { type AnyOf, kind } from './kinds.ts';

/** Words for what is one of a few, stored in English as they are said. */
const words = {
  chargeState: chargeStateWords,
  incidentKind: incidentKindWords,
  incidentState: incidentStateWords,
  lateKind: lateKindWords,
  lateReason: lateReasonWords,
  mailStep: mailStepWords,
  orderPayment: orderPaymentWords,
  paymentMethod: paymentMethodWords,
  requestKind: requestKindWords,
  requestReason: said({
    none: message('No reason given'),
    newer: message('A newer request took its place'),
  }),
} as const;
/** The same, stored as programs write them. */
const codes = {
  stop: stopNames,
  outcome: said({
    done: message('Done'),
    partial: message('Done in part'),
    failed: message('Failed'),
  }),
  role: said({
    admin: message('Admin'),
    dispatcher: message('Dispatcher'),
    driver: message('Driver'),
    customer: message('User'),
  }),
  memberRole: said({ sees: message('Sees'), books: message('Sees and books') }),
  imported: said({
    orders: message('Orders'),
    quotes: message('Quotes'),
    customers: message('Customers'),
    addresses: message('Addresses'),
  }),
  evidence: said({ photos: message('Photos'), signatures: message('Signatures'), positions: message('Positions') }),
  addressUse: said({
    pickup: message('Pickup'),
    delivery: message('Delivery'),
    'pickup and delivery': message('Pickup and delivery'),
  }),
  plain: said({
    nobody: message('nobody'),
    counted: message('counted from the items'),
    yes: message('yes'),
    no: message('no'),
    Today: message('Today'),
    'Any day': message('Any day'),
  }),
} as const;
type Lists = Readonly<Record<string, Readonly<Record<string, string>>>>;
const [wordLists, codeLists]: [Lists, Lists] = [words, codes];
const wordIn = (lists: Lists, list: string, name: string): string => {
  const known = Object.hasOwn(lists, list) ? lists[list] : undefined;
  return (known && Object.hasOwn(known, name) ? known[name] : undefined) ?? name;
};

const dayInWords = (day: string): string =>
  formatIn('UTC', localeOf(language()), { dateStyle: 'medium' }).format(new Date(`${day}T00:00:00Z`));

const money = { amount: z.string(), currency: z.string() };
export const values = {
  /** `stored` is how the English text has it: as a number, a number with its currency, or as people write it. */
  money: kind(
    { ...money, stored: z.enum(['number', 'code']).optional() },
    ({ amount, currency, stored }, { isStored }) => {
      if (isStored && stored) return stored === 'code' ? `${amount} ${currency}` : amount;
      return formatAmount(amount, currency);
    },
  ),
  collect: kind({ ...money, method: z.enum(collectMethods) }, collectInWords),
  /** 2026-03-02, which the English text has so. */
  day: kind({ day: z.iso.date() }, ({ day }, { isStored }) => (isStored ? day : dayInWords(day))),
  date: kind({ day: z.iso.date() }, ({ day }) => dayInWords(day)),
  moment: kind({ at: z.iso.datetime() }, ({ at }, { isStored, clocks: { BUSINESS_TIMEZONE, hourCycle } }) =>
    isStored ? `${at.slice(0, 16).replace('T', ' ')} UTC` : momentInWords(new Date(at), BUSINESS_TIMEZONE, hourCycle),
  ),
  window: kind({ from: z.string(), to: z.string() }, (window, { clocks: { BUSINESS_TIMEZONE, hourCycle } }) =>
    windowInWords(window, BUSINESS_TIMEZONE, hourCycle),
  ),
  price_basis: kind({ kind: z.enum(priceBases), reason: z.string().nullable() }, ({ kind: basis, reason }) =>
    reason === null ? priceBasisWords[basis] : `${priceBasisWords[basis]} (${reason})`,
  ),
  minutes: kind({ minutes: z.number() }, ({ minutes }) => t('{minutes} min', { minutes })),
  word: kind({ of: z.string(), word: z.string() }, ({ of, word }) => wordIn(wordLists, of, word)),
  code: kind({ of: z.string(), code: z.string() }, ({ of, code }, { isStored }) =>
    isStored ? code : wordIn(codeLists, of, code),
  ),
  /** Why an attempt failed: the name of a reason, or its code. One of ours has words, the company's own has its text. */
  failure: kind({ reason: z.string() }, ({ reason }, { isStored }) => {
    const ours = starterReasons.find(({ code, name }) => code === reason || String(name) === reason);
    return ours && !isStored ? t(ours.name) : reason;
  }),
  properties: kind({ names: z.array(z.string()) }, ({ names }, { isStored }) =>
    (isStored ? names : [...new Set(names.map(propertyInWords))]).join(', '),
  ),
  device: kind({ browser: z.string().nullable(), system: z.string().nullable() }, deviceInWords),
  /** A rule without words of its own is said by its first days. */
  rule: kind(
    { rule: z.string(), startsOn: z.string(), days: z.array(z.string()), hasMore: z.boolean() },
    ({ rule, startsOn, days, hasMore }) => ruleInWords(rule, startsOn) ?? daysInWords(days, hasMore),
  ),
};
export type Value = AnyOf<typeof values>;
/** What somebody typed, a name or a number, as it is; or a value. */
export type Part = string | Value;

type Words = typeof words;
type Codes = typeof codes;
export const wordOf = <List extends keyof Words>(of: List, word: keyof Words[List] & string): Value => ({
  is: 'word',
  of,
  word,
});
export const codeOf = <List extends keyof Codes>(of: List, code: keyof Codes[List] & string): Value => ({
  is: 'code',
  of,
  code,
});
/** An amount that the English text has with its currency behind it: '20.00 USD'. */
export const moneyOf = ({ amount, currency }: { amount: string; currency: string }) => ({
  is: 'money' as const,
  ...{ amount, currency },
  stored: 'code' as const,
});
