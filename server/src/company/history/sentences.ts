// The sentences of history: their values are stored, and each reader gets their own words. English is what is stored with
// them; a sentence that is there already keeps it.
import { collectedInWords, takenMethods } from '@quickfleet/shared/base/money/collect-words';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { proofKinds, sayMissing } from '@quickfleet/shared/company/proof/proof-demands';
import { leavePlaces } from '@quickfleet/shared/company/request-kinds';
import { chargeInWords } from '@quickfleet/shared/delivery/charges/charge-rates';
import { delayInWords, delayReasons } from '@quickfleet/shared/delivery/eta/delay-words';
import { STARS_MAX } from '@quickfleet/shared/limits';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { placeInWords } from '../leave-words.ts';
import { shorten } from './change-words.ts';
import { fieldInWords } from './field-words.ts';
import { type AnyOf, kind, labelled, sayOne, type Telling } from './kinds.ts';
import { type Part, values } from './values.ts';

const text = z.string();
const number = z.number();
const part = z.custom<Part>((given) => typeof given === 'string' || (typeof given === 'object' && given !== null));
const sayPart = (given: Part, how: Telling): string =>
  typeof given === 'string' ? given : (sayOne(values, given, how) ?? '');
const reader = z.enum(['customer', 'recipient']);
const readerWords = { customer: message('The customer'), recipient: message('The recipient') };

/** Why somebody is not written to; what an earlier release said of it is said as it was. */
const notWritten: Readonly<Record<string, Message>> = {
  no_address: message('there is no e-mail address'),
  uncertain_number: message('the phone number is not certain'),
  notify_false: message('the caller said notify: false'),
  booked_at_once: message('the quote was booked in one call'),
  imported: message('imported without mails'),
  import_taken_back: message('the import is taken back'),
};
const reasonInWords = (code: string): string => {
  const known = Object.hasOwn(notWritten, code) ? notWritten[code] : undefined;
  return known ? t(known) : code;
};
/** The name of a template of ours, which is stored as the key of its words. */
const stored = (key: string): Message => key as unknown as Message;

const sides = { from: part.nullable(), to: part.nullable() };
const inArrows = ({ from, to }: { from: Part | null; to: Part | null }, how: Telling): string =>
  [from, to].map((side) => shorten(side && sayPart(side, how)) ?? t('none')).join(' → ');

const waits = ['draft', 'converted', 'paid', 'declined', 'expired', 'deleted', 'taken_back', 'invoice'] as const;

