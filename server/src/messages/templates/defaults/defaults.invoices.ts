import { message } from '@quickfleet/shared/words/t';
import { hello, type Paragraph, type WrittenTemplate } from './defaults.parts.ts';

const facts: Paragraph = [
  message('Invoice: {invoiceNumber}'),
  message('Still open: {amountDue}'),
  message('It was due on: {invoiceDueDate}'),
  message('Fee of this reminder: {reminderFee}'),
];
const attached = message('The invoice goes with this e-mail again. If you have paid in the meantime, thank you!');

/** The three reminders of an invoice that is overdue. */
export const invoiceTemplates: readonly WrittenTemplate[] = [
  {
    trigger: 'invoice_reminder_1',
    type: 'customer',
    name: message('First reminder of an invoice'),
    subject: message('Reminder: invoice {invoiceNumber}'),
    content: [hello, message('Perhaps it slipped your mind: an invoice of ours is still open.'), facts, attached],
  },
  {
    trigger: 'invoice_reminder_2',
    type: 'customer',
    name: message('Second reminder of an invoice'),
    subject: message('Second reminder: invoice {invoiceNumber}'),
    content: [
      hello,
      message(
        'We have reminded you of this invoice before, and it is still open. Please pay it in the next seven days.',
      ),
      facts,
      attached,
    ],
  },
  {
    trigger: 'invoice_reminder_3',
    type: 'customer',
    name: message('Last reminder of an invoice'),
    subject: message('Last reminder: invoice {invoiceNumber}'),
    content: [
      hello,
      message(
        'This is our last reminder of this invoice. Please pay it now, or call us, so that no further steps are needed.',
      ),
      facts,
      attached,
    ],
  },
];
