import { z } from 'zod';
import { csvDelimiters } from '../base/csv.ts';
import { listActivity } from '../company/history/activity.ts';
import { listOrders } from '../delivery/orders/orders.ts';
import { listMails } from '../messages/mailbox.ts';
import { listCustomers } from '../people/customers.ts';
import { listPayments } from '../quoting/payments.ts';
import { listQuotes } from '../quoting/quotes.ts';
import { staffLanguages } from '../words/languages.ts';
import { t } from '../words/t.ts';

// The filters of a table are those of its list; it has all rows.
const pages = { page: true, limit: true, cursor: true } as const;
export const ordersTableQuery = listOrders.omit({ ...pages, afterId: true });
export const quotesTableQuery = listQuotes.omit({ ...pages, afterId: true });
export const customersTableQuery = listCustomers.omit(pages);
export const paymentsTableQuery = listPayments.omit({ page: true, limit: true });
export const activityTableQuery = listActivity.omit({ page: true, limit: true });
export const emailsTableQuery = listMails.omit({ page: true, limit: true });

const DELIMITERS = Object.keys(csvDelimiters);
/** Of a table: in which language its heads and words are. */
export const tableQuery = z.object({
  language: z
    .enum(staffLanguages, {
      error: () => t('language is one of {languages}', { languages: staffLanguages.join(', ') }),
    })
    .meta({
      description:
        'Of heads and words: the reader’s when absent, English for a key. `en` is for machines: its words stay as they are',
      example: 'en',
    })
    .optional(),
});
/** What is between the cells of a CSV table, too. */
export const csvQuery = tableQuery.extend({
  delimiter: z
    .enum(['comma', 'semicolon', 'tab'], {
      error: () => t('delimiter is one of {delimiters}', { delimiters: DELIMITERS.join(', ') }),
    })
    .meta({
      description:
        'Of CSV: what is between the cells; when absent, a comma in English and a semicolon in other languages',
      example: 'semicolon',
    })
    .optional(),
});

export const accountingQuery = z.object({
  month: z
    .string({ error: () => t('month must be one like 2026-03') })
    .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, { error: () => t('month must be one like 2026-03') })
    .meta({ description: 'The month of delivery, where the company is', example: '2026-11' }),
});
