import type { CompanySettings } from '@quickfleet/shared/company/company';
import type { PriceBasis } from '@quickfleet/shared/quoting/pricing/price-basis';
import type { RulePrice } from '@quickfleet/shared/quoting/pricing/price-rules';
import type { PriceZone } from '@quickfleet/shared/quoting/pricing/price-zones';
import { readCompany } from '../../company/settings/company.service.ts';
import { ReadAhead } from '../../db/transaction.ts';
import type { AppContext } from '../../http/context.ts';
import { priceRequest, type Request } from '../estimates/estimates.service.ts';
import { type CustomerList, findListsOf } from './price-lists.queries.ts';

/** A price, and by what it is made. */
export interface CustomerPrice {
  found: RulePrice;
  price: string;
  taxTotal: string;
  quoting: CompanySettings['quoting'];
  basis: PriceBasis;
}

const listsAhead = new ReadAhead<CustomerList | null>();
/** What `priceFor` reads for several customers, by one statement. */
export async function readPricesAhead(ctx: AppContext, customerIds: readonly number[]): Promise<void> {
  for (const id of customerIds) listsAhead.give(ctx.em, id, null);
  for (const list of await findListsOf(ctx, customerIds)) listsAhead.give(ctx.em, list.customerId, list);
}

/** The list of a customer, where it counts on this day. */
async function findList(ctx: AppContext, customerId: number, day: string): Promise<CustomerList | null> {
  const ahead = listsAhead.find(ctx.em, customerId);
  const list = ahead === undefined ? (await findListsOf(ctx, [customerId]))[0] : ahead;
  const { validFrom, validTo } = list ?? { validFrom: null, validTo: null };
  return list && (validFrom ?? day) <= day && day <= (validTo ?? day) ? list : null;
}

/**
 * What a delivery on this day costs a customer: by the customer's list, else by the company's rules where they are
 * binding. undefined where neither says one price.
 */
export async function priceFor(
  ctx: AppContext,
  customerId: number | null,
  day: string,
  request: Request,
): Promise<CustomerPrice | undefined> {
  const list = customerId === null ? null : await findList(ctx, customerId, day);
  const { pricing, quoting } = await readCompany(ctx.em);
  const basisOf = (found: RulePrice | string, basis: PriceBasis): CustomerPrice | undefined =>
    typeof found === 'string' || found.price === null
      ? undefined
      : { found, price: found.price, taxTotal: found.taxTotal ?? '0', quoting, basis };
  if (list) {
    const { rules, minimum, fuelSurcharge, id } = list;
    const fuelPercent = fuelSurcharge.find(({ month }) => month === day.slice(0, 7))?.percent ?? null;
    const found = await priceRequest(ctx, { ...rules, isOn: true }, quoting, request, { minimum, fuelPercent });
    const byList = basisOf(found, { kind: 'list', id, reason: null });
    if (byList) return byList;
  }
  if (!pricing.isOn || !pricing.isBinding) return undefined;
  return basisOf(await priceRequest(ctx, pricing, quoting, request), { kind: 'rules', id: null, reason: null });
}

/** The zones by which a customer is priced on this day: those of its list, else the company's. */
export async function zonesFor(ctx: AppContext, customerId: number | null, day: string): Promise<readonly PriceZone[]> {
  const list = customerId === null ? null : await findList(ctx, customerId, day);
  return list && list.rules.zones.length > 0 ? list.rules.zones : (await readCompany(ctx.em)).pricing.zones;
}
