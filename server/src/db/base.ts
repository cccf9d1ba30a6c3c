import { type Opt, p } from '@mikro-orm/core';

/** Columns that every changeable row has; `version` makes a stale write fail instead of overwriting. */
export const stamps = {
  createdAt: p.datetime(3).onCreate(() => new Date()),
  updatedAt: p
    .datetime(3)
    .onCreate(() => new Date())
    .onUpdate(() => new Date()),
  version: p.integer().version().default(1),
};
/** An amount of money, with as many decimals as its currency has. */
export const amount = p.decimal('string').columnType('numeric');
/** What other programs know a row by (http/own-numbers.ts). */
export const ownNumbers = {
  externalId: p.text().nullable(),
  /** The customer of the merchant key that made the row, and in which its number is unique; null is the company. */
  externalScope: p.integer().nullable(),
  /** Of the body that made it: the same call once more makes no other. */
  externalHash: p.text().nullable().hidden(),
  metadata: p.json<Record<string, string>>().nullable(),
  /** Number and metadata in small letters, for the search of the lists. */
  externalSearch: p.text().nullable().hidden(),
};
/** Their indexes: a number is unique among those of the company, and among those of one merchant. */
export const ownNumbersIndexes = (table: string) => [
  {
    name: `${table}_external`,
    expression: `create unique index "${table}_external" on "${table}" ("external_id", coalesce("external_scope", 0)) where external_id is not null`,
  },
  {
    name: `${table}_external_search`,
    expression: `create index "${table}_external_search" on "${table}" using gin ("external_search" gin_trgm_ops) where external_search is not null`,
  },
];
export const key = p.integer().primary().autoincrement();

/**
 * Parts a control character, which no search text may hold: no search finds the end of one value with the beginning of
 * the next.
 */
const GAP = 'chr(31)';
/**
 * The searched fields of a list as one lower-case text, a generated column. A search reads one column, and its trigram
 * index (db/schema/search-index.ts) from three letters on. It is never loaded as part of an entity.
 */
export const searchText = (...parts: [string, string, ...string[]]) =>
  p
    .text()
    .$type<Opt<string>>()
    .generated(`(lower(${parts.reduce((all, part) => `((${all} || ${GAP}) || ${part})`)})) stored`)
    .lazy()
    .hidden();
