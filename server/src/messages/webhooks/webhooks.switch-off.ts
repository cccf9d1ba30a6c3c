import { record } from '../../company/history/history.service.ts';
import { c, readRow, readRows, run, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, type Services, systemContext } from '../../http/context.ts';
import { writeMail } from '../outbox/outbox.service.ts';

const off = select({ url: c.text('url') });
const admin = select({ email: c.text('email') });

/** Every admin who has an e-mail address, or ADMIN_EMAIL when none has. */
async function recipients({ em, services: { config } }: AppContext): Promise<string[]> {
  const admins = await readRows(
    em,
    admin,
    `select $columns from (select distinct lower(trim(email)) as email from users where role = 'admin' and is_active and trim(email) <> '') a`,
  );
  return admins.length > 0 ? admins.map(({ email }) => email) : [config.ADMIN_EMAIL ?? []].flat();
}

const content = `Hello,

We have switched off the webhook to {{webhookUrl}}, and send nothing to it any more.

{{reason}}

Switch it on again when its receiver works: PUT /api/v1/webhooks/{{webhookId}} with isActive true. What it has missed can be sent again: POST /api/v1/webhooks/{{webhookId}}/replay.`;

/** Switches a webhook off, gives up what waits for it, and writes to the admins; once, whoever says it. */
export async function switchOff(services: Services, id: number, reason: string): Promise<void> {
  const ctx = systemContext(services);
  await runInTransaction(ctx, 'webhooks.switchOff', { id }, async (em) => {
    const inner: AppContext = { ...ctx, em, grant: 'yes' };
    const webhook = await readRow(
      em,
      off,
      `update webhooks set is_active = false, disabled_reason = ?, updated_at = ?, version = version + 1
        where id = ? and is_active returning $columns`,
      [reason, services.clock(), id],
    );
    if (!webhook) return;
    await run(
      em,
      `update webhook_deliveries set state = 'failed', next_try_at = null, error = coalesce(error, 'The webhook was switched off')
        where webhook_id = ? and state = 'pending'`,
      [id],
    );
    record(inner, { subject: 'webhook', subjectId: id, action: 'webhook.disabled', detail: reason });
    const values = { webhookUrl: webhook.url, webhookId: String(id), reason };
    for (const to of await recipients(inner))
      writeMail(
        inner,
        { trigger: 'webhook_disabled', to, values },
        { subject: 'A webhook was switched off', content },
        null,
      );
  });
}
