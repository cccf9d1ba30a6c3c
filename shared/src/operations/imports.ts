import { z } from 'zod';
import { formFlag, id, integer, pageInput, pageOf, rowId, textOrNull, timestamp, whole } from '../base/primitives.ts';
import { dayOrders } from '../base/time/written-days.ts';
import { IMPORT_CELL_MAX, IMPORT_COLUMN_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '../limits.ts';
import { message, t } from '../words/t.ts';
import { importConstantNames, importFieldNames, importKinds } from './import-fields.ts';

export const importStates = ['checking', 'checked', 'importing', 'done', 'cancelled', 'undone', 'failed'] as const;
export type ImportState = (typeof importStates)[number];
export const importRowStates = ['waiting', 'valid', 'invalid', 'skipped', 'created', 'undone'] as const;
export type ImportRowState = (typeof importRowStates)[number];

const MAPPING_WORDS = () => t('mapping is an object like \'{\'"their column": "ourField"\'}\'');
const field = z.union([z.literal('').transform(() => null), z.null(), z.enum(importFieldNames)], {
  error: () => t('There is no such field'),
});
/** Their columns by name; a column without a field is not read. */
const mapping = z
  .record(z.string().max(IMPORT_COLUMN_MAX, { error: MAPPING_WORDS }), field, { error: MAPPING_WORDS })
  .refine((given) => Object.keys(given).length <= IMPORT_COLUMNS_MAX, { error: MAPPING_WORDS })
  .meta({
    override: { type: 'object', propertyNames: undefined, additionalProperties: { type: ['string', 'null'] } },
    description: 'Columns of the file and our fields; an empty field leaves the column out',
    example: { 'Ship to': 'deliveryAddress' },
  });
export type ImportMapping = z.infer<typeof mapping>;

/** An object as a field of form data. */
export const jsonText = <Schema extends z.ZodType>(schema: Schema, words: () => string, description: string) =>
  z
    .string({ error: words })
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: words() });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .meta({ override: { type: 'string' }, description });

const CONSTANT_WORDS = () => t('constants is an object like \'{\'"ourField": "text"\'}\'');
/** Values for all rows by field; an empty one is none. */
const constants = z
  .record(
    z.string(),
    z.union([z.string().max(IMPORT_CELL_MAX), z.null().transform(() => '')], { error: CONSTANT_WORDS }),
    { error: CONSTANT_WORDS },
  )
  .superRefine((given, context) => {
    for (const name of Object.keys(given))
      if (!importConstantNames.includes(name))
        context.addIssue({ code: 'custom', path: [name], message: t('There is no such field') });
  })
  .meta({
    override: { type: 'object', propertyNames: undefined, additionalProperties: { type: ['string', 'null'] } },
    description:
      'Our fields and the text that rows have which say nothing else; `driver` is a user name, `pickupAddress` may be `company`',
    example: { pickupAddress: 'company' },
  });
const choices = {
  sheet: z
    .string()
    .max(IMPORT_COLUMN_MAX)
    .optional()
    .meta({ description: 'The sheet that is read, by its name', example: 'Week 50' }),
  headRow: whole(1, IMPORT_ROWS_MAX, message('headRow is the number of a row'))
    .transform((row) => row)
    .optional()
    .meta({ description: 'The row that has the heads, as a spreadsheet counts it', example: 3 }),
  dayOrder: z
    .enum(dayOrders, { error: () => t('dayOrder is dmy or mdy') })
    .optional()
    .meta({ description: 'What comes first in a day like 12/7/2026: the day or the month', example: 'dmy' }),
  includeHidden: formFlag.optional().meta({
    description: 'true: hidden and filtered rows are rows too; otherwise they are left out',
    example: false,
  }),
};

const kind = z
  .enum(importKinds, { error: () => t('kind is one of {importKinds}', { importKinds: importKinds.join(', ') }) })
  .meta({ example: 'orders' });
export const importForm = z.object({
  kind,
  mapping: jsonText(mapping, MAPPING_WORDS, 'JSON: columns of the file and our fields').optional(),
  constants: jsonText(constants, CONSTANT_WORDS, 'JSON: our fields and the text of all rows').optional(),
  ...choices,
});
export type ImportForm = z.infer<typeof importForm>;

export const listImports = pageInput;
/** What has no value is read as null, and changes nothing when it is sent back. */
export const changeImport = z.object({
  id,
  mapping: mapping.optional(),
  constants: constants.optional(),
  ...choices,
  sheet: choices.sheet
    .nullable()
    .transform((sheet) => sheet ?? undefined)
    .optional(),
  dayOrder: choices.dayOrder
    .nullable()
    .transform((order) => order ?? undefined)
    .optional(),
});
export type ChangeImport = z.infer<typeof changeImport>;
export const commitImport = z.object({
  id,
  notify: formFlag.optional().meta({
    description: 'true: the customers get the same mails as for what is typed in; otherwise none',
    example: false,
  }),
});
export const listImportRows = pageInput.extend({
  id,
  state: z.enum(importRowStates).optional().meta({ description: 'Only rows in this state', example: 'invalid' }),
});
export type ListImportRows = z.infer<typeof listImportRows>;

