import { z } from 'zod';
import {
  email,
  flag,
  id,
  integer,
  pageInput,
  pageOf,
  rowVersion,
  seenVersion,
  text,
  timestamp,
} from '../base/primitives.ts';
import { example } from '../examples.ts';
import { NAME_MAX, TEMPLATE_CONTENT_MAX, TEMPLATE_SUBJECT_MAX } from '../limits.ts';
import { templateLanguageIn, templateLanguageOut } from '../words/fields.ts';
import { message, t } from '../words/t.ts';

/** The twelve variables of a template (E05). */
export const templateVariables = {
  quote: ['quoteId', 'customerName', 'customerEmail', 'itemCount', 'totalPrice', 'submissionDate'],
  delivery: ['trackingNumber', 'driverName', 'deliveryDate', 'trackingUrl', 'paymentLink', 'adminUrl'],
} as const;
export const allTemplateVariables = [...templateVariables.quote, ...templateVariables.delivery] as const;
/** Additional variables of mails about a quote: its page and what was said on it (U22). */
export const quoteTemplateVariables = [
  'estimate',
  'quoteReference',
  'quoteUrl',
  'validUntil',
  'priceWithin',
  'priceBy',
  'nextStep',
  'howToPay',
  'whatChanged',
  'questionText',
  'answerText',
  'reason',
] as const;
/** Additional variables of mails about an invoice. */
export const invoiceTemplateVariables = ['invoiceNumber', 'amountDue', 'invoiceDueDate', 'reminderFee'] as const;
/** Additional variables of mails to a driver (E16). */
export const driverTemplateVariables = [
  'pickupAddress',
  'deliveryAddress',
  'pickupWindow',
  'deliveryWindow',
  'driverNotes',
  'whatChanged',
  'jobUrl',
  'jobList',
] as const;
/** Additional variables of mails about what has arrived. */
export const arrivalTemplateVariables = ['deliveredAt', 'signedBy', 'photosUrl'] as const;
/** Additional variables of mails about an attempt, a PIN or the proof; the last two are for the office. */
export const attemptTemplateVariables = [
  ...arrivalTemplateVariables,
  'whatHappened',
  'whatNext',
  'attemptNumber',
  'plannedWindow',
  'deliveryPin',
  'proofUrl',
  'rateUrl',
  'proofNote',
  'attemptResult',
  'noteOffice',
] as const;
/** All variables of mails to a recipient, who knows of the customer's matters only their own delivery. */
export const recipientTemplateVariables = [
  'recipientName',
  'senderName',
  'trackingNumber',
  'trackingUrl',
  'itemCount',
  'driverName',
  'deliveryAddress',
  'deliveryDate',
  'deliveryWindow',
  'deliveryPin',
  'whatHappened',
  'whatNext',
  'rateUrl',
  ...arrivalTemplateVariables,
] as const;
/** Additional variables of mails to a customer about several orders: each with its driver and time, or the rule they follow. */
export const planTemplateVariables = ['orderList', 'schedule'] as const;
export type TemplateVariable =
  | (typeof planTemplateVariables)[number]
  | (typeof allTemplateVariables)[number]
  | (typeof quoteTemplateVariables)[number]
  | (typeof invoiceTemplateVariables)[number]
  | (typeof driverTemplateVariables)[number]
  | (typeof attemptTemplateVariables)[number]
  | (typeof recipientTemplateVariables)[number];
/** Every variable that something fills in some mail. */
export const knownTemplateVariables: readonly TemplateVariable[] = [
  ...allTemplateVariables,
  ...quoteTemplateVariables,
  ...invoiceTemplateVariables,
  ...driverTemplateVariables,
  ...attemptTemplateVariables,
  ...planTemplateVariables,
  ...recipientTemplateVariables,
];
/** The variables that something fills in a template of this type. */
export function variablesOf(type: string): readonly TemplateVariable[] {
  if (type === 'recipient' || type === 'sms') return recipientTemplateVariables;
  if (type === 'driver') return [...allTemplateVariables, ...driverTemplateVariables];
  return [
    ...allTemplateVariables,
    ...quoteTemplateVariables,
    ...invoiceTemplateVariables,
    ...attemptTemplateVariables,
    ...planTemplateVariables,
  ];
}

/** What can cause a mail. */
export const templateTriggers = [
  'quote_received',
  'quote_received_office',
  'quote_sent',
  'quote_changed',
  'quote_ending',
  'quote_silent',
  'quote_answered',
  'quote_accepted',
  'quote_paid',
  'quote_question_office',
  'quote_accepted_office',
  'quote_declined_office',
  'quote_date_office',
  'order_created',
  'driver_assigned',
  'orders_planned',
  'recurring_confirmed',
  'order_picked_up',
  'order_in_transit',
  'order_delayed',
  'order_delivered',
  'order_cancelled',
  'order_corrected',
  'invoice_reminder_1',
  'invoice_reminder_2',
  'invoice_reminder_3',
  'attempt_failed',
  'attempt_failed_office',
  'order_retry',
  'order_returning',
  'order_returned',
  'delivery_pin',
  'request_office',
  'request_answered',
  'driver_job_assigned',
  'driver_job_changed',
  'driver_job_removed',
  'driver_job_list',
  'recipient_booked',
  'recipient_pin',
  'recipient_on_the_way',
  'recipient_delayed',
  'recipient_delivered',
  'recipient_failed',
  'recipient_answered',
] as const;
export type TemplateTrigger = (typeof templateTriggers)[number];
/** Who a template is written for; `sms` is a text message to the recipient, all others are mails. */
export const templateTypes = ['customer', 'admin', 'driver', 'recipient', 'sms'] as const;
export type TemplateType = (typeof templateTypes)[number];

