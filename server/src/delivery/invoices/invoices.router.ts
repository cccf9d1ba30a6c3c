import { byId, success } from '@quickfleet/shared/base/primitives';
import { credit } from '@quickfleet/shared/delivery/invoices/credit';
import * as shared from '@quickfleet/shared/delivery/invoices/invoices';
import { dueReminders, reminded, remindInvoices as remindThem } from '@quickfleet/shared/delivery/invoices/reminders';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { readCredit } from '../payments/credit.ts';
import { grantDiscount } from './invoices.discount.ts';
import { issueInvoice } from './invoices.issue.ts';
import { sendInvoice } from './invoices.mail.ts';
import { creditInvoice, payInvoice, unpayInvoice } from './invoices.money.ts';
import { findInvoices, readAging, readInvoice } from './invoices.queries.ts';
import { findDueReminders, remindInvoice, remindInvoices } from './invoices.reminders.ts';
import { runInvoices } from './invoices.run.ts';
import { createInvoice, deleteInvoice, updateInvoice } from './invoices.service.ts';

const tags = ['invoices'];
const one = { etag: 'invoice', honorsIfMatch: true } as const;
export const invoicesRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/invoices', tags, summary: 'List invoices and credit notes' } })
    .input(shared.listInvoices)
    .output(compiled(shared.invoicePage))
    .query(({ ctx, input }) => findInvoices(ctx, input)),
  aging: procedure
    .meta({
      openapi: { method: 'GET', path: '/invoices/aging', tags, summary: 'What is owed, by customer and by age' },
    })
    .output(shared.aging)
    .query(({ ctx }) => readAging(ctx)),
  reminders: procedure
    .meta({ openapi: { method: 'GET', path: '/invoices/reminders', tags, summary: 'Whom to remind today, and how' } })
    .output(dueReminders)
    .query(({ ctx }) => findDueReminders(ctx)),
  remindAll: procedure
    .meta({ openapi: { method: 'POST', path: '/invoices/reminders', tags, summary: 'Send reminders of that list' } })
    .input(remindThem)
    .output(reminded)
    .mutation(({ ctx, input }) => remindInvoices(ctx, input)),
  owed: procedure
    .meta({
      openapi: { method: 'GET', path: '/customers/{id}/credit', tags, summary: 'What a customer owes and may owe' },
    })
    .input(byId)
    .output(credit)
    .query(({ ctx, input }) => readCredit(ctx, input.id)),
  create: procedure
    .meta({
      openapi: { method: 'POST', path: '/invoices', tags, summary: 'Write down a draft' },
      status: 201,
      etag: 'invoice',
    })
    .input(shared.createInvoice)
    .output(shared.invoice)
    .mutation(({ ctx, input }) => createInvoice(ctx, input)),
  run: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/invoices/run',
        tags,
        summary: 'Make drafts of what was delivered and is not invoiced yet',
        description:
          'Orders that are not paid, by the day of their delivery; charges by the day of their approval; what claims that were settled in money take off. Nothing is on two invoices. `leftOut` names what cannot be invoiced yet.',
      },
      status: 201,
    })
    .input(shared.runInvoices)
    .output(shared.invoiceRun)
    .mutation(({ ctx, input }) => runInvoices(ctx, input)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/invoices/{id}', tags, summary: 'Read an invoice' }, etag: 'invoice' })
    .input(byId)
    .output(shared.invoice)
    .query(({ ctx, input }) => readInvoice(ctx, input.id)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/invoices/{id}',
        tags,
        summary: 'Change a draft',
        description: 'Partial. `lines` takes the place of all lines: `{id}` is one that stays, others are new.',
      },
      ...one,
    })
    .input(shared.updateInvoice)
    .output(shared.invoice)
    .mutation(({ ctx, input }) => updateInvoice(ctx, input)),
  delete: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/invoices/{id}', tags, summary: 'Delete a draft' },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteInvoice(ctx, input.id)),
  issue: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/invoices/{id}/issue',
        tags,
        summary: 'Issue a draft: give it its number and its paper',
        description:
          'From here on it stays as it is. The numbers of a series have no gap and no double. The history of the invoice and of its orders has the SHA-256 of the paper.',
      },
      ...one,
      transaction: false,
    })
    .input(shared.byVersion)
    .output(shared.invoice)
    .mutation(({ ctx, input }) => issueInvoice(ctx, input)),
  send: procedure
    .meta({
      openapi: { method: 'POST', path: '/invoices/{id}/send', tags, summary: 'Mail the paper to the customer' },
      ...one,
    })
    .input(shared.byVersion)
    .output(shared.invoice)
    .mutation(({ ctx, input }) => sendInvoice(ctx, input)),
  credit: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/invoices/{id}/credit',
        tags,
        summary: 'Credit an invoice, or a part of it',
        description: 'Answers the credit note, which has a number of its own.',
      },
      status: 201,
      ...one,
      transaction: false,
    })
    .input(shared.creditInvoice)
    .output(shared.invoice)
    .mutation(({ ctx, input }) => creditInvoice(ctx, input)),
  pay: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/invoices/{id}/payments',
        tags,
        summary: 'Note money that came for an invoice',
        description:
          'More than is due leaves `due` below zero: the customer has it to their credit. A payment of the days of `earlyPayment` that comes to its `due` takes the discount: the invoice is paid.',
      },
      status: 201,
      ...one,
    })
    .input(shared.payInvoice)
    .output(shared.invoice)
    .mutation(({ ctx, input }) => payInvoice(ctx, input)),
  unpay: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/invoices/{id}/payments/{paymentId}',
        tags,
        summary: 'Take a payment back',
        description: 'Its orders and its line of a bank file are open again, and its discount is not taken any more.',
      },
      ...one,
    })
    .input(shared.unpayInvoice)
    .output(shared.invoice)
    .mutation(({ ctx, input }) => unpayInvoice(ctx, input)),
  grantDiscount: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/invoices/{id}/discount',
        tags,
        summary: 'Take the discount for early payment off after its days',
        description:
          'What payments leave of the invoice, and no more than the discount of its terms. Within the days a payment takes it without this call. 409 `NO_DISCOUNT` where nothing can be taken off. Taking the payment back takes it back too.',
      },
      status: 201,
      ...one,
    })
    .input(shared.byVersion)
    .output(shared.invoice)
    .mutation(({ ctx, input }) => grantDiscount(ctx, input)),
  remind: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/invoices/{id}/remind',
        tags,
        summary: 'Remind of an overdue invoice',
        description: 'The next step of the company’s setting `billing.reminders`, by mail and with the paper.',
      },
      ...one,
    })
    .input(shared.byVersion)
    .output(shared.invoice)
    .mutation(({ ctx, input }) => remindInvoice(ctx, input)),
});
