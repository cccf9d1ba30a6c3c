import { sameDayDelivery } from '@quickfleet/shared/company/business-hours';
import type { FitOf } from '@quickfleet/shared/delivery/planning/plans';
import type { CreateQuote } from '@quickfleet/shared/quoting/quotes';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../company/settings/company.service.ts';
import { choosesFreely } from '../../http/caller/merchant.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { findOtherWindows } from './plans.fit.ts';

/**
 * Refuses a window, or a day, that is full: visitors and the keys of customers get none of these where the company wants
 * it so (`planning.fullWindows`). The office may promise what it likes.
 *
 * @throws 409 WINDOW_FULL with the next free ones
 */
export async function requireFreeWindow(ctx: AppContext, input: FitOf, path = 'deliveryWindow'): Promise<void> {
  if (choosesFreely(ctx) || !(await readCompany(ctx.em)).planning.fullWindows) return;
  const others = await findOtherWindows(ctx, input);
  if (!others) return;
  const { BUSINESS_TIMEZONE: zone, hourCycle } = ctx.services.config;
  const windows = others.map((window) => windowInWords(window, zone, hourCycle)).join('; ');
  const message =
    windows === ''
      ? t('Nobody can deliver this then, nor in the next days. Please call us')
      : t('Nobody can deliver this then any more. Next free: {windows}', { windows });
  throw conflict('WINDOW_FULL', message, [{ path, message }]);
}

/** The same for the day that a request names. */
export async function requireFreeDay(ctx: AppContext, quote: CreateQuote): Promise<void> {
  const { BUSINESS_TIMEZONE: zone, hours } = ctx.services.config;
  const day =
    quote.speedType === 'specific_date'
      ? quote.speedDate
      : quote.speedType === 'today'
        ? sameDayDelivery(now(ctx), zone, hours).day
        : null;
  if (!day) return;
  const { pickupAddress, deliveryAddress, weightKg, needs, items } = quote;
  await requireFreeWindow(
    ctx,
    { pickupAddress, deliveryAddress, weightKg, needs, items, deliveryDate: day },
    'speedDate',
  );
}
