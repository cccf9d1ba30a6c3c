import { record } from '../../company/history/history.service.ts';
import { c, readRow, run, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, type Services, systemContext } from '../../http/context.ts';
import { publish } from '../../http/streams/events.ts';
import { adminAddresses } from '../outbox/admin-addresses.ts';
import { writeMail } from '../outbox/outbox.service.ts';

const off = select({ url: c.text('url') });

const content = `Hello,

We have switched off the webhook to {{webhookUrl}}, and send nothing to it any more.

{{reason}}

Switch it on again when its receiver works: PUT /api/v1/webhooks/{{webhookId}} with isActive true. What it has missed can be sent again: POST /api/v1/webhooks/{{webhookId}}/replay.`;

/** Switches a webhook off, fails what waits for it, and mails the admins. Does nothing when it is off already. */
export async function switchOff(services: Services, id: number, reason: string): Promise<void> {
  const ctx = systemContext(services);
  await runInTransaction(ctx, 'webhooks.switchOff', { id }, async (em) => {
    const inner: AppContext = { ...ctx, em, grant: 'yes' };
    const webhook = await readRow(
      em,
      off,
      `update webhooks set is_active = false, disabled_reason = ?, inactive_since = ?, updated_at = ?, version = version + 1
        where id = ? and is_active returning $columns`,
      [reason, services.clock(), services.clock(), id],
    );
    if (!webhook) return;
    await run(
      em,
      `update webhook_deliveries set state = 'failed', next_try_at = null, error = coalesce(error, 'The webhook was switched off')
        where webhook_id = ? and state = 'pending'`,
      [id],
    );
    record(inner, { subject: 'webhook', subjectId: id, action: 'webhook.disabled', detail: reason });
    await publish(em, { topic: 'webhook', id });
    const values = { webhookUrl: webhook.url, webhookId: String(id), reason };
    for (const to of await adminAddresses(inner))
      writeMail(
        inner,
        { trigger: 'webhook_disabled', to, values },
        { subject: 'A webhook was switched off', content },
        null,
      );
  });
}
