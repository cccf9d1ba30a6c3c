import type { SmsTrigger } from '@quickfleet/shared/messages/templates';
import { record } from '../../company/history/history.service.ts';
import { hasSms } from '../../config.ts';
import { readRows } from '../../db/rows.ts';
import { sideEffectsOf } from '../../db/side-effects.ts';
import { type AppContext, now } from '../../http/context.ts';
import { randomKey } from '../../security/secrets.ts';
import { keyOfSmsName, smsTemplate } from '../templates/defaults/defaults.sms.ts';
import { keptTemplate, templateForReader } from '../templates/reader-template.ts';
import { renderSms, type TemplateValues } from '../templates/render.ts';
import { isTexted } from './shared-mails.ts';

/** What is the same at every try, so that a text message sent twice is recognised as one. */
export const smsReference = (): string => `sms_${randomKey()}`;

interface SmsRequest {
  trigger: SmsTrigger;
  /** In the form of E.164; null where it is not certain which number was meant. */
  to: string | null;
  orderId: number;
  values: TemplateValues;
  /** Sealed; takes the place of `PIN_MARK` when the message is sent. */
  codeSealed?: string;
}

/**
 * Writes a text message in the running transaction and queues its sending in the same, as `queueMail` does. Nothing
 * without an SMS service, or when its template is switched off. Where there is none for a number, the history says why.
 */
export async function queueSms(
  ctx: AppContext,
  { trigger, to, orderId, values, codeSealed }: SmsRequest,
): Promise<void> {
  const { config } = ctx.services;
  if (!hasSms(config)) return;
  const kept = await readRows(
    ctx.em,
    keptTemplate,
    `select $columns from email_templates where trigger = ? and type = 'sms' order by enabled desc, id`,
    [trigger],
  );
  const byDefault = () => smsTemplate(trigger);
  const found = templateForReader(kept, byDefault);
  if (found && !found.template.enabled) return;
  const stored = found && !found.isDefault ? found.template : undefined;
  const template = stored ?? byDefault();
  if (ctx.noMailBecause || to === null) {
    record(ctx, {
      subject: 'order',
      subjectId: orderId,
      action: 'order.recipient_not_texted',
      says: [
        {
          is: 'not_written',
          template: keyOfSmsName(trigger),
          because: ctx.noMailBecause ?? 'uncertain_number',
        },
      ],
    });
    return;
  }
  if (!codeSealed && isTexted(ctx.em, trigger, to)) return;
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
    codeSealed: codeSealed ?? null,
    attachment: null,
    status: config.SMS_URL ? 'queued' : 'kept',
    createdAt: now(ctx),
  });
}
