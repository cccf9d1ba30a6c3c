import { LockMode } from '@mikro-orm/postgresql';
import { INBOUND_MAX } from '@quickfleet/shared/limits';
import type { CreateInbound, Inbound, Notice, UpdateInbound } from '@quickfleet/shared/operations/inbound';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { exists } from '../../db/rows.ts';
import { isForeign, merchantOf } from '../../http/caller/merchant.ts';
import { type AppContext, now } from '../../http/context.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { AddressRefused, requireSendable } from '../../security/public-address.ts';
import { randomKey } from '../../security/secrets.ts';
import { InboundShop } from './inbound.entity.ts';
import { readInbound, readNoticeOf } from './inbound.queries.ts';
import { useNotice } from './inbound.use.ts';

/** What a shop sends becomes orders: a key that makes none lets none in. */
function requireOrders({ caller: { key } }: AppContext): void {
  if (key && !key.scopes.includes('orders:write'))
    throw forbidden(t('This API key lacks the scope {key}', { key: 'orders:write' }));
}

/** The address without what follows its path. */
function requireUrl(ctx: AppContext, url: string | null | undefined): string | null {
  if (!url) return null;
  try {
    const { origin, pathname } = requireSendable(url, ctx.services.config.WEBHOOKS_ALLOW_HOSTS);
    return [origin, ...pathname.split('/').filter(Boolean)].join('/');
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw badRequest('SHOP_URL_REFUSED', error.message, [{ path: 'shopUrl', message: error.message }]);
  }
}

/** Whose orders they are. Two calls for one customer wait for each other here. */
async function requireCustomer(ctx: AppContext, given: number | undefined): Promise<number> {
  const customerId = given ?? merchantOf(ctx);
  if (customerId === undefined) throw invalid('customerId', t('Choose whose orders they are'));
  const isThere = await exists(ctx.em, 'select 1 from customers where id = ? for update', [customerId]);
  if (isForeign(ctx, customerId) || !isThere) throw notFound('Customer');
  if ((await ctx.em.count(InboundShop, { customer: customerId })) >= INBOUND_MAX)
    throw conflict(
      'TOO_MANY_INBOUND',
      t('A customer can have {count} connected shops; remove one that is not used', { count: INBOUND_MAX }),
    );
  return customerId;
}

/** Rejects with 404, 400 SHOP_URL_REFUSED, 409 TOO_MANY_INBOUND. */
export async function createInbound(ctx: AppContext, input: CreateInbound): Promise<Inbound> {
  requireOrders(ctx);
  const shopUrl = requireUrl(ctx, input.shopUrl);
  const customerId = await requireCustomer(ctx, input.customerId);
  const { secrets } = ctx.services;
  const token = randomKey(16);
  const [tokenHash = ''] = secrets.lookupHashes(token);
  const made = ctx.em.create(InboundShop, {
    kind: input.kind,
    customer: ctx.em.getReference(Customer, customerId),
    keyId: ctx.caller.key?.id ?? null,
    name: input.name,
    tokenHash,
    tokenSealed: secrets.seal(token),
    secretSealed: secrets.seal(input.secret),
    accessTokenSealed: input.accessToken ? secrets.seal(input.accessToken) : null,
    pickupAddress: input.pickupAddress,
    pickupContact: input.pickupContact ?? null,
    shopUrl,
    createdByName: actorOf(ctx).name,
    createdAt: now(ctx),
    updatedAt: now(ctx),
  });
  await ctx.em.flush();
  record(ctx, { subject: 'inbound', subjectId: made.id, action: 'inbound.created', detail: made.name });
  return readInbound(ctx, made.id);
}

async function lock(ctx: AppContext, id: number): Promise<InboundShop> {
  const found = await ctx.em.findOneOrFail(InboundShop, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Inbound'),
  });
  if (isForeign(ctx, found.customer.id)) throw notFound('Inbound');
  return found;
}

/** Partial. Whoever saves it answers for it from then on: a shop of a revoked key works again. */
export async function updateInbound(ctx: AppContext, input: UpdateInbound): Promise<Inbound> {
  const found = await lock(ctx, input.id);
  requireOrders(ctx);
  requireVersion(ctx, 'inbound', found, input.version);
  const { seal } = ctx.services.secrets;
  if (input.shopUrl !== undefined && input.shopUrl !== found.shopUrl) {
    // A token goes to the address that it was given with.
    if (input.accessToken === undefined) found.accessTokenSealed = null;
    found.shopUrl = requireUrl(ctx, input.shopUrl);
  }
  if (input.name !== undefined) found.name = input.name;
  if (input.secret !== undefined) found.secretSealed = seal(input.secret);
  if (input.accessToken !== undefined) found.accessTokenSealed = input.accessToken ? seal(input.accessToken) : null;
  if (input.pickupAddress !== undefined) found.pickupAddress = input.pickupAddress;
  if (input.pickupContact !== undefined) found.pickupContact = input.pickupContact;
  found.keyId = ctx.caller.key?.id ?? null;
  found.updatedAt = now(ctx);
  record(ctx, { subject: 'inbound', subjectId: found.id, action: 'inbound.updated', detail: found.name });
  await ctx.em.flush();
  return readInbound(ctx, found.id);
}

/** Its address stops working, and its notices go; the orders stay. */
export async function deleteInbound(ctx: AppContext, id: number): Promise<{ success: true }> {
  const found = await lock(ctx, id);
  requireVersion(ctx, 'inbound', found);
  record(ctx, { subject: 'inbound', subjectId: id, action: 'inbound.deleted', detail: found.name });
  ctx.em.remove(found);
  return { success: true };
}

/** Tries a notice that waits again, and answers what became of it; one that does not wait stays as it is. */
export async function retryNotice(
  ctx: AppContext,
  { id, noticeId }: { id: number; noticeId: number },
): Promise<Notice> {
  await readNoticeOf(ctx, id, noticeId);
  await useNotice(ctx.services, noticeId, true);
  return readNoticeOf(ctx, id, noticeId);
}
