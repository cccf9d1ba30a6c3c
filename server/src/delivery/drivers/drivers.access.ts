import { orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { CODE_AFTER_DELIVERY_HOURS, DRIVER_GRANTS_MAX, ENDED_GRANTS_MAX } from '@quickfleet/shared/limits';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import { c, readRow, select } from '../../db/rows.ts';
import type { AppContext, CodeGrant } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { DomainError, unauthorized } from '../../http/errors.ts';
import { countTry, forgiveTry } from '../../http/limits.ts';
import type { EndReason } from '../order-rights/ended-right.entity.ts';
import { findByEndedCode, wasDeleted } from '../order-rights/orders.rights.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { codeRequired } from './drivers.late.ts';

const ended: Record<EndReason, Message> = {
  code_replaced: message('This access code was replaced by a new one. Please ask the office for it.'),
  reassigned: message('This order was given to another driver, and this access code has ended'),
  unassigned: message('This order was taken from its driver, and this access code has ended'),
  deleted: message('This order was deleted, and its access code has ended'),
};

const orderColumns = select({
  id: c.int('id'),
  hash: c.text('access_code_hash'),
  status: c.oneOf(orderStatuses, 'status'),
  isOver: c.bool('coalesce(coalesce(delivered_at, cancelled_at) < ?::timestamptz - make_interval(hours => ?), false)'),
});
/**
 * Opens one order with its access code: the browser's session then holds the right to that
 * order. Tries are counted before the code is looked at. 401 for a wrong code and for one that opens nothing any more;
 * the latter still gives the session the right to hand in evidence.
 */
export async function openWithCode(ctx: AppContext, code: string): Promise<OrderView> {
  await countTry(ctx, 'drivers.access');
  const hashes = ctx.services.secrets.lookupHashes(code);
  const order = await readRow(
    ctx.em,
    orderColumns,
    `select $columns from orders where access_code_hash in (${hashes.map(() => '?').join(', ')})`,
    [now(ctx), CODE_AFTER_DELIVERY_HOURS, ...hashes],
  );
  if (!order) return refuseEnded(ctx, hashes);
  const at = now(ctx).toISOString();
  if (order.isOver) {
    await grantEvidence(ctx, { orderId: order.id, codeHash: order.hash, at, endedAt: at });
    throw unauthorized('CODE_EXPIRED', t('This access code has expired: its order is over'));
  }
  // Only wrong codes use the limit up: a depot behind one address opens as many orders as it has.
  await forgiveTry(ctx, 'drivers.access');
  const grants = grantsWith(ctx, { orderId: order.id, codeHash: order.hash, at });
  await ctx.session.setGrants(grants);
  const opened = grants.filter(({ endedAt }) => !endedAt);
  return readOrder({ ...ctx, grant: 'own', caller: { ...ctx.caller, grants: opened } }, order.id);
}

/** A code that once opened an order: the answer says so, and the session may still hand in evidence. */
async function refuseEnded(ctx: AppContext, hashes: readonly string[]): Promise<never> {
  const right = await findByEndedCode(ctx, hashes);
  if (!right) {
    await countTry(ctx, 'drivers.miss');
    throw unauthorized('WRONG_CODE', t('Invalid access code'));
  }
  const at = now(ctx).toISOString();
  await grantEvidence(ctx, { orderId: right.orderId, codeHash: right.codeHash, at, endedAt: at });
  throw unauthorized('ACCESS_CODE_ENDED', t(ended[right.after]));
}

/**
 * Lets the session hand in evidence of an order that it can no longer open. One that already may keeps its id: what it
 * is sending at the moment would end with that.
 */
async function grantEvidence(ctx: AppContext, ended: CodeGrant): Promise<void> {
  const { endedGrants = [] } = ctx.caller;
  if (!endedGrants.some((grant) => isSameGrant(grant, ended))) await ctx.session.setGrants(grantsWith(ctx, ended));
}

const isSameGrant = (one: CodeGrant, other: CodeGrant): boolean =>
  one.orderId === other.orderId && one.codeHash === other.codeHash;

/** The session's grants with one more: at most five open ones, newest first, then those that have ended. */
function grantsWith(ctx: AppContext, added: CodeGrant): CodeGrant[] {
  const { grants, endedGrants = [] } = ctx.caller;
  const isSame = (grant: CodeGrant) => isSameGrant(grant, added);
  const open = [...(added.endedAt ? [] : [added]), ...grants.filter((grant) => !isSame(grant))];
  const over = [
    ...(added.endedAt ? [added] : []),
    ...[...open.slice(DRIVER_GRANTS_MAX), ...endedGrants.filter((grant) => !isSame(grant))].map((grant) => ({
      ...grant,
      endedAt: grant.endedAt ?? now(ctx).toISOString(),
    })),
  ];
  return [...open.slice(0, DRIVER_GRANTS_MAX), ...over.slice(0, ENDED_GRANTS_MAX)];
}

/** The order that this browser opened last, or the one named, so that a reloaded portal comes back to it. */
export async function readCurrent(ctx: AppContext, orderId?: number): Promise<OrderView> {
  const { grants, endedGrants = [] } = ctx.caller;
  const opened = orderId === undefined ? grants[0] : grants.find((grant) => grant.orderId === orderId);
  if (opened) return readOrder(ctx, opened.orderId);
  const wasOpened = orderId !== undefined && endedGrants.some((grant) => grant.orderId === orderId);
  if (wasOpened && (await wasDeleted(ctx, orderId)))
    throw new DomainError('NOT_FOUND', 'ORDER_DELETED', t('This order was deleted'));
  throw codeRequired();
}

/** The same question as a page asks it that does not know yet whether anything was opened: null is no error. */
export async function readLast(ctx: AppContext): Promise<{ order: OrderView | null }> {
  const [latest] = ctx.caller.grants;
  return { order: latest ? await readOrder({ ...ctx, grant: 'own' }, latest.orderId) : null };
}

/** 'Access Different Order': ends this browser's right to every order it opened. */
export async function leaveOrders(ctx: AppContext): Promise<{ success: true }> {
  await ctx.session.setGrants([]);
  return { success: true };
}
