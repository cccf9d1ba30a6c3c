import type { WorkContext } from '../../http/context.ts';
import { writeMail } from '../../messages/outbox/outbox.service.ts';

/** Tells every admin who has an e-mail address, or ADMIN_EMAIL when none has, that the nightly backup failed. */
export async function mailFailure(ctx: WorkContext, reason: string): Promise<void> {
  const { config, clock } = ctx.services;
  const admins = await ctx.em.execute<{ email: string }[]>(
    `select distinct lower(trim(email)) as email from users where role = 'admin' and is_active and trim(email) <> ''`,
  );
  const recipients = admins.length > 0 ? admins.map(({ email }) => email) : [config.ADMIN_EMAIL ?? []].flat();
  const at = clock().toISOString().slice(0, 16).replace('T', ' ');
  const content = [
    `The nightly backup of ${config.BRAND_NAME} could not be made at ${at} UTC. What is entered from now on is in no backup.`,
    '{{reason}}',
    'We try again every hour. You will get no more mails about this until a backup has worked and another one fails. "Health" in the settings and npm run doctor say what to do.',
    ...(config.PUBLIC_URL ? [`Open the settings: ${config.PUBLIC_URL}/admin/settings`] : []),
  ].join('\n\n');
  const subject = `The nightly backup of ${config.BRAND_NAME} failed`;
  for (const to of recipients)
    writeMail(ctx, { trigger: 'backup_failed', to, values: { reason } }, { subject, content }, null);
}
