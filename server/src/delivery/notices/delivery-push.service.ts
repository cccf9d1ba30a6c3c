import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import { PUSH_SUBSCRIPTIONS_MAX } from '@quickfleet/shared/limits';
import type { SubscribePush } from '@quickfleet/shared/messages/push';
import { t } from '@quickfleet/shared/words/t';
import { run } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { findPushKeys } from '../../messages/push/push.keys.ts';
import { requirePushService } from '../../messages/push/push.service.ts';
import { sha256 } from '../../security/secrets.ts';
import { lockOrder } from '../orders/orders.service.ts';
import { findMailedDelivery } from '../tracking/delivery-link.ts';

/** What a browser needs to subscribe; for who holds a link alone. Rejects with 404. */
export async function readPushKey(ctx: AppContext, token: string): Promise<{ publicKey: string }> {
  await findMailedDelivery(ctx, token);
  const { services } = ctx;
  const { publicKey } = await ctx.em.transactional((em) => findPushKeys({ em, services }));
  return { publicKey };
}

/**
 * Notifies this device about the delivery of a link from now on, until it is over. The same device again stays one; if a
 * link has too many, the oldest are dropped.
 *
 * @throws 400 for an address that is no browser's push service, 404, 409 ORDER_CLOSED
 */
export async function startPush(ctx: AppContext, { token, endpoint, keys }: SubscribePush & { token: string }) {
  const { id, reader } = await findMailedDelivery(ctx, token);
  requirePushService(ctx, endpoint);
  const order = await lockOrder(ctx, id);
  if (!isOpenOrder(order.status)) throw conflict('ORDER_CLOSED', t('This delivery is over'));
  const link = [id, reader, sha256(token)];
  await run(
    ctx.em,
    `insert into delivery_pushes (order_id, reader, link_hash, endpoint, p256dh, auth, created_at) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (order_id, reader, link_hash, endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`,
    [...link, endpoint, keys.p256dh, keys.auth, now(ctx)],
  );
  await run(
    ctx.em,
    `delete from delivery_pushes where order_id = ? and reader = ? and link_hash = ? and id not in
       (select id from delivery_pushes where order_id = ? and reader = ? and link_hash = ? order by created_at desc, id desc limit ?)`,
    [...link, ...link, PUSH_SUBSCRIPTIONS_MAX],
  );
  return { success: true as const };
}

/** Only a device of this very link; one that is not there is no error, because that is what was asked for. */
export async function stopPush(ctx: AppContext, { token, endpoint }: { token: string; endpoint: string }) {
  const { id, reader } = await findMailedDelivery(ctx, token);
  await run(
    ctx.em,
    'delete from delivery_pushes where order_id = ? and reader = ? and link_hash = ? and endpoint = ?',
    [id, reader, sha256(token), endpoint],
  );
  return { success: true as const };
}
