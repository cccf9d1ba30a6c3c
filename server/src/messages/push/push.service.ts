import { PUSH_SUBSCRIPTIONS_MAX } from '@quickfleet/shared/limits';
import type { PushMessage, SubscribePush } from '@quickfleet/shared/messages/push';
import { t } from '@quickfleet/shared/words/t';
import { run } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { invalid, unauthorized } from '../../http/errors.ts';
import { isPushService } from './push-services.ts';

/** A push that is three hours old is no news any more. */
export const PUSH_TRIES = 8;

function ownerOf({ caller }: AppContext): { userId: number; sessionHash: string } {
  if (!caller.user || !caller.sessionHash) throw unauthorized('SIGN_IN_REQUIRED', t('Please sign in first'));
  return { userId: caller.user.id, sessionHash: caller.sessionHash };
}

/** Rejects with 400 an address that is no browser's push service: the server would call it. */
export function requirePushService({ services: { config } }: AppContext, endpoint: string): void {
  if (!isPushService(endpoint, config.PUSH_SERVICES ?? []))
    throw invalid('endpoint', t('This is not the address of a push service that is known here'));
}

/**
 * Notifies this phone of the signed-in driver's jobs from now on, until its session ends. A phone that another driver
 * used before is removed from theirs; if a driver has too many phones, the oldest are dropped.
 *
 * @throws 400 for an address that is no browser's push service
 */
export async function subscribe(ctx: AppContext, { endpoint, keys }: SubscribePush): Promise<void> {
  requirePushService(ctx, endpoint);
  const { userId, sessionHash } = ownerOf(ctx);
  await run(
    ctx.em,
    `insert into push_subscriptions (user_id, session_id_hash, endpoint, p256dh, auth, created_at) values (?, ?, ?, ?, ?, ?)
     on conflict (endpoint) do update set user_id = excluded.user_id, session_id_hash = excluded.session_id_hash,
       p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`,
    [userId, sessionHash, endpoint, keys.p256dh, keys.auth, now(ctx)],
  );
  await run(
    ctx.em,
    `delete from push_subscriptions where user_id = ? and id not in
       (select id from push_subscriptions where user_id = ? order by created_at desc, id desc limit ?)`,
    [userId, userId, PUSH_SUBSCRIPTIONS_MAX],
  );
}

/** Only one's own; one that is not there is no error, because that is what was asked for. */
export async function unsubscribe(ctx: AppContext, endpoint: string): Promise<void> {
  await run(ctx.em, 'delete from push_subscriptions where endpoint = ? and user_id = ?', [
    endpoint,
    ownerOf(ctx).userId,
  ]);
}

/** Queues a message to every phone of a driver, one job each, in the transaction of the change. */
export async function queuePush(ctx: AppContext, userId: number, message: PushMessage): Promise<void> {
  await run(
    ctx.em,
    `select graphile_worker.add_job('send_push', json_build_object('id', s.id, 'message', ?::json), max_attempts => ?)
       from push_subscriptions s join users u on u.id = s.user_id where s.user_id = ? and u.is_active`,
    [JSON.stringify(message), PUSH_TRIES, userId],
  );
}
