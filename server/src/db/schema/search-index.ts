import { type EventArgs, p } from '@mikro-orm/core';
import { columnOf, fieldsThat } from '@quickfleet/shared/base/fields';
import { keysOf, partnerCodeKinds } from '@quickfleet/shared/base/scan/partner-code';
import { searchText } from '@quickfleet/shared/base/search-words';
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import { z } from 'zod';

interface Sources {
  /** What everybody finds a row by who may read it. */
  shown: readonly string[];
  /** What only the office finds it by. */
  office: readonly string[];
}
/** The tables that are searched, and the columns that a row is found by. */
export const searched = {
  customers: { shown: ['name', 'email', 'phone', 'company'], office: ['external_id', 'metadata'] },
  emails: { shown: ['recipient', 'subject'], office: [] },
  orders: {
    shown: fieldsThat(orderFields, { searchedBy: 'everyone' }).map(columnOf),
    office: fieldsThat(orderFields, { searchedBy: 'office' }).map(columnOf),
  },
  quotes: {
    shown: [
      'pickup_address',
      'delivery_address',
      'customer_name',
      'customer_email',
      'customer_company',
      'customer_phone',
      'pickup_contact',
      'delivery_contact',
    ],
    office: ['external_id', 'metadata'],
  },
} as const satisfies Record<string, Sources>;
export type SearchedTable = keyof typeof searched;
export const searchedTables = ['customers', 'emails', 'orders', 'quotes'] as const satisfies readonly SearchedTable[];

/** Parts what everybody finds from what only the office finds. */
export const OFFICE = '\u001e';

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};
const partnerCodes = z.array(z.object({ code: z.string(), kind: z.enum(partnerCodeKinds) }));
/** Partner codes are found as they are written, and as a scanner reads them; not by the word for their kind. */
const partnerKeysIn = (value: unknown): string[] =>
  partnerCodes.safeParse(value).data?.flatMap((one) => [...new Set([one.code, ...keysOf(one)])]) ?? [];
/** What a row is found by: its values in the form of the search (shared/src/base/search-words.ts). */
export function wordsOf(table: SearchedTable, read: (column: string) => unknown): string {
  const { shown, office } = searched[table];
  const searchedValue = (column: string) => (column === 'partner_codes' ? partnerKeysIn(read(column)) : read(column));
  const textOf = (columns: readonly string[]) =>
    searchText(columns.flatMap((column) => textsIn(searchedValue(column))));
  return `${textOf(shown)}${OFFICE}${textOf(office)}`;
}

/** Its column; null for a row that something else than an entity wrote, until `fillWords` reads it. Never loaded. */
export const words = p.text().nullable().lazy().hidden();

const propertyOf = (column: string): string => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
/**
 * Keeps the words of each entity that is written. Those of a change always differ from the ones before, if only by the
 * end of a line: so the database knows that they were written with it (20261126_words.ts).
 */
export function searchedBy(table: SearchedTable) {
  const columns: readonly string[] = [...searched[table].shown, ...searched[table].office];
  const keep = ({ entity, changeSet }: EventArgs<object>): void => {
    const values = new Map<string, unknown>(Object.entries(entity));
    const changed = new Set(Object.keys(changeSet?.payload ?? {}));
    if (changeSet?.type === 'update' && !columns.some((column) => changed.has(propertyOf(column)))) return;
    const version = values.get('version');
    const end = typeof version === 'number' && version % 2 === 1 && changeSet?.type === 'update' ? '\n' : '';
    Object.assign(entity, { words: wordsOf(table, (column) => values.get(propertyOf(column))) + end });
  };
  return { beforeCreate: [keep], beforeUpdate: [keep] };
}

/** A trigram index, which finds a text of three letters or more anywhere inside `words` (made by migrate.ts). */
export const searchIndex = (table: SearchedTable) => {
  const name = `${table}_words`;
  return { name, expression: `create index "${name}" on "${table}" using gin ("words" gin_trgm_ops)` };
};
/** The few rows without words. */
export const wordlessIndex = (table: SearchedTable) => {
  const name = `${table}_wordless`;
  return { name, expression: `create index "${name}" on "${table}" ("id") where words is null` };
};
