import { LockMode } from '@mikro-orm/postgresql';
import { DAY_MS, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { incidentKindWords } from '@quickfleet/shared/delivery/proof/incident-words';
import type {
  CreateIncident,
  Incident as IncidentView,
  ReportIncident,
  UpdateIncident,
} from '@quickfleet/shared/delivery/proof/incidents';
import { CLAIM_DAYS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { saying } from '../../company/history/detail-words.ts';
import { actorOf, record, recordEvent } from '../../company/history/history.service.ts';
import { wordOf } from '../../company/history/values.ts';
import { claimImages, hashesOf } from '../../files/uploads/uploads.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { badRequest, conflict, DomainError, notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { amountWords, keepAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { publish } from '../../http/streams/events.ts';
import { deliveryUrlForMail } from '../../messages/outbox/delivery-links.ts';
import { writeMail, writeToCustomer } from '../../messages/outbox/outbox.service.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { inLanguageOf } from '../../words/speak.ts';
import { Order } from '../orders/order.entity.ts';
import { currencyOfOrder } from '../orders/orders.money.ts';
import { opensProof } from '../proof/proof-link.ts';
import { readerOf } from '../tracking/delivery-link.ts';
import { Incident } from './incident.entity.ts';
import { readIncident } from './incidents.queries.ts';

/** Per order, so that the link from a mail cannot be used to flood the office. */
const PER_ORDER_MAX = 20;

interface Opened {
  kind: Incident['kind'];
  description?: string | null | undefined;
  items: Incident['items'];
  imageUrls?: readonly string[] | undefined;
  note?: string | null | undefined;
  amount?: string | null | undefined;
  openedBy: Incident['openedBy'];
  openedByName: string;
}

const answerMail = (reference: string) => ({
  subject: t('Your claim on order {number}', { number: '{{trackingNumber}}' }),
  content: [
    t('Hello {name},', { name: '{{customerName}}' }),
    t('we have answered your claim {reference} on order {number}:', { reference, number: '{{trackingNumber}}' }),
    '{{answerText}}',
    t('Follow it here: {link}', { link: '{{trackingUrl}}' }),
  ].join('\n\n'),
});

/** Sends the office's answer to the recipient who asked, or to the customer. */
function mailAnswer(ctx: AppContext, order: Order, { reference, answer, openedBy, openedByName }: IncidentView): void {
  const { trackingNumber, deliveryContact } = order;
  const isRecipients = openedBy === 'recipient';
  const customerName = isRecipients ? openedByName : order.customerName;
  const to = (isRecipients ? deliveryContact?.email : order.customerEmail) ?? null;
  const trackingUrl = deliveryUrlForMail(ctx.services.config, trackingNumber);
  const values = { customerName, trackingNumber, answerText: answer ?? '', trackingUrl };
  inLanguageOf(ctx, order, () =>
    writeToCustomer(ctx, { trigger: 'incident_answered', to, orderId: order.id, values }, answerMail(reference), null),
  );
}

const openedMail = (openedBy: Incident['openedBy']) => ({
  subject: t('Claim on order {number}', { number: '{{trackingNumber}}' }),
  content: [
    t('Hello,'),
    openedBy === 'recipient'
      ? t('A claim was opened on order {number} by the recipient: {reason}.', {
          number: '{{trackingNumber}}',
          reason: '{{reason}}',
        })
      : t('A claim was opened on order {number} by the customer: {reason}.', {
          number: '{{trackingNumber}}',
          reason: '{{reason}}',
        }),
    t('Open the order: {link}', { link: '{{adminUrl}}' }),
  ].join('\n\n'),
});

/** What is claimed, in the currency of the order. */
async function keepClaim(
  ctx: AppContext,
  order: Order,
  amount: string | null | undefined,
): Promise<string | null | undefined> {
  if (!amount) return amount;
  await ctx.em.populate(order, ['quote']);
  const currency = await currencyOfOrder(ctx, order);
  return keepAmount(amount, currency, 'amount', amountWords(currency));
}

async function open(ctx: AppContext, order: Order, opened: Opened): Promise<number> {
  if ((await ctx.em.count(Incident, { order: order.id })) >= PER_ORDER_MAX)
    throw conflict('TOO_MANY_INCIDENTS', t('There are too many claims on this order. Please call us.'));
  const photoUrls = await claimImages(ctx, opened.imageUrls ?? []);
  const { kind, description, items, note, amount, openedBy, openedByName } = opened;
  const incident = ctx.em.create(Incident, {
    order,
    kind,
    state: 'open',
    description: description ?? null,
    items,
    photoUrls,
    note: note ?? null,
    amount: (await keepClaim(ctx, order, amount)) ?? null,
    openedBy,
    openedByName,
    settledAt: null,
    createdAt: now(ctx),
  });
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'incident.opened',
    says: saying(': ', wordOf('incidentKind', kind), description),
    files: await hashesOf(ctx, photoUrls),
  });
  const { trackingNumber } = order;
  await publish(ctx.em, { topic: 'order', id: order.id, trackingNumber });
  const to = ctx.services.config.ADMIN_EMAIL;
  if (to && openedBy !== 'staff') {
    const adminUrl = `${publicUrl(ctx.services.config)}/admin/orders?order=${order.id}`;
    inLanguageOf(ctx, {}, () => {
      const values = { trackingNumber, reason: incidentKindWords[kind], adminUrl };
      writeMail(ctx, { trigger: 'incident_opened', to, orderId: order.id, values }, openedMail(openedBy), null);
    });
  }
  await ctx.em.flush();
  recordEvent(ctx, { subject: 'claim', subjectId: incident.id, action: 'claim.opened' });
  return incident.id;
}

