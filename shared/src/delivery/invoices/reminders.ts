import { z } from 'zod';
import { currencyOut, id, moneyOut, rowId, textOrNull, whole } from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { t } from '../../words/t.ts';

/** Invoices that are listed, and reminded of, in one call: each is a mail that is written in it. */
export const REMINDERS_MAX = 100;

/** Whom to remind, and with what. */
export const dueReminder = z
  .object({
    id: rowId,
    number: z.string().meta({ example: '2026-42' }),
    buyerName: z.string().meta({ example: example.company }),
    email: textOrNull.meta({ example: example.email }),
    currency: currencyOut,
    due: moneyOut,
    dueOn: z.string().meta({ format: 'date', example: example.day }),
    step: z.int().meta({ example: 1 }),
    fee: moneyOut,
    subject: z.string().meta({ description: 'As the customer would read it', example: 'Reminder: invoice 2026-42' }),
    text: z.string().meta({ example: 'Hello Ada' }),
    problem: textOrNull.meta({ description: 'Why it cannot be sent', example: null }),
  })
  .meta({ id: 'DueReminder' });
export type DueReminder = z.infer<typeof dueReminder>;
export const dueReminders = z.object({ data: z.array(dueReminder) }).meta({ id: 'DueReminders' });

const step = whole(1, 3, () => t('A reminder is the first, second or third'));
export const remindInvoices = z
  .object({
    invoices: z
      .array(z.object({ id, step }), { error: () => t('Must be a list of invoices') })
      .min(1, { error: () => t('Choose at least one invoice') })
      .max(REMINDERS_MAX, { error: () => t('At most {count} invoices', { count: REMINDERS_MAX }) }),
  })
  .meta({ example: { invoices: [{ id: 42, step: 1 }] } });
export type RemindInvoices = z.infer<typeof remindInvoices>;
export const reminded = z
  .object({
    sent: z.array(rowId),
    leftOut: z.array(z.object({ id: rowId, reason: z.string().meta({ example: 'Paid in the meantime' }) })),
  })
  .meta({ id: 'Reminded' });
export type Reminded = z.infer<typeof reminded>;
