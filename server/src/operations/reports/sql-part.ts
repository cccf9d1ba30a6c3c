/** A part of a statement with its parameters, so that statements can be put together in any order. */
export class Part {
  readonly sql: string;
  readonly params: readonly unknown[];
  constructor(sql: string, params: readonly unknown[] = []) {
    this.sql = sql;
    this.params = params;
  }
}
/** `part\`where at >= ${day}\``: a value becomes a parameter, another part is put in as it is. */
export function part(texts: TemplateStringsArray, ...values: unknown[]): Part {
  const params: unknown[] = [];
  const sql = texts.reduce((before, text, at) => {
    const value = values[at - 1];
    if (value instanceof Part) {
      params.push(...value.params);
      return before + value.sql + text;
    }
    params.push(value);
    return `${before}?${text}`;
  });
  return new Part(sql, params);
}
/** Words of our own. */
export const plain = (sql: string): Part => new Part(sql);