const lockOrder = (ctx: AppContext, id: number): Promise<Order> =>
  ctx.em.findOneOrFail(Order, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Order'),
  });

/** A claim that staff write down on any order. Rejects with 404, and with 400 for an item that is not the order's. */
export async function createIncident(ctx: AppContext, input: CreateIncident): Promise<IncidentView> {
  const order = await lockOrder(ctx, input.orderId);
  await ctx.em.populate(order, ['items']);
  const items = (input.itemIds ?? []).map((itemId) => {
    const item = order.items.getItems().find(({ id }) => id === itemId);
    if (!item)
      throw badRequest('UNKNOWN_ITEM', t('One of the items is not part of this order'), [
        { path: 'itemIds', message: t('Unknown item') },
      ]);
    return { itemId, name: item.name };
  });
  const id = await open(ctx, order, { ...input, items, openedBy: 'staff', openedByName: actorOf(ctx).name });
  return readIncident(ctx, id);
}

type Reporter = Pick<Opened, 'openedBy' | 'openedByName'>;
/** Who reports, as far as it is shown: the customer, or the person at the delivery. */
function reporterOf(ctx: AppContext, order: Order, { email, token }: ReportIncident): Reporter | undefined {
  const { customerName, customerEmail, deliveryContact } = order;
  const reader = token ? readerOf(ctx, order, token) : undefined;
  if (reader === 'recipient') return { openedBy: reader, openedByName: deliveryContact?.name ?? '' };
  const isCustomer =
    reader === 'customer' ||
    (email !== undefined && email.toLowerCase() === customerEmail?.toLowerCase()) ||
    (token ? opensProof(ctx, order.id, token, now(ctx)) : false);
  return isCustomer ? { openedBy: 'customer', openedByName: customerName } : undefined;
}

/**
 * The order of a claim, if the caller is its customer or recipient. Only failed tries are counted, so that no stranger
 * can lock a customer out.
 */
