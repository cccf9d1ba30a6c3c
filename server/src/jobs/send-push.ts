import { mailtoOf } from '@quickfleet/shared/company/brand';
import webPush from 'web-push';
import { z } from 'zod';
import { c, readRow, run, select } from '../db/rows.ts';
import type { Services } from '../http/context.ts';
import { findPushKeys } from '../messages/push/push.keys.ts';
import { isPushService } from '../messages/push/push-services.ts';
import { publicUrl } from '../messages/templates/mail-values.ts';

const TIMEOUT_MS = 10_000;
/** How long the push service keeps it for a phone that is off. */
const KEEP_SECONDS = 6 * 3600;

const payloadSchema = z.object({
  id: z.number(),
  message: z.object({ title: z.string(), body: z.string(), tag: z.string() }),
});

/** Who answers for the messages; push services take an address of the web or a mailbox. */
const subjectOf = ({ config }: Services): string => {
  const url = publicUrl(config);
  return url.startsWith('https://') ? url : mailtoOf(config.SUPPORT_EMAIL);
};

const phoneColumns = select({ endpoint: c.text('s.endpoint'), p256dh: c.text('s.p256dh'), auth: c.text('s.auth') });
/**
 * Sends one message to one phone, encrypted for it (RFC 8291). A phone that its push service does not know any more is
 * forgotten; what went wrong for now is tried again by the queue.
 */
export async function sendPush(services: Services, payload: unknown): Promise<void> {
  const { id, message } = payloadSchema.parse(payload);
  const em = services.orm.em.fork();
  const phone = await readRow(
    em,
    phoneColumns,
    `select $columns from push_subscriptions s join users u on u.id = s.user_id join sessions e on e.id_hash = s.session_id_hash
      where s.id = ? and u.is_active and e.expires_at > ?`,
    [id, services.clock()],
  );
  if (!phone || !isPushService(phone.endpoint, services.config.PUSH_SERVICES ?? [])) return;
  const keys = await em.transactional((inside) => findPushKeys({ em: inside, services }));
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    { endpoint: phone.endpoint, keys: { p256dh: phone.p256dh, auth: phone.auth } },
    JSON.stringify(message),
    {
      TTL: KEEP_SECONDS,
      urgency: 'high',
      vapidDetails: { subject: subjectOf(services), publicKey: keys.publicKey, privateKey: keys.privateKey },
    },
  );
  const answer = await fetch(endpoint, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (answer.ok) return;
  if (answer.status === 404 || answer.status === 410) {
    await run(em, 'delete from push_subscriptions where id = ?', [id]);
    return;
  }
  // Refused for good: the same message would be refused again.
  if (answer.status < 500 && answer.status !== 429) {
    services.log.warn({ status: answer.status, service: new URL(endpoint).host }, 'a push message was refused');
    return;
  }
  throw new Error(`${new URL(endpoint).host} answered ${answer.status}`);
}
