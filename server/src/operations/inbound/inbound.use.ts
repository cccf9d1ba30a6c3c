import { LockMode } from '@mikro-orm/postgresql';
import { type Notice, shopKinds } from '@quickfleet/shared/operations/inbound';
import { t } from '@quickfleet/shared/words/t';
import { c, type Row, readRow, run, select } from '../../db/rows.ts';
import { idOfJob } from '../../db/side-effects.ts';
import { commitOnce, runInTransaction } from '../../db/transaction.ts';
import { correctOrder } from '../../delivery/attempts/correction.service.ts';
import { cancelOrder } from '../../delivery/orders/change/orders.cancel.ts';
import { correctableTo } from '../../delivery/orders/orders.queries.ts';
import { type AppContext, type RequestContext, type Services, systemContext } from '../../http/context.ts';
import { DomainError, isConnectionError, isRetryable, toDomainError } from '../../http/errors.ts';
import { keyWorks } from '../../people/api-keys/api-keys.queries.ts';
import { ordersKind } from '../imports/kinds/orders.kind.ts';
import { RowCells } from '../imports/kinds/row-cells.ts';
import { InboundNotice } from './inbound.entity.ts';
import { parseJson, readNotice, type Told } from './inbound.read.ts';

const shop = select({
  id: c.int('s.id'),
  kind: c.oneOf(shopKinds, 's.kind'),
  name: c.text('s.name'),
  customerId: c.int('s.customer_id'),
  customerName: c.text('u.name'),
  pickupAddress: c.text('s.pickup_address'),
  pickupName: c.text(`s.pickup_contact ->> 'name'`).nullable(),
  pickupCompany: c.text(`s.pickup_contact ->> 'company'`).nullable(),
  pickupPhone: c.text(`s.pickup_contact ->> 'phone'`).nullable(),
  pickupEmail: c.text(`s.pickup_contact ->> 'email'`).nullable(),
  pickupNotes: c.text(`s.pickup_contact ->> 'notes'`).nullable(),
  isToldBack: c.bool('s.shop_url is not null and s.access_token_sealed is not null'),
  isActive: c.bool(keyWorks('s')),
});
export type Shop = Row<typeof shop>;

/** A shop with what its orders need; `isActive` as long as the key that set it up is not revoked. */
export const readShop = (ctx: Pick<AppContext, 'em'>, id: number): Promise<Shop | undefined> =>
  readRow(
    ctx.em,
    shop,
    `select $columns from inbound_shops s join customers u on u.id = s.customer_id where s.id = ?`,
    [id],
  );

/** What became of a notice. */
interface Outcome {
  state: Notice['state'];
  reason: string | null;
  orderId: number | null;
}
const ignored = (reason: string, orderId: number | null = null): Outcome => ({ state: 'ignored', reason, orderId });

const known = select({
  orderId: c.int('n.order_id'),
  status: c.text('o.status').nullable(),
  /** Of a cancelled one: as what it can go on. */
  before: correctableTo,
});
/** The order that this shop's number has made. */
const findKnown = (ctx: AppContext, shopId: number, shopOrderId: string) =>
  readRow(
    ctx.em,
    known,
    `select $columns from inbound_notices n left join orders o on o.id = n.order_id
      where n.shop_id = ? and n.shop_order_id = ? and n.order_id is not null order by n.id limit 1`,
    [shopId, shopOrderId],
  );
const cancelledBefore = (ctx: AppContext, shopId: number, shopOrderId: string) =>
  readRow(
    ctx.em,
    select({ id: c.int('n.id') }),
    `select $columns from inbound_notices n where n.shop_id = ? and n.shop_order_id = ? and n.is_cancellation limit 1`,
    [shopId, shopOrderId],
  );

/** The values of the settings, for orders that say nothing else. */
function settingsOf(from: Shop): Map<string, string> {
  const { pickupName, pickupCompany, pickupPhone, pickupEmail, pickupNotes } = from;
  const person = { pickupName, pickupCompany, pickupPhone, pickupEmail, pickupNotes };
  const said = Object.entries(person).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return new Map([['customerName', from.customerName], ['pickupAddress', from.pickupAddress], ...said]);
}

/** The number of the order that a paid one becomes, by the rules of the import and of the customer's own key. */
async function makeOrder(ctx: AppContext, from: Shop, { rows: [first, ...others] }: Told): Promise<number> {
  const clocks = { zone: ctx.services.config.BUSINESS_TIMEZONE, dayOrder: null };
  const cells = new RowCells(
    new Map([...settingsOf(from), ...(first ?? [])]),
    clocks,
    others.map((values, at) => ({ row: at + 2, cells: new RowCells(values, clocks) })),
  );
  const read = ordersKind.read(cells);
  const issues = [...cells.faults, ...('issues' in read ? read.issues : [])];
  if (!('input' in read) || issues.length > 0)
    throw new DomainError('BAD_REQUEST', 'VALIDATION_FAILED', issues.map(({ message }) => message).join('. '), {
      issues,
    });
  return (await read.input.make(ctx)).id;
}

