/** SQL for a timestamp column in the wire form: ISO 8601, UTC, milliseconds. */
export const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A few words of our own as a list of texts, for `in (…)`. */
export const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** A search text as an `ilike` pattern that looks for it literally. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (symbol) => `\\${symbol}`)}%`;

/** Whether the row's `search` column holds a text, in any letter case (`searchText` in db/base.ts). */
export const contains = (alias: string): string => `${alias}.search like lower(?)`;

const isWordPart = /^[\p{L}\p{N}]/u;
/** The beginning of a text, or a sign of ASCII: of larger classes PostgreSQL makes no trigrams. */
const BEFORE_WORD = String.raw`(^|[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f])`;
/**
 * Whether a row's `search` column holds a text: anywhere, in any letter case, or, when it is of one or two signs only, at
 * the beginning of a word. A trigram index knows where words begin, but not what two letters stand somewhere in one.
 */
export function searchFor(alias: string, text: string): [sql: string, pattern: string] {
  if (text.length > 2 || !isWordPart.test(text)) return [contains(alias), likePattern(text)];
  const literally = text.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => `\\${sign}`);
  return [`${alias}.search ~ lower(?)`, BEFORE_WORD + literally];
}

/** The same, with the numbers that other programs gave (http/own-numbers.ts). */
export function searchWithNumbers(
  alias: string,
  text: string,
  merchant?: number,
): [sql: string, ...patterns: (string | number)[]] {
  const [found, pattern] = searchFor(alias, text);
  const numbers = found.replace(`${alias}.search`, `${alias}.external_search`);
  // A merchant finds what its own keys gave.
  if (merchant !== undefined)
    return [`${found} or (${alias}.external_scope = ? and ${numbers})`, pattern, merchant, pattern];
  return [`${found} or ${numbers}`, pattern, pattern];
}

/** The same, with the people at the two stops (people/customers/stop-contacts.ts). */
export function searchWithContacts(
  alias: string,
  text: string,
  merchant?: number,
): [sql: string, ...patterns: (string | number)[]] {
  const [found, ...patterns] = searchWithNumbers(alias, text, merchant);
  const [own, pattern] = searchFor(alias, text);
  return [`${found} or ${own.replace(`${alias}.search`, `${alias}.contact_search`)}`, ...patterns, pattern];
}

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
