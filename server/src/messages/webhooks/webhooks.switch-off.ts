import { type Said, textToStore } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { c, onlyId, readRow, readRows, run, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now, type Services, systemContext } from '../../http/context.ts';
import { publish } from '../../http/streams/events.ts';
import { adminAddresses } from '../outbox/admin-addresses.ts';
import { writeMail } from '../outbox/outbox.service.ts';

const off = select({ url: c.text('url') });

const content = `Hello,

We have switched off the webhook to {{webhookUrl}}, and send nothing to it any more.

{{reason}}

Switch it on again when its receiver works: PUT /api/v1/webhooks/{{webhookId}} with isActive true. What it has missed can be sent again: POST /api/v1/webhooks/{{webhookId}}/replay.`;

/** Switches a webhook off and fails what waits for it, in the running transaction. Answers its address; undefined when it is off already. */
export async function switchOffNow(ctx: AppContext, id: number, because: Said): Promise<string | undefined> {
  const { em } = ctx;
  const reason = textToStore([because], ctx.services.config);
  const at = now(ctx);
  const webhook = await readRow(
    em,
    off,
    `update webhooks set is_active = false, disabled_reason = ?, disabled_said = ?, inactive_since = ?, updated_at = ?, version = version + 1
      where id = ? and is_active returning $columns`,
    [reason, JSON.stringify(because), at, at, id],
  );
  if (!webhook) return undefined;
  await run(
    em,
    `update webhook_deliveries set state = 'failed', next_try_at = null, error = coalesce(error, 'The webhook was switched off')
      where webhook_id = ? and state = 'pending'`,
    [id],
  );
  record(ctx, { subject: 'webhook', subjectId: id, action: 'webhook.disabled', says: [because] });
  await publish(em, { topic: 'webhook', id });
  return webhook.url;
}

/** Switches off the webhooks that a key made, because it ends. Answers how many. */
export async function switchOffOfKey(ctx: AppContext, keyId: number): Promise<number> {
  const made = await readRows(
    ctx.em,
    onlyId,
    'select $columns from webhooks where key_id = ? and is_active order by id for update',
    [keyId],
  );
  for (const { id } of made) await switchOffNow(ctx, id, { is: 'endpoint', state: 'key_revoked' });
  return made.length;
}

/** Switches a webhook off, fails what waits for it, and mails the admins. Does nothing when it is off already. */
export async function switchOff(services: Services, id: number, because: Said): Promise<void> {
  const ctx = systemContext(services);
  await runInTransaction(ctx, 'webhooks.switchOff', { id }, async (em) => {
    const inner: AppContext = { ...ctx, em, grant: 'yes' };
    const reason = textToStore([because], services.config);
    const url = await switchOffNow(inner, id, because);
    if (url === undefined) return;
    const values = { webhookUrl: url, webhookId: String(id), reason };
    for (const to of await adminAddresses(inner))
      writeMail(
        inner,
        { trigger: 'webhook_disabled', to, values },
        { subject: 'A webhook was switched off', content },
        null,
      );
  });
}