async function lockOwnOrder(ctx: AppContext, input: ReportIncident): Promise<{ order: Order; reporter: Reporter }> {
  const { trackingNumber } = input;
  const order = await ctx.em.findOne(Order, { trackingNumber }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const reporter = order && reporterOf(ctx, order, input);
  if (reporter) return { order, reporter };
  await countTry(ctx, 'incidents.miss');
  if (!order) throw notFound('Order');
  throw new DomainError(
    'FORBIDDEN',
    'NOT_THE_CUSTOMER',
    t('This is not the e-mail address that the order was placed with'),
    { issues: [{ path: 'email', message: t('Not the address of this order') }] },
  );
}

/** Whether a part of the order has arrived, or all of it is late: its window is over, or without one its planned day. */
async function hasSomethingToReport(ctx: AppContext, order: Order): Promise<boolean> {
  if (order.cancelledAt) return false;
  await ctx.em.populate(order, ['items']);
  if (order.items.getItems().some(({ isDelivered }) => isDelivered)) return true;
  const { BUSINESS_TIMEZONE } = ctx.services.config;
  if (order.deliveryTo) return order.deliveryTo < now(ctx);
  const { deliveryDate } = order;
  return deliveryDate ? dayAt(deliveryDate, BUSINESS_TIMEZONE) < dayAt(now(ctx), BUSINESS_TIMEZONE) : false;
}

/** The reporter's own claim about the same, as long as it is not settled: saying it again opens no second one. */
async function findSame(
  ctx: AppContext,
  order: Order,
  kind: Incident['kind'],
  items: Incident['items'],
  { openedBy }: Reporter,
): Promise<number | undefined> {
  const open = await ctx.em.find(Incident, { order: order.id, kind, openedBy, state: { $ne: 'settled' } });
  const idsOf = (list: Incident['items']) =>
    list
      .map(({ itemId }) => itemId)
      .sort()
      .join(',');
  return open.find((known) => idsOf(known.items) === idsOf(items))?.id;
}

/**
 * A claim of the customer or the recipient from their page; from the moment the delivery is late, and for CLAIM_DAYS
 * after it. The same claim again is the first one. The tracking number alone is read off a parcel by strangers: the
 * order's e-mail address or the token of the delivery's mail goes with it (decision 044). Rejects with 403 NOT_THE_CUSTOMER, 404, 409 TOO_EARLY and TOO_LATE, 429.
 */
export async function reportIncident(ctx: AppContext, input: ReportIncident) {
  const { order, reporter } = await lockOwnOrder(ctx, input);
  const { deliveredAt } = order;
  if (!deliveredAt && !(await hasSomethingToReport(ctx, order)))
    throw conflict('TOO_EARLY', t('This order isn’t due yet. Please call us if something is wrong.'));
  if (deliveredAt && now(ctx).getTime() - deliveredAt.getTime() > CLAIM_DAYS * DAY_MS)
    throw conflict(
      'TOO_LATE',
      t('A claim is possible for {count} days after the delivery. Please call us.', { count: CLAIM_DAYS }),
    );
  await ctx.em.populate(order, ['items']);
  const all = order.items.getItems();
  const items = [...new Set(input.items)].map((place) => {
    const item = all[place - 1];
    if (!item)
      throw badRequest('UNKNOWN_ITEM', t('One of the items is not part of this order'), [
        { path: 'items', message: t('Unknown item') },
      ]);
    return { itemId: item.id, name: item.name };
  });
  const known = await findSame(ctx, order, input.kind, items, reporter);
  const id = known ?? (await open(ctx, order, { ...input, items, ...reporter }));
  const { kind, createdAt, reference } = await readIncident(ctx, id);
  return { success: true as const, kind, createdAt, reference, isKnown: known !== undefined };
}

/** Partial. Rejects with 404, 409 or 412 when someone else has changed it. */
export async function updateIncident(ctx: AppContext, input: UpdateIncident): Promise<IncidentView> {
  const incident = await ctx.em.findOneOrFail(Incident, input.id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    populate: ['order'],
    failHandler: () => notFound('Incident'),
  });
  requireVersion(ctx, 'incident', incident, input.version);
  const before = incident.state;
  if (input.kind) incident.kind = input.kind;
  if (input.note !== undefined) incident.note = input.note;
  if (input.amount !== undefined) incident.amount = (await keepClaim(ctx, incident.order, input.amount)) ?? null;
  let isAnswered = false;
  if (input.answer !== undefined && (input.answer ?? null) !== incident.answer) {
    incident.answer = input.answer ?? null;
    isAnswered = incident.answer !== null;
  }
  if (input.state && input.state !== before) {
    incident.state = input.state;
    incident.settledAt = input.state === 'settled' ? now(ctx) : null;
    if (input.state === 'settled')
      recordEvent(ctx, { subject: 'claim', subjectId: incident.id, action: 'claim.settled' });
  }
  const { order } = incident;
  await ctx.em.populate(order, ['quote']);
  const currency = await currencyOfOrder(ctx, order);
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: incident.state === before ? 'incident.changed' : `incident.${incident.state}`,
    says: saying(
      ', ',
      wordOf('incidentKind', incident.kind),
      wordOf('incidentState', incident.state),
      incident.amount ? { is: 'money', amount: incident.amount, currency, stored: 'number' } : null,
    ),
  });
  await publish(ctx.em, { topic: 'order', id: order.id, trackingNumber: order.trackingNumber });
  await ctx.em.flush();
  const changed = await readIncident(ctx, incident.id);
  if (isAnswered) mailAnswer(ctx, order, changed);
  return changed;
}
