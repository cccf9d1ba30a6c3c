import { isBeforePickup } from '@quickfleet/shared/delivery/orders/order-status';
import { SETTLE_BEFORE_MINUTES, SETTLE_MINUTES_MAX } from '@quickfleet/shared/limits';
import { readCompany } from '../../company/settings/company.service.ts';
import { LOCKS } from '../../db/advisory-locks.ts';
import { c, readRows, run, select } from '../../db/rows.ts';
import { wordsOf } from '../../db/schema/search-index.ts';
import { atEnd, type MailRow, sideEffectsOf } from '../../db/side-effects.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now, type Services, systemContext } from '../../http/context.ts';
import { publish } from '../../http/streams/events.ts';
import { captureMails, queueSending } from '../../messages/outbox/outbox.service.ts';
import { User } from '../../people/users/user.entity.ts';
import { type DriverNews, mailDriver } from '../order-rights/orders.driver-mail.ts';
import { Order } from '../orders/order.entity.ts';
import { mailOrder } from '../orders/orders.mail.ts';
import { mailNotices } from './notices.mails.ts';
import {
  findDue,
  findNotices,
  findNoticesOfOrder,
  leavesAt,
  type Notice,
  readerOfDriver,
  readerOfOrder,
  type Touch,
  writeTouch,
} from './notices.rows.ts';
import { type JobState, jobStateOf, planParts, type Told } from './told.ts';

const MINUTE = 60_000;

interface Pending {
  touches: Touch[];
  /** Notices that are over: their driver is mailed immediately, or need not know. */
  ended: { orderId: number; driverId: number }[];
  /** Whose mails are made again. */
  readers: Set<string>;
}
const pending = new WeakMap<AppContext['em'], Pending>();
/** What this transaction changes of the notices. It is written at its end, under one lock, so that no two wait for each other. */
function pendingOf(ctx: AppContext): Pending {
  const present = pending.get(ctx.em);
  if (present) return present;
  const made: Pending = { touches: [], ended: [], readers: new Set() };
  pending.set(ctx.em, made);
  atEnd(ctx.em, 'notices', () => settle(ctx, made));
  return made;
}

/**
 * When the next stop begins, before and after a change, as far as a time is known. A time that is over says nothing next
 * to one that is not: an overdue stop that moves to another day, or back by Undo, is not about to begin.
 */
function firstBegin(order: Order, states: readonly JobState[], present: number): number {
  const windows = states.map(
    ({ pickupWindow, deliveryWindow }) => (isBeforePickup(order.status) && pickupWindow) || deliveryWindow,
  );
  const ahead = windows.filter((window) => !window || Date.parse(window.to) > present);
  const counted = ahead.length > 0 ? ahead : windows;
  return Math.min(...counted.map((window) => (window ? Date.parse(window.from) : Number.POSITIVE_INFINITY)));
}
const isPlanPart = (part: string) => planParts.some((plan) => plan === part);
/** What no comparison finds: it is mentioned in any case. */
const isExtra = (part: string) => !isPlanPart(part) && part !== 'pickupAddress' && part !== 'deliveryAddress';
const isPlanning = (news: DriverNews): boolean => {
  if (news.kind === 'assigned') return true;
  if (news.kind === 'removed') return news.because === 'reassigned' || news.because === 'unassigned';
  return news.kind === 'changed' && news.changed.some(isPlanPart);
};

/**
 * Holds what is new for the driver, and what the customer would be told, until the plan has settled. Answers false where
 * nothing is held: the caller then sends it immediately.
 */
export async function holdNotices(ctx: AppContext, order: Order, news: DriverNews): Promise<boolean> {
  const stored = await findNoticesOfOrder(ctx, order.id);
  const waiting = [...stored, ...(pending.get(ctx.em)?.touches ?? []).filter(({ orderId }) => orderId === order.id)];
  if (!isPlanning(news)) {
    const own = waiting.find(({ kind, driverId }) => kind === 'driver' && driverId === news.driver.id);
    return own !== undefined && meetNotice(ctx, order, news, own);
  }
  const present = now(ctx).getTime();
  const { settleMinutes } = (await readCompany(ctx.em)).notices;
  const state = jobStateOf(order);
  const was = (news.kind === 'changed' && news.was) || state;
  const latest = firstBegin(order, [state, was], present) - SETTLE_BEFORE_MINUTES * MINUTE;
  if (waiting.length === 0 && (settleMinutes === 0 || latest <= present)) return false;
  const capAt = new Date(Math.min(latest, present + SETTLE_MINUTES_MAX * MINUTE));
  const dueAt = new Date(Math.min(capAt.getTime(), present + settleMinutes * MINUTE));
  const told: Told = {
    driverId: news.kind === 'assigned' ? null : news.driver.id,
    had: news.kind !== 'assigned',
    job: was,
    extras: news.kind === 'changed' ? news.changed.filter(isExtra) : [],
    code: news.kind === 'changed' ? order.accessCodeHash : null,
  };
  const { touches } = pendingOf(ctx);
  touches.push({ kind: 'driver', orderId: order.id, driverId: news.driver.id, told, dueAt, capAt });
  if (news.kind === 'assigned' && news.isConfirmed) return true;
  if (!ctx.noMailBecause) touches.push({ kind: 'customer', orderId: order.id, driverId: null, told, dueAt, capAt });
  // The history says now that the caller wanted no mail.
  else if (news.kind === 'assigned') await mailOrder(ctx, order, 'driver_assigned');
  return true;
}

