import { unitsOf } from '@quickfleet/shared/base/money/money';
import { REPLAY_QUOTES } from '@quickfleet/shared/limits';
import type { Replay } from '@quickfleet/shared/quoting/estimates';
import type { PriceRules } from '@quickfleet/shared/quoting/pricing/price-rules';
import { quoteStatusesThat } from '@quickfleet/shared/quoting/quote-status';
import { readCompany } from '../../company/settings/company.service.ts';
import type { AppContext } from '../../http/context.ts';
import { Quote } from '../quotes/quote.entity.ts';
import { priceRequest } from './estimates.service.ts';

/** Tries price rules on the quotes that were paid last, in the company's currency: how far they are from what was paid. */
export async function replayRules(ctx: AppContext, rules: PriceRules): Promise<Replay> {
  const { quoting } = await readCompany(ctx.em);
  const { currency } = quoting;
  const paid = await ctx.em.find(
    Quote,
    {
      status: { $in: quoteStatusesThat('isPaid') },
      price: { $ne: null, $gt: '0' },
      currency: { $in: [currency, null] },
    },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: REPLAY_QUOTES, populate: ['items'] },
  );
  const percents: number[] = [];
  let withinRange = 0;
  for (const quote of paid) {
    const found = await priceRequest(ctx, { ...rules, isOn: true, isBinding: false }, quoting, {
      pickupAddress: quote.pickupAddress,
      deliveryAddress: quote.deliveryAddress,
      items: quote.items.getItems(),
      weightKg: quote.weightKg,
      speedType: quote.speedType,
      speedDate: quote.speedDate ?? null,
    });
    if (typeof found === 'string') continue;
    const [from, to, was] = [found.from, found.to, quote.price ?? '0'].map((amount) => unitsOf(amount, currency));
    if (from === undefined || to === undefined || was === undefined) continue;
    const middle = Number(from + to) / 2;
    percents.push((100 * (middle - Number(was))) / Number(was));
    if (from <= was && was <= to) withinRange++;
  }
  const sum = percents.reduce((all, one) => all + one, 0);
  return {
    compared: percents.length,
    skipped: paid.length - percents.length,
    averagePercent: percents.length > 0 ? Math.round((10 * sum) / percents.length) / 10 : null,
    withinRange,
  };
}
