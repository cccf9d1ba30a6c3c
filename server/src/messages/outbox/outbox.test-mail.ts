import { t } from '@quickfleet/shared/words/t';
import type { AppContext } from '../../http/context.ts';
import { inLanguageOf } from '../../words/speak.ts';
import { asShown } from '../templates/templates.queries.ts';
import { lockTemplate, sampleList, sampleValues, wordsOf } from '../templates/templates.service.ts';
import { findMailId, writeMail } from './outbox.service.ts';

/** A template filled with sample values, marked as a test, to one address. */
export async function sendTest(ctx: AppContext, { id, testEmail }: { id: number; testEmail: string }) {
  const template = await lockTemplate(ctx, id);
  const { name, type, subject, content } = asShown(ctx, wordsOf(template));
  const email = inLanguageOf(ctx, template, () => {
    const about = t('This is a test of the template "{name}". The values are samples.', { name });
    return writeMail(
      ctx,
      { trigger: 'test', to: testEmail, values: sampleValues(ctx, type), list: sampleList(ctx, type) },
      { subject: `[Test] ${subject}`, content: `${about}\n\n${content}`, type },
      template,
    );
  });
  const delivery = email.status === 'kept' ? ('kept' as const) : ('queued' as const);
  const message =
    delivery === 'kept'
      ? t('The test e-mail was written to the Mailbox; no mail server is set up.')
      : t('The test e-mail to {testEmail} is on its way.', { testEmail });
  return { success: true as const, message, delivery, emailId: await findMailId(ctx, email) };
}