/** What is no planning meets a notice that waits: it ends it, is merged into it, or is sent immediately. */
function meetNotice(
  ctx: AppContext,
  order: Order,
  news: DriverNews,
  own: Pick<Touch, 'told' | 'dueAt' | 'capAt'>,
): boolean {
  const { touches, ended } = pendingOf(ctx);
  if (news.kind === 'removed') {
    ended.push({ orderId: order.id, driverId: news.driver.id });
    return !own.told.had;
  }
  if (news.kind === 'reopened') return !own.told.had;
  const extras = news.kind === 'changed' ? news.changed.filter(isExtra) : [];
  const { dueAt, capAt } = own;
  touches.push({
    ...{ kind: 'driver', orderId: order.id, driverId: news.driver.id, dueAt, capAt },
    told: { ...own.told, extras },
  });
  return true;
}

/** Before an order is deleted: drivers who lost it, and do not know it yet, are mailed now. */
export async function endNotices(ctx: AppContext, order: Order): Promise<void> {
  for (const { kind, driverId, told, heldFor } of await findNoticesOfOrder(ctx, order.id)) {
    pendingOf(ctx).readers.add(heldFor);
    if (driverId !== null) pendingOf(ctx).ended.push({ orderId: order.id, driverId });
    if (kind !== 'driver' || !told.had || driverId === order.driver?.id) continue;
    const driver = await ctx.em.findOne(User, driverId ?? 0);
    if (driver) await mailDriver(ctx, order, { kind: 'removed', driver, because: 'deleted' });
  }
  pendingOf(ctx).readers.add(readerOfOrder(order));
}

/** One process at a time changes or sends notices: a reader's mail is always made of all of theirs. */
const lock = ({ em }: AppContext) => em.execute('select pg_advisory_xact_lock(?)', [LOCKS.notices]);

/** Writes what has changed, and what will be sent as things are now. */
async function settle(ctx: AppContext, { touches, ended, readers }: Pending): Promise<void> {
  pending.delete(ctx.em);
  await lock(ctx);
  for (const { orderId, driverId } of ended) {
    readers.add(readerOfDriver(driverId));
    await run(ctx.em, 'delete from held_notices where order_id = ? and driver_id = ?', [orderId, driverId]);
  }
  for (const touch of touches) {
    const order = await ctx.em.findOne(Order, touch.orderId);
    if (!order) continue;
    const reader = touch.kind === 'driver' ? readerOfDriver(touch.driverId ?? 0) : readerOfOrder(order);
    // The customer may have had another address.
    for (const { kind, heldFor } of await findNoticesOfOrder(ctx, order.id))
      if (kind === touch.kind && kind === 'customer') readers.add(heldFor);
    await writeTouch(ctx, touch, reader, now(ctx));
    readers.add(reader);
  }
  for (const reader of [...readers].toSorted()) {
    const notices = await findNotices(ctx, [reader]);
    if (notices.length > 0 && leavesAt(notices) <= now(ctx)) await sendNotices(ctx, reader, notices);
    else await draft(ctx, reader, notices);
  }
}

/** What a caller said about mails is about their own call alone. */
const neutral = ({ noMailBecause: _, isBulk: __, ...ctx }: AppContext): AppContext => ctx;
const heldMail = select({ id: c.int('id'), orderId: c.int('order_id').nullable() });
const findHeld = ({ em }: AppContext, reader: string) =>
  readRows(em, heldMail, `select $columns from emails where held_for = ? and status = 'held' order by id`, [reader]);

