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
  /** Of an earlier release; no longer written. */
  externalSearch: p.text().nullable().lazy().hidden(),
};
/** Their indexes: a number is unique among those of the company, and among those of one merchant. */
export const ownNumbersIndexes = (table: string) => [
  {
    name: `${table}_external`,
    expression: `create unique index "${table}_external" on "${table}" ("external_id", coalesce("external_scope", 0)) where external_id is not null`,
  },
];
/** The rule of a column that has one of these words. */
export const oneOf = (column: string, words: readonly string[]): string =>
  `${column} in (${words.map((word) => `'${word}'`).join(', ')})`;
export const key = p.integer().primary().autoincrement();

/** The searched fields of an earlier release, in small letters; no longer read (`searchedBy` in schema/search-index.ts). */
export const formerSearch = (...parts: [string, string, ...string[]]) =>
  p
    .text()
    .$type<Opt<string>>()
    .generated(`(lower(${parts.reduce((all, part) => `((${all} || chr(31)) || ${part})`)})) stored`)
    .lazy()
    .hidden();
