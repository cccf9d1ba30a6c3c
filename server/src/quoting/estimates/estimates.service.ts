import { isNothing } from '@quickfleet/shared/base/money/money';
import { spansOf } from '@quickfleet/shared/company/business-hours';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import { closedInWords } from '@quickfleet/shared/company/days/closed-days';
import type { Estimate, EstimateInput } from '@quickfleet/shared/quoting/estimates';
import {
  type EstimateFault,
  faultWords,
  type PriceRules,
  type PriceTerms,
  priceByRules,
  type RulePrice,
} from '@quickfleet/shared/quoting/pricing/price-rules';
import type { ShownEstimate } from '@quickfleet/shared/quoting/quote-page';
import { isStaff } from '@quickfleet/shared/roles';
import { findDistance } from '../../company/places/places.queries.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { closedFor, merchantOf } from '../../http/caller/merchant.ts';
import type { AppContext } from '../../http/context.ts';

/** What is priced. Whoever asks says what is known of the weight: a way that forgets it has another price. */
export interface Request
  extends Pick<EstimateInput, 'pickupAddress' | 'deliveryAddress' | 'items' | 'speedType' | 'speedDate'> {
  weightKg: number | null | undefined;
}

/** What a request costs by these rules. Only what the rules ask for is looked up. */
export async function priceRequest(
  ctx: AppContext,
  rules: PriceRules,
  { currency, pricesIncludeTax, defaultTaxRate }: CompanySettings['quoting'],
  request: Request,
  ofList?: PriceTerms,
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
    ofList,
  });
}

/** A first number for a request; it makes nothing. What it is made of is for the office alone. */
export async function estimate(ctx: AppContext, input: EstimateInput): Promise<Estimate> {
  const { pricing, quoting } = await readCompany(ctx.em);
  const { currency } = quoting;
  const nothing = { from: null, to: null, currency, isBinding: false, basis: null, rules: null };
  const day = input.speedType === 'specific_date' ? input.speedDate : null;
  const closed = day ? closedFor(ctx, day) : null;
  if (day && closed && pricing.isOn)
    return { ...nothing, code: 'DAY_CLOSED', message: closedInWords(day, closed), nextOpenDay: closed.next };
  const found = await priceRequest(ctx, pricing, quoting, { ...input, weightKg: input.weightKg });
  if (typeof found === 'string') return { ...nothing, code: found, message: faultWords[found], nextOpenDay: null };
  const { price, lines } = found;
  const { caller } = ctx;
  const isOffice = isStaff(caller.user?.role) || (caller.key !== undefined && merchantOf(ctx) === undefined);
  const rules = isOffice ? { price, lines } : null;
  return { ...shownOf(found, pricing, currency), code: null, message: null, nextOpenDay: null, rules };
}

const shownOf = ({ from, to, price, basis }: RulePrice, { isBinding }: PriceRules, currency: string) => ({
  from,
  to,
  currency,
  isBinding: isBinding && price !== null,
  basis,
});

/** What the form shows a visitor for a request now; null where it shows nothing. */
export async function shownEstimate(ctx: AppContext, request: Request): Promise<ShownEstimate | null> {
  const { pricing, quoting } = await readCompany(ctx.em);
  const found = await priceRequest(ctx, pricing, quoting, request);
  return typeof found === 'string' ? null : shownOf(found, pricing, quoting.currency);
}
