import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import { type TrackedOrder, trackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { isPaidQuote, quoteStatuses } from '@quickfleet/shared/quoting/quote-status';
import { c, onlyId, readRow, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { type AppContext, now } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { watchThing } from '../../http/streams/streams.ts';
import { findPinsOf } from '../proof/orders.pins.ts';
import { proofToken } from '../proof/proof-link.ts';
import { findRating } from '../ratings/ratings.queries.ts';
import { canRate } from '../ratings/ratings.service.ts';
import { findOwnRequests } from '../requests/requests.queries.ts';
import { findMailedDelivery } from './delivery-link.ts';
import { claimsOf, findTracked, isLongOver, signatureOf, withoutDetails } from './tracking.queries.ts';

/**
 * A recipient knows who sends it and what is about their door: their own hand-over with its photos and signature, and
 * what they have reported. Where it comes from, and what was signed, photographed or reported elsewhere, is not theirs.
 */
const forRecipient = (order: TrackedOrder, own: OwnPart): TrackedOrder => ({
  ...order,
  ...own,
  pickupAddress: '',
  pickupWindow: null,
  attempts: order.attempts.flatMap((attempt) => {
    if (attempt.stop === 'pickup') return [];
    return attempt.stop === 'return' ? [{ ...attempt, photoUrls: [] }] : [attempt];
  }),
  items: order.items.map((item) => ({ ...item, imageUrls: [], pickupImageUrls: [] })),
});

type OwnPart = Pick<TrackedOrder, 'quote' | 'claims'>;
const ownPart = select({
  quote: c.json(trackedOrder.shape.quote, signatureOf(`and s.kind = 'delivery'`)).nullable(),
  claims: c.json(trackedOrder.shape.claims, claimsOf('recipient')),
});
const findOwnPart = async ({ em }: AppContext, orderId: number): Promise<OwnPart> =>
  (await readRow(em, ownPart, 'select $columns from orders o where o.id = ?', [orderId])) ?? {
    quote: null,
    claims: [],
  };

const PAID = quoted(quoteStatuses.filter(isPaidQuote));
/** The paid quote of an order, while the order belongs to the address that paid. */
const findPaidQuote = ({ em }: AppContext, orderId: number) =>
  readRow(
    em,
    onlyId,
    `select $columns from quotes where status in (${PAID})
       and (id, lower(customer_email)) = (select quote_id, lower(customer_email) from orders where id = ?)`,
    [orderId],
  );
/** The quote whose receipt the link opens: the customer's alone, as long as the page shows details. Rejects with 404. */
export async function findReceipt(ctx: AppContext, token: string): Promise<number> {
  await countTry(ctx, 'deliveryPage.get');
  const { id, reader, trackingNumber } = await findMailedDelivery(ctx, token);
  const tracked = await findTracked(ctx, trackingNumber, false);
  const quote =
    reader === 'customer' && tracked && !isLongOver(tracked, now(ctx)) ? await findPaidQuote(ctx, id) : undefined;
  if (!quote) throw notFound('Page');
  return quote.id;
}

/** What the link shows. Rejects with 404. */
export async function readByLink(ctx: AppContext, token: string): Promise<DeliveryPage> {
  const link = await findMailedDelivery(ctx, token);
  const tracked = await findTracked(ctx, link.trackingNumber, true);
  if (!tracked) throw notFound('Order');
  const { reader } = link;
  const isOver = isLongOver(tracked, now(ctx));
  const order = isOver ? withoutDetails(tracked) : tracked;
  const rating = isOver ? null : ((await findRating(ctx, link.id)) ?? null);
  return {
    ...(reader === 'recipient' ? forRecipient(order, isOver ? order : await findOwnPart(ctx, link.id)) : order),
    language: link.language,
    reader,
    pins: await findPinsOf(ctx, { id: link.id, status: tracked.status }, reader),
    requests: isOver ? [] : await findOwnRequests(ctx, link.id, reader),
    rating: rating && { ...rating, words: rating.by === reader ? rating.words : null },
    canRate: !rating && canRate(tracked, now(ctx)),
    hasReceipt: reader === 'customer' && !isOver && (await findPaidQuote(ctx, link.id)) !== undefined,
    proofToken: reader === 'customer' && !isOver ? proofToken(ctx, link.id, now(ctx)) : null,
  };
}

/** One message when the order changed; a link that leads nowhere opens no stream and counts as a wrong one. */
export const watchByLink = (ctx: AppContext, token: string, signal: AbortSignal | undefined) =>
  watchThing(ctx, signal, { topic: 'delivery' as const }, async () => {
    const { id } = await findMailedDelivery(ctx, token);
    return { topic: 'order', id };
  });
