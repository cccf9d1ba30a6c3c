import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { type ReadLabel, readLabel } from '@quickfleet/shared/delivery/orders/parcel-number';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { ScanForm } from '@quickfleet/shared/delivery/proof/attempts';
import { t } from '@quickfleet/shared/words/t';
import { exists, onlyId, readRow } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, conflict } from '../../http/errors.ts';
import type { Order } from '../orders/order.entity.ts';
import { findOrdersById, readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockOrder } from '../orders/orders.service.ts';
import { addPiece, parcelsOf, provenSince } from '../proof/orders.proof.ts';

type Scanned = OrderView & { alreadyScanned: boolean };

/**
 * A parcel's label that was scanned at a stop. Each parcel counts once; the same one again changes nothing and says so.
 *
 * @throws 409 PARCEL_NUMBER_NEEDED for a label without a parcel number, WRONG_PARCEL, UNKNOWN_PARCEL, 400 NOT_A_LABEL
 */
export async function scanParcel(
  ctx: AppContext,
  { orderId, stop, parcel, code, ...capture }: ScanForm,
): Promise<Scanned> {
  const order = await lockOrder(ctx, orderId);
  if (!isOpenOrder(order.status))
    throw conflict('ORDER_CLOSED', t('This order is {status}', { status: order.statusWords() }));
  const number = code === undefined ? parcel : await parcelIn(ctx, order, code);
  const parcels = parcelsOf(order);
  if (number === undefined || number > parcels)
    throw conflict(
      'UNKNOWN_PARCEL',
      t('This order has {parcels, plural, one {# parcel} other {# parcels}} now', { parcels }),
    );
  const known = await exists(
    ctx.em,
    `select 1 from proof_pieces where order_id = ? and stop = ? and kind = 'scan' and parcel = ?
       and received_at > ?::timestamptz`,
    [orderId, stop, number, provenSince(order, stop)?.toISOString() ?? '-infinity'],
  );
  if (known) return { ...(await readOrder(ctx, orderId)), alreadyScanned: true };
  addPiece(ctx, order, { kind: 'scan', stop, parcel: number }, capture);
  return { ...(await finishChange(ctx, order)), alreadyScanned: false };
}

/** The number of this order's parcel in what a scanner read. */
async function parcelIn(ctx: AppContext, order: Order, code: string): Promise<number> {
  const label = readLabel(code);
  if (!label)
    throw badRequest('NOT_A_LABEL', t('This code is none of our labels'), [{ path: 'code', message: t('No label') }]);
  if (label.trackingNumber !== order.trackingNumber) throw conflict('WRONG_PARCEL', await describeOther(ctx, label));
  if (label.parcel === undefined)
    throw conflict(
      'PARCEL_NUMBER_NEEDED',
      t('This label has no parcel number. Type the number next to “Parcel” on it.'),
    );
  return label.parcel;
}

/** Whose parcel it is, as far as the caller has that order. */
async function describeOther(ctx: AppContext, { trackingNumber }: ReadLabel): Promise<string> {
  const row = await readRow(ctx.em, onlyId, 'select $columns from orders where tracking_number = ?', [trackingNumber]);
  const [own] = row ? await findOrdersById(ctx, [row.id]) : [];
  const named = formatTracking(trackingNumber);
  return own
    ? t('This parcel belongs to {number} for {customer}', { number: named, customer: own.customerName })
    : t('This parcel belongs to {number}, not to this order', { number: named });
}
