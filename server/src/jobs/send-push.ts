import type { EntityManager } from '@mikro-orm/postgresql';
import { stopContact } from '@quickfleet/shared/base/contact/stop-contact';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { deliveryReaders } from '@quickfleet/shared/delivery/tracking/delivery-token';
import webPush from 'web-push';
import { z } from 'zod';
import { c, readRow, run, select } from '../db/rows.ts';
import { endPush, isStillLinked } from '../delivery/notices/delivery-push.queue.ts';
import type { Services } from '../http/context.ts';
import { findPushKeys } from '../messages/push/push.keys.ts';
import { isPushService } from '../messages/push/push-services.ts';
import { publicUrl } from '../messages/templates/mail-values.ts';
import { ask } from '../process/outside/connections.ts';

const TIMEOUT_MS = 10_000;
/** How long the push service keeps it for a phone that is off. */
const KEEP_SECONDS = 6 * 3600;

const message = z.object({ title: z.string(), body: z.string(), tag: z.string() });
const payloadSchema = z.union([
  z.object({ id: z.number(), message }),
  z.object({ deliveryPush: z.number(), message, isLast: z.boolean() }),
]);

/** Who answers for the messages; push services take an address of the web or a mailbox. */
const subjectOf = ({ config }: Services): string => {
  const url = publicUrl(config);
  return url.startsWith('https://') ? url : mailtoOf(config.SUPPORT_EMAIL);
};

/** Where to send, and the row that it comes from. */
interface Device {
  endpoint: string;
  p256dh: string;
  auth: string;
  table: 'push_subscriptions' | 'delivery_pushes';
  id: number;
}
const reached = { endpoint: c.text('s.endpoint'), p256dh: c.text('s.p256dh'), auth: c.text('s.auth') };
const forget = (em: EntityManager, { table, id }: Pick<Device, 'table' | 'id'>) =>
  run(em, `delete from ${table} where id = ?`, [id]);

const phoneColumns = select(reached);
/** The phone of a driver who is still signed in. */
async function findPhone(em: EntityManager, services: Services, id: number): Promise<Device | undefined> {
  const row = await readRow(
    em,
    phoneColumns,
    `select $columns from push_subscriptions s join users u on u.id = s.user_id join sessions e on e.id_hash = s.session_id_hash
      where s.id = ? and u.is_active and u.role = 'driver' and e.expires_at > ?`,
    [id, services.clock()],
  );
  return row && { ...row, table: 'push_subscriptions', id };
}

const followerColumns = select({
  ...reached,
  reader: c.oneOf(deliveryReaders, 's.reader'),
  linkHash: c.text('s.link_hash'),
  trackingNumber: c.text('o.tracking_number'),
  customerEmail: c.text('o.customer_email').nullable(),
  contact: c.json(stopContact, 'o.delivery_contact').nullable(),
});
/** A device that follows a delivery; when its link has ended it is forgotten. */
async function findFollower(em: EntityManager, services: Services, id: number): Promise<Device | undefined> {
  const row = await readRow(
    em,
    followerColumns,
    'select $columns from delivery_pushes s join orders o on o.id = s.order_id where s.id = ?',
    [id],
  );
  if (!row) return undefined;
  const device: Device = { ...row, table: 'delivery_pushes', id };
  if (isStillLinked({ services }, row, row)) return device;
  await forget(em, device);
  return undefined;
}

/**
 * Sends one message to one device, encrypted for it (RFC 8291). One that its push service does not know any more is
 * forgotten, as is one that follows a delivery after the last message; what went wrong for now is tried again by the
 * queue.
 */
export async function sendPush(services: Services, payload: unknown): Promise<void> {
  const job = payloadSchema.parse(payload);
  const em = services.orm.em.fork();
  const device = await ('id' in job ? findPhone(em, services, job.id) : findFollower(em, services, job.deliveryPush));
  if (!device || !isPushService(device.endpoint, services.config.PUSH_SERVICES ?? [])) return;
  const keys = await em.transactional((inside) => findPushKeys({ em: inside, services }));
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    JSON.stringify(job.message),
    {
      TTL: KEEP_SECONDS,
      urgency: 'high',
      vapidDetails: { subject: subjectOf(services), publicKey: keys.publicKey, privateKey: keys.privateKey },
    },
  );
  const answer = await ask(endpoint, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (answer.ok) {
    if ('isLast' in job && job.isLast) await endPush({ em }, device.id);
    return;
  }
  if (answer.status === 404 || answer.status === 410) {
    await forget(em, device);
    return;
  }
  // Refused for good: the same message would be refused again.
  if (answer.status < 500 && answer.status !== 429) {
    services.log.warn({ status: answer.status, service: new URL(endpoint).host }, 'a push message was refused');
    return;
  }
  throw new Error(`${new URL(endpoint).host} answered ${answer.status}`);
}
