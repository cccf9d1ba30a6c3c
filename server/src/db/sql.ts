import { searchTerms } from '@quickfleet/shared/base/search-words';

/** SQL for a timestamp column in the wire form: ISO 8601, UTC, milliseconds. */
export const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A few words of our own as a list of texts, for `in (…)`. */
export const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** A search text as an `ilike` pattern that looks for it literally. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (symbol) => `\\${symbol}`)}%`;

/** Who searches: the office by everything, others by what they may read, a merchant by the numbers of its keys too. */
export type Searcher = 'office' | 'own' | { merchant: number };
/** A condition with its parameters. */
export interface Condition {
  sql: string;
  params: unknown[];
}

const shown = (alias: string): string => `split_part(${alias}.words, chr(30), 1)`;
/** Whether a row is found by one term (shared/src/base/search-words.ts). */
function termIn(alias: string, term: string, by: Searcher): Condition {
  const pattern = `%${term}%`;
  const found = `${alias}.words like ?`;
  if (by === 'office') return { sql: found, params: [pattern] };
  if (by === 'own') return { sql: `${found} and ${shown(alias)} like ?`, params: [pattern, pattern] };
  return {
    sql: `${found} and (${alias}.external_scope = ? or ${shown(alias)} like ?)`,
    params: [pattern, by.merchant, pattern],
  };
}

/** More terms than these are looked for in the rows that the first ones find: a statement has few forms. */
const TERMS_MAX = 6;
/**
 * Whether a row is found by what somebody typed, or by one of the `exact` conditions. `also` is another way in which a
 * row has a term. What was typed without a letter or digit finds nothing.
 */
export function searchIn(
  alias: string,
  typed: string,
  by: Searcher,
  { exact = [], also = () => undefined }: { exact?: Condition[]; also?: (term: string) => Condition | undefined } = {},
): Condition {
  const oneOf = (term: string): Condition => {
    const [own, other] = [termIn(alias, term, by), also(term)];
    return other ? { sql: `((${own.sql}) or ${other.sql})`, params: [...own.params, ...other.params] } : own;
  };
  const found = searchTerms(typed).map((terms) => {
    const conditions = terms.slice(0, TERMS_MAX).map(oneOf);
    const further = terms.slice(TERMS_MAX).map((term) => `%${term}%`);
    if (further.length > 0) conditions.push({ sql: `${shown(alias)} like all(?)`, params: [further] });
    return {
      sql: conditions.map(({ sql }) => sql).join(' and '),
      params: conditions.flatMap(({ params }) => params),
    };
  });
  const all = [...found, ...exact];
  if (all.length === 0) return { sql: 'false', params: [] };
  return { sql: all.map(({ sql }) => `(${sql})`).join(' or '), params: all.flatMap(({ params }) => params) };
}

const ROW_NUMBER = /^#(\d{1,9})\.*$/;
/** The number of a row as people write it: #49. */
export const rowNumberIn = (typed: string): number | undefined => {
  const [, digits] = ROW_NUMBER.exec(typed.normalize('NFKC').replaceAll(/[\p{Cf}\s]/gu, '')) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** Collects conditions with their parameters in the order they are asked for. */
export class Where {
  readonly #parts: string[] = [];
  readonly params: unknown[] = [];
  /** Some condition finds many rows or few, by its value: the statement is planned for the values (`query`). */
  dependsOnValues = false;
  #states: readonly string[] = [];
  #hasOthers = false;
  and(sql: string, ...params: unknown[]): this {
    this.#hasOthers = true;
    return this.#add(sql, params);
  }
  /** A condition with a value that decides the plan: a search, a span of days. */
  andSelective(sql: string, ...params: unknown[]): this {
    this.dependsOnValues = true;
    return this.and(sql, ...params);
  }
  /** Rows in one of these states; in any when there are none. Once at most. */
  andStates(column: string, states: readonly string[] = []): this {
    this.#states = states;
    if (states.length === 0) return this;
    if (states.length === 1) return this.#add(`${column} = ?`, states);
    this.dependsOnValues = true;
    return this.#add(`${column} = any(?)`, [states]);
  }
  #add(sql: string, params: readonly unknown[]): this {
    this.#parts.push(`(${sql})`);
    this.params.push(...params);
    return this;
  }
  get condition(): string {
    return this.#parts.join(' and ') || 'true';
  }
  get sql(): string {
    return this.#parts.length > 0 ? `where ${this.condition}` : '';
  }
  /** The states asked for, none for all of them; undefined when something else is asked for too. */
  get onlyStates(): readonly string[] | undefined {
    return this.#hasOthers ? undefined : this.#states;
  }
}
