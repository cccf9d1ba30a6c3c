import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import { delayInWords } from '@quickfleet/shared/delivery/eta/delay-words';
import type { Delay, Eta } from '@quickfleet/shared/delivery/eta/eta';
import { type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { c, type Row, readRows, run, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { sharingMails } from '../../messages/outbox/outbox.service.ts';
import { delayColumn, delayForCustomer, etaColumn, etaForReader } from '../eta/eta.queries.ts';
import { Order } from '../orders/order.entity.ts';
import { isOpen, windowColumns } from '../orders/orders.filters.ts';
import { mailOrder, mailRecipient } from '../orders/orders.mail.ts';

const delayed = select({
  id: c.int('o.id'),
  eta: etaColumn,
  deliveryWindow: windowColumns.deliveryWindow,
  delay: delayColumn,
  toldAt: c.date('d.told_at').nullable(),
  toldTo: c.date('d.told_to').nullable(),
});

/** So much later is worth another mail. */
const MUCH_LATER_MS = 15 * MINUTE_MS;
/** The expected time that a mail says: where it is later than what was promised, or where the driver said by how much. */
function expectedOf({ eta, deliveryWindow, delay }: { eta: Eta | null; deliveryWindow: Window | null; delay: Delay }) {
  const isLater = eta && deliveryWindow && Date.parse(eta.to) > Date.parse(deliveryWindow.to);
  return isLater || typeof delay.minutes === 'number' ? eta : null;
}

/** A delay is said once; again only when the driver says a time that is much later than the one that was said. */
function isNews({ toldAt, toldTo }: Row<typeof delayed>, delay: Delay, expected: Window | null): boolean {
  if (!toldAt) return true;
  return (
    typeof delay.minutes === 'number' &&
    expected !== null &&
    (!toldTo || Date.parse(expected.to) - toldTo.getTime() >= MUCH_LATER_MS)
  );
}

/** A text message says the time in a separate line, because it has no room in a sentence. */
function wordsOf({ services: { config } }: AppContext, delay: Delay, expected: Window | null) {
  const window = expected ? windowInWords(expected, config.BUSINESS_TIMEZONE, config.hourCycle) : '';
  return {
    whatHappened: window
      ? t('Your delivery is running late. We now expect it {window}.', { window })
      : t('Your delivery is running late. The tracking page shows the time as soon as we know it.'),
    whatNext: t('Reason: {reason}', { reason: delayInWords(delay) }),
    deliveryWindow: window,
  };
}

/**
 * Mails and texts about deliveries that run late, as soon as it makes a difference to them, once for each delay: to the
 * customer and to the person at the delivery, one mail to each reader about all their orders.
 */
export async function mailLate(ctx: AppContext): Promise<void> {
  const rows = await readRows(
    ctx.em,
    delayed,
    `select $columns from order_delays d join orders o on o.id = d.order_id
      where ${isOpen} and (d.told_at is null or d.minutes is not null) order by o.id for update of d skip locked`,
  );
  const news = rows.flatMap((row) => {
    const eta = etaForReader(ctx, row.eta);
    const delay = delayForCustomer({ ...row, eta }, now(ctx));
    const expected = delay && expectedOf({ ...row, eta, delay });
    return delay && isNews(row, delay, expected) ? [{ id: row.id, delay, expected }] : [];
  });
  if (news.length === 0) return;
  await run(
    ctx.em,
    `update order_delays d set told_at = ?, told_to = r."to" from json_to_recordset(?::json) r(id int, "to" timestamptz)
      where d.order_id = r.id`,
    [now(ctx), JSON.stringify(news.map(({ id, expected }) => ({ id, to: expected?.to ?? null })))],
  );
  const orders = await ctx.em.find(
    Order,
    { id: news.map(({ id }) => id) },
    { populate: ['driver', 'quote', 'items'], orderBy: { id: 'asc' } },
  );
  const newsOf = new Map(news.map((one) => [one.id, one]));
  await sharingMails(ctx, async () => {
    for (const order of orders) {
      const one = newsOf.get(order.id);
      if (!one) continue;
      const words = () => wordsOf(ctx, one.delay, one.expected);
      await mailOrder(ctx, order, 'order_delayed', words);
      await mailRecipient(ctx, order, 'recipient_delayed', words);
    }
  });
}