/**
 * WooCommerce can take a cancellation back: the order is paid again. It may also be an older notice that came late, so
 * that a person decides, by trying again.
 */
async function followPaidAgain(
  ctx: AppContext,
  from: Shop,
  told: Told,
  { order, isAgain }: { order: Row<typeof known> | undefined; isAgain: boolean },
): Promise<Outcome> {
  const orderId = order?.orderId ?? null;
  if (from.kind !== 'woocommerce') return ignored(t('It was cancelled in the shop before'), orderId);
  if (!isAgain)
    return { state: 'waiting', reason: t('It was cancelled in the shop before. Try again if it is paid now'), orderId };
  if (order?.before) {
    await correctOrder(ctx, { id: order.orderId, to: order.before, reason: t('Paid in the shop again') });
    return { state: 'used', reason: null, orderId };
  }
  return { state: 'used', reason: null, orderId: await makeOrder(ctx, from, told) };
}

async function follow(ctx: AppContext, from: Shop, told: Told, isAgain: boolean): Promise<Outcome> {
  const { what, shopOrderId } = told;
  if (what === 'other' || shopOrderId === null) return ignored(t('Nothing follows from this notice'));
  const before = await findKnown(ctx, from.id, shopOrderId);
  if (what === 'cancelled') {
    if (!before) return ignored(t('No order came of this number'));
    if (before.status === null || before.status === 'cancelled')
      return ignored(t('The order is cancelled already'), before.orderId);
    await cancelOrder(ctx, { id: before.orderId, reason: t('Cancelled in the shop') });
    return { state: 'used', reason: null, orderId: before.orderId };
  }
  const isThere = before && before.status !== 'cancelled';
  if (!isThere && before?.status !== null && (await cancelledBefore(ctx, from.id, shopOrderId)))
    return followPaidAgain(ctx, from, told, { order: before, isAgain });
  if (before) return ignored(t('The order is there already'), before.orderId);
  return { state: 'used', reason: null, orderId: await makeOrder(ctx, from, told) };
}

/** The shop acts as its customer's own key would: the same rules, the same mails, the same events. */
const contextOf = (services: Services, { customerId, name }: Shop): RequestContext => {
  const system = systemContext(services);
  return {
    ...system,
    caller: { grants: [], visitor: 'shop', booksFor: customerId, shop: name },
    request: { ...system.request, notes: { limits: [], isReplay: false, isKnown: false } },
  };
};

/** Uses a waiting notice with everything that follows from it, in one transaction. */
async function useNow(ctx: AppContext, id: number, isAgain: boolean): Promise<void> {
  const found = await ctx.em.findOne(InboundNotice, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (found?.state !== 'waiting') return;
  const from = await readShop(ctx, found.shop.id);
  if (!from) return;
  // What a shop says of one order goes one after the other.
  await run(ctx.em, 'select pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `shop ${from.id} ${found.shopOrderId ?? ''}`,
  ]);
  if (!from.isActive) {
    found.reason = t('The API key that set this shop up was revoked. Save the shop again');
    return;
  }
  const body = found.bodySealed ? ctx.services.secrets.open(found.bodySealed) : undefined;
  const told = body === undefined ? undefined : readNotice(from.kind, found.topic, parseJson(body));
  const outcome = told
    ? await follow(ctx, from, told, isAgain)
    : ignored(t('The notice has no order that can be read'));
  Object.assign(found, outcome, outcome.state === 'waiting' ? {} : { bodySealed: null });
  if (told?.what === 'paid' && outcome.state === 'used' && from.isToldBack) {
    found.fulfilment = 'due';
    found.fulfilmentNextAt = found.receivedAt;
  }
}

/**
 * Uses a notice, or says why it waits. Throws what another try may mend: a database that is away.
 *
 * @param isAgain somebody has seen why it waits, and tries again
 */
export async function useNotice(services: Services, id: number, isAgain = false): Promise<void> {
  const em = services.orm.em.fork();
  const found = await em.findOne(InboundNotice, id);
  const from = found && (await readShop({ em }, found.shop.id));
  if (!from) return;
  const ctx = contextOf(services, from);
  try {
    await runInTransaction(ctx, 'inbound.use', id, (inner) => useNow({ ...ctx, em: inner, grant: 'yes' }, id, isAgain));
  } catch (error) {
    if (isConnectionError(error) || isRetryable(error)) throw error;
    if (!(error instanceof DomainError)) services.log.error({ err: error, notice: id }, 'a notice of a shop failed');
    const { message } = toDomainError(error);
    await commitOnce(services, (inner) =>
      run(inner, `update inbound_notices set reason = ? where id = ? and state = 'waiting'`, [message, id]),
    );
  }
}

/** The job of one notice. */
export const workNotice = (services: Services, job: unknown): Promise<void> => useNotice(services, idOfJob(job));
