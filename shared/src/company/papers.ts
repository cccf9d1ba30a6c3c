import { z } from 'zod';
import { day, id } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { LABELS_MAX } from '../limits.ts';
import { t } from '../words/t.ts';

/** Sizes of labels: 100 × 150 mm, as label printers take it, and A6; four on a sheet of A4 or Letter. */
export const labelFormats = ['100x150', 'a6', 'a4', 'letter'] as const;
export type LabelFormat = (typeof labelFormats)[number];

/** Query of GET /orders/{id}/label.pdf */
export const labelQuery = z.object({
  format: z
    .enum(labelFormats, { error: () => t('The format must be 100x150, a6, a4 or letter') })
    .default('100x150')
    .meta({
      description: 'Size of the paper: 100 × 150 mm, A6, or sheets of A4 or Letter with four labels each',
      example: '100x150',
    }),
});

/** Papers of label printers, and how fine they print. */
export const zplSizes = ['4x6', '100x150'] as const;
export type ZplSize = (typeof zplSizes)[number];
export type LabelDpi = 203 | 300;
/** Query of GET /orders/{id}/label.zpl */
export const zplQuery = z.object({
  size: z
    .enum(zplSizes, { error: () => t('The size must be 4x6 or 100x150') })
    .default('100x150')
    .meta({ description: 'Size of the paper: 4 × 6 inches, or 100 × 150 mm', example: '4x6' }),
  dpi: z
    .enum(['203', '300'], { error: () => t('The dpi must be 203 or 300') })
    .default('203')
    .transform((dpi): LabelDpi => (dpi === '300' ? 300 : 203))
    .meta({ description: 'Dots to the inch of the printer', example: '203' }),
});

const ids = {
  ids: z
    .string({ error: () => t('Name at least one order') })
    .max(LABELS_MAX * 11, { error: () => t('At most {labelsMax} labels per request', { labelsMax: LABELS_MAX }) })
    .transform((list): (string | number)[] => list.split(',').filter(Boolean))
    .pipe(
      z
        .array(id)
        .min(1, { error: () => t('Name at least one order') })
        .max(LABELS_MAX, { error: () => t('At most {labelsMax} labels per request', { labelsMax: LABELS_MAX }) }),
    )
    .meta({ description: 'Ids of orders, with commas between them; printed in this order', example: '42,43' }),
};
/** Query of GET /orders/labels.pdf */
export const labelsQuery = labelQuery.extend(ids);
/** Query of GET /orders/labels.zpl */
export const zplLabelsQuery = zplQuery.extend(ids);

/** Query of GET /drivers/{id}/run-sheet.pdf and of GET /drivers/run-sheets.pdf */
export const runSheetQuery = z.object({
  day: day().optional().meta({ description: 'The present day of the company when absent', example: example.day }),
});

/** Which month a customer's statement is of. */
export const statementQuery = z.object({
  month: z
    .string()
    .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, { error: () => t('month must be one like 2026-03') })
    .meta({ description: 'Where the company is; the present one when absent', example: '2026-03' })
    .optional(),
});
