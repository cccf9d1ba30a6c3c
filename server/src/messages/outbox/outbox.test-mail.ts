import type { AppContext } from '../../http/context.ts';
import { lockTemplate, sampleList, sampleValues } from '../templates/templates.service.ts';
import { findMailId, writeMail } from './outbox.service.ts';

/** A template filled with sample values, marked as a test, to one address. */
export async function sendTest(ctx: AppContext, { id, testEmail }: { id: number; testEmail: string }) {
  const template = await lockTemplate(ctx, id);
  const content = `This is a test of the template "${template.name}". The values are samples.\n\n${template.content}`;
  const email = writeMail(
    ctx,
    { trigger: 'test', to: testEmail, values: sampleValues(ctx, template.type), list: sampleList(ctx, template.type) },
    { subject: `[Test] ${template.subject}`, content, type: template.type },
    template,
  );
  const delivery = email.status === 'kept' ? ('kept' as const) : ('queued' as const);
  const message =
    delivery === 'kept'
      ? 'The test e-mail was written to the Mailbox; no mail server is set up.'
      : `The test e-mail to ${testEmail} is on its way.`;
  return { success: true as const, message, delivery, emailId: await findMailId(ctx, email) };
}
