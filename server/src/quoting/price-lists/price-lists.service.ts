import { LockMode } from '@mikro-orm/postgresql';
import type {
  CreatePriceList,
  PriceList as PriceListView,
  UpdatePriceList,
} from '@quickfleet/shared/quoting/pricing/price-lists';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { COMPANY_ID, readCompany } from '../../company/settings/company.service.ts';
import { exists } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { keepAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { PriceList } from './price-list.entity.ts';
import { readPriceList } from './price-lists.queries.ts';

const lock = (ctx: AppContext, id: number): Promise<PriceList> =>
  ctx.em.findOneOrFail(PriceList, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Price list'),
  });

const note = (ctx: AppContext, action: 'created' | 'updated' | 'deleted', name: string) =>
  record(ctx, { subject: 'company', subjectId: COMPANY_ID, action: `company.price_list_${action}`, detail: name });

async function keepMinimum(ctx: AppContext, minimum: string | null | undefined): Promise<string | null> {
  if (!minimum) return null;
  return keepAmount(minimum, (await readCompany(ctx.em)).quoting.currency, 'minimum');
}
const byMonth = (surcharges: PriceListView['fuelSurcharge']) =>
  surcharges.toSorted((one, other) => (one.month < other.month ? -1 : 1));

/** @throws 400 for a minimum that is finer than the company's currency */
export async function createPriceList(
  ctx: AppContext,
  { name, validFrom, validTo, rules, minimum, fuelSurcharge = [] }: CreatePriceList,
): Promise<PriceListView> {
  const list = ctx.em.create(PriceList, {
    name,
    validFrom: validFrom ?? null,
    validTo: validTo ?? null,
    rules,
    minimum: await keepMinimum(ctx, minimum),
    fuelSurcharge: byMonth(fuelSurcharge),
  });
  await ctx.em.flush();
  note(ctx, 'created', name);
  return readPriceList(ctx, list.id);
}

/**
 * Partial. Orders keep the price that they have.
 *
 * @throws 404, 400 for a last day before the first one
 */
export async function updatePriceList(
  ctx: AppContext,
  { id, version, name, validFrom, validTo, rules, minimum, fuelSurcharge }: UpdatePriceList,
): Promise<PriceListView> {
  const list = await lock(ctx, id);
  requireVersion(ctx, 'price-list', list, version);
  if (name !== undefined) list.name = name;
  if (validFrom !== undefined) list.validFrom = validFrom;
  if (validTo !== undefined) list.validTo = validTo;
  if (list.validFrom && list.validTo && list.validFrom > list.validTo)
    throw invalid('validTo', t('The first day must not be after the last'));
  if (rules !== undefined) list.rules = { ...list.rules, ...rules };
  if (minimum !== undefined) list.minimum = await keepMinimum(ctx, minimum);
  if (fuelSurcharge !== undefined) list.fuelSurcharge = byMonth(fuelSurcharge);
  note(ctx, 'updated', list.name);
  await ctx.em.flush();
  return readPriceList(ctx, id);
}

/** @throws 404, 409 PRICE_LIST_IN_USE while a customer has it */
export async function deletePriceList(ctx: AppContext, id: number): Promise<{ success: true }> {
  const list = await lock(ctx, id);
  requireVersion(ctx, 'price-list', list);
  const isUsed = await exists(ctx.em, `select 1 from customers where (billing ->> 'priceListId')::int = ? limit 1`, [
    id,
  ]);
  if (isUsed) throw conflict('PRICE_LIST_IN_USE', t('Customers have this price list. Give them another one first'));
  note(ctx, 'deleted', list.name);
  ctx.em.remove(list);
  return { success: true };
}
