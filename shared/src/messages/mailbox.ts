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

/**
 * `kept`: written while no mail server is set up; it can be read in the Mailbox. `held`: about a plan that may still
 * change, with what would be sent now; it leaves at `sendAt`.
 */
export const mailStatuses = ['queued', 'kept', 'sent', 'failed', 'held'] as const;
export const mailStatus = z.enum(mailStatuses);
export type MailStatus = (typeof mailStatuses)[number];

/** `sms`: a text message, in the same list as the mails. */
export const messageKinds = ['email', 'sms'] as const;
export type MessageKind = (typeof messageKinds)[number];

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
    kind: z.enum(messageKinds).meta({ description: '`sms`: a text message, to a phone number' }),
    status: mailStatus,
    trigger: z.string().meta({ description: 'What caused it: a template’s trigger, or `test`', example: 'quote_sent' }),
    recipient: z.string().meta({ description: 'An address, or the number of a text message', example: example.email }),
    subject: z.string().meta({ example: example.sentSubject }),
    quoteId: rowId.nullable(),
    orderId: rowId.nullable(),
    trackingNumber: trackingNumberOrNull,
    tries: integer.meta({ example: 0 }),
    lastError: textOrNull.meta({ example: null }),
    createdAt: timestamp,
    sentAt: timestamp.nullable().meta({ example: null }),
    sendAt: timestamp.nullable().meta({ description: 'When a held mail leaves', example: null }),
  })
  .meta({ id: 'MailRow' });
export type MailRow = z.infer<typeof mailRow>;
export const mailPage = pageOf(mailRow).extend({
  hasMailServer: z.boolean().meta({ description: 'false: no mail server is set up, every mail is kept' }),
});
export type MailPage = z.infer<typeof mailPage>;

/** What leaves this installation. */
export const channels = z
  .object({
    email: z.boolean().meta({ description: 'A mail server is set up' }),
    sms: z.boolean().meta({ description: 'Text messages are written to recipients', example: false }),
  })
  .meta({ id: 'Channels' });
export type Channels = z.infer<typeof channels>;

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
    html: z.string().meta({ description: 'Empty for a text message', example: '<p>Hello Ada Sender</p>' }),
    text: z.string().meta({ example: 'Hello Ada Sender' }),
  })
  .meta({ id: 'Mail' });
export type Mail = z.infer<typeof mail>;