/** Who the mail of a trigger goes to; undefined for one that nothing in the product causes. */
export function audienceOf(trigger: string): TemplateType | undefined {
  if (!templateTriggers.some((known) => known === trigger)) return undefined;
  if (trigger.endsWith('_office')) return 'admin';
  if (trigger.startsWith('driver_job_')) return 'driver';
  return trigger.startsWith('recipient_') ? 'recipient' : 'customer';
}

/** What causes a text message. */
export type SmsTrigger = Extract<TemplateTrigger, `recipient_${string}`>;

const trigger = text(message('Trigger event is required'), NAME_MAX).meta({ example: 'quote_sent' });
const nothingFills = { description: 'Names in {{…}} that nothing fills: they come out empty', example: [] };
const fields = z.object({
  name: text(message('Template name is required'), NAME_MAX).meta({ example: example.template }),
  type: z.enum(templateTypes, {
    error: () => t('type must be one of {templateTypes}', { templateTypes: templateTypes.join(', ') }),
  }),
  trigger,
  subject: text(message('Email subject is required'), TEMPLATE_SUBJECT_MAX).meta({ example: example.subject }),
  content: text(message('Email content is required'), TEMPLATE_CONTENT_MAX).meta({ example: example.content }),
  language: templateLanguageIn,
});
export const createTemplate = fields.extend({ enabled: flag.default(true) });
export type CreateTemplate = z.infer<typeof createTemplate>;
export const updateTemplate = fields
  .partial()
  .extend({ id, enabled: flag.optional(), version: seenVersion })
  .meta({ example: { enabled: false } });
export type UpdateTemplate = z.infer<typeof updateTemplate>;

/** Section 5: non-empty ('Email required'), then a simple address pattern. */
export const testTemplate = z.object({
  id,
  testEmail: z
    .string({ error: () => t('Email required') })
    .trim()
    .min(1, { error: () => t('Email required') })
    .pipe(email(message('Please enter a valid email address')))
    .meta({ example: example.email }),
});

/** A template as the editor shows it, saved or not. */
export const previewTemplate = z.object({
  language: templateLanguageIn,
  subject: z
    .string()
    .max(TEMPLATE_SUBJECT_MAX, {
      error: () => t('At most {templateSubjectMax} characters', { templateSubjectMax: TEMPLATE_SUBJECT_MAX }),
    })
    .meta({ example: example.subject }),
  content: z
    .string()
    .max(TEMPLATE_CONTENT_MAX, {
      error: () => t('At most {templateContentMax} characters', { templateContentMax: TEMPLATE_CONTENT_MAX }),
    })
    .meta({ example: example.content }),
  type: z
    .string()
    .max(NAME_MAX, { error: () => t('At most {nameMax} characters', { nameMax: NAME_MAX }) })
    .meta({
      description: 'The type of the template: `driver` has additional variables, `sms` makes a text message',
      example: 'customer',
    })
    .optional(),
});
export type PreviewTemplate = z.infer<typeof previewTemplate>;
/** The mail it makes of sample values. */
export const templatePreview = z.object({
  subject: z.string().meta({ example: example.sentSubject }),
  html: z.string().meta({ description: 'Empty for a text message', example: '<p>Hello Ada Sender</p>' }),
  text: z.string().meta({ example: 'Hello Ada Sender' }),
  smsParts: integer.nullable().meta({ description: 'As how many text messages it is sent', example: null }),
  unknownVariables: z.array(z.string()).meta(nothingFills),
});

export const template = z
  .object({
    id: integer.meta({ example: 7 }),
    name: z.string().meta({ example: example.template }),
    type: z.string().meta({ example: 'customer' }),
    trigger: z.string().meta({ example: 'quote_sent' }),
    subject: z.string().meta({ example: example.subject }),
    content: z.string().meta({ example: example.content }),
    language: templateLanguageOut,
    enabled: z.boolean(),
    unknownVariables: z.array(z.string()).meta(nothingFills),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowVersion,
  })
  .meta({ id: 'EmailTemplate' });
export type Template = z.infer<typeof template>;

/** A template as it once was: one row for each time its words were saved, the present ones included. */
export const templateVersion = z
  .object({
    version: rowVersion,
    name: z.string().meta({ example: example.template }),
    type: z.string().meta({ example: 'customer' }),
    trigger: z.string().meta({ example: 'quote_sent' }),
    subject: z.string().meta({ example: example.subject }),
    content: z.string().meta({ example: example.content }),
    language: templateLanguageOut,
    savedAt: timestamp,
    savedBy: z.string().meta({ description: 'Who wrote these words', example: example.staff }),
    isCurrent: z.boolean().meta({ description: 'These words are the template’s present ones' }),
  })
  .meta({ id: 'EmailTemplateVersion' });
export type TemplateVersion = z.infer<typeof templateVersion>;
export const listTemplateVersions = pageInput.extend({ id });
export const templateVersionPage = pageOf(templateVersion).meta({ id: 'EmailTemplateVersionPage' });
/** Puts the words of an earlier version back; they become a new version, and none is lost. */
export const restoreTemplate = z.object({
  id,
  version: id.meta({ example: 3 }),
  presentVersion: id
    .meta({ description: 'The template’s version as the person saw it; another one is a 409', example: 4 })
    .optional(),
});
export type RestoreTemplate = z.infer<typeof restoreTemplate>;

export const sentTest = z.object({
  success: z.literal(true),
  message: z.string().meta({ example: 'The test e-mail to ada@example.com is on its way.' }),
  delivery: z.enum(['queued', 'kept']),
  emailId: integer.meta({ example: 91 }),
});
