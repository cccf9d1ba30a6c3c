import { isDeepStrictEqual } from 'node:util';
import type { LateAnswer } from '@quickfleet/shared/base/late-evidence';
import { isTooFine, roundAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import {
  type ChargeRate,
  type ChargeState,
  rateAmount,
  ratesOf,
} from '@quickfleet/shared/delivery/charges/charge-rates';
import type { AddCharge, ProposeCharge, UpdateCharge } from '@quickfleet/shared/delivery/charges/charges';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { CHARGES_MAX } from '@quickfleet/shared/limits';
import { findTotalsProblem, type PricedLine, totalsOf } from '@quickfleet/shared/quoting/quote-totals';
import { t } from '@quickfleet/shared/words/t';
import { change } from '../../company/history/change-words.ts';
import type { Said } from '../../company/history/detail-words.ts';
import { actorOf, record } from '../../company/history/history.service.ts';
import { wordOf } from '../../company/history/values.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { exists } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, DomainError, invalid, notFound } from '../../http/errors.ts';
import { amountWords, keepAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { sha256 } from '../../security/secrets.ts';
import { requireOrderAccess, shortAnswer } from '../drivers/drivers.late.ts';
import { historyTime, readPhoneTime } from '../order-rights/phone-clock.ts';
import type { Order } from '../orders/order.entity.ts';
import { currencyOfOrder } from '../orders/orders.money.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockAnyOrder, lockOrder, touchOrder } from '../orders/orders.service.ts';
import { Charge } from './charge.entity.ts';

type Taxed = Pick<PricedLine, 'taxRate' | 'taxes'>;
interface Prices {
  currency: string;
  rates: ChargeRate[];
  pricesIncludeTax: boolean;
  /** Of a charge of this name: of the saved line, else the company's rate. */
  taxedAs: (label: string) => Taxed;
}
/** The saved lines as they are for this order. */
async function pricesOf(ctx: AppContext, order: Order): Promise<Prices> {
  await ctx.em.populate(order, ['quote']);
  const currency = await currencyOfOrder(ctx, order);
  const { quoting } = await readCompany(ctx.em);
  const { linePresets, defaultTaxRate, pricesIncludeTax } = quoting;
  const saved = new Map(linePresets.map(({ label, taxRate, taxes }) => [label, { taxRate, taxes }]));
  const taxedAs = (label: string) => saved.get(label) ?? { taxRate: defaultTaxRate, taxes: undefined };
  return { currency, rates: ratesOf(quoting, currency), pricesIncludeTax, taxedAs };
}

interface Given {
  label: string;
  minutes?: number | null | undefined;
  amount?: string | undefined;
  /** A phone has it from a rate, with its tax. */
  hasTax?: boolean | undefined;
}
type Kept = Pick<Charge, 'amount' | 'taxTotal'>;
/** An amount, net or with its tax, as a charge of this name keeps it: with its tax. */
function keptAs({ currency, taxedAs }: Prices, label: string, amount: string, pricesIncludeTax: boolean): Kept {
  const lines = [{ quantity: '1', unitPrice: amount, ...taxedAs(label) }];
  const rule = { currency, pricesIncludeTax };
  const problem = findTotalsProblem(lines, rule);
  if (problem) throw invalid('amount', problem);
  const { total, taxTotal } = totalsOf(lines, rule);
  return { amount: total, taxTotal };
}

/** What a charge costs: by its rate where it has one, unless the office says another amount. */
function priced(
  prices: Prices,
  { label, minutes = null, amount, hasTax = false }: Given,
  from: 'office' | 'driver' | 'rule',
): Kept {
  const { currency, rates, pricesIncludeTax } = prices;
  const rate = rates.find((one) => one.label === label);
  const ofRate = rate ? rateAmount(rate, minutes, currency) : null;
  const said = ofRate !== null && from === 'driver' ? undefined : amount;
  if (said !== undefined) {
    // Whoever typed it, and a fee of the settings too: it is net or gross as the company's prices are.
    const kept = keepAmount(said, currency, 'amount', amountWords(currency));
    return keptAs(prices, label, kept, hasTax || pricesIncludeTax);
  }
  if (ofRate === null)
    throw invalid('amount', t('Enter the amount: no saved line for stops is called {label}', { label }));
  return keptAs(prices, label, ofRate, true);
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
  from: 'office' | 'driver' | 'rule';
  contentHash?: string;
}
async function createCharge(ctx: AppContext, order: Order, given: NewCharge): Promise<Charge> {
  if ((await ctx.em.count(Charge, { order: order.id })) >= CHARGES_MAX)
    throw conflict('TOO_MANY_CHARGES', t('An order has at most {count} charges', { count: CHARGES_MAX }));
  const prices = await pricesOf(ctx, order);
  const time = readPhoneTime(ctx, order, given.takenAt);
  const { state, from } = given;
  const charge = ctx.em.create(Charge, {
    order,
    label: given.label,
    minutes: given.minutes ?? null,
    ...priced(prices, given, from),
    state,
    isFromDriver: from === 'driver',
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

/** What a rule of the company's makes of an order that is locked, once. */
export async function chargeByRule(ctx: AppContext, order: Order, rule: string, given: Given): Promise<void> {
  if (await ctx.em.findOne(Charge, { order: order.id, contentHash: rule })) return;
  await createCharge(ctx, order, { ...given, state: 'approved', from: 'rule', contentHash: rule });
}

/** Drops what the rule made, where its reason is gone; what is on an invoice is taken back by a credit note alone. */
export async function dropByRule(ctx: AppContext, order: Order, rule: string, label: string): Promise<void> {
  const charges = await ctx.em.find(Charge, {
    order: order.id,
    state: 'approved',
    isFromDriver: false,
    $or: [{ contentHash: rule }, { contentHash: null, label }],
  });
  for (const charge of charges) {
    if (await exists(ctx.em, ON_INVOICE, [charge.id])) continue;
    charge.contentHash = null;
    await setState(ctx, order, charge, 'dropped');
  }
}
const ON_INVOICE = `select 1 from invoice_sources s join invoices i on i.id = s.invoice_id
  where s.kind = 'charge' and s.source_id = ? and i.state <> 'credited'`;

async function setState(ctx: AppContext, order: Order, charge: Charge, state: ChargeState): Promise<void> {
  const was = charge.state;
  charge.state = state;
  charge.decidedAt = state === 'proposed' ? null : now(ctx);
  const said = saidOf(charge, await currencyOfOrder(ctx, order));
  const says = [said, change('State', wordOf('chargeState', was), wordOf('chargeState', state))];
  record(ctx, { subject: 'order', subjectId: order.id, action: `charge.${state}`, says });
}

/** The office, or a program, adds a charge; after the delivery too. The order's price stays as it is. */
export async function addCharge(ctx: AppContext, { id, version, ...given }: AddCharge): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  requireVersion(ctx, 'order', order, version);
  await createCharge(ctx, order, { ...given, state: given.state ?? 'proposed', from: 'office' });
  return finishChange(ctx, order);
}

/**
 * What a charge costs after a change: the amount that is said, else by its rate for other minutes. What was read and
 * sent back is no change; under another name it has the tax of that one.
 */
function changedPrice(prices: Prices, charge: Charge, given: Given, amount: string | undefined): Kept {
  const { currency, rates, taxedAs } = prices;
  const said = amount !== undefined && (isTooFine(amount, currency) || !isSame(amount, charge.amount, currency));
  if (said) return priced(prices, { ...given, amount }, 'office');
  const hasRate = rates.some(({ label, kind }) => label === given.label && kind === 'hour');
  const isTimed = given.minutes !== charge.minutes;
  if (amount === undefined && isTimed && hasRate) return priced(prices, given, 'office');
  const isTaxedAlike = isDeepStrictEqual(taxedAs(given.label), taxedAs(charge.label));
  if (!isTaxedAlike) return keptAs(prices, given.label, roundAmount(charge.amount, currency), true);
  return { amount: charge.amount, taxTotal: charge.taxTotal };
}
const isSame = (one: string, other: string, currency: string) => unitsOf(one, currency) === unitsOf(other, currency);

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
  Object.assign(charge, given, changedPrice(prices, charge, given, input.amount));
  const changes = changesBetween(before, charge, currency);
  if (changes.length > 0)
    record(ctx, {
      subject: 'order',
      subjectId: order.id,
      action: 'charge.changed',
      says: [charge.label, ...changes],
    });
  const { state = charge.state } = input;
  if (state !== charge.state) await setState(ctx, order, charge, state);
  else if (changes.length === 0) return readOrder(ctx, order.id);
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
      from: 'driver',
      ...(contentHash ? { contentHash } : {}),
    }));
  if (!known) await touchOrder(ctx, order);
  await ctx.em.flush();
  if ('closed' in access && !isOwn) return shortAnswer(charge.id, access.closed);
  return readOrder(ctx, orderId);
}