/** Keeps what would be sent now in the mailbox, and has it sent when its time comes. */
async function draft(ctx: AppContext, reader: string, notices: readonly Notice[]): Promise<void> {
  const mails = await captureMails(ctx, { keepsHistory: false }, () =>
    mailNotices(neutral(ctx), notices, { tells: false }),
  );
  const office = ctx.services.config.ADMIN_EMAIL;
  const own = mails.filter(({ recipient }) => recipient !== office);
  const sendAt = notices.length > 0 ? leavesAt(notices) : now(ctx);
  await writeHeld(
    ctx,
    reader,
    own.map((mail) => ({ ...mail, status: 'held', sendAt, heldFor: reader })),
  );
  if (notices.length > 0)
    await run(
      ctx.em,
      `select graphile_worker.add_job('send_notices', json_build_object('reader', ?::text), run_at => now() + make_interval(secs => ?), job_key => 'notices ' || ?::text)`,
      [reader, Math.max(0, sendAt.getTime() - now(ctx).getTime()) / 1000, reader],
    );
}

/** Sends one reader what is still true, and forgets their notices. Returns the number of mails. */
async function sendNotices(ctx: AppContext, reader: string, notices: readonly Notice[]): Promise<number> {
  await run(ctx.em, 'delete from held_notices where held_for = ?', [reader]);
  const mails = await captureMails(ctx, { keepsHistory: true }, () =>
    mailNotices(neutral(ctx), notices, { tells: true }),
  );
  await writeHeld(ctx, reader, mails);
  return mails.length;
}

/** Gives a reader's held mails these contents, in place; those that are left over are removed. */
async function writeHeld(ctx: AppContext, reader: string, mails: readonly MailRow[]): Promise<void> {
  const held = await findHeld(ctx, reader);
  for (const [at, mail] of mails.entries()) {
    const present = held[at];
    if (!present) {
      sideEffectsOf(ctx.em).mails.push(mail);
      continue;
    }
    await run(
      ctx.em,
      `update emails set trigger = ?, recipient = ?, subject = ?, html = ?, text = ?, template_id = ?, template_version = ?, order_id = ?,
         quote_id = ?, code_sealed = ?, status = ?, created_at = ?, send_at = ?, held_for = ?, order_ids = ?, last_error = ?, words = ? where id = ?`,
      [
        ...[mail.trigger, mail.recipient, mail.subject, mail.html, mail.text, mail.templateId, mail.templateVersion],
        ...[mail.orderId, mail.quoteId, mail.codeSealed, mail.status, mail.createdAt],
        ...[mail.sendAt ?? null, mail.heldFor ?? null, mail.orderIds ?? null, mail.lastError ?? null],
        ...[wordsOf('emails', (column) => (column === 'recipient' ? mail.recipient : mail.subject)), present.id],
      ],
    );
    if (mail.status === 'queued') await queueSending(ctx, present.id);
    await publish(ctx.em, { topic: 'mail', id: present.id, quoteId: mail.quoteId, orderId: mail.orderId });
  }
  for (const { id, orderId } of held.slice(mails.length)) {
    await run(ctx.em, 'delete from emails where id = ?', [id]);
    await publish(ctx.em, { topic: 'mail', id, quoteId: null, orderId });
  }
}

/** Sends the notices of these readers now. Returns the number of mails. */
export async function sendNow(ctx: AppContext, readers: readonly string[]): Promise<number> {
  await lock(ctx);
  let sent = 0;
  for (const reader of readers) sent += await sendNotices(ctx, reader, await findNotices(ctx, [reader]));
  return sent;
}

/** Sends a reader's notices if their time has come: more changes may have moved it. */
const sendIfDue = (services: Services, reader: string): Promise<void> => {
  const ctx = systemContext(services);
  return runInTransaction(ctx, 'notices.send', { reader }, async (em) => {
    const inner: AppContext = { ...ctx, em, grant: 'yes' };
    await lock(inner);
    const notices = await findNotices(inner, [reader]);
    if (notices.length > 0 && leavesAt(notices) <= now(inner)) await sendNotices(inner, reader, notices);
  });
};

/** The job of one reader, and without one that of the clock: what was lost with its job leaves too. */
export async function sendDueNotices(services: Services, payload?: unknown): Promise<void> {
  const reader = typeof payload === 'object' && payload !== null && 'reader' in payload ? payload.reader : undefined;
  if (typeof reader === 'string') return sendIfDue(services, reader);
  // Of an order that is gone nothing is sent.
  await run(
    services.orm.em.fork(),
    `delete from emails e where status = 'held' and not exists (select 1 from held_notices n where n.held_for = e.held_for)`,
    [],
  );
  for (const due of await findDue({ em: services.orm.em.fork() }, services.clock())) await sendIfDue(services, due);
}
