import { z } from 'zod';
import { id, pageInput, pageOf, search, timestamp } from './primitives.ts';

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
    id: z.number().int(),
    status: mailStatus,
    /** What caused it: a template's trigger, or `test`. */
    trigger: z.string(),
    recipient: z.string(),
    subject: z.string(),
    quoteId: z.number().int().nullable(),
    orderId: z.number().int().nullable(),
    trackingNumber: z.string().nullable(),
    tries: z.number().int(),
    lastError: z.string().nullable(),
    createdAt: timestamp,
    sentAt: timestamp.nullable(),
  })
  .meta({ id: 'MailRow' });
export type MailRow = z.infer<typeof mailRow>;
export const mailPage = pageOf(mailRow).extend({
  /** false: no mail server is set up, every mail is kept. */
  hasMailServer: z.boolean(),
});
export type MailPage = z.infer<typeof mailPage>;

export const mail = mailRow.extend({ messageId: z.string(), html: z.string(), text: z.string() }).meta({ id: 'Mail' });
export type Mail = z.infer<typeof mail>;
