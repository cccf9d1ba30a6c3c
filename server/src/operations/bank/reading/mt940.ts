import { t } from '@quickfleet/shared/words/t';
import { unreadable } from '../../imports/reading/unreadable.ts';
import { isDay, type ReadLine, type ReadStatement, referenceOf, signed, tidy } from './bank-line.ts';

interface Field {
  tag: string;
  text: string;
}
/** The fields of the messages, each with its further lines. */
function* fieldsOf(text: string): Generator<Field> {
  let field: Field | undefined;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, tag, rest = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line.replace(/^\{4:/, '')) ?? [];
    if (tag) {
      if (field) yield field;
      field = { tag, text: rest };
    } else if (/^(?:-\}?|\{[1-5]:.*)$/.test(line)) {
      if (field) yield field;
      field = undefined;
    } else if (field) field.text += `\n${line}`;
  }
  if (field) yield field;
}

const BOOKING =
  /^(\d{2})(\d{2})(\d{2})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d{1,15}),(\d{0,5})(?:[A-Z][A-Z0-9]{3})?([^\n]*)$/;
const pad = (year: number) => String(year).padStart(4, '0');

/** Banks that count 30 days in each month write 30 February: the last day that there is. */
function lastDay(day: string): string {
  const [month = '', number = ''] = [day.slice(0, 8), day.slice(8)];
  const before = ['30', '29', '28'].map((last) => month + last).find(isDay);
  return before !== undefined && before < day && Number(number) <= 31 ? before : day;
}

/** The day of the booking; it has no year of its own, and may lie in the one before or after its value. */
function dayOf(year: string, month: string, day: string, booked: string | undefined): string {
  const said = `20${year}-${month}-${day}`;
  const value = isDay(said) ? said : lastDay(said);
  if (!booked) return value;
  const near = [-1, 0, 1].map(
    (more) => `${pad(Number(value.slice(0, 4)) + more)}-${booked.slice(0, 2)}-${booked.slice(2)}`,
  );
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(value));
  return near.filter(isDay).toSorted((a, b) => distance(a) - distance(b))[0] ?? value;
}

/** Parts of a text that goes on in the next one where it fills its own. */
const joined = (parts: readonly string[], full: number): string =>
  parts.reduce((all, part, at) => {
    const before = parts[at - 1] ?? '';
    return all + (at > 0 && (before.length < full || /^[A-Z]{4}\+/.test(part)) ? ' ' : '') + part;
  }, '');

/** The German letters of files with seven bits (DIN 66003); a message of SWIFT has none of these signs itself. */
const SEVEN_BITS: Readonly<Record<string, string>> = {
  ...{ '{': 'ä', '|': 'ö', '}': 'ü', '~': 'ß', '[': 'Ä', '\\': 'Ö', ']': 'Ü' },
};
const inGerman = (text: string | null): string | null =>
  text?.replaceAll(/(?<=[A-Za-z])[{|}~]|[[\\\]{|}](?=[a-z])/g, (sign) => SEVEN_BITS[sign] ?? sign) ?? null;

