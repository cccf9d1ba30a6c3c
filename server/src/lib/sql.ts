/** SQL for a timestamp column in the wire form: ISO 8601, UTC, milliseconds. */
export const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A search text as an `ilike` pattern that looks for it literally. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (symbol) => `\\${symbol}`)}%`;

/** Whether the row's `search` column holds a text, in any letter case (`searchText` in db/base.ts). */
export const contains = (alias: string): string => `${alias}.search like lower(?)`;

/** Collects conditions with their parameters in the order they are asked for. */
export class Where {
  readonly #parts: string[] = [];
  readonly params: unknown[] = [];
  /** Some condition finds many rows or few, by its value: the statement is planned for the values (`query`). */
  dependsOnValues = false;
  and(sql: string, ...params: unknown[]): this {
    this.#parts.push(`(${sql})`);
    this.params.push(...params);
    return this;
  }
  /** A condition whose value decides the plan: a search, a span of days, several states. */
  andSelective(sql: string, ...params: unknown[]): this {
    this.dependsOnValues = true;
    return this.and(sql, ...params);
  }
  get sql(): string {
    return this.#parts.length > 0 ? `where ${this.#parts.join(' and ')}` : '';
  }
}
