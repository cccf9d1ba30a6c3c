import { defineEntity, p } from '@mikro-orm/core';
import { type DayOrder, dayOrders } from '@quickfleet/shared/base/time/written-days';
import { type ImportKind, importKinds } from '@quickfleet/shared/operations/import-fields';
import {
  type ImportIssue,
  type ImportRowState,
  type ImportState,
  type ImportWarning,
  importRowStates,
  importStates,
} from '@quickfleet/shared/operations/imports';
import { key, oneOf } from '../../db/base.ts';

/** What becomes of postcodes of four digits in rows that name no country: they get their zero, or are only doubted. */
export type LostZeros = 'given' | 'doubted';
/** A column of the file, and our field that it is read into. */
export interface StoredColumn {
  name: string;
  field: string | null;
  /** Of postcodes: some of its cells have four digits, and their rows name no country. */
  lostZeros?: LostZeros;
}

const ImportSchema = defineEntity({
  name: 'Import',
  tableName: 'imports',
  properties: {
    id: key,
    kind: p.text().$type<ImportKind>().check(oneOf('kind', importKinds)),
    fileName: p.text(),
    state: p.text().$type<ImportState>().check(oneOf('state', importStates)),
    /** What was made is being taken back. */
    isUndoing: p.boolean().default(false),
    /** The last row that was looked at then. */
    undoneTo: p.integer().default(0),
    notify: p.boolean().default(false),
    columns: p.json<StoredColumn[]>(),
    /** Counted from its rows, each time some of them have changed (`COUNT`). */
    rows: p.integer().default(0),
    waiting: p.integer().default(0),
    valid: p.integer().default(0),
    invalid: p.integer().default(0),
    created: p.integer().default(0),
    skipped: p.integer().default(0),
    undone: p.integer().default(0),
    /** The sheet that is read, and those that a person sees; null and none for a file without sheets. */
    sheet: p.text().nullable(),
    sheets: p.json<string[]>().defaultRaw(`'[]'`),
    headRow: p.integer().default(1),
    hiddenRows: p.integer().default(0),
    includeHidden: p.boolean().default(false),
    /** What comes first in 12/7/2026: said by somebody, or given away by other rows. */
    dayOrder: p.text().$type<DayOrder>().check(oneOf('day_order', dayOrders)).nullable(),
    toldDayOrder: p.text().$type<DayOrder>().check(oneOf('told_day_order', dayOrders)).nullable(),
    /** What has to be said before it may go in. */
    questions: p.json<string[]>().defaultRaw(`'[]'`),
    warnings: p.json<ImportWarning[]>().defaultRaw(`'[]'`),
    /** Values that rows have which say nothing else. */
    constants: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** The shop whose export it is. */
    shop: p.text().nullable(),
    problem: p.text().nullable(),
    /** The key that began it, which alone of all keys knows it. */
    keyId: p.integer().nullable(),
    /** Who had it go in, or taken back: it happens in their name. */
    actorUserId: p.integer().nullable(),
    actorKeyId: p.integer().nullable(),
    createdByName: p.text().nullable(),
    createdAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'imports_newest', expression: 'create index "imports_newest" on "imports" ("created_at" desc, "id" desc)' },
  ],
});
/** A file of rows that are checked, and go in when somebody says so. */
export class Import extends ImportSchema.class {}
ImportSchema.setClass(Import);

