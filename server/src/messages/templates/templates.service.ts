import { LockMode } from '@mikro-orm/postgresql';
import { hoursInWords } from '@quickfleet/shared/company/brand';
import { smsParts } from '@quickfleet/shared/messages/sms';
import {
  audienceOf,
  type CreateTemplate,
  type PreviewTemplate,
  type RestoreTemplate,
  type Template,
  type UpdateTemplate,
} from '@quickfleet/shared/messages/templates';
import { actorOf, record } from '../../company/history/history.service.ts';
import { hasSms } from '../../config.ts';
import { run } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { orderOfList } from './defaults/defaults.orders.ts';
import { smsTemplates } from './defaults/defaults.sms.ts';
import { defaultTemplates, jobOfList } from './defaults/defaults.ts';
import { EmailTemplate } from './email-template.entity.ts';
import { ATTACHED_WORDS, dayInWords, mailBrandOf, publicUrl } from './mail-values.ts';
import { findUnknownVariables, type MailList, renderMail, renderSms, type TemplateValues } from './render.ts';
import { TemplateVersion } from './template-version.entity.ts';
import { listTemplates, readTemplate } from './templates.queries.ts';

/**
 * What a version of a template consists of. Whether it is switched on is no part of it: a mail reads the same either
 * way.
 */
const wordsOf = ({
  name,
  type,
  trigger,
  subject,
  content,
}: Pick<EmailTemplate, 'name' | 'type' | 'trigger' | 'subject' | 'content'>) => ({
  name,
  type,
  trigger,
  subject,
  content,
});

/**
 * Keeps what a template says now, with who and when, in the running transaction: after the flush that gave it its
 * `version`.
 */
async function keepVersion(ctx: AppContext, template: EmailTemplate): Promise<void> {
  ctx.em.create(TemplateVersion, {
    template,
    version: template.version,
    ...wordsOf(template),
    savedAt: now(ctx),
    savedBy: actorOf(ctx).name,
  });
  await ctx.em.flush();
}

/** Changes a template's words and keeps them as a version when they are other words than before. */
async function changeWords(ctx: AppContext, template: EmailTemplate, change: () => void): Promise<void> {
  const before = JSON.stringify(wordsOf(template));
  change();
  await ctx.em.flush();
  if (JSON.stringify(wordsOf(template)) !== before) await keepVersion(ctx, template);
}

/** Their mails carry what nobody else may read, or what they may read alone. */
const isSpecial = (type: string) => type === 'driver' || type === 'recipient' || type === 'sms';
const isFor = (type: string, audience: string) =>
  type === 'admin' ||
  (type === 'sms' && audience === 'recipient') ||
  (isSpecial(audience) || isSpecial(type) ? type === audience : true);
/** A driver's mail carries what opens the job: it is never written for a customer, nor a customer's for a driver. */
function requireAudience({ type, trigger }: { type: string; trigger: string }): void {
  const audience = audienceOf(trigger);
  if (audience === undefined || isFor(type, audience)) return;
  const message = isSpecial(audience)
    ? `${trigger} goes to ${audience}s: only a template of the type ${audience} can be sent`
    : `${trigger} does not go to ${type}s: a template of the type ${type} would never be sent`;
  throw badRequest('TEMPLATE_AUDIENCE', message, [{ path: 'trigger', message }]);
}

/** @throws 400 TEMPLATE_AUDIENCE */
export async function createTemplate(ctx: AppContext, input: CreateTemplate): Promise<Template> {
  requireAudience(input);
  const template = ctx.em.create(EmailTemplate, input);
  await ctx.em.flush();
  await keepVersion(ctx, template);
  record(ctx, { subject: 'template', subjectId: template.id, action: 'template.created', detail: template.name });
  return readTemplate(ctx, template.id);
}

export const lockTemplate = (ctx: AppContext, id: number): Promise<EmailTemplate> =>
  ctx.em.findOneOrFail(EmailTemplate, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Template'),
  });

export async function updateTemplate(ctx: AppContext, input: UpdateTemplate): Promise<Template> {
  const template = await lockTemplate(ctx, input.id);
  requireVersion(ctx, 'template', template, input.version);
  const { name, type, trigger, subject, content, enabled } = input;
  requireAudience({ type: type ?? template.type, trigger: trigger ?? template.trigger });
  const given = Object.entries({ name, type, trigger, subject, content, enabled }).filter(
    ([, value]) => value !== undefined,
  );
  record(ctx, {
    subject: 'template',
    subjectId: template.id,
    action: 'template.updated',
    detail: given.map(([field]) => field).join(', '),
  });
  await changeWords(ctx, template, () => Object.assign(template, Object.fromEntries(given)));
  return readTemplate(ctx, template.id);
}

/**
 * Puts the words of an earlier version back. They become the newest version, so that nothing is lost by it; on or off
 * it stays as it is.
 */
export async function restoreTemplate(
  ctx: AppContext,
  { id, version, presentVersion }: RestoreTemplate,
): Promise<Template> {
  const template = await lockTemplate(ctx, id);
  requireVersion(ctx, 'template', template, presentVersion);
  const earlier = await ctx.em.findOneOrFail(
    TemplateVersion,
    { template: id, version },
    { failHandler: () => notFound('Version') },
  );
  record(ctx, { subject: 'template', subjectId: id, action: 'template.restored', detail: `version ${version}` });
  await changeWords(ctx, template, () => Object.assign(template, wordsOf(earlier)));
  return readTemplate(ctx, id);
}

