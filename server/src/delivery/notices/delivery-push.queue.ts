import { MINUTE_MS, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { DeliveryReader } from '@quickfleet/shared/delivery/tracking/delivery-token';
import { mailStepWords } from '@quickfleet/shared/messages/mail-steps';
import type { PushMessage } from '@quickfleet/shared/messages/push';
import { audienceOf, type TemplateTrigger } from '@quickfleet/shared/messages/templates';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readRows, run, select } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { PUSH_TRIES } from '../../messages/push/push.service.ts';
import { sha256 } from '../../security/secrets.ts';
import { inLanguageOf } from '../../words/speak.ts';
import { delayColumn, delayForCustomer, etaColumn } from '../eta/eta.queries.ts';
import type { Order } from '../orders/order.entity.ts';
import { isOpen, windowColumns } from '../orders/orders.filters.ts';
import { windowsOf } from '../orders/orders.plan.ts';
import { tokensOf } from '../tracking/delivery-link.ts';

// Messages to the devices that follow one delivery, in the transaction of the change. A locked screen is read by
// everybody: a message has the number and the company's name, and names nobody and no place.

/** The mails that devices get a message about too, in the words of their subjects. */
const sentences: Readonly<Partial<Record<TemplateTrigger, () => string>>> = {
  order_in_transit: () => mailStepWords.order_in_transit,
  order_delivered: () => mailStepWords.order_delivered,
  attempt_failed: () => t('There is a problem with your delivery'),
  order_cancelled: () => t('Your delivery was cancelled'),
  order_returned: () => t('Your delivery was returned to the sender'),
  recipient_on_the_way: () => mailStepWords.recipient_on_the_way,
  recipient_delivered: () => mailStepWords.recipient_delivered,
  recipient_failed: () => t('There is a problem with your delivery'),
};
/** The last message of a delivery. */
const endings: ReadonlySet<TemplateTrigger> = new Set([
  'order_delivered',
  'recipient_delivered',
  'order_cancelled',
  'order_returned',
]);
/** Recipients get no mail about these, but their device would wait for nothing. */
const forBoth: ReadonlySet<TemplateTrigger> = new Set(['order_cancelled', 'order_returned']);

const messageOf = (
  { services: { config } }: AppContext,
  trackingNumber: string,
  title: string,
  detail?: string,
): PushMessage => ({
  title,
  body: [detail, config.BRAND_NAME, formatTracking(trackingNumber)].filter(Boolean).join(' · '),
  tag: trackingNumber,
});

interface Sending {
  readers: readonly DeliveryReader[];
  message: PushMessage;
  isLast?: boolean;
}
/** Queues a message to the devices of these readers, one job each. */
const queue = ({ em }: AppContext, orderId: number, { readers, message, isLast = false }: Sending) =>
  run(
    em,
    `select graphile_worker.add_job('send_push', json_build_object('deliveryPush', p.id, 'message', ?::json, 'isLast', ?::bool), max_attempts => ?)
       from delivery_pushes p where p.order_id = ? and p.reader = any(?)`,
    [JSON.stringify(message), isLast, PUSH_TRIES, orderId, readers],
  );

/** Sends what a mail says to its reader's devices, also where its address wants no mails about that step. */
export async function pushStep(ctx: AppContext, order: Order, trigger: TemplateTrigger): Promise<void> {
  const title = sentences[trigger];
  if (!title || ctx.noMailBecause) return;
  const reader = audienceOf(trigger) === 'recipient' ? 'recipient' : 'customer';
  await queue(ctx, order.id, {
    readers: forBoth.has(trigger) ? ['customer', 'recipient'] : [reader],
    message: messageOf(ctx, order.trackingNumber, title()),
    isLast: endings.has(trigger),
  });
}

