import type { EntityManager } from '@mikro-orm/postgresql';
import { columnOf } from '@quickfleet/shared/base/fields';
import { z } from 'zod';
import { query, type Statement } from './query.ts';
import { iso } from './sql.ts';

/** Where a field of a row comes from, and what PostgreSQL really gives for it. */
class Column<T> {
  readonly sql: string;
  readonly schema: z.ZodType<T>;
  constructor(sql: string, schema: z.ZodType<T>) {
    this.sql = sql;
    this.schema = schema;
  }
  nullable(): Column<T | null> {
    return new Column(this.sql, this.schema.nullable());
  }
  /** The same column, read as another expression says. */
  within(wrap: (sql: string) => string): Column<T> {
    return new Column(wrap(this.sql), this.schema);
  }
}
export type Columns = Record<string, Column<unknown>>;
type RowOf<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer T> ? T : never };

/** The columns of a statement. Made once, next to it: the check of its rows is compiled. */
export interface Selection<Row> {
  /** What `$columns` is in the statement. */
  list: string;
  schema: z.ZodType<Row>;
}
/** The type of the rows that a selection reads. */
export type Row<S> = S extends Selection<infer R> ? R : never;

const schemaOf = (given: Columns) =>
  z.object(Object.fromEntries(Object.entries(given).map(([name, { schema }]) => [name, schema])));

/** Both the select list and the type of a row come from these fields, so that they cannot differ. */
export function select<C extends Columns>(given: C): Selection<RowOf<C>>;
export function select(given: Columns): Selection<Record<string, unknown>> {
  const list = Object.entries(given).map(([name, { sql }]) => `${sql} as "${name}"`);
  return { list: list.join(', '), schema: schemaOf(given) };
}

function object<C extends Columns>(given: C): Column<RowOf<C>>;
function object(given: Columns): Column<Record<string, unknown>> {
  const fields = Object.entries(given).map(([name, { sql }]) => `'${name}', ${sql}`);
  return new Column(`json_build_object(${fields.join(', ')})`, schemaOf(given));
}

/** The kinds of columns. A column that may be null says so: `c.text('o.notes').nullable()`. */
export const c = {
  bool: (sql: string) => new Column(sql, z.boolean()),
  /** A whole number, as int4 is: a bigint arrives as text, so cast it. */
  int: (sql: string) => new Column(sql, z.int()),
  count: (sql = '*') => new Column(`count(${sql})::int`, z.int()),
  float: (sql: string) => new Column(`(${sql})::float8`, z.number()),
  text: (sql: string) => new Column(sql, z.string()),
  texts: (sql: string) => new Column(sql, z.array(z.string())),
  /** An amount or a bigint with all its digits. */
  digits: (sql: string) => new Column(`(${sql})::text`, z.string()),
  /** A moment in the form that it has on the wire. */
  time: (sql: string) => new Column(iso(sql), z.string()),
  day: (sql: string) => new Column(`to_char(${sql}, 'YYYY-MM-DD')`, z.string()),
  /** A moment as a Date, to the millisecond. */
  date: (sql: string): Column<Date> =>
    new Column(
      iso(sql),
      z.string().transform((at) => new Date(at)),
    ),
  oneOf: <const T extends string>(values: readonly T[], sql: string): Column<T> => new Column(sql, z.enum(values)),
  /** JSON that is stored, or built by other SQL: its schema says what was written there. */
  json: <T>(schema: z.ZodType<T>, sql: string): Column<T> => new Column(sql, schema),
  object,
  /** An object where the condition holds, else null. */
  objectIf: <C extends Columns>(condition: string, given: C) =>
    object(given)
      .nullable()
      .within((sql) => `case when ${condition} then ${sql} end`),
  /** JSON as the entity of this table stores it: only its type says what that is. */
  stored: <T>(sql: string): Column<T> => new Column(sql, z.custom<T>()),
  /** The first row of another statement, given from its `from` on; null without one. */
  first: <C extends Columns>(given: C, from: string) =>
    object(given)
      .nullable()
      .within((sql) => `(select ${sql} ${from} limit 1)`),
  /** The rows of another statement, given from its `from` on. */
  list<C extends Columns>(given: C, from: string, order: string): Column<RowOf<C>[]> {
    const { sql, schema } = object(given);
    return new Column(`(select coalesce(json_agg(${sql} order by ${order}), '[]') ${from})`, z.array(schema));
  },
};

/** The columns of an alias with the texts of these fields. */
export function textColumns<const Name extends string>(
  alias: string,
  fields: readonly Name[],
): Record<Name, Column<string>>;
export function textColumns(alias: string, fields: readonly string[]): Record<string, Column<string>> {
  return Object.fromEntries(fields.map((field) => [field, c.text(`${alias}.${columnOf(field)}`)]));
}
/** The same where they may be null. */
export function optionalTextColumns<const Name extends string>(
  alias: string,
  fields: readonly Name[],
): Record<Name, Column<string | null>>;
export function optionalTextColumns(alias: string, fields: readonly string[]): Record<string, Column<string | null>> {
  return Object.fromEntries(fields.map((field) => [field, c.text(`${alias}.${columnOf(field)}`).nullable()]));
}

/** Nothing but which rows. */
export const onlyId = select({ id: c.int('id') });

/** A statement with the list of the selection in place of `$columns`. */
export const withColumns = ({ list }: Selection<unknown>, sql: string): string => sql.replace('$columns', () => list);
/** Rows that are what their columns say. Anything else is a fault of the statement, and no error of a caller. */
export function checked<Row>({ schema }: Selection<Row>, found: readonly unknown[]): Row[] {
  try {
    return found.map((row) => schema.parse(row));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Error(`A row is not what its columns say: ${z.prettifyError(error)}`);
  }
}

/** Reads by statements without parameters, through whatever connection there is. */
export type Reader = <Row>(selection: Selection<Row>, sql: string) => Promise<Row[]>;
export const readerOf =
  (ask: (sql: string) => Promise<unknown[]>): Reader =>
  async (selection, sql) =>
    checked(selection, await ask(withColumns(selection, sql)));

type How = Omit<Statement, 'sql' | 'params'>;
/** Reads rows by one prepared statement; `$columns` is replaced by the selection's list. */
export async function readRows<Row>(
  em: EntityManager,
  selection: Selection<Row>,
  sql: string,
  params: unknown[] = [],
  how: How = {},
): Promise<Row[]> {
  return checked(selection, await query(em, withColumns(selection, sql), params, how));
}
/** The first row, if there is one. */
export const readRow = async <Row>(
  em: EntityManager,
  selection: Selection<Row>,
  sql: string,
  params: unknown[] = [],
  how: How = {},
): Promise<Row | undefined> => (await readRows(em, selection, sql, params, how))[0];
/** The row of a statement that always gives one, like a count. */
export async function readOne<Row>(...statement: Parameters<typeof readRow<Row>>): Promise<Row> {
  const found = await readRow(...statement);
  if (!found) throw new Error('A statement gave no row');
  return found;
}
/** Whether there is a row: `select 1 from …`. */
export const exists = async (em: EntityManager, sql: string, params: unknown[] = []): Promise<boolean> =>
  (await query(em, sql, params)).length > 0;
/** Runs a statement from which nothing is read; answers how many rows one with `returning` gave. */
export const run = async (em: EntityManager, sql: string, params: unknown[] = [], how: How = {}): Promise<number> =>
  (await query(em, sql, params, how)).length;
