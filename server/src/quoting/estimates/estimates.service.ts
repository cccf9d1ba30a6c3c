import { isNothing } from '@quickfleet/shared/base/money/money';
import { spansOf } from '@quickfleet/shared/company/business-hours';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import type { Estimate, EstimateInput } from '@quickfleet/shared/quoting/estimates';
import {
  type EstimateFault,
  faultWords,
  type PriceRules,
  priceByRules,
  type RulePrice,
} from '@quickfleet/shared/quoting/price-rules';
import { isStaff } from '@quickfleet/shared/roles';
import { readCompany } from '../../company/settings/company.service.ts';
import { merchantOf } from '../../http/caller/merchant.ts';
import type { AppContext } from '../../http/context.ts';
import { findDistance } from './estimates.distance.ts';

type Request = Pick<EstimateInput, 'pickupAddress' | 'deliveryAddress' | 'items' | 'speedType' | 'speedDate'>;

/** What a request costs by these rules. Only what the rules ask for is looked up. */
export async function priceRequest(
  ctx: AppContext,
  rules: PriceRules,
  { currency, pricesIncludeTax, defaultTaxRate }: CompanySettings['quoting'],
  request: Request,
): Promise<RulePrice | EstimateFault> {
  const { pickupAddress, deliveryAddress, speedType, speedDate } = request;
  const asksForKm = rules.isOn && !isNothing(rules.perKm) && pickupAddress !== '' && deliveryAddress !== '';
  const day = speedType === 'specific_date' ? speedDate : null;
  return priceByRules(rules, request, {
    km: asksForKm ? await findDistance(ctx, pickupAddress, deliveryAddress) : null,
    isClosed: Boolean(day) && spansOf(day ?? '', ctx.services.config.hours).length === 0,
    taxRate: defaultTaxRate,
    currency,
    pricesIncludeTax,
  });
}

/** A first number for a request; it makes nothing. What it is made of is for the office alone. */
export async function estimate(ctx: AppContext, input: EstimateInput): Promise<Estimate> {
  const { pricing, quoting } = await readCompany(ctx.em);
  const { currency } = quoting;
  const found = await priceRequest(ctx, pricing, quoting, input);
  if (typeof found === 'string') {
    const nothing = { from: null, to: null, isBinding: false, basis: null, rules: null };
    return { ...nothing, currency, code: found, message: faultWords[found] };
  }
  const { from, to, price, lines, basis } = found;
  const { caller } = ctx;
  const isOffice = isStaff(caller.user?.role) || (caller.key !== undefined && merchantOf(ctx) === undefined);
  const isBinding = pricing.isBinding && price !== null;
  const rules = isOffice ? { price, lines } : null;
  return { from, to, currency, isBinding, basis, code: null, message: null, rules };
}
