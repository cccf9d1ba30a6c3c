import { isDeepStrictEqual } from 'node:util';
import type { LateAnswer } from '@quickfleet/shared/base/late-evidence';
import { decimalsWords, roundAmount } from '@quickfleet/shared/base/money/money';
import {
  type ChargeRate,
  type ChargeState,
  rateAmount,
  ratesOf,
  taxIn,
} from '@quickfleet/shared/delivery/charges/charge-rates';
import type { AddCharge, ProposeCharge, UpdateCharge } from '@quickfleet/shared/delivery/charges/charges';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { CHARGES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { change } from '../../company/history/change-words.ts';
import type { Said } from '../../company/history/detail-words.ts';
import { actorOf, record } from '../../company/history/history.service.ts';
import { wordOf } from '../../company/history/values.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, DomainError, invalid, notFound } from '../../http/errors.ts';
import { keepAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { sha256 } from '../../security/secrets.ts';
import { requireOrderAccess, shortAnswer } from '../drivers/drivers.late.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import type { Order } from '../orders/order.entity.ts';
import { currencyOfOrder } from '../orders/orders.money.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockAnyOrder, lockOrder, touchOrder } from '../orders/orders.service.ts';
import { Charge } from './charge.entity.ts';

interface Prices {
  currency: string;
  rates: ChargeRate[];
  taxRates: ReadonlyMap<string, string>;
}
/** The saved lines as they are for this order. */
async function pricesOf(ctx: AppContext, order: Order): Promise<Prices> {
  await ctx.em.populate(order, ['quote']);
  const currency = await currencyOfOrder(ctx, order);
  const { quoting } = await readCompany(ctx.em);
  const taxRates = new Map(quoting.linePresets.map(({ label, taxRate }) => [label, taxRate]));
  return { currency, rates: ratesOf(quoting, currency), taxRates };
}

interface Given {
  label: string;
  minutes?: number | null | undefined;
  amount?: string | undefined;
}
/** The amount of a charge: by its rate where it has one, unless the office says another. */
function priced({ currency, rates, taxRates }: Prices, given: Given, mayOverrule: boolean) {
  const rate = rates.find(({ label }) => label === given.label);
  const ofRate = rate ? rateAmount(rate, given.minutes ?? null, currency) : null;
  const said = mayOverrule ? (given.amount ?? ofRate) : (ofRate ?? given.amount ?? null);
  if (said === null)
    throw invalid('amount', t('Enter the amount: no saved line for stops is called {label}', { label: given.label }));
  const amount = keepAmount(
    said,
    currency,
    'amount',
    `The amount must be a number of at least 0 ${decimalsWords(currency)}`,
  );
  return { amount, taxTotal: taxIn(amount, taxRates.get(given.label) ?? '0', currency) };
}

type Named = Pick<Charge, 'label' | 'minutes' | 'amount'>;
/** 'Waiting, 25 min: $12.50', for the history. */
const saidOf = ({ label, minutes, amount }: Named, currency: string) => ({
  is: 'charge' as const,
  ...{ label, minutes: minutes ?? null, amount, currency },
});
/** What differs of a charge, a line for each field. */
function changesBetween(before: Named, after: Named, currency: string): Said[] {
  const money = (amount: string) => ({ is: 'money' as const, amount: roundAmount(amount, currency), currency });
  const fields = [
    ['Name', before.label, after.label],
    ['Minutes', before.minutes?.toString(), after.minutes?.toString()],
    ['Amount', money(before.amount), money(after.amount)],
  ] as const;
  return fields.flatMap(([name, from, to]) => (isDeepStrictEqual(from, to) ? [] : [change(name, from, to)]));
}

interface NewCharge extends Given {
  state: ChargeState;
  takenAt?: Date | string | undefined;
  isFromDriver: boolean;
  contentHash?: string;
}
async function createCharge(ctx: AppContext, order: Order, given: NewCharge): Promise<Charge> {
  if ((await ctx.em.count(Charge, { order: order.id })) >= CHARGES_MAX)
    throw conflict('TOO_MANY_CHARGES', t('An order has at most {count} charges', { count: CHARGES_MAX }));
  const prices = await pricesOf(ctx, order);
  const time = readPhoneTime(ctx, order, given.takenAt);
  const { state, isFromDriver } = given;
  const charge = ctx.em.create(Charge, {
    order,
    label: given.label,
    minutes: given.minutes ?? null,
    ...priced(prices, given, !isFromDriver),
    state,
    isFromDriver,
    by: actorOf(ctx).name,
    takenAt: time.takenAt ?? now(ctx),
    decidedAt: state === 'proposed' ? null : now(ctx),
    contentHash: given.contentHash ?? null,
  });
  // Its amounts keep their currency, whatever the company's is later.
  if (!order.quote) order.currency = prices.currency;
  const says = saidOf(charge, prices.currency);
  record(ctx, { subject: 'order', subjectId: order.id, action: `charge.${state}`, ...historyTime(time, says) });
  await ctx.em.flush();
  return charge;
}

/** A charge that a rule of the company's makes, to an order that is locked. */
export const addApprovedCharge = (ctx: AppContext, order: Order, given: Given): Promise<Charge> =>
  createCharge(ctx, order, { ...given, state: 'approved', isFromDriver: false });

/** The office, or a program, adds a charge; after the delivery too. The order's price stays as it is. */
export async function addCharge(ctx: AppContext, { id, version, ...given }: AddCharge): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  requireVersion(ctx, 'order', order, version);
  await createCharge(ctx, order, { ...given, state: given.state ?? 'proposed', isFromDriver: false });
  return finishChange(ctx, order);
}

/**
 * The office approves, drops or changes a charge, and can take that back.
 *
 * @throws 404 for a charge of another order
 */
export async function updateCharge(ctx: AppContext, input: UpdateCharge): Promise<OrderView> {
  const order = await lockOrder(ctx, input.id);
  requireVersion(ctx, 'order', order, input.version);
  const charge = await ctx.em.findOne(Charge, { id: input.chargeId, order: order.id });
  if (!charge) throw notFound('Charge');
  const prices = await pricesOf(ctx, order);
  const { currency } = prices;
  const before = { label: charge.label, minutes: charge.minutes, amount: charge.amount };
  const given = {
    label: input.label ?? charge.label,
    minutes: input.minutes === undefined ? charge.minutes : input.minutes,
  };
  const isTimed = input.minutes !== undefined && input.minutes !== charge.minutes;
  const amount = input.amount ?? (isTimed ? undefined : charge.amount);
  const hasRate = prices.rates.some(({ label, kind }) => label === given.label && kind === 'hour');
  Object.assign(
    charge,
    given,
    priced(prices, { ...given, amount: amount ?? (hasRate ? undefined : charge.amount) }, true),
  );
  const changes = changesBetween(before, charge, currency);
  if (changes.length > 0)
    record(ctx, {
      subject: 'order',
      subjectId: order.id,
      action: 'charge.changed',
      says: [charge.label, ...changes],
    });
  const was = charge.state;
  if (input.state !== undefined && input.state !== was) {
    charge.state = input.state;
    charge.decidedAt = input.state === 'proposed' ? null : now(ctx);
    const { state } = input;
    const says = [saidOf(charge, currency), change('State', wordOf('chargeState', was), wordOf('chargeState', state))];
    record(ctx, { subject: 'order', subjectId: order.id, action: `charge.${state}`, says });
  } else if (changes.length === 0) return readOrder(ctx, order.id);
  return finishChange(ctx, order);
}

/**
 * A driver's proposal, from the stop or from a phone that was offline. It is kept for the office whatever happened to
 * the order in the meantime, unless the order was deleted.
 */
export async function proposeCharge(
  ctx: AppContext,
  { orderId, ...given }: ProposeCharge,
): Promise<OrderView | LateAnswer> {
  const access = await requireOrderAccess(ctx, orderId);
  if (!access) throw notFound('Order');
  if ('closed' in access && access.closed.after === 'deleted')
    throw new DomainError('NOT_FOUND', 'ORDER_DELETED', t('This order was deleted'));
  const isOwn = 'order' in access || access.closed.order !== undefined;
  const order = 'order' in access ? access.order : (access.closed.order ?? (await lockAnyOrder(ctx, orderId)));
  const contentHash = given.takenAt ? sha256(JSON.stringify([given, actorOf(ctx).id])) : undefined;
  const known = contentHash && (await ctx.em.findOne(Charge, { order: orderId, contentHash }));
  const charge =
    known ||
    (await createCharge(ctx, order, {
      ...given,
      state: 'proposed',
      isFromDriver: true,
      ...(contentHash ? { contentHash } : {}),
    }));
  if (!known) await touchOrder(ctx, order);
  await ctx.em.flush();
  if ('closed' in access && !isOwn) return shortAnswer(charge.id, access.closed);
  return readOrder(ctx, orderId);
}