export async function deleteTemplate(ctx: AppContext, id: number): Promise<{ success: true }> {
  const template = await lockTemplate(ctx, id);
  requireVersion(ctx, 'template', template);
  record(ctx, { subject: 'template', subjectId: id, action: 'template.deleted', detail: template.name });
  ctx.em.remove(template);
  return { success: true };
}

/** A trigger may have a mail and a text message. */
const placeOf = ({ type, trigger }: Pick<EmailTemplate, 'type' | 'trigger'>) => `${type === 'sms'} ${trigger}`;
/**
 * Adds the default templates for triggers without one; existing templates are never overwritten. Those of text messages
 * come with an SMS service.
 */
export async function initializeTemplates(ctx: AppContext): Promise<Template[]> {
  // Two people who press the button together add one set.
  await run(ctx.em, 'lock table email_templates in share row exclusive mode');
  const present = new Set((await listTemplates(ctx)).map(placeOf));
  const texts = hasSms(ctx.services.config) ? Object.values(smsTemplates) : [];
  const added = [...defaultTemplates, ...texts]
    .filter((template) => !present.has(placeOf(template)))
    .map((template) => ctx.em.create(EmailTemplate, { ...template, enabled: true }));
  await ctx.em.flush();
  for (const template of added) await keepVersion(ctx, template);
  return listTemplates(ctx);
}

/** What a test e-mail and a preview of a template of this type are filled with. */
export function sampleValues(ctx: AppContext, type = 'customer'): TemplateValues {
  const { config } = ctx.services;
  const base = publicUrl(config);
  const today = dayInWords(config.BUSINESS_TIMEZONE, now(ctx));
  if (type === 'recipient' || type === 'sms')
    return {
      recipientName: 'Sam Porter',
      senderName: 'Alex Sample',
      trackingNumber: 'QF001234567890',
      trackingUrl: `${base}/t/0012345678901k4xv7n2q9w3z8b6c0d5`,
      itemCount: '3',
      driverName: 'Robin',
      deliveryAddress: '2 Delivery Road, Shelbyville',
      deliveryDate: today,
      deliveryWindow: `${today}, 10:00 AM – 12:00 PM`,
      rateUrl: `${base}/t/0012345678901k4xv7n2q9w3z8b6c0d5#rate`,
      whatHappened: 'We couldn’t deliver it: nobody was home.',
      whatNext: 'We’re arranging what’s next with the sender.',
    };
  const values: TemplateValues = {
    quoteId: '1024',
    customerName: 'Alex Sample',
    customerEmail: 'alex@example.com',
    itemCount: '3',
    totalPrice: '$84.50',
    submissionDate: today,
    trackingNumber: 'QF001234567890',
    driverName: 'Robin Driver',
    deliveryDate: today,
    trackingUrl: `${base}/t/0012345678901k4xv7n2q9w3z8b6c0d5`,
    rateUrl: `${base}/t/0012345678901k4xv7n2q9w3z8b6c0d5#rate`,
    proofUrl: `${base}/track/QF001234567890?proof=16-f9p-0123456789abcdef`,
    paymentLink: 'https://pay.example.com/q/1024',
    adminUrl: `${base}/admin`,
  };
  if (type !== 'driver')
    return {
      ...values,
      quoteReference: 'K7M-3QF',
      quoteUrl: `${base}/q/4f1c09a7b2e8d6530f1c09a7b2e8d653`,
      validUntil: today,
      priceWithin: hoursInWords(config.promises.quoteHours),
      whatChanged: 'the price',
      questionText: 'Do you carry it to the third floor?',
      answerText: 'Yes, at no extra cost.',
      reason: 'We found another day.',
      whatHappened: 'We couldn’t deliver your order: nobody was home.',
      whatNext: 'We’ll contact you to arrange what’s next.',
      attemptNumber: '1',
      plannedWindow: `${today}, 9:00 AM – 12:00 PM`,
      deliveryPin: '482913',
      proofNote: ATTACHED_WORDS,
      attemptResult: 'Delivery failed',
      noteOffice: 'The bell is broken',
      schedule: 'Every weekday',
    };
  return {
    ...values,
    pickupAddress: '1 Pickup Street, Springfield',
    deliveryAddress: '2 Delivery Road, Shelbyville',
    pickupWindow: `${today}, 9:00 AM – 10:00 AM`,
    deliveryWindow: `${today}, 10:00 AM – 12:00 PM`,
    driverNotes: 'Use the yard gate',
    whatChanged: 'the delivery time',
    jobUrl: `${base}/driver`,
  };
}

/** Two things for a template of several. */
export function sampleList(ctx: AppContext, type: string): MailList {
  const values = sampleValues(ctx, type);
  const rows = [values, { ...values, trackingNumber: 'QF001234567891' }];
  return { content: type === 'driver' ? jobOfList : orderOfList, rows };
}

/** What a template makes of the sample values, as it would be sent. */
export function previewTemplate(ctx: AppContext, template: PreviewTemplate) {
  const { config } = ctx.services;
  if (template.type === 'sms') {
    const sms = renderSms(template, sampleValues(ctx, template.type), config.BRAND_NAME);
    const unknownVariables = findUnknownVariables(template.type, template.subject, template.content);
    return { ...sms, html: '', smsParts: smsParts(sms.text), unknownVariables };
  }
  const { subject, html, text, unknownVariables } = renderMail(
    template,
    sampleValues(ctx, template.type),
    mailBrandOf(config),
    sampleList(ctx, template.type ?? 'customer'),
  );
  return { subject, html, text, smsParts: null, unknownVariables };
}
