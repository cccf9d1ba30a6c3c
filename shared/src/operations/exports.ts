import { z } from 'zod';
import { listActivity } from '../company/history/activity.ts';
import { listOrders } from '../delivery/orders/orders.ts';
import { listMails } from '../messages/mailbox.ts';
import { listCustomers } from '../people/customers.ts';
import { listPayments } from '../quoting/payments.ts';
import { listQuotes } from '../quoting/quotes.ts';
import { t } from '../words/t.ts';

// The filters of a table are those of its list; it has all rows.
const pages = { page: true, limit: true, cursor: true } as const;
export const ordersTableQuery = listOrders.omit({ ...pages, afterId: true });
export const quotesTableQuery = listQuotes.omit({ ...pages, afterId: true });
export const customersTableQuery = listCustomers.omit(pages);
export const paymentsTableQuery = listPayments.omit({ page: true, limit: true });
export const activityTableQuery = listActivity.omit({ page: true, limit: true });
export const emailsTableQuery = listMails.omit({ page: true, limit: true });

export const accountingQuery = z.object({
  month: z
    .string({ error: () => t('month must be one like 2026-03') })
    .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, { error: () => t('month must be one like 2026-03') })
    .meta({ description: 'The month of delivery, where the company is', example: '2026-11' }),
});
