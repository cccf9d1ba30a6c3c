import { z } from 'zod';
import { formFlag, id, integer, pageInput, pageOf, rowId, textOrNull, timestamp } from '../base/primitives.ts';
import { IMPORT_COLUMN_MAX, IMPORT_COLUMNS_MAX } from '../limits.ts';
import { t } from '../words/t.ts';
import { importFieldNames, importKinds } from './import-fields.ts';

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

/** The same as a field of form data. */
const mappingText = z
  .string({ error: MAPPING_WORDS })
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: MAPPING_WORDS() });
      return z.NEVER;
    }
  })
  .pipe(mapping)
  .meta({ override: { type: 'string' }, description: 'JSON: columns of the file and our fields' });

const kind = z
  .enum(importKinds, { error: () => t('kind is one of {importKinds}', { importKinds: importKinds.join(', ') }) })
  .meta({ example: 'orders' });
export const importForm = z.object({ kind, mapping: mappingText.optional() });
export type ImportForm = z.infer<typeof importForm>;

export const listImports = pageInput;
export const changeImport = z.object({ id, mapping });
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
    outcome: textOrNull.meta({
      description: 'What will happen, or what happened, in words',
      example: 'New order for Ada Sender, 2 items',
    }),
    objectId: integer.nullable().meta({ description: 'The order, quote, customer or address', example: null }),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.infer<typeof importRow>;
export const importRowPage = pageOf(importRow).meta({ id: 'ImportRowPage' });
