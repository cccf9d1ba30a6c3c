import { LockMode } from '@mikro-orm/postgresql';
import { dueInWords, momentInWords, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { hoursInWords } from '@quickfleet/shared/company/brand';
import { nextStepOf } from '@quickfleet/shared/company/how-to-pay';
import { smsParts } from '@quickfleet/shared/messages/sms';
import {
  audienceOf,
  type CreateTemplate,
  type PreviewTemplate,
  type RestoreTemplate,
  type Template,
  type UpdateTemplate,
} from '@quickfleet/shared/messages/templates';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { hasSms } from '../../config.ts';
import { run } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { inLanguage, inLanguageOf } from '../../words/speak.ts';
import { orderOfList } from './defaults/defaults.orders.ts';
import { contentIn } from './defaults/defaults.parts.ts';
import { jobOfList } from './defaults/defaults.ts';
import { placeOf, productTemplates } from './defaults/product-templates.ts';
import { EmailTemplate } from './email-template.entity.ts';
import { attachedWords, dayInWords, mailBrandOf, publicUrl } from './mail-values.ts';
import { findUnknownVariables, type MailList, renderMail, renderSms, type TemplateValues } from './render.ts';
import { TemplateVersion } from './template-version.entity.ts';
import { asShown, listTemplates, readTemplate } from './templates.queries.ts';

/**
 * What a version of a template consists of. Whether it is switched on is no part of it: a mail reads the same either
 * way.
 */
export const wordsOf = ({
  name,
  type,
  trigger,
  subject,
  content,
  language,
}: Pick<EmailTemplate, 'name' | 'type' | 'trigger' | 'subject' | 'content' | 'language'>) => ({
  name,
  type,
  trigger,
  subject,
  content,
  language: language ?? null,
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
    ? t('{trigger} goes to {audience}s: only a template of the type {audience} can be sent', { trigger, audience })
    : t('{trigger} does not go to {type}s: a template of the type {type} would never be sent', { trigger, type });
  throw badRequest('TEMPLATE_AUDIENCE', message, [{ path: 'trigger', message }]);
}

/** @throws 400 TEMPLATE_AUDIENCE */
export async function createTemplate(ctx: AppContext, input: CreateTemplate): Promise<Template> {
  requireAudience(input);
  const template = ctx.em.create(EmailTemplate, { ...input, language: input.language ?? null });
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
  const { name, type, trigger, subject, content, language, enabled } = input;
  requireAudience({ type: type ?? template.type, trigger: trigger ?? template.trigger });
  const given = Object.entries({ name, type, trigger, subject, content, language, enabled }).filter(
    ([, value]) => value !== undefined,
  );
  record(ctx, {
    subject: 'template',
    subjectId: template.id,
    action: 'template.updated',
    says: [{ is: 'properties', names: given.map(([field]) => field) }],
  });
  const hasWords = given.some(([field]) => field !== 'enabled');
  await changeWords(ctx, template, () => {
    // What was edited is what the screen shows: a part that is not given stays in the language of the others.
    if (hasWords) Object.assign(template, asShown(ctx, wordsOf(template)));
    Object.assign(template, Object.fromEntries(given));
  });
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
  const says = [{ is: 'template_version' as const, version }];
  record(ctx, { subject: 'template', subjectId: id, action: 'template.restored', says });
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

/** Those that everybody reads who has none in their own language. */
const isGeneral = ({ language }: Pick<Template, 'language'>) => language === null;
/**
 * Adds the default templates for triggers without one; existing templates are never overwritten. Those of text messages
 * come with an SMS service.
 */
export async function initializeTemplates(ctx: AppContext): Promise<Template[]> {
  // Two people who press the button together add one set.
  await run(ctx.em, 'lock table email_templates in share row exclusive mode');
  const { config } = ctx.services;
  const present = new Set((await listTemplates(ctx)).filter(isGeneral).map(placeOf));
  const known = inLanguage(config.language, () =>
    productTemplates().filter(({ type }) => type !== 'sms' || hasSms(config)),
  );
  const added = known
    .filter((template) => !present.has(placeOf(template)))
    .map((template) => ctx.em.create(EmailTemplate, { ...template, language: null, enabled: true }));
  await ctx.em.flush();
  for (const template of added) await keepVersion(ctx, template);
  return listTemplates(ctx);
}

const samplePeople = { recipientName: 'Sam Porter', senderName: 'Alex Sample', driverName: 'Robin' };
/** What a test e-mail and a preview of a template of this type are filled with. */
export function sampleValues(ctx: AppContext, type = 'customer'): TemplateValues {
  const { config } = ctx.services;
  const base = publicUrl(config);
  const zone = config.BUSINESS_TIMEZONE;
  const today = dayInWords(zone, now(ctx));
  const inADay = new Date(now(ctx).getTime() + 24 * 3_600_000);
  const sampleWindow = (from: number, to: number) => {
    const [begin, end] = [from, to].map((hour) => momentOf(todayOf(ctx), hour * 60, zone).toISOString());
    return windowInWords({ from: begin ?? '', to: end ?? '' }, zone, config.hourCycle);
  };
  const arrival = {
    deliveredAt: momentInWords(now(ctx), zone, config.hourCycle),
    signedBy: 'Kim Sample',
    photosUrl: `${base}/t/0012345678901k4xv7n2q9w3z8b6c0d5#photos`,
  };
  if (type === 'recipient' || type === 'sms')
    return {
      ...samplePeople,
      trackingNumber: 'QF001234567890',
      trackingUrl: `${base}/t/0012345678901k4xv7n2q9w3z8b6c0d5`,
      itemCount: '3',
      deliveryAddress: '2 Delivery Road, Shelbyville',
      deliveryDate: today,
      deliveryWindow: sampleWindow(10, 12),
      rateUrl: `${base}/t/0012345678901k4xv7n2q9w3z8b6c0d5#rate`,
      ...arrival,
      whatHappened: t('We couldn’t deliver it: nobody was home.'),
      whatNext: t('We’re arranging what’s next with the sender.'),
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
    ...arrival,
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
      estimate: t('about {from} to {to}', { from: '$40', to: '$55' }),
      priceWithin: hoursInWords(config.promises.quoteHours, config.promises.clock, config.hours),
      priceBy: dueInWords(inADay, zone, config.hourCycle, now(ctx)),
      nextStep: nextStepOf('link', false),
      howToPay: t('You pay {amount} in cash at the door.', { amount: '$84.50' }),
      whatChanged: t('the price'),
      questionText: t('Do you carry it to the third floor?'),
      answerText: t('Yes, at no extra cost.'),
      reason: t('We found another day.'),
      invoiceNumber: '2026-42',
      amountDue: '$84.50',
      invoiceDueDate: today,
      reminderFee: '$5.00',
      whatHappened: t('We couldn’t deliver your order: nobody was home.'),
      whatNext: t('We’ll contact you to arrange what’s next.'),
      attemptNumber: '1',
      plannedWindow: sampleWindow(9, 12),
      deliveryPin: '482913',
      proofNote: t(attachedWords),
      attemptResult: t('{stop} failed', { stop: t('Delivery') }),
      noteOffice: t('The bell is broken'),
      schedule: t('Every weekday'),
    };
  return {
    ...values,
    pickupAddress: '1 Pickup Street, Springfield',
    deliveryAddress: '2 Delivery Road, Shelbyville',
    pickupWindow: sampleWindow(9, 10),
    deliveryWindow: sampleWindow(10, 12),
    driverNotes: t('Use the yard gate'),
    whatChanged: t('the delivery time'),
    jobUrl: `${base}/driver`,
  };
}

/** Two things for a template of several. */
export function sampleList(ctx: AppContext, type: string): MailList {
  const values = sampleValues(ctx, type);
  const rows = [values, { ...values, trackingNumber: 'QF001234567891' }];
  return { content: contentIn(type === 'driver' ? jobOfList : orderOfList), rows };
}

/** What a template makes of the sample values, as it would be sent. */
export const previewTemplate = (ctx: AppContext, template: PreviewTemplate) =>
  inLanguageOf(ctx, template, () => preview(ctx, template));

function preview(ctx: AppContext, template: PreviewTemplate) {
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
