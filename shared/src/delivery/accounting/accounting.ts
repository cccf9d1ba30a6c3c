import { z } from 'zod';
import { currencyOut, moneyOut, textOrNull, timestamp } from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { month as anyMonth, MONTH_WORDS } from '../../quoting/pricing/price-lists.ts';

/** One that has a month after it. */
const month = anyMonth.refine((one) => one < '9999-12', { error: MONTH_WORDS }).meta({ ...anyMonth.meta() });
/** A month of issued invoices, credit notes and payments, where the company is. */
export const monthQuery = z.object({ month: month.meta({ description: 'By the day of issue or of payment' }) });
export const byMonth = z.object({ month });
export type ByMonth = z.infer<typeof byMonth>;

export const accountingMonth = z
  .object({
    month: z.string().meta({ example: '2026-03' }),
    closedAt: timestamp.nullable().meta({ description: 'Since when nothing in it changes', example: null }),
    closedBy: textOrNull.meta({ example: null }),
    totals: z
      .array(
        z.object({
          currency: currencyOut,
          invoices: z.int().meta({ example: 42 }),
          creditNotes: z.int().meta({ example: 1 }),
          net: moneyOut,
          tax: moneyOut,
          gross: moneyOut.meta({ description: 'With what was rounded' }),
          discount: moneyOut.meta({ description: 'Taken off for paying early, with its tax', example: '0.00' }),
          paid: moneyOut.meta({ description: 'Payments of the month' }),
        }),
      )
      .meta({ description: 'Invoices without what was credited or taken off for paying early, by currency' }),
  })
  .meta({
    id: 'AccountingMonth',
    example: { month: example.day.slice(0, 7), closedAt: null, closedBy: null, totals: [] },
  });
export type AccountingMonth = z.infer<typeof accountingMonth>;
export const accountingMonths = z.object({ data: z.array(accountingMonth).meta({ description: 'Newest first' }) });
