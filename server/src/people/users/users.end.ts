import type { Role } from '@quickfleet/shared/roles';
import { run } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';

/**
 * Ends what somebody made or opened by a role that they have no more: exports, which hold everything, and phones that are
 * told of orders. Sessions and links end with `endAccess`. Keys and webhooks serve other programs and go on: the doctor and
 * the dashboard name them until somebody takes them over.
 */
export async function endMade(ctx: AppContext, { id, role, isActive }: { id: number; role: Role; isActive: boolean }) {
  if (!isActive || role !== 'admin')
    await run(ctx.em, 'update exports set expires_at = least(expires_at, ?) where created_by_id = ?', [now(ctx), id]);
  if (!isActive || role !== 'driver') await run(ctx.em, 'delete from push_subscriptions where user_id = ?', [id]);
}
