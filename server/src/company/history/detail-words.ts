// A line of history is written once, for many readers: its facts are stored, and its own words are the reader's.
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { language, type Message, message, t } from '@quickfleet/shared/words/t';
import { z } from 'zod';

/** The names of fields as lines of history are stored with them (change-words.ts). */
const fields: Readonly<Record<string, Message>> = {
  Amount: message('Amount'),
  Company: message('Company'),
  Currency: message('Currency'),
  'Customer name': message('Customer name'),
  Day: message('Day'),
  'Delivery address': message('Delivery address'),
  'Delivery contact': message('Delivery contact'),
  'Delivery window': message('Delivery window'),
  Email: message('Email'),
  'External ID': message('External ID'),
  Items: message('Items'),
  'Lines of the price': message('Lines of the price'),
  Minutes: message('Minutes'),
  Name: message('Name'),
  'Notes for the driver': message('Notes for the driver'),
  'Notes for the office': message('Notes for the office'),
  'On account': message('On account'),
  Parcels: message('Parcels'),
  Phone: message('Phone'),
  'Pickup address': message('Pickup address'),
  'Pickup contact': message('Pickup contact'),
  'Pickup window': message('Pickup window'),
  'Planned day': message('Planned day'),
  Price: message('Price'),
  'Proof rules': message('Proof rules'),
  'Special instructions': message('Special instructions'),
  State: message('State'),
  Terms: message('Terms'),
  'Valid until': message('Valid until'),
};
/** What stands for a value that is none. */
const values: Readonly<Record<string, Message>> = {
  none: message('none'),
  nobody: message('nobody'),
  'no price': message('no price'),
  yes: message('yes'),
  no: message('no'),
  counted: message('counted from the items'),
  Today: message('Today'),
  'Any day': message('Any day'),
};
const inWords = (words: Readonly<Record<string, Message>>, text: string): string => {
  const known = Object.hasOwn(words, text) ? words[text] : undefined;
  return known ? t(known) : text;
};

/** 'Phone: 555 0100 → none' in the reader's words; a line that is no change stays as it was written. */
function lineInWords(line: string): string {
  const [, changed] = /^([^:→]+) changed$/.exec(line) ?? [];
  if (changed && Object.hasOwn(fields, changed)) return t('{field} changed', { field: inWords(fields, changed) });
  const [, field, from = '', to = ''] = /^(?:([^:→]+): )?(.*?) → (.*)$/s.exec(line) ?? [];
  if (from === '' || (field !== undefined && !Object.hasOwn(fields, field))) return line;
  const change = `${inWords(values, from)} → ${inWords(values, to)}`;
  return field === undefined ? change : `${inWords(fields, field)}: ${change}`;
}

/** Facts of a changed price. */
const priced = z.object({ from: z.string().nullable(), to: z.string(), currency: z.string() });
export type PricedFacts = z.infer<typeof priced>;

/** What a line of history says to its reader. English is what is stored. */
export function detailInWords({ detail, facts }: { detail: string | null; facts?: unknown }): string | null {
  if (detail === null || language() === 'en') return detail;
  const price = priced.safeParse(facts).data;
  if (price) {
    const said = (amount: string | null) => (amount === null ? t('no price') : formatAmount(amount, price.currency));
    return `${said(price.from)} → ${said(price.to)}`;
  }
  return detail.split('\n').map(lineInWords).join('\n');
}