export const sentences = {
  change: kind({ field: text, ...sides }, ({ field, ...change }, how) =>
    labelled(fieldInWords(field), inArrows(change, how)),
  ),
  changed: kind({ field: text }, ({ field }) => t('{field} changed', { field: fieldInWords(field) })),
  secret_changed: kind({ field: text }, ({ field }, { isStored }) =>
    isStored ? labelled(field, 'changed') : t('{field} changed', { field }),
  ),
  moved: kind(sides, inArrows),
  by: kind({ who: text }, ({ who }) => t('By {who}', { who })),

  // Orders.
  from_job: kind({ job: number }, (values) => t('from recurring job #{job}', values)),
  again: kind({ order: text }, (values) => t('again, as {order}', values)),
  way_back: kind({ order: text }, (values) => t('the way back of {order}', values)),
  booked_by: kind({ who: text }, (values) => t('booked by {who}', values)),
  without_number: kind({ number: text }, (values) =>
    t('without the externalId {number}, which another order has', values),
  ),
  not_on_day: kind({ job: number, day: part }, ({ job, day }, how) =>
    t('recurring job #{job} does not come on {day} any more', { job, day: sayPart(day, how) }),
  ),
  left_out: kind({ job: number, day: part }, ({ job, day }, how) =>
    t('recurring job #{job} is left out on {day}', { job, day: sayPart(day, how) }),
  ),
  job_ended: kind({ job: number }, (values) => t('recurring job #{job} has ended', values)),
  items_of_job: kind({ job: number }, (values) => t('items, as in recurring job #{job}', values)),
  driver_of_job_gone: kind({ driver: text.nullable(), job: number }, ({ driver, job }) =>
    driver === null
      ? t('The driver of recurring job #{job} is no driver any more', { job })
      : t('{driver} of recurring job #{job} is no driver any more', { driver, job }),
  ),
  driver_gone: kind({ driver: text }, (values) => t('{driver} is no driver any more', values)),
  no_address: kind({ driver: text }, (values) => t('{driver} has no e-mail address', values)),
  item_added: kind({ item: text }, (values) => t('Item added: {item}', values)),
  item_removed: kind({ item: text }, (values) => t('Item removed: {item}', values)),
  item_changed: kind(
    { item: text, field: z.enum(['name', 'description', 'quantity', 'value']), ...sides },
    ({ item, field, ...change }, how) =>
      labelled(
        t('{item}, {field, select, name {name} description {description} quantity {quantity} other {value}}', {
          item,
          field,
        }),
        inArrows(change, how),
      ),
  ),
  with_photos: kind({ item: text, photos: number }, (values) =>
    t('{item}, {photos, plural, one {# photo} other {# photos}}', values),
  ),
  not_written: kind({ template: text, because: text }, ({ template, because }) =>
    labelled(t(stored(template)), reasonInWords(because)),
  ),
  opt_out: kind({ reader, step: part }, ({ reader: who, step }, how) =>
    labelled(t(readerWords[who]), sayPart(step, how)),
  ),

  // At the stop.
  clock_wrong: kind({ at: part }, ({ at }, how) => t('the phone’s clock was wrong: {at}', { at: sayPart(at, how) })),
  pin_tried: kind({ stop: part, tries: number, of: number }, ({ stop, tries, of }, how) =>
    t('{stop}, try {tries} of {of}', { stop: sayPart(stop, how), tries, of }),
  ),
  missing: kind(
    { kinds: z.array(z.enum(proofKinds)), photos: z.enum(['one', 'each_item', 'none']).nullable() },
    ({ kinds, photos }) => sayMissing(kinds, photos ? { photos } : {}),
  ),
  arrived_late: kind(
    { count: number, what: part, of: text.nullable(), when: part, refusal: text.nullable() },
    ({ count, what, of, when, refusal }, how) => {
      const values = { what: `${count > 1 ? `${count} × ` : ''}${sayPart(what, how)}`, when: sayPart(when, how) };
      const words =
        of === null ? t('{what} arrived {when}', values) : t('{what} of {of} arrived {when}', { ...values, of });
      return refusal === null ? words : labelled(words, refusal);
    },
  ),
  delay: kind({ reason: z.enum(delayReasons), words: text.nullable() }, delayInWords),
  charge: kind({ label: text, minutes: number.nullable(), amount: text, currency: text }, (charge) =>
    chargeInWords(charge, charge.currency),
  ),
  collected: kind(
    { amount: text, currency: text, method: z.enum(takenMethods), reason: text.nullable() },
    collectedInWords,
  ),
  leave_at: kind({ place: z.enum(leavePlaces), words: text }, ({ place, words }) => placeInWords(place, words)),
  reader: kind({ reader }, ({ reader: who }) => t(readerWords[who])),
  stars: kind({ stars: number, by: reader }, ({ stars, by }) =>
    t('{stars} of {most} stars by {by, select, customer {the customer} other {the recipient}}', {
      stars,
      most: STARS_MAX,
      by,
    }),
  ),

  // Money of drivers.
  cash_counted: kind(
    { day: part, counted: text, expected: text, difference: text, currency: text },
    ({ day, difference, currency, ...amounts }, how) => {
      const money = (amount: string) => formatAmount(amount, currency);
      const [counted, expected] = [money(amounts.counted), money(amounts.expected)];
      const values = { day: sayPart(day, how), counted, expected, money: money(difference.replace('-', '')) };
      if (Number(difference) === 0) return t('{day}: {counted} of {expected}, no difference', values);
      return difference.startsWith('-')
        ? t('{day}: {counted} of {expected}, {money} too little', values)
        : t('{day}: {counted} of {expected}, {money} too much', values);
    },
  ),

  // Recurring jobs.
  from_day: kind({ what: part, day: part }, ({ what, day }, how) =>
    t('{what}, from {day}', { what: sayPart(what, how), day: sayPart(day, how) }),
  ),

  // Quotes and payments.
  version: kind({ version: number }, (values) => t('Version {version}', values)),
  until: kind({ day: part }, ({ day }, how) => t('until {day}', { day: sayPart(day, how) })),
  pays_later: kind({ how: z.enum(['account', 'cash']) }, ({ how }) =>
    how === 'account' ? t('on account') : t('in cash at the door'),
  ),
  too_many_confirmations: kind({ hours: number }, (values) =>
    t('Three confirmations went to this address within {hours} hours', values),
  ),
  reminded: kind({ when: z.enum(['ending', 'silent']) }, ({ when }) =>
    when === 'ending' ? t('before its last day') : t('after days of silence'),
  ),
  waits_for: kind({ what: z.enum(['price', 'answer']) }, ({ what }) =>
    what === 'price' ? t('a price') : t('an answer to a question'),
  ),
  rule_part: kind({ label: text, price: part }, ({ label, price }, how) =>
    labelled(labelInWords(label), sayPart(price, how)),
  ),
  not_priced: kind({ why: text }, (values) => t('Not priced: {why}', values)),
  confirmed: kind({ money: part, by: text.nullable() }, ({ money, by }, how) =>
    by === null
      ? t('{money}, marked by hand', { money: sayPart(money, how) })
      : t('{money}, marked by {by}', { money: sayPart(money, how), by }),
  ),
  short: kind({ paid: part, of: part, open: part }, ({ paid, of, open }, how) =>
    t('{paid} of {of} is paid; {open} is still open', {
      paid: sayPart(paid, how),
      of: sayPart(of, how),
      open: sayPart(open, how),
    }),
  ),
  too_much: kind({ paid: part, of: part, more: part }, ({ paid, of, more }, how) =>
    t('{paid} was paid of {of}: {more} too much', {
      paid: sayPart(paid, how),
      of: sayPart(of, how),
      more: sayPart(more, how),
    }),
  ),
  payment_waits: kind({ because: z.enum(waits), quote: number.nullable() }, ({ because, quote }) =>
    t(waiting[because], { quote: quote ?? '' }),
  ),
  payment_currency: kind({ quote: number, paid: text, asked: text }, (values) =>
    t('The payment is in {paid}, and quote #{quote} is in {asked}', values),
  ),
  quote_not_found: kind({ named: z.array(text).max(2), found: number }, ({ named: [one, other], found }) => {
    if (one === undefined) return t('The event names neither quoteId nor reference');
    const name = other === undefined ? one : t('{one} or {other}', { one, other });
    return found > 1
      ? t('The event names two different quotes, {name}', { name })
      : t('There is no quote {name}', { name });
  }),
  agreed: kind(
    { name: text, version: number, total: part.nullable(), as: text.nullable() },
    ({ total, as, ...who }, how) => {
      if (total !== null)
        return t('{name} agreed to version {version}: {total}', { ...who, total: sayPart(total, how) });
      return as === null
        ? t('{name} agreed to version {version}', who)
        : t('{name} agreed to version {version}, as {as}', { ...who, as });
    },
  ),
  said_as: kind({ words: text, as: text }, (values) => t('{words}, as {as}', values)),

  // The company and its people.
  sign_in_failed: kind({ because: z.enum(['name', 'password', 'inactive', 'passkey', 'code']) }, ({ because }) =>
    t(failures[because]),
  ),
  on_account: kind({ isOn: z.boolean() }, ({ isOn }) =>
    isOn ? t('on account from now on') : t('not on account any more'),
  ),
  recipient_mails: kind({ isOn: z.boolean() }, ({ isOn }) =>
    isOn ? t('recipients are sent e-mails') : t('recipients are sent no e-mails'),
  ),
  imported_row: kind({ file: text, row: text }, (values) => t('imported from {file} row {row}', values)),
  imported_rows: kind({ file: text, rows: text }, (values) => t('imported from {file} rows {rows}', values)),
  import_of: kind({ kind: part, file: text, count: number.nullable() }, ({ kind: rows, file, count }, how) => {
    const what = sayPart(rows, how);
    return count === null
      ? t('{what} from {file}', { what, file })
      : t('{count} {what} from {file}', { count, what, file });
  }),
  template_version: kind({ version: number }, (values) => t('version {version}', values)),
  endpoint: kind({ state: z.enum(['gone', 'key_revoked']) }, ({ state }) =>
    state === 'gone' ? t('The endpoint answered 410 Gone') : t('The API key that made it was revoked'),
  ),
  endpoint_silent: kind({ days: number, error: text }, (values) =>
    t('Nothing has arrived for {days} days. The last try: {error}', values),
  ),
};
const waiting = {
  draft: message('Quote #{quote} has not been sent yet; a payment for it was not expected'),
  converted: message('Quote #{quote} is paid and already an order; this payment was not expected'),
  paid: message('Quote #{quote} is paid already; this is a second payment'),
  declined: message('Quote #{quote} was declined; a payment arrived anyway'),
  expired: message('Quote #{quote} had expired when it was paid'),
  deleted: message('Quote #{quote} was deleted'),
  taken_back: message('It was matched to quote #{quote} and taken back'),
  invoice: message('It was matched to an invoice and taken back'),
};
const failures = {
  name: message('Unknown username'),
  password: message('Wrong password'),
  inactive: message('The account is deactivated'),
  passkey: message('Unknown passkey'),
  code: message('Wrong code of the second factor'),
};
const parts: Readonly<Record<string, Message>> = {
  Delivery: message('Delivery'),
  'Same day': message('Same day'),
  'Chosen day': message('Chosen day'),
  'Flexible day': message('Flexible day'),
  Weight: message('Weight'),
  'Fuel surcharge': message('Fuel surcharge'),
  'To the minimum price': message('To the minimum price'),
  'Outside business hours': message('Outside business hours'),
};
/** The name of a part of a price by the rules: ours in the reader's words, the company's as it is. */
function labelInWords(label: string): string {
  const [, pieces] = /^Items: (\d+)$/.exec(label) ?? [];
  if (pieces) return t('Items: {pieces}', { pieces });
  const [, km] = /^Distance: (.+) km$/.exec(label) ?? [];
  if (km) return t('Distance: {km} km', { km });
  const known = Object.hasOwn(parts, label) ? parts[label] : undefined;
  return known ? t(known) : label;
}
export type Sentence = AnyOf<typeof sentences>;
