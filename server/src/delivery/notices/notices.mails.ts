import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { paths } from '@quickfleet/shared/paths';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import type { AppContext } from '../../http/context.ts';
import { codeMarkOf, queueMail, sealCodes } from '../../messages/outbox/outbox.service.ts';
import { queuePush } from '../../messages/push/push.service.ts';
import { orderOfList } from '../../messages/templates/defaults/defaults.orders.ts';
import { contentIn } from '../../messages/templates/defaults/defaults.parts.ts';
import { jobOfList } from '../../messages/templates/defaults/defaults.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { User } from '../../people/users/user.entity.ts';
import { inLanguageOf } from '../../words/speak.ts';
import {
  type DrivenBy,
  type DriverNews,
  jobValues,
  mailDriver,
  newsTitles,
  pushWords,
} from '../order-rights/orders.driver-mail.ts';
import { Order } from '../orders/order.entity.ts';
import { mailOrder, orderValues } from '../orders/orders.mail.ts';
import type { Notice } from './notices.rows.ts';
import { jobChanges, jobStateOf, planChanges } from './told.ts';

type Job = { order: Order; news: DriverNews };

/** What is new for a driver about one job, between what they were told and what is true now. */
function netOf(notice: Notice, order: Order, driver: User): DriverNews | undefined {
  const { told } = notice;
  const has = order.driver?.id === driver.id && isOpenOrder(order.status);
  if (!told.had) return has ? { kind: 'assigned', driver } : undefined;
  if (!has) {
    if (!isOpenOrder(order.status) && order.driver?.id === driver.id && order.status !== 'cancelled') return undefined;
    const because = order.status === 'cancelled' ? 'cancelled' : order.driver ? 'reassigned' : 'unassigned';
    return { kind: 'removed', driver, because };
  }
  const extras = told.extras.filter((part): part is DrivenBy => typeof part === 'string');
  const changed = [...new Set<DrivenBy>([...jobChanges(told.job, jobStateOf(order)), ...extras])];
  if (changed.length > 0) return { kind: 'changed', driver, changed };
  return told.code === order.accessCodeHash ? undefined : { kind: 'link', driver };
}

async function ordersOf({ em }: AppContext, notices: readonly Notice[]): Promise<Map<number, Order>> {
  const ids = [...new Set(notices.map(({ orderId }) => orderId))];
  const orders = await em.find(Order, { id: { $in: ids } }, { populate: ['driver'] });
  return new Map(orders.map((order) => [order.id, order]));
}

/** A draft of many jobs says how many, and names the first: it is made again with every change. */
const DRAFTED_MAX = 10;
const shownOf = <T>(all: readonly T[], tells: boolean): readonly T[] => (tells ? all : all.slice(0, DRAFTED_MAX));

/** One mail to a driver about all that has changed for them, or none; `tells` also sends it to their phones. */
async function mailDriverOf(ctx: AppContext, notices: readonly Notice[], tells: boolean): Promise<void> {
  const driver = await ctx.em.findOne(User, notices[0]?.driverId ?? 0);
  if (!driver) return;
  const orders = await ordersOf(ctx, notices);
  const jobs = notices.flatMap((notice): Job[] => {
    const order = orders.get(notice.orderId);
    const news = order && netOf(notice, order, driver);
    return order && news ? [{ order, news }] : [];
  });
  const [first] = jobs;
  if (!first) return;
  if (jobs.length === 1) {
    await mailDriver(ctx, first.order, first.news);
    if (tells) await queuePush(ctx, driver.id, pushWords(ctx, first.order, first.news));
    return;
  }
  const shown = shownOf(jobs, tells);
  await ctx.em.populate(
    shown.map(({ order }) => order),
    ['quote', 'items'],
  );
  const to = driver.email;
  if (to)
    await inLanguageOf(ctx, driver, () =>
      queueMail(ctx, {
        trigger: 'driver_job_list',
        to,
        orderIds: jobs.map(({ order }) => order.id),
        values: { driverName: displayName(driver), itemCount: String(jobs.length) },
        list: { content: contentIn(jobOfList), rows: shown.map((job) => rowOf(ctx, job)) },
        codeSealed: sealCodes(
          ctx.services.secrets,
          new Map(shown.filter(isTheirs).map(({ order }) => [order.id, order.accessCodeSealed])),
        ),
      }),
    );
  else for (const { order, news } of jobs) await mailDriver(ctx, order, news);
  const numbers = jobs.map(({ order }) => formatTracking(order.trackingNumber));
  const some = numbers.slice(0, 3).join(', ');
  const more = numbers.length - 3;
  const words = () => ({
    title: t('Your jobs have changed'),
    body: more > 0 ? t('{numbers} and {count} more', { numbers: some, count: more }) : some,
    tag: 'plan',
  });
  if (tells) await queuePush(ctx, driver.id, inLanguageOf(ctx, driver, words));
}
const isTheirs = ({ news }: Job): boolean => news.kind !== 'removed';
function rowOf(ctx: AppContext, job: Job) {
  const values = jobValues(ctx, job.order, job.news);
  const title = newsTitles[job.news.kind];
  const url = `${publicUrl(ctx.services.config)}${paths.driver}${codeMarkOf(job.order.id)}`;
  return {
    ...values,
    whatChanged: values.whatChanged ? `${title} (${values.whatChanged})` : title,
    jobUrl: isTheirs(job) ? url : '',
  };
}

/** One mail to a customer about the final drivers and times of their orders, or none. */
async function mailCustomerOf(ctx: AppContext, notices: readonly Notice[], tells: boolean): Promise<void> {
  const orders = await ordersOf(ctx, notices);
  const changed = notices.flatMap(({ orderId, told }) => {
    const order = orders.get(orderId);
    if (!order?.driver || !isOpenOrder(order.status)) return [];
    const isNews = order.driver.id !== told.driverId || planChanges(told.job, jobStateOf(order)).length > 0;
    return isNews ? [order] : [];
  });
  // Addresses of one mailbox may still differ in how they are written.
  const groups = Map.groupBy(changed, ({ customerEmail }) => customerEmail ?? null);
  for (const [to, [first, ...more]] of groups) {
    if (first && (more.length === 0 || to === null))
      for (const order of [first, ...more]) await mailOrder(ctx, order, 'driver_assigned');
    else if (first) {
      await inLanguageOf(ctx, first, async () => {
        const rows = [];
        for (const order of shownOf([first, ...more], tells)) rows.push(await orderValues(ctx, order));
        await queueMail(ctx, {
          trigger: 'orders_planned',
          to,
          orderId: first.id,
          orderIds: [first, ...more].map(({ id }) => id),
          values: { customerName: first.customerName, itemCount: String(more.length + 1) },
          list: { content: contentIn(orderOfList), rows },
        });
      });
    }
  }
}

/** Writes the mails of one reader's notices as things are now. */
export const mailNotices = (
  ctx: AppContext,
  notices: readonly Notice[],
  { tells }: { tells: boolean },
): Promise<void> =>
  notices[0]?.kind === 'driver' ? mailDriverOf(ctx, notices, tells) : mailCustomerOf(ctx, notices, tells);
