import { z } from 'zod';
import {
  count,
  id,
  integer,
  pageInput,
  pageOf,
  rowId,
  search,
  textOrNull,
  timestamp,
  trackingNumberOrNull,
} from '../base/primitives.ts';
import { example } from '../examples.ts';

/** `kept`: written while no mail server is set up; it can be read in the Mailbox. */
export const mailStatuses = ['queued', 'kept', 'sent', 'failed'] as const;
export const mailStatus = z.enum(mailStatuses);
export type MailStatus = (typeof mailStatuses)[number];

export const listMails = pageInput.extend({
  /** Looks at recipient and subject. */
  q: search.optional(),
  status: mailStatus.optional(),
  quoteId: id.optional(),
  orderId: id.optional(),
});
export type ListMails = z.infer<typeof listMails>;

export const mailRow = z
  .object({
    id: rowId,
    status: mailStatus,
    trigger: z.string().meta({ description: 'What caused it: a template’s trigger, or `test`', example: 'quote_sent' }),
    recipient: z.string().meta({ example: example.email }),
    subject: z.string().meta({ example: example.sentSubject }),
    quoteId: rowId.nullable(),
    orderId: rowId.nullable(),
    trackingNumber: trackingNumberOrNull,
    tries: integer.meta({ example: 0 }),
    lastError: textOrNull.meta({ example: null }),
    createdAt: timestamp,
    sentAt: timestamp.nullable().meta({ example: null }),
  })
  .meta({ id: 'MailRow' });
export type MailRow = z.infer<typeof mailRow>;
export const mailPage = pageOf(mailRow).extend({
  hasMailServer: z.boolean().meta({ description: 'false: no mail server is set up, every mail is kept' }),
});
export type MailPage = z.infer<typeof mailPage>;

export const resentMails = z
  .object({
    count: count.meta({ description: 'Mails that are on their way again', example: 12 }),
    left: count.meta({ description: 'Failed mails that are left' }),
  })
  .meta({ id: 'ResentMails' });
export type ResentMails = z.infer<typeof resentMails>;

export const mail = mailRow
  .extend({
    messageId: z.string().meta({ example: '<1f.2a@quickfleet.example>' }),
    html: z.string().meta({ example: '<p>Hello Ada Sender</p>' }),
    text: z.string().meta({ example: 'Hello Ada Sender' }),
  })
  .meta({ id: 'Mail' });
export type Mail = z.infer<typeof mail>;
