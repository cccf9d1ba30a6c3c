import type { SmsTrigger } from '@quickfleet/shared/messages/templates';
import { record } from '../../company/history/history.service.ts';
import { hasSms } from '../../config.ts';
import { c, readRow, select } from '../../db/rows.ts';
import { sideEffectsOf } from '../../db/side-effects.ts';
import { type AppContext, now } from '../../http/context.ts';
import { randomKey } from '../../security/secrets.ts';
import { smsTemplates } from '../templates/defaults/defaults.sms.ts';
import { renderSms, type TemplateValues } from '../templates/render.ts';

const templateColumns = select({
  id: c.int('id'),
  version: c.int('version'),
  subject: c.text('subject'),
  content: c.text('content'),
  enabled: c.bool('enabled'),
});

/** What is the same at every try, so that a text message sent twice is recognised as one. */
export const smsReference = (): string => `sms_${randomKey()}`;

interface SmsRequest {
  trigger: SmsTrigger;
  /** In the form of E.164; null where it is not certain which number was meant. */
  to: string | null;
  orderId: number;
  values: TemplateValues;
}

/**
 * Writes a text message in the running transaction and queues its sending in the same, as `queueMail` does. Nothing
 * without an SMS service, or when its template is switched off. Where there is none for a number, the history says why.
 */
export async function queueSms(ctx: AppContext, { trigger, to, orderId, values }: SmsRequest): Promise<void> {
  const { config } = ctx.services;
  if (!hasSms(config)) return;
  const stored = await readRow(
    ctx.em,
    templateColumns,
    `select $columns from email_templates where trigger = ? and type = 'sms' order by enabled desc, id limit 1`,
    [trigger],
  );
  if (stored && !stored.enabled) return;
  const template = stored ?? smsTemplates[trigger];
  if (ctx.noMailBecause || to === null) {
    record(ctx, {
      subject: 'order',
      subjectId: orderId,
      action: 'order.recipient_not_texted',
      detail: `${smsTemplates[trigger].name}: ${ctx.noMailBecause ?? 'the phone number is not certain'}`,
    });
    return;
  }
  const { subject, text } = renderSms(template, values, config.BRAND_NAME);
  sideEffectsOf(ctx.em).mails.push({
    messageId: smsReference(),
    kind: 'sms',
    trigger,
    recipient: to,
    subject,
    html: '',
    text,
    templateId: stored?.id ?? null,
    templateVersion: stored?.version ?? null,
    quoteId: null,
    orderId,
    codeSealed: null,
    attachment: null,
    status: config.SMS_URL ? 'queued' : 'kept',
    createdAt: now(ctx),
  });
}
