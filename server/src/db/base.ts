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