const count = (description: string, example: number) => integer.meta({ description, example });

export const importColumn = z.object({
  name: z.string().meta({ description: 'As the file has it', example: 'Ship to' }),
  field: textOrNull.meta({ description: 'Our field; null when the column is not read', example: 'deliveryAddress' }),
  sample: textOrNull.meta({ description: 'What the first rows have there', example: '2 Delivery Road, Shelbyville' }),
});
export type ImportColumn = z.infer<typeof importColumn>;

export const importWarning = z.object({
  column: textOrNull.meta({
    description: 'The column that it is about; null for the whole row or file',
    example: 'Betrag',
  }),
  row: integer.nullable().meta({ description: 'Null for the file', example: null }),
  message: z.string().meta({ example: '“Betrag” looks like “Price” and is not read' }),
});
export type ImportWarning = z.infer<typeof importWarning>;

export const importOut = z
  .object({
    id: rowId,
    kind,
    fileName: z.string().meta({ example: 'orders.csv' }),
    state: z.enum(importStates).meta({ example: 'checked' }),
    rows: count('Rows of the file', 120),
    waiting: count('Rows that are not checked yet', 0),
    valid: count('Rows without a fault that are new: they go in, or went in', 110),
    invalid: count('Rows with a fault; they stay out and come back in `failed.csv`', 6),
    created: count('What was made of rows and is still there', 0),
    skipped: count('Rows that make nothing: what they say is there already, or goes into the order of a row before', 4),
    undone: count('What was made and taken back', 0),
    isUndoing: z.boolean().meta({ description: 'What was made is being taken back', example: false }),
    notify: z.boolean().meta({ description: 'The customers get mails', example: false }),
    columns: z.array(importColumn),
    sheet: textOrNull.meta({ description: 'The sheet that is read; null for a file without sheets', example: null }),
    sheets: z.array(z.string()).meta({ description: 'The sheets that are not hidden', example: [] }),
    headRow: integer.meta({ description: 'The row with the heads, as a spreadsheet counts it', example: 1 }),
    hiddenRows: count('Hidden and filtered rows; left out unless `includeHidden`', 0),
    includeHidden: z.boolean().meta({ description: 'Hidden rows are rows too', example: false }),
    dayOrder: z
      .enum(dayOrders)
      .nullable()
      .meta({ description: 'What comes first in a day like 12/7/2026; null where no row needs it', example: null }),
    questions: z
      .array(z.string())
      .meta({ description: 'What to answer with `PUT` before it may go in, like `dayOrder`', example: [] }),
    warnings: z.array(importWarning).meta({ description: 'What may be missing though no rule is broken', example: [] }),
    constants: z
      .object(Object.fromEntries(importConstantNames.map((name) => [name, z.string().optional()])))
      .meta({ description: 'The values of rows that say nothing else', example: { pickupAddress: 'company' } }),
    shop: textOrNull.meta({ description: 'The shop whose export it is', example: null }),
    problem: textOrNull.meta({ description: 'Why it failed', example: null }),
    createdBy: textOrNull.meta({ example: 'Robin Admin' }),
    createdAt: timestamp,
    finishedAt: timestamp.nullable().meta({ example: null }),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof importOut>;
export const importPage = pageOf(importOut).meta({ id: 'ImportPage' });

export const importIssue = z.object({
  column: textOrNull.meta({
    description: 'The column of the cell that is wrong; null for the whole row',
    example: 'Ship to',
  }),
  field: textOrNull.meta({ description: 'Our field', example: 'deliveryAddress' }),
  message: z.string().meta({ example: 'Delivery address is required' }),
});
export type ImportIssue = z.infer<typeof importIssue>;

export const importRow = z
  .object({
    id: rowId,
    row: integer.meta({ description: 'As a spreadsheet counts it: the heads are the first row', example: 2 }),
    state: z.enum(importRowStates).meta({ example: 'invalid' }),
    cells: z.array(z.string()).meta({ description: 'In the order of `columns`', example: ['Ada Sender', ''] }),
    issues: z.array(importIssue),
    warnings: z.array(importWarning).meta({ example: [] }),
    outcome: textOrNull.meta({
      description: 'What will happen, or what happened, in words',
      example: 'New order for Ada Sender, 2 items',
    }),
    objectId: integer.nullable().meta({ description: 'The order, quote, customer or address', example: null }),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.infer<typeof importRow>;
export const importRowPage = pageOf(importRow).meta({ id: 'ImportRowPage' });
