import { LockMode } from '@mikro-orm/postgresql';
import { incidentKindWords, incidentStateWords } from '@quickfleet/shared/incident-words';
import type {
  CreateIncident,
  Incident as IncidentView,
  ReportIncident,
  UpdateIncident,
} from '@quickfleet/shared/incidents';
import { CLAIM_DAYS } from '@quickfleet/shared/limits';
import { type AppContext, now } from '../../context.ts';
import { badRequest, conflict, DomainError, notFound } from '../../lib/errors.ts';
import { publish } from '../../lib/events.ts';
import { requireFresh } from '../../lib/fresh.ts';
import { countTry } from '../../lib/limits.ts';
import { actorOf, record } from '../history/history.service.ts';
import { Order } from '../orders/order.entity.ts';
import { opensProof } from '../orders/proof-link.ts';
import { writeMail } from '../outbox/outbox.service.ts';
import { publicUrl } from '../templates/mail-values.ts';
import { claimImages, hashesOf } from '../uploads/uploads.service.ts';
import { Incident } from './incident.entity.ts';
import { readIncident } from './incidents.queries.ts';

const DAY_MS = 86_400_000;
/** Of one order: whoever has the link of a mail fills no office with them. */
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

const mailContent = `Hello,

A claim was opened on order {{trackingNumber}} by the customer: {{reason}}.

Open the order: {{adminUrl}}`;

async function open(ctx: AppContext, order: Order, opened: Opened): Promise<number> {
  if ((await ctx.em.count(Incident, { order: order.id })) >= PER_ORDER_MAX)
    throw conflict('TOO_MANY_INCIDENTS', 'There are too many claims on this order. Please call us.');
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
    amount: amount ?? null,
    openedBy,
    openedByName,
    settledAt: null,
    createdAt: now(ctx),
  });
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'incident.opened',
    detail: [incidentKindWords[kind], description].filter(Boolean).join(': '),
    files: await hashesOf(ctx, photoUrls),
  });
  const { trackingNumber } = order;
  await publish(ctx.em, { topic: 'order', id: order.id, trackingNumber });
  const to = ctx.services.config.ADMIN_EMAIL;
  if (to && openedBy === 'customer') {
    const adminUrl = `${publicUrl(ctx.services.config)}/admin/orders?order=${order.id}`;
    const values = { trackingNumber, reason: incidentKindWords[kind], adminUrl };
    const template = { subject: 'Claim on order {{trackingNumber}}', content: mailContent };
    writeMail(ctx, { trigger: 'incident_opened', to, orderId: order.id, values }, template, null);
  }
  await ctx.em.flush();
  return incident.id;
}

const lockOrder = (ctx: AppContext, where: { id: number } | { trackingNumber: string }): Promise<Order> =>
  ctx.em.findOneOrFail(Order, where, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Order'),
  });

/** A claim that staff write down on any order. Rejects with 404, and with 400 for an item that is not the order's. */
export async function createIncident(ctx: AppContext, input: CreateIncident): Promise<IncidentView> {
  const order = await lockOrder(ctx, { id: input.orderId });
  await ctx.em.populate(order, ['items']);
  const items = (input.itemIds ?? []).map((itemId) => {
    const item = order.items.getItems().find(({ id }) => id === itemId);
    if (!item)
      throw badRequest('UNKNOWN_ITEM', 'One of the items is not part of this order', [
        { path: 'itemIds', message: 'Unknown item' },
      ]);
    return { itemId, name: item.name };
  });
  const id = await open(ctx, order, { ...input, items, openedBy: 'staff', openedByName: actorOf(ctx).name });
  return readIncident(ctx, id);
}

/**
 * A claim of the customer from the tracking page, within CLAIM_DAYS after the delivery. The tracking number alone is
 * read off a parcel by strangers: the order's e-mail address or the token of the delivery's mail goes with it
 * (decision 044). Every try is counted. Rejects with 403 NOT_THE_CUSTOMER, 404, 409 TOO_EARLY and TOO_LATE.
 */
export async function reportIncident(ctx: AppContext, input: ReportIncident) {
  await countTry(ctx, 'incidents.ofOrder', { subject: input.trackingNumber });
  const order = await lockOrder(ctx, { trackingNumber: input.trackingNumber });
  const isCustomer =
    (input.email !== undefined && input.email.toLowerCase() === order.customerEmail.toLowerCase()) ||
    (input.token ? opensProof(ctx, order.id, input.token, now(ctx)) : false);
  if (!isCustomer)
    throw new DomainError(
      'FORBIDDEN',
      'NOT_THE_CUSTOMER',
      'This is not the e-mail address that the order was placed with',
      { issues: [{ path: 'email', message: 'Not the address of this order' }] },
    );
  const { deliveredAt } = order;
  if (!deliveredAt)
    throw conflict('TOO_EARLY', 'This order is not delivered yet. Please call us if something is wrong.');
  if (now(ctx).getTime() - deliveredAt.getTime() > CLAIM_DAYS * DAY_MS)
    throw conflict('TOO_LATE', `A claim is possible for ${CLAIM_DAYS} days after the delivery. Please call us.`);
  await ctx.em.populate(order, ['items']);
  const all = order.items.getItems();
  const items = [...new Set(input.items)].map((place) => {
    const item = all[place - 1];
    if (!item)
      throw badRequest('UNKNOWN_ITEM', 'One of the items is not part of this order', [
        { path: 'items', message: 'Unknown item' },
      ]);
    return { itemId: item.id, name: item.name };
  });
  await open(ctx, order, { ...input, items, openedBy: 'customer', openedByName: order.customerName });
  return { success: true as const, kind: input.kind, createdAt: now(ctx).toISOString() };
}

/** Partial. Rejects with 404, 409 or 412 when somebody changed it meanwhile. */
export async function updateIncident(ctx: AppContext, input: UpdateIncident): Promise<IncidentView> {
  const incident = await ctx.em.findOneOrFail(Incident, input.id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    populate: ['order'],
    failHandler: () => notFound('Incident'),
  });
  requireFresh(ctx, 'incident', incident, input.version);
  const before = incident.state;
  if (input.kind) incident.kind = input.kind;
  if (input.note !== undefined) incident.note = input.note;
  if (input.amount !== undefined) incident.amount = input.amount;
  if (input.state && input.state !== before) {
    incident.state = input.state;
    incident.settledAt = input.state === 'settled' ? now(ctx) : null;
  }
  const { order } = incident;
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: incident.state === before ? 'incident.changed' : `incident.${incident.state}`,
    detail: [incidentKindWords[incident.kind], incidentStateWords[incident.state], incident.amount]
      .filter(Boolean)
      .join(', '),
  });
  await publish(ctx.em, { topic: 'order', id: order.id, trackingNumber: order.trackingNumber });
  await ctx.em.flush();
  return readIncident(ctx, incident.id);
}
