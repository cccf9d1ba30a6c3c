import { z } from 'zod';
import { currencyOut, id, moneyOut, pageInput, pageOf, rowId, textOrNull, timestamp } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { IMPORT_COLUMN_MAX, IMPORT_COLUMNS_MAX } from '../limits.ts';
import { t } from '../words/t.ts';
import { jsonText } from './imports.ts';

// Files of the bank: what came in, and for which invoice.

/** Lines of one file. */
export const BANK_LINES_MAX = 5000;

export const bankFormats = ['camt.053', 'camt.054', 'mt940', 'csv'] as const;
export type BankFormat = (typeof bankFormats)[number];

/** What a column of a table can be. */
export const bankFields = [
  'bookedOn',
  'amount',
  'currency',
  'name',
  'reference',
  'account',
  'credit',
  'debit',
  'direction',
] as const;
export type BankField = (typeof bankFields)[number];
const MAPPING_WORDS = () => t('mapping is an object like \'{\'"their column": "ourField"\'}\'');
const isField = (word: string): word is BankField => bankFields.some((field) => field === word);
const mapping = z
  .record(z.string().max(IMPORT_COLUMN_MAX), z.union([z.null(), z.string().max(IMPORT_COLUMN_MAX)]), {
    error: MAPPING_WORDS,
  })
  .refine((given) => Object.keys(given).length <= IMPORT_COLUMNS_MAX, { error: MAPPING_WORDS })
  .transform((given, context) => {
    const columns: Partial<Record<BankField, string>> = {};
    for (const [one, other] of Object.entries(given)) {
      if (other === null || other === '') continue;
      // Programs write it from either side.
      if (isField(other)) columns[other] = one;
      else if (isField(one)) columns[one] = other;
      else context.addIssue({ code: 'custom', message: t('There is no such field'), path: [one] });
    }
    return columns;
  });
export type BankMapping = z.infer<typeof mapping>;
export const bankStatementForm = z.object({
  mapping: jsonText(mapping, MAPPING_WORDS, `Of a table. JSON: its columns and ${bankFields.join(', ')}`).optional(),
});
export type BankStatementForm = z.infer<typeof bankStatementForm>;

export const bankLineStates = ['open', 'booked', 'ignored'] as const;
export type BankLineState = (typeof bankLineStates)[number];
export const certainties = ['sure', 'likely'] as const;
export const bankLine = z
  .object({
    id: rowId,
    bookedOn: z.string().meta({ format: 'date', example: example.day }),
    amount: moneyOut.meta({ description: 'Below zero for money that went out', example: '119.00' }),
    currency: currencyOut,
    name: textOrNull.meta({ description: 'Who paid', example: example.company }),
    reference: textOrNull.meta({ example: 'Invoice 2026-42' }),
    proposal: z
      .object({
        invoiceId: rowId,
        number: z.string().meta({ example: '2026-42' }),
        buyerName: z.string().meta({ example: example.company }),
        due: moneyOut,
        discount: moneyOut.meta({
          description: 'What is taken off for paying early when it is booked for this invoice',
          example: '0.00',
        }),
        certainty: z.enum(certainties).meta({
          description: '`sure`: reference and amount. `likely`: one of them, or amount and name',
          example: 'sure',
        }),
      })
      .nullable(),
    state: z.enum(bankLineStates).meta({ example: 'open' }),
    invoiceId: rowId.nullable().meta({ description: 'For which it is booked' }),
    invoiceNumber: textOrNull.meta({ example: null }),
  })
  .meta({ id: 'BankLine' });
export type BankLine = z.infer<typeof bankLine>;

const head = {
  id: rowId,
  fileName: z.string().meta({ example: 'statement.xml' }),
  format: z.enum(bankFormats).meta({ example: 'camt.053' }),
  createdBy: z.string().meta({ example: example.staff }),
  createdAt: timestamp,
};
export const bankStatement = z.object({ ...head, lines: z.array(bankLine) }).meta({ id: 'BankStatement' });
export type BankStatement = z.infer<typeof bankStatement>;
export const bankStatementRow = z
  .object({
    ...head,
    lineCount: z.int().meta({ example: 24 }),
    openCount: z.int().meta({ description: 'Lines that wait for somebody', example: 3 }),
  })
  .meta({ id: 'BankStatementRow' });
export type BankStatementRow = z.infer<typeof bankStatementRow>;
export const bankStatementPage = pageOf(bankStatementRow).meta({ id: 'BankStatementPage' });
export const listBankStatements = pageInput;

export const bookBankLine = z
  .object({
    id,
    lineId: id,
    invoiceId: z.union([z.null(), id], { error: () => t('Name an invoice, or null for none') }).meta({
      description: 'null takes a booking back, or sets an open line aside',
      example: 42,
    }),
  })
  .meta({ example: { invoiceId: 42 } });
export type BookBankLine = z.infer<typeof bookBankLine>;