/** Another delivery window, once the plan has settled: the last one counts. */
export async function pushNewTime(ctx: AppContext, order: Order, changed: readonly string[]): Promise<void> {
  const { deliveryWindow } = windowsOf(order);
  if (!deliveryWindow || ctx.noMailBecause || !changed.includes('deliveryWindow')) return;
  const { BUSINESS_TIMEZONE, hourCycle } = ctx.services.config;
  const { settleMinutes } = (await readCompany(ctx.em)).notices;
  await run(
    ctx.em,
    `select graphile_worker.add_job('send_push', json_build_object('deliveryPush', p.id, 'message', ?::json, 'isLast', false),
       run_at => now() + make_interval(mins => ?), max_attempts => ?, job_key => 'new time ' || p.id)
       from delivery_pushes p where p.order_id = ?`,
    [
      JSON.stringify(
        inLanguageOf(ctx, order, () => {
          const time = windowInWords(deliveryWindow, BUSINESS_TIMEZONE, hourCycle);
          return messageOf(ctx, order.trackingNumber, t('New time for your delivery'), time);
        }),
      ),
      settleMinutes,
      PUSH_TRIES,
      order.id,
    ],
  );
}

const late = select({
  id: c.int('p.id'),
  trackingNumber: c.text('o.tracking_number'),
  language: c.oneOf(languages, 'o.language').nullable(),
  eta: etaColumn,
  deliveryWindow: windowColumns.deliveryWindow,
  delay: delayColumn,
});
/**
 * Deliveries that run late, once a day, as soon as it makes a difference to them: when the driver says so, or later, when
 * their window has begun.
 */
export async function pushLate(ctx: AppContext): Promise<void> {
  const today = startOfDay(todayOf(ctx), ctx.services.config.BUSINESS_TIMEZONE);
  const rows = await readRows(
    ctx.em,
    late,
    `select $columns from delivery_pushes p join orders o on o.id = p.order_id join order_delays d on d.order_id = o.id
      where ${isOpen} and (p.late_told_at is null or p.late_told_at < ?)`,
    [today],
  );
  const concerned = rows.filter((row) => delayForCustomer(row, now(ctx)));
  for (const { id, trackingNumber, language } of concerned)
    await run(
      ctx.em,
      `with device as (update delivery_pushes set late_told_at = ? where id = ? and (late_told_at is null or late_told_at < ?) returning id)
       select graphile_worker.add_job('send_push', json_build_object('deliveryPush', id, 'message', ?::json, 'isLast', false), max_attempts => ?) from device`,
      [
        now(ctx),
        id,
        today,
        JSON.stringify(
          inLanguageOf(ctx, { language }, () => messageOf(ctx, trackingNumber, t('Your delivery is running late'))),
        ),
        PUSH_TRIES,
      ],
    );
}

type Reached = Parameters<typeof tokensOf>[1];
/** Of each link that opens an order now: its reader, and what is stored of its token. */
const linksOf = (ctx: Pick<AppContext, 'services'>, order: Reached): string[] =>
  tokensOf(ctx, order).map(({ reader, token }) => `${reader} ${sha256(token)}`);

/** Whether the link that a device subscribed with still opens its delivery, for the same reader. */
export const isStillLinked = (
  ctx: Pick<AppContext, 'services'>,
  order: Reached,
  { reader, linkHash }: { reader: DeliveryReader; linkHash: string },
): boolean => linksOf(ctx, order).includes(`${reader} ${linkHash}`);

/** Ends the messages to the devices of links that no longer open this order. */
export async function endFormerPushes(ctx: AppContext, order: Order): Promise<void> {
  const { id, trackingNumber, customerEmail = null, deliveryContact: contact = null } = order;
  await run(ctx.em, `delete from delivery_pushes where order_id = ? and reader || ' ' || link_hash <> all(?)`, [
    id,
    linksOf(ctx, { trackingNumber, customerEmail, contact }),
  ]);
}

/** The last message has left: nothing is kept of this device, unless the delivery was taken back by then. */
export const endPush = ({ em }: Pick<AppContext, 'em'>, id: number): Promise<number> =>
  run(em, `delete from delivery_pushes p using orders o where p.id = ? and o.id = p.order_id and not (${isOpen})`, [
    id,
  ]);

/** How long after the end of a delivery its last message may still be on its way. */
const LINGER_MS = 24 * 60 * MINUTE_MS;
/** Forgets the devices of deliveries that ended without a last message. */
export const forgetPushes = ({ em }: Pick<AppContext, 'em'>, at: Date): Promise<number> =>
  run(
    em,
    `delete from delivery_pushes p using orders o where o.id = p.order_id and not (${isOpen})
        and coalesce(o.delivered_at, o.cancelled_at, o.updated_at) < ?`,
    [new Date(at.getTime() - LINGER_MS)],
  );
