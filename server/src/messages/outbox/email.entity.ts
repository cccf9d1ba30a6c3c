import { defineEntity, p } from '@mikro-orm/core';
import { type MailStatus, type MessageKind, mailStatuses, messageKinds } from '@quickfleet/shared/messages/mailbox';
import { formerSearch, key } from '../../db/base.ts';
import { searchedBy, searchIndex, wordlessIndex, words } from '../../db/schema/search-index.ts';

/** What can go with a mail: the proof of its order or its invoice as PDF, or a report. */
export const mailAttachments = ['proof', 'invoice', 'report'] as const;
export type MailAttachment = (typeof mailAttachments)[number];
/** Which report goes with a mail, as the subject of reports reads it; made when the mail is sent. */
export type MailedReport = Readonly<Record<string, string | number | boolean>>;

/** SQL for the mailbox behind an address: name+tag@ is the same one as name@. */
export const mailboxOf = (address: string): string =>
  `lower(split_part(split_part(${address}, '@', 1), '+', 1) || '@' || split_part(${address}, '@', 2))`;

/** The same of a text at hand. */
export function mailboxIn(address: string): string {
  const [name = '', host = ''] = address.trim().toLowerCase().split('@');
  return `${name.split('+')[0]}@${host}`;
}

const EmailSchema = defineEntity({
  name: 'Email',
  tableName: 'emails',
  hooks: searchedBy('emails'),
  properties: {
    id: key,
    /** Stable over every try, so that a mail sent twice is recognised as one. */
    messageId: p.text().unique(),
    /** An `sms` has a number as its recipient, no HTML, and as its subject what the mailbox lists it by. */
    kind: p
      .text()
      .$type<MessageKind>()
      .default('email')
      .check(`kind in (${messageKinds.map((kind) => `'${kind}'`).join(', ')})`),
    trigger: p.text(),
    recipient: p.text(),
    subject: p.text(),
    html: p.text(),
    text: p.text(),
    templateId: p.integer().nullable(),
    templateVersion: p.integer().nullable(),
    quoteId: p.integer().nullable().index(),
    orderId: p.integer().nullable().index(),
    /** The invoice that goes with it. */
    invoiceId: p.integer().nullable(),
    /** The report that goes with it. */
    report: p.json<MailedReport>().nullable(),
    /** The access code that only the sent mail has. */
    codeSealed: p.text().nullable().hidden(),
    /** Made when the mail is sent, and kept nowhere; null once it turned out to be too large. */
    attachment: p
      .text()
      .$type<MailAttachment>()
      .nullable()
      .check(`attachment is null or attachment in (${mailAttachments.map((kind) => `'${kind}'`).join(', ')})`),
    /** `kept`: written while no mail server is set up; it can be read in the admin. */
    status: p
      .text()
      .$type<MailStatus>()
      .check(`status in (${mailStatuses.map((status) => `'${status}'`).join(', ')})`),
    tries: p.integer().default(0),
    lastError: p.text().nullable(),
    lastTriedAt: p.datetime(3).nullable(),
    sentAt: p.datetime(3).nullable(),
    /** Of a held mail: when it leaves, and whose notices it is made of. */
    sendAt: p.datetime(3).nullable(),
    heldFor: p.text().nullable().hidden(),
    /** Of a mail about several orders. */
    orderIds: p
      .array((id) => Number(id))
      .columnType('int[]')
      .nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    words,
    search: formerSearch('recipient', 'subject'),
  },
  indexes: [
    { name: 'emails_newest', expression: 'create index "emails_newest" on "emails" ("created_at" desc, "id" desc)' },
    {
      name: 'emails_of_status',
      expression: 'create index "emails_of_status" on "emails" ("status", "created_at" desc, "id" desc)',
    },
    searchIndex('emails'),
    wordlessIndex('emails'),
    {
      name: 'emails_of_orders',
      expression: `create index "emails_of_orders" on "emails" using gin ("order_ids") where order_ids is not null`,
    },
    {
      name: 'emails_held',
      expression: `create index "emails_held" on "emails" ("held_for") where status = 'held'`,
    },
    {
      name: 'emails_waiting',
      expression: `create index "emails_waiting" on "emails" ("created_at") where status = 'queued'`,
    },
    {
      name: 'emails_to_mailbox',
      expression: `create index "emails_to_mailbox" on "emails" (${mailboxOf('"recipient"')}, "created_at")`,
    },
  ],
});
/** A mail, written in the transaction that causes it. */
export class Email extends EmailSchema.class {}
EmailSchema.setClass(Email);
