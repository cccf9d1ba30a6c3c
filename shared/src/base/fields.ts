import type { z } from 'zod';
import type { Message } from '../words/t.ts';
import type { CellKind } from './table.ts';

// A table of fields says of each field of a thing once what is decided about it. These functions turn it into schemas,
// copies and lists; what they answer has exact types, so that a field that one of them forgets does not compile.

/** How a column of a file is found, and read into a field (operations/import-fields.ts). */
export interface ImportField {
  label: Message;
  isRequired?: true;
  /** Letters and digits in small letters; the first word that a file has wins, so the most exact ones come first. */
  words: readonly string[];
  /** Columns that make the value together, when no column has it whole; the first of them must be there. */
  parts?: readonly (readonly string[])[];
  /** What stands between the cells when several columns are read into it; without it only one column is. */
  joint?: string;
}

/** What is decided of a field. All of it is required: a field without a decision does not compile. */
export interface FieldDecision {
  /** Its schema in a request; null: no request writes it. */
  input: z.ZodType | null;
  /** Its schema in an answer; null: no answer has it. */
  output: z.ZodType | null;
  /** Who reads null in its place. `program` is every API key, `merchant` one of a customer; staff read everything. */
  hiddenFrom: readonly ('driver' | 'program' | 'merchant')[];
  /** Who may write it: whoever may call, the office alone, or no call. */
  writtenBy: 'everyone' | 'office' | 'nobody';
  /** `text`, `optional text`: a column as it was given. `rule`: a service says what is stored. `apart`: so do rows of other tables. */
  kept: 'text' | 'optional text' | 'rule' | 'apart';
  /** Its word in history. `text`: from and to; `words`: the same in words; `change`: only that it changed; `apart`: another service. */
  history: { word: string; shows: 'text' | 'words' | 'change' | 'apart' } | null;
  /** Its column in exported tables; `cell`: the value as it is read, or words made of it. A spreadsheet reckons with a number. */
  exported: { head: Message; cell: 'as read' | 'words'; isNumber?: true; kind?: CellKind } | null;
  /** Its column in imported files, and how a cell is read. `several cells`: import-fields.ts names them. */
  imported: (ImportField & { cell: 'text' | 'whole' | 'flag' | 'amount' | 'weight' | 'day' }) | 'several cells' | null;
  /** Whether it can say something about a person: it is exported to them, and erased. */
  isPersonal: boolean;
  /** Who finds a row by it. */
  searchedBy: 'everyone' | 'office' | null;
}

type Table = Readonly<Record<string, object>>;
/** The names of the fields of which the table says this. */
export type FieldsThat<T extends Table, Said> = {
  [Name in keyof T & string]: T[Name] extends Said ? Name : never;
}[keyof T & string];

const says = (decided: unknown, wanted: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return decided === wanted;
  if (typeof decided !== 'object' || decided === null) return false;
  return Object.entries(wanted).every(([name, value]) => says(Reflect.get(decided, name), value));
};
/** The fields of which the table says this, in its order: `fieldsThat(orderFields, { kept: 'text' })`. */
export function fieldsThat<T extends Table, const Said extends object>(table: T, said: Said): FieldsThat<T, Said>[];
export function fieldsThat(table: Table, said: object): string[] {
  return Object.keys(table).filter((name) => says(table[name], said));
}

/** The names of the fields that go along this way. */
export type CarriedBy<T extends Table, Way extends string> = {
  [Name in keyof T & string]: T[Name] extends { carried: Record<Way, false> } ? never : Name;
}[keyof T & string];
/** The fields that go along this way, in the order of the table. */
export function carriedBy<T extends Table, const Way extends string>(table: T, way: Way): CarriedBy<T, Way>[];
export function carriedBy(table: Table, way: string): string[] {
  return Object.keys(table).filter((name) => !says(table[name], { carried: { [way]: false } }));
}

/** The names of the fields in whose place this reader has null. */
export type HiddenFrom<T extends Table, Reader extends string> = {
  [Name in keyof T & string]: T[Name] extends { hiddenFrom: readonly (infer R)[] }
    ? Reader extends R
      ? Name
      : never
    : never;
}[keyof T & string];
/** The fields in whose place this reader has null, in the order of the table. */
export function hiddenFrom<T extends Table, const Reader extends string>(
  table: T,
  reader: Reader,
): HiddenFrom<T, Reader>[];
export function hiddenFrom(table: Table, reader: string): string[] {
  return Object.entries(table).flatMap(([name, decided]) => {
    const readers: unknown = Reflect.get(decided, 'hiddenFrom');
    return Array.isArray(readers) && readers.includes(reader) ? [name] : [];
  });
}
/** null in place of these fields. */
export function nothingOf<const Name extends string>(names: readonly Name[]): { [N in Name]: null };
export function nothingOf(names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

type Schemas<T extends Table, Side extends string> = {
  [Name in keyof T as T[Name] extends Record<Side, z.ZodType> ? Name : never]: T[Name] extends Record<
    Side,
    infer S extends z.ZodType
  >
    ? S
    : never;
};
/** The schemas of all fields that requests, or answers, have. */
export function schemasOf<T extends Table, const Side extends 'input' | 'output'>(
  table: T,
  side: Side,
): Schemas<T, Side>;
export function schemasOf(table: Table, side: string): Record<string, unknown> {
  const all = Object.entries(table).map(([name, decided]) => [name, Reflect.get(decided, side)] as const);
  return Object.fromEntries(all.filter(([, schema]) => schema !== null));
}

type Imported<T extends Table> = {
  [Name in keyof T as T[Name] extends { imported: ImportField } ? Name : never]: ImportField;
};
/** The columns of a file of the fields that one cell is read into. */
export function importedOf<T extends Table>(table: T): Imported<T>;
export function importedOf(table: Table): Record<string, unknown> {
  const all = Object.entries(table).map(([name, decided]) => [name, Reflect.get(decided, 'imported')] as const);
  return Object.fromEntries(all.filter(([, cells]) => typeof cells === 'object' && cells !== null));
}

type Kept<V> = undefined extends V ? Exclude<V, undefined> | null : V;
/** These fields of a thing; what is absent becomes null. */
export function pickFields<S extends object, const Name extends keyof S & string>(
  source: S,
  names: readonly Name[],
): { [N in Name]: Kept<S[N]> };
export function pickFields(source: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(source, name) ?? null]));
}

/** A value for each of these fields. */
export function mapFields<const Name extends string, V>(names: readonly Name[], of: (name: Name) => V): Record<Name, V>;
export function mapFields(names: readonly string[], of: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

/** The same record with these names first, in this order; the others follow as they are. */
export function inOrder<R extends object>(names: readonly (keyof R & string)[], record: R): R;
export function inOrder(names: readonly string[], record: object): object {
  const first = Object.fromEntries(names.map((name) => [name, Reflect.get(record, name)]));
  return { ...first, ...record };
}

/** Its column in the database. */
export const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