const ImportRowSchema = defineEntity({
  name: 'ImportRow',
  tableName: 'import_rows',
  properties: {
    id: key,
    import: () => p.manyToOne(Import).deleteRule('cascade'),
    /** As a spreadsheet counts it. */
    row: p.integer(),
    cells: p.json<string[]>(),
    state: p.text().$type<ImportRowState>().check(oneOf('state', importRowStates)),
    issues: p.json<ImportIssue[]>().defaultRaw(`'[]'`),
    warnings: p.json<ImportWarning[]>().defaultRaw(`'[]'`),
    outcome: p.text().nullable(),
    /** Of the person that it names, in small letters: for erasing, and to find a customer that comes twice. */
    email: p.text().nullable(),
    externalId: p.text().nullable(),
    /** Keyed hash of what it says, and how many rows before it in the file say the same. */
    fingerprint: p.text().nullable(),
    nth: p.integer().default(0),
    /** What was made of it, its version then, and the customer that was made with it. */
    objectId: p.integer().nullable(),
    objectVersion: p.integer().nullable(),
    customerId: p.integer().nullable(),
  },
  indexes: [
    {
      name: 'import_rows_row',
      expression: 'create unique index "import_rows_row" on "import_rows" ("import_id", "row")',
    },
    {
      name: 'import_rows_of_state',
      expression: 'create index "import_rows_of_state" on "import_rows" ("import_id", "state", "id")',
    },
    {
      name: 'import_rows_same',
      expression:
        'create index "import_rows_same" on "import_rows" ("import_id", "fingerprint") where fingerprint is not null',
    },
    {
      name: 'import_rows_external',
      expression:
        'create index "import_rows_external" on "import_rows" ("import_id", "external_id") where external_id is not null',
    },
    {
      name: 'import_rows_email',
      expression: 'create index "import_rows_email" on "import_rows" ("import_id", "email") where email is not null',
    },
    {
      name: 'import_rows_customer',
      expression:
        'create index "import_rows_customer" on "import_rows" ("customer_id", "import_id") where customer_id is not null',
    },
  ],
});
/** One row of a file, as it was sent. */
export class ImportRow extends ImportRowSchema.class {}
ImportRowSchema.setClass(ImportRow);

/** Which row made what: the same row makes nothing again, by its unique index, whatever is repeated or killed. */
export const ImportedRow = defineEntity({
  name: 'ImportedRow',
  tableName: 'imported_rows',
  properties: {
    id: key,
    kind: p.text().$type<ImportKind>().check(oneOf('kind', importKinds)),
    fingerprint: p.text(),
    nth: p.integer(),
    objectId: p.integer().nullable(),
    at: p.datetime(3),
  },
  indexes: [
    {
      name: 'imported_rows_once',
      expression: 'create unique index "imported_rows_once" on "imported_rows" ("kind", "fingerprint", "nth")',
    },
  ],
});

/** What somebody said that a column of a kind of file is. */
export const ImportHead = defineEntity({
  name: 'ImportHead',
  tableName: 'import_heads',
  properties: {
    id: key,
    kind: p.text().$type<ImportKind>().check(oneOf('kind', importKinds)),
    name: p.text(),
    field: p.text().nullable(),
  },
  indexes: [
    {
      name: 'import_heads_once',
      expression: 'create unique index "import_heads_once" on "import_heads" ("kind", "name")',
    },
  ],
});

/** The file of an import until it goes in, to be read another way. */
export const ImportFilePart = defineEntity({
  name: 'ImportFilePart',
  tableName: 'import_file_parts',
  properties: {
    id: key,
    import: () => p.manyToOne(Import).deleteRule('cascade'),
    nth: p.integer(),
    bytes: p.blob(),
  },
  indexes: [
    {
      name: 'import_file_parts_once',
      expression: 'create unique index "import_file_parts_once" on "import_file_parts" ("import_id", "nth")',
    },
  ],
});

/** What somebody said of files with these heads, besides what each head is. */
export const ImportLayout = defineEntity({
  name: 'ImportLayout',
  tableName: 'import_layouts',
  properties: {
    id: key,
    kind: p.text().$type<ImportKind>().check(oneOf('kind', importKinds)),
    /** All heads, as `wordOf` gives them, as one hash. */
    heads: p.text(),
    dayOrder: p.text().$type<DayOrder>().check(oneOf('day_order', dayOrders)).nullable(),
    constants: p.json<Record<string, string>>().defaultRaw(`'{}'`),
  },
  indexes: [
    {
      name: 'import_layouts_once',
      expression: 'create unique index "import_layouts_once" on "import_layouts" ("kind", "heads")',
    },
  ],
});