type Told = Pick<ReadLine, 'name' | 'reference' | 'account'>;
const PART = 27;
const SEPA = ['SVWZ+', 'EREF+', 'KREF+', 'MREF+'];
const SWIFT = new Set(
  'NAME REMI EREF IBAN ORDP CNTP USTD STRD CREF BIC TRTP RTRN MARF CSID ISDT PREF UDTR UCRD BENM PURP'.split(' '),
);
/** What SEPA names in a text: `SVWZ+` for the reference, `EREF+` for what the payer calls it. */
function sepaWords(text: string): string | null {
  const parts = text.split(/(?:^| )(?=[A-Z]{4}\+)/);
  const pieces = new Map(parts.map((part) => [part.slice(0, 5), part.slice(5)]));
  if (!SEPA.some((tag) => pieces.has(tag))) return tidy(text);
  return tidy([pieces.get('SVWZ+'), referenceOf(pieces.get('EREF+'))].filter(Boolean).join(' '));
}
/** Field 86 as German banks write it: `?20` to `?29` and `?60` to `?63` are the text, `?32` the name, `?31` the account. */
function fromParts(text: string, sign: string): Told {
  const parts = text
    .replaceAll('\n', '')
    .split(sign)
    .slice(1)
    .map((part) => ({ at: part.slice(0, 2), words: part.slice(2) }));
  const of = (is: RegExp) => parts.filter(({ at }) => is.test(at)).map(({ words }) => words);
  return {
    reference: sepaWords(joined(of(/^(?:2\d|6[0-3])$/), PART)),
    name: tidy(joined(of(/^3[23]$/), PART)),
    account: tidy(of(/^31$/)[0]),
  };
}
/** As SWIFT writes it: `/NAME/` and `/REMI/` between slashes, or plain words. */
function fromWords(text: string): Told {
  const pieces = new Map<string, string[]>();
  let words: string[] | undefined;
  for (const part of text.replaceAll('\n', '').split('/')) {
    if (SWIFT.has(part)) {
      words = [];
      pieces.set(part, words);
    } else if (part !== '') words?.push(part);
  }
  if (pieces.size === 0) return { reference: tidy(text), name: null, account: null };
  const said = (tag: string) => pieces.get(tag)?.join('/');
  const [account, , name] = pieces.get('CNTP') ?? [];
  const told = [said('REMI'), said('USTD'), said('STRD'), referenceOf(said('EREF'))];
  return {
    reference: tidy(told.filter(Boolean).join(' ')),
    name: tidy(said('NAME') ?? said('ORDP') ?? name),
    account: tidy(said('IBAN') ?? account),
  };
}
function toldBy(text: string): Told {
  const [, sign] = /^\d{3}([^\dA-Za-z\s])\d{2}/.exec(text) ?? [];
  return sign ? fromParts(text, sign) : fromWords(text);
}

/** What was paid for, and the number by which the payer calls it, where that is only in the line of the booking. */
const withReference = (told: string | null, own: string | null): string | null =>
  told === null || own === null || !/\d{3}/.test(own) || told.includes(own) ? (told ?? own) : tidy(`${told} ${own}`);

/**
 * The bookings of MT940 messages, as banks of several countries write them.
 *
 * @param count called for every booking
 */
export function readMt940(text: string, count: () => void): ReadStatement {
  const lines: ReadLine[] = [];
  const isSevenBits = !/[^\p{ASCII}]/u.test(text);
  let currency: string | null = null;
  let open: ReadLine | undefined;
  for (const { tag, text: value } of fieldsOf(text)) {
    if (/^60/.test(tag)) currency = /^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1] ?? currency;
    if (tag === '61') {
      count();
      const [first = '', ...more] = value.split('\n');
      const [head = '', bank] = first.split('//');
      const found = BOOKING.exec(head);
      if (!found) throw unreadable(t('This booking cannot be read: {text}', { text: value.slice(0, 60) }));
      const [, year = '', month = '', day = '', booked, mark, , whole = '', cents = '', own] = found;
      const bookedOn = dayOf(year, month, day, booked);
      if (!isDay(bookedOn)) throw unreadable(t('This booking cannot be read: {text}', { text: value.slice(0, 60) }));
      const isOut = mark === 'D' || mark === 'RC' || mark === 'ED';
      const amount = `${whole.replace(/^0+(?=\d)/, '')}${cents ? `.${cents}` : ''}`;
      open = {
        ...{ bookedOn, amount: signed(amount, isOut), currency, name: null, account: null },
        reference: tidy([referenceOf(own?.replace(/^KREF\+?$/, '')), ...more].filter(Boolean).join(' ')),
        entryRef: referenceOf(bank),
        paymentRef: null,
      };
      lines.push(open);
    } else if (tag === '86' && open) {
      const { reference, name, account } = toldBy(value);
      const said = (words: string | null) => (isSevenBits ? inGerman(words) : words);
      Object.assign(open, { name: said(name), account, reference: withReference(said(reference), open.reference) });
      open = undefined;
    } else open = undefined;
  }
  if (currency === null) throw unreadable(t('This MT940 has no opening balance'));
  return { format: 'mt940', lines };
}
