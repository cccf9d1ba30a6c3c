import { z } from 'zod';
import { NAME_MAX, TEMPLATE_CONTENT_MAX, TEMPLATE_SUBJECT_MAX } from './limits.ts';
import { email, flag, id, pageInput, pageOf, text, timestamp } from './primitives.ts';

/** The twelve variables of a template (E05). */
export const templateVariables = {
  quote: ['quoteId', 'customerName', 'customerEmail', 'itemCount', 'totalPrice', 'submissionDate'],
  delivery: ['trackingNumber', 'driverName', 'deliveryDate', 'trackingUrl', 'paymentLink', 'adminUrl'],
} as const;
export const allTemplateVariables = [...templateVariables.quote, ...templateVariables.delivery] as const;
export type TemplateVariable = (typeof allTemplateVariables)[number];

/** What can cause a mail. */
export const templateTriggers = [
  'quote_received',
  'quote_received_office',
  'quote_sent',
  'quote_paid',
  'order_created',
  'driver_assigned',
  'order_picked_up',
  'order_in_transit',
  'order_delivered',
  'order_cancelled',
] as const;
export type TemplateTrigger = (typeof templateTriggers)[number];
export const templateTypes = ['customer', 'admin'] as const;

const trigger = text('Trigger event is required', NAME_MAX);
const fields = z.object({
  name: text('Template name is required', NAME_MAX),
  type: z.enum(templateTypes, { error: `type must be one of ${templateTypes.join(', ')}` }),
  trigger,
  subject: text('Email subject is required', TEMPLATE_SUBJECT_MAX),
  content: text('Email content is required', TEMPLATE_CONTENT_MAX),
});
export const createTemplate = fields.extend({ enabled: flag.default(true) });
export type CreateTemplate = z.infer<typeof createTemplate>;
export const updateTemplate = fields.partial().extend({ id, enabled: flag.optional(), version: id.optional() });
export type UpdateTemplate = z.infer<typeof updateTemplate>;

/** Section 5: non-empty ('Email required'), then a simple address pattern. */
export const testTemplate = z.object({
  id,
  testEmail: z
    .string({ error: 'Email required' })
    .trim()
    .min(1, { error: 'Email required' })
    .pipe(email('Please enter a valid email address')),
});

/** A template as it stands in the editor, saved or not. */
export const previewTemplate = z.object({
  subject: z.string().max(TEMPLATE_SUBJECT_MAX, { error: `At most ${TEMPLATE_SUBJECT_MAX} characters` }),
  content: z.string().max(TEMPLATE_CONTENT_MAX, { error: `At most ${TEMPLATE_CONTENT_MAX} characters` }),
});
/** The mail it makes of sample values. */
export const templatePreview = z.object({
  subject: z.string(),
  html: z.string(),
  unknownVariables: z.array(z.string()),
});

export const template = z
  .object({
    id: z.number().int(),
    name: z.string(),
    type: z.string(),
    trigger: z.string(),
    subject: z.string(),
    content: z.string(),
    enabled: z.boolean(),
    /** Names in {{…}} that nothing fills: they come out empty. */
    unknownVariables: z.array(z.string()),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: z.number().int(),
  })
  .meta({ id: 'EmailTemplate' });
export type Template = z.infer<typeof template>;

/** A template as it once was: one row for each time its words were saved, the present ones included. */
export const templateVersion = z
  .object({
    version: z.number().int(),
    name: z.string(),
    type: z.string(),
    trigger: z.string(),
    subject: z.string(),
    content: z.string(),
    savedAt: timestamp,
    /** Who wrote these words. */
    savedBy: z.string(),
    /** These words are the template's present ones. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'EmailTemplateVersion' });
export type TemplateVersion = z.infer<typeof templateVersion>;
export const listTemplateVersions = pageInput.extend({ id });
export const templateVersionPage = pageOf(templateVersion).meta({ id: 'EmailTemplateVersionPage' });
/** Puts the words of an earlier version back; they become a new version, and none is lost. */
export const restoreTemplate = z.object({
  id,
  version: id,
  /** The template's version as the person saw it; another one is a 409. */
  presentVersion: id.optional(),
});
export type RestoreTemplate = z.infer<typeof restoreTemplate>;

export const sentTest = z.object({
  success: z.literal(true),
  message: z.string(),
  delivery: z.enum(['queued', 'kept']),
  emailId: z.number().int(),
});
