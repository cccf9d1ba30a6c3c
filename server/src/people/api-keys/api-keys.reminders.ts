import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { KEY_REMINDER_DAYS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { c, readRows, run, select } from '../../db/rows.ts';
import { commitOnce } from '../../db/transaction.ts';
import type { Services, WorkContext } from '../../http/context.ts';
import { adminAddresses } from '../../messages/outbox/admin-addresses.ts';
import { writeMail } from '../../messages/outbox/outbox.service.ts';
import { inLanguageOf } from '../../words/speak.ts';

const ending = select({ id: c.int('id'), name: c.text('name'), prefix: c.text('prefix'), end: c.date('expires_at') });

async function remind(ctx: WorkContext, days: number): Promise<void> {
  const at = ctx.services.clock();
  const { config } = ctx.services;
  const keys = await readRows(
    ctx.em,
    ending,
    `select $columns from api_keys where revoked_at is null and expires_at > ? and expires_at <= ?::timestamptz + make_interval(days => ?)
        and coalesce(expiry_reminded > ?, true) order by id for update skip locked`,
    [at, at, days, days],
  );
  const recipients = keys.length > 0 ? await adminAddresses(ctx) : [];
  for (const { id, name, prefix, end } of keys) {
    const day = dayAt(new Date(end.getTime() - 1), config.BUSINESS_TIMEZONE);
    inLanguageOf(ctx, {}, () => {
      const content = [
        t('{reason} After that, programs that use it are refused.', { reason: '{{reason}}' }),
        t('If you still need it, set a later last day in the settings, or create another key.'),
        ...(config.PUBLIC_URL ? [t('Open the settings: {link}', { link: `${config.PUBLIC_URL}/admin/settings` })] : []),
      ].join('\n\n');
      const values = { reason: t('The API key {name} works until {day}.', { name: `${name} (${prefix}…)`, day }) };
      const subject = t('An API key of {brand} ends soon', { brand: config.BRAND_NAME });
      for (const to of recipients) writeMail(ctx, { trigger: 'key_expires', to, values }, { subject, content }, null);
    });
    await run(ctx.em, 'update api_keys set expiry_reminded = ? where id = ? returning id', [days, id]);
  }
}

/** Reminds the admins of keys that expire soon, once for each of KEY_REMINDER_DAYS, from one process only. */
export async function remindOfKeys(services: Services): Promise<void> {
  // The nearest first: a key created three days before its end gets one reminder.
  for (const days of KEY_REMINDER_DAYS.toReversed()) await commitOnce(services, (em) => remind({ services, em }, days));
}
