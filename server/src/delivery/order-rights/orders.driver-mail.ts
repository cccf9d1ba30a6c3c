import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { PushMessage } from '@quickfleet/shared/messages/push';
import type { TemplateTrigger } from '@quickfleet/shared/messages/templates';
import { paths } from '@quickfleet/shared/paths';
import { displayName } from '@quickfleet/shared/people/users';
import { type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { message, said, t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import type { AppContext } from '../../http/context.ts';
import { CODE_MARK, queueMail } from '../../messages/outbox/outbox.service.ts';
import { dayInWords, inOneLine, publicUrl } from '../../messages/templates/mail-values.ts';
import type { TemplateValues } from '../../messages/templates/render.ts';
import type { User } from '../../people/users/user.entity.ts';
import { inLanguageOf } from '../../words/speak.ts';
import type { JobState } from '../notices/told.ts';
import type { Order } from '../orders/order.entity.ts';
import { windowsOf } from '../orders/orders.plan.ts';

/** What a driver goes by. */
export type DrivenBy =
  | 'pickupAddress'
  | 'deliveryAddress'
  | 'pickupContact'
  | 'deliveryContact'
  | 'pickupWindow'
  | 'deliveryWindow'
  | 'deliveryDate'
  | 'items';
type RemovedBecause = 'reassigned' | 'unassigned' | 'deactivated' | 'cancelled' | 'deleted';

export type DriverNews =
  /** `isConfirmed`: the customer is not mailed about it. */
  | { kind: 'assigned'; driver: User; isConfirmed?: boolean }
  /** `was`: what the driver knew of it before. */
  | { kind: 'changed'; driver: User; changed: readonly DrivenBy[]; was?: JobState }
  /** Nothing but the code of its link. */
  | { kind: 'link'; driver: User }
  | { kind: 'reopened'; driver: User }
  | { kind: 'removed'; driver: User; because: RemovedBecause };

const triggerOf = {
  assigned: 'driver_job_assigned',
  changed: 'driver_job_changed',
  reopened: 'driver_job_changed',
  link: 'driver_job_changed',
  removed: 'driver_job_removed',
} as const satisfies Record<DriverNews['kind'], TemplateTrigger>;

const changeWords = said<DrivenBy>({
  pickupAddress: message('the pickup address'),
  deliveryAddress: message('the delivery address'),
  pickupContact: message('the contact at the pickup'),
  deliveryContact: message('the contact at the delivery'),
  pickupWindow: message('the pickup time'),
  deliveryWindow: message('the delivery time'),
  deliveryDate: message('the day'),
  items: message('the items'),
});
const removalWords = said<RemovedBecause>({
  reassigned: message('another driver has it now'),
  unassigned: message('the office has unassigned you'),
  deactivated: message('the office has unassigned you'),
  cancelled: message('it was cancelled'),
  deleted: message('it was deleted'),
});

/** The day follows the delivery window and needs no extra line. */
function wordsOf(news: DriverNews): string {
  if (news.kind === 'assigned') return '';
  if (news.kind === 'link') return t('the link that opens it');
  if (news.kind === 'reopened') return t('the office has opened it again');
  if (news.kind === 'removed') return removalWords[news.because];
  const isTold = (part: DrivenBy) => part !== 'deliveryDate' || !news.changed.includes('deliveryWindow');
  return news.changed
    .filter(isTold)
    .map((part) => changeWords[part])
    .join(', ');
}

export const newsTitles = said<DriverNews['kind']>({
  assigned: message('New job'),
  changed: message('Job changed'),
  reopened: message('Job open again'),
  removed: message('Job taken back'),
  link: message('New link'),
});

/** When a driver has to be somewhere for it: at the pickup while that is ahead. */
function whenOf(ctx: AppContext, order: Order): string {
  const { BUSINESS_TIMEZONE: zone, hourCycle } = ctx.services.config;
  const { pickupWindow, deliveryWindow } = windowsOf(order);
  if (pickupWindow) return t(', pickup {window}', { window: windowInWords(pickupWindow, zone, hourCycle) });
  return deliveryWindow ? t(', delivery {window}', { window: windowInWords(deliveryWindow, zone, hourCycle) }) : '';
}

/** What a driver's phones show. The lock screen is anybody's to read: number and time, no name, no address. */
export const pushWords = (ctx: AppContext, order: Order, news: DriverNews): PushMessage =>
  inLanguageOf(ctx, news.driver, () => ({
    title: newsTitles[news.kind],
    body: `${formatTracking(order.trackingNumber)}${news.kind === 'removed' ? '' : whenOf(ctx, order)}`,
    tag: order.trackingNumber,
  }));

/** What a driver may read of a job: no price and no address of the customer's mailbox. */
export function jobValues(ctx: AppContext, order: Order, news: DriverNews): TemplateValues {
  const { config } = ctx.services;
  const zone = config.BUSINESS_TIMEZONE;
  const base = publicUrl(config);
  const { pickupWindow, deliveryWindow } = windowsOf(order);
  const inWords = (window: Window | null) => (window ? windowInWords(window, zone, config.hourCycle) : '');
  return {
    quoteId: order.quote ? String(order.quote.id) : '',
    customerName: order.customerName,
    itemCount: String(order.items.length),
    submissionDate: dayInWords(zone, order.createdAt),
    trackingNumber: order.trackingNumber,
    driverName: displayName(news.driver),
    deliveryDate: order.deliveryDate ? dayInWords(zone, order.deliveryDate) : '',
    trackingUrl: `${base}/track/${order.trackingNumber}`,
    pickupAddress: inOneLine(order.pickupAddress),
    deliveryAddress: inOneLine(order.deliveryAddress),
    pickupWindow: inWords(pickupWindow),
    deliveryWindow: inWords(deliveryWindow),
    driverNotes: order.driverNotes ?? '',
    whatChanged: wordsOf(news),
    jobUrl: news.kind === 'removed' ? '' : `${base}${paths.driver}${CODE_MARK}`,
  };
}

/**
 * Tells a driver of a job that came, changed or went, in the transaction that does it: one mail a change, to the
 * driver's own address. The link in it opens the job; its code is only in the mail that is sent. Somebody who is no
 * driver any more gets none, and one without an address gets a line of history instead.
 */
export async function mailDriver(ctx: AppContext, order: Order, news: DriverNews): Promise<void> {
  if (news.kind === 'removed' && news.because === 'deactivated') return;
  const { driver } = news;
  if (!driver.email) {
    record(ctx, {
      subject: 'order',
      subjectId: order.id,
      action: 'order.driver_not_mailed',
      says: [{ is: 'no_address', driver: displayName(driver) }],
    });
    return;
  }
  await ctx.em.populate(order, ['quote', 'items']);
  const to = driver.email;
  await inLanguageOf(ctx, driver, () =>
    queueMail(ctx, {
      trigger: triggerOf[news.kind],
      to,
      orderId: order.id,
      values: jobValues(ctx, order, news),
      ...(news.kind === 'removed' ? {} : { codeSealed: order.accessCodeSealed }),
    }),
  );
}
