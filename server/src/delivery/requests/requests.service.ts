import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import { orderOutcomes } from '@quickfleet/shared/company/proof/failure-words';
import { type RequestKind, type RequestState, requestKindWords } from '@quickfleet/shared/company/request-kinds';
import { offeredWindows } from '@quickfleet/shared/delivery/my/offered-windows';
import { isBeforePickup, isOpenOrder, orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import type {
  AskDelivery,
  AskedDelivery,
  DecideRequest,
  RequestOptions,
} from '@quickfleet/shared/delivery/tracking/delivery-requests';
import { NOTES_MAX, REQUESTS_MAX } from '@quickfleet/shared/limits';
import { isSameWindow, type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { message, t } from '@quickfleet/shared/words/t';
import type { Said } from '../../company/history/detail-words.ts';
import { actorOf, record } from '../../company/history/history.service.ts';
import { wordOf } from '../../company/history/values.ts';
import { notesToStore } from '../../company/leave-words.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readOne, select } from '../../db/rows.ts';
import { claimImages, fileUrl, hashesOf, keyIn } from '../../files/uploads/uploads.service.ts';
import { type AppContext, now, withoutIfMatch } from '../../http/context.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { inHistory } from '../../words/speak.ts';
import { resolveOrder } from '../attempts/resolution.service.ts';
import type { Order } from '../orders/order.entity.ts';
import { mailOffice, mailOrder, mailRecipient } from '../orders/orders.mail.ts';
import { windowsOf } from '../orders/orders.plan.ts';
import { finishChange, lockOrder, setStatus, touchOrder, updateOrder } from '../orders/orders.service.ts';
import { findMailedDelivery, type MailedDelivery } from '../tracking/delivery-link.ts';
import { type Asked, DeliveryRequest } from './delivery-request.entity.ts';
import { NEWER_REQUEST, NO_REASON, reasonForHistory, reasonInWords, textInWords } from './request-words.ts';

type Reader = MailedDelivery['reader'];
const CALL_US = message('Please call us');

interface Offer {
  kinds: RequestKind[];
  windows: Window[];
  /** Why there is nothing to choose. */
  closedBecause: string | null;
}

type Asking = Pick<
  Order,
  'status' | 'outcome' | 'failedAt' | 'pickupFrom' | 'pickupTo' | 'deliveryFrom' | 'deliveryTo'
>;

/** A failed delivery waits for a decision: there is no stop ahead that it could be too late for. */
const isLate = (ctx: AppContext, order: Asking, untilMinutes: number): boolean => {
  const { deliveryWindow } = windowsOf(order);
  if (untilMinutes === 0 || order.failedAt || !deliveryWindow) return false;
  return now(ctx).getTime() > Date.parse(deliveryWindow.from) - untilMinutes * MINUTE_MS;
};

/** What a reader may ask for now, by the rules of the company and the state of the order. */
async function offerOf(ctx: AppContext, order: Asking, reader: Reader): Promise<Offer> {
  const { recipients, hours } = await readCompany(ctx.em);
  const none = (closedBecause: string): Offer => ({ kinds: [], windows: [], closedBecause });
  if (!isOpenOrder(order.status)) return none(t('This delivery is over'));
  if (order.outcome === 'returning') return none(t('This delivery is on its way back to the sender'));
  if (isLate(ctx, order, recipients.untilMinutes))
    return none(t('It is too late to change this here. {callUs}', { callUs: t(CALL_US) }));
  const isPickupFailed = Boolean(order.failedAt) && isBeforePickup(order.status);
  const isAsked = (kind: RequestKind) => recipients.kinds.includes(kind);
  const windows =
    isAsked('window') && !isPickupFailed
      ? offeredWindows({
          now: now(ctx),
          timeZone: ctx.services.config.BUSINESS_TIMEZONE,
          hours,
          ...windowsOf(order),
          leadMinutes: recipients.untilMinutes,
        })
      : [];
  const isPossible: Record<RequestKind, boolean> = {
    window: windows.length > 0,
    leave_at: true,
    note: true,
    contact: true,
    cancel: reader === 'customer' && isBeforePickup(order.status),
  };
  return { kinds: recipients.kinds.filter((kind) => isPossible[kind]), windows, closedBecause: null };
}

const at = (sql: string) => c.date(sql).nullable();
const asking = select({
  status: c.oneOf(orderStatuses, 'status'),
  outcome: c.oneOf(orderOutcomes, 'outcome').nullable(),
  failedAt: at('failed_at'),
  pickupFrom: at('pickup_from'),
  pickupTo: at('pickup_to'),
  deliveryFrom: at('delivery_from'),
  deliveryTo: at('delivery_to'),
});
/** GET /t/{token}/options */
export async function readOptions(ctx: AppContext, token: string): Promise<RequestOptions> {
  const { id, reader } = await findMailedDelivery(ctx, token);
  const order = await readOne(ctx.em, asking, 'select $columns from orders where id = ?', [id]);
  const { kinds, windows } = await offerOf(ctx, order, reader);
  return { kinds, windows };
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
/** What is asked for, as it was typed and as it is applied. Rejects with 400 for what is missing. */
function wordsOf(ctx: AppContext, given: AskDelivery): { text: string; asked: Asked } {
  const text = given.text ? inOneLine(given.text) : '';
  switch (given.kind) {
    case 'window': {
      if (!given.window) throw invalid('window', t('Choose a time'));
      const { BUSINESS_TIMEZONE, hourCycle } = ctx.services.config;
      const { window } = given;
      return { text: inHistory(() => windowInWords(window, BUSINESS_TIMEZONE, hourCycle)), asked: { window } };
    }
    case 'leave_at':
      if (!given.place) throw invalid('place', t('Choose where to leave it'));
      if (!text) throw invalid('text', t('Say with whom or where'));
      return { text, asked: { place: given.place } };
    case 'note':
      if (!text) throw invalid('text', t('Write a note for the driver'));
      return { text, asked: {} };
    case 'contact': {
      const { name = null, phone = null } = given;
      if (!name) throw invalid('name', t('Enter a name'));
      if (!phone) throw invalid('phone', t('Enter a phone number'));
      const email = given.email || null;
      return { text: [name, phone, email].filter(Boolean).join(', '), asked: { contact: { name, phone, email } } };
    }
    case 'cancel':
      return { text: text || NO_REASON, asked: {} };
  }
}

/** The person at the delivery as the order has them; without a contact that is the customer. */
const contactOf = (order: Order): StopContact =>
  order.deliveryContact ?? {
    name: order.customerName,
    company: order.customerCompany ?? null,
    phone: order.customerPhone ?? null,
    email: order.customerEmail ?? null,
    notes: null,
  };

const askedInWords = ({ kind, text, asked: { place, window } }: DeliveryRequest) =>
  textInWords({ kind, place: place ?? null, window: window ?? null, text });
/** As it is in the notes of a stop, which keep English (leave-words.ts). */
const noteOf = (request: DeliveryRequest) => notesToStore(askedInWords(request));
/** The notes of the stop with this request in place of the one of its kind that was agreed before. */
async function notesWith(ctx: AppContext, order: Order, request: DeliveryRequest): Promise<string> {
  const before = await ctx.em.find(DeliveryRequest, {
    order: order.id,
    kind: request.kind,
    state: 'accepted',
    id: { $ne: request.id },
  });
  const replaced = new Set(before.map(noteOf));
  const lines = notesToStore(contactOf(order).notes ?? '').split('\n');
  const kept = lines.filter((line) => line !== '' && !replaced.has(line));
  const notes = [...kept, noteOf(request)].join('\n');
  if (notes.length > NOTES_MAX) throw invalid('text', t('There are too many notes for the driver already'));
  return notes;
}

/** The customer knows when the recipient chose another time. */
async function moveWindow(ctx: AppContext, order: Order, request: DeliveryRequest, window: Window): Promise<void> {
  await updateOrder(ctx, { id: order.id, deliveryWindow: window });
  if (request.by === 'recipient')
    await mailOrder(ctx, order, 'request_answered', () => ({
      whatHappened: t('The recipient has chosen another time.'),
    }));
}

/** Does what was agreed, by the same calls as the office. */
async function apply(ctx: AppContext, order: Order, request: DeliveryRequest): Promise<void> {
  const inner = withoutIfMatch(ctx);
  const { id } = order;
  const { window, contact } = request.asked;
  if (request.kind === 'window' && window)
    await (order.failedAt
      ? resolveOrder(inner, { id, kind: 'retry', deliveryWindow: window })
      : moveWindow(inner, order, request, window));
  if (request.kind === 'contact' && contact) {
    const present = contactOf(order);
    const email = contact.email ?? present.email;
    await updateOrder(inner, { id, deliveryContact: { ...present, ...contact, email } });
  }
  if (request.kind === 'note' || request.kind === 'leave_at') {
    const notes = await notesWith(ctx, order, request);
    await updateOrder(inner, { id, deliveryContact: { ...contactOf(order), notes } });
  }
  if (request.kind === 'cancel') {
    if (!isBeforePickup(order.status)) throw conflict('REQUEST_TOO_LATE', t('This order has been picked up already'));
    await setStatus(inner, { id, status: 'cancelled' });
  }
}

/** What was asked for, for the history: as it was typed where somebody typed it. */
function askedForHistory({ kind, text, asked: { place, window } }: DeliveryRequest): Said {
  if (kind === 'window' && window) return { is: 'window', ...window };
  if (kind === 'leave_at' && place) return { is: 'leave_at', place, words: text };
  return kind === 'cancel' ? reasonForHistory(text) : text;
}
const inWords = (request: DeliveryRequest) => `${requestKindWords[request.kind]}: ${askedInWords(request)}`;
const recordIt = async (ctx: AppContext, order: Order, request: DeliveryRequest): Promise<void> =>
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: `request.${request.state}`,
    says: [
      {
        by: ': ',
        of: [{ is: 'reader', reader: request.by }, wordOf('requestKind', request.kind), askedForHistory(request)],
      },
      ...(request.reason ? [reasonForHistory(request.reason)] : []),
    ],
    files: await hashesOf(ctx, request.photoUrl ? [request.photoUrl] : []),
  });

/**
 * Tells the reader what became of their request. A cancelled order has a mail that says so; who has another contact put
 * in their place gets none.
 */
async function mailAnswer(ctx: AppContext, order: Order, request: DeliveryRequest): Promise<void> {
  const isAgreed = request.state === 'accepted';
  if (isAgreed && (request.kind === 'cancel' || request.kind === 'contact')) return;
  const answer = () => ({
    whatHappened: isAgreed
      ? t('We agreed to your request. {request}.', { request: inWords(request) })
      : t('We can’t do what you asked for. {request}.', { request: inWords(request) }),
    whatNext: reasonInWords(request.reason ?? ''),
  });
  if (request.by === 'recipient') await mailRecipient(ctx, order, 'recipient_answered', answer);
  else await mailOrder(ctx, order, 'request_answered', answer);
}

async function decide(
  ctx: AppContext,
  order: Order,
  request: DeliveryRequest,
  state: RequestState,
  reason: string | null = null,
): Promise<void> {
  if (state === 'accepted') await apply(ctx, order, request);
  Object.assign(request, { state, reason });
  if (state !== 'waiting') Object.assign(request, { decidedAt: now(ctx), decidedBy: actorOf(ctx).name });
  await recordIt(ctx, order, request);
}

/** An upload of ours as it is stored; any other address stays as it is, and is refused. */
const addressIn = (ctx: AppContext, url: string): string => {
  const key = keyIn(ctx, url);
  return key ? fileUrl(key) : url;
};
const WAITS = message('We’ll check this and e-mail you');
/**
 * A customer or recipient asks for something by their link. It is done immediately, or waits for staff, by the rules of
 * the company; the same asked for again is the same request.
 *
 * @throws 400 for what is missing, 404, and what the office's own change of the order throws
 */
export async function askByLink(ctx: AppContext, input: AskDelivery): Promise<AskedDelivery> {
  const { id, reader } = await findMailedDelivery(ctx, input.token);
  const order = await lockOrder(ctx, id);
  const { text, asked } = wordsOf(ctx, input);
  const { kind } = input;
  const given = kind === 'leave_at' && input.photoUrl ? addressIn(ctx, input.photoUrl) : null;
  const all = await ctx.em.find(DeliveryRequest, { order: id, by: reader }, { orderBy: { id: 'desc' } });
  const last = all.find((request) => request.kind === kind);
  if (
    last &&
    last.state !== 'refused' &&
    (asked.window ? isSameWindow(last.asked.window, asked.window) : last.text === text) &&
    last.asked.place === asked.place &&
    (given === null || given === last.photoUrl)
  )
    return { state: last.state, reason: last.state === 'waiting' ? t(WAITS) : null };
  const refused = (reason: string): AskedDelivery => ({ state: 'refused', reason });
  const offer = await offerOf(ctx, order, reader);
  if (offer.closedBecause) return refused(offer.closedBecause);
  if (!offer.kinds.includes(kind)) return refused(t('This can’t be changed here. {callUs}', { callUs: t(CALL_US) }));
  const { window } = asked;
  if (window && !offer.windows.some((one) => isSameWindow(one, window)))
    return refused(t('This time is no longer offered. Please choose another one'));
  if (all.length >= REQUESTS_MAX)
    return refused(t('There were too many changes of this delivery. {callUs}', { callUs: t(CALL_US) }));

  const [photoUrl = null] = given === null ? [] : await claimImages(ctx, [given], [last?.photoUrl ?? ''], 'photoUrl');
  if (last?.state === 'waiting') Object.assign(last, { state: 'refused', reason: NEWER_REQUEST, decidedAt: now(ctx) });
  const request = ctx.em.create(DeliveryRequest, {
    order,
    by: reader,
    kind,
    state: 'waiting',
    text,
    asked,
    photoUrl,
    reason: null,
    decidedBy: null,
    decidedAt: null,
    createdAt: now(ctx),
  });
  await ctx.em.flush();
  const { recipients } = await readCompany(ctx.em);
  const state = recipients.confirmed.includes(kind) ? 'waiting' : 'accepted';
  await decide(ctx, order, request, state);
  if (state === 'waiting') await mailOffice(ctx, order, 'request_office', () => ({ whatChanged: inWords(request) }));
  else if (kind === 'window') await mailAnswer(ctx, order, request);
  await touchOrder(ctx, order);
  await ctx.em.flush();
  return { state, reason: state === 'waiting' ? t(WAITS) : null };
}

/**
 * Staff agree to a request, or refuse it.
 *
 * @throws 404, 409 REQUEST_DECIDED, 409 REQUEST_TOO_LATE, and what their own change of the order throws
 */
export async function decideRequest(ctx: AppContext, input: DecideRequest): Promise<OrderView> {
  const order = await lockOrder(ctx, input.id);
  requireVersion(ctx, 'order', order, input.version);
  const request = await ctx.em.findOne(DeliveryRequest, { id: input.requestId, order: order.id });
  if (!request) throw notFound('Request');
  if (request.state !== 'waiting') throw conflict('REQUEST_DECIDED', t('This request has been answered already'));
  await decide(ctx, order, request, input.state, input.reason ?? null);
  await mailAnswer(ctx, order, request);
  return finishChange(ctx, order);
}
