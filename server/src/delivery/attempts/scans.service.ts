import { type ReadLabel, readLabel } from '@quickfleet/shared/base/scan/parcel-number';
import { findScanned, type PartnerCode } from '@quickfleet/shared/base/scan/partner-code';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { ScanForm } from '@quickfleet/shared/delivery/proof/attempts';
import { PARTNER_CODES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { change } from '../../company/history/change-words.ts';
import { record } from '../../company/history/history.service.ts';
import { exists, onlyId, readRow } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { badRequest, conflict, invalid } from '../../http/errors.ts';
import { partnerCodesInWords } from '../orders/change/orders.changes.ts';
import type { Order } from '../orders/order.entity.ts';
import { findOrdersById, readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockOrder } from '../orders/orders.service.ts';
import { keepPartnerCode } from '../orders/partner-codes.ts';
import { addPiece, parcelsOf, provenSince } from '../proof/orders.proof.ts';

type Scanned = OrderView & { alreadyScanned: boolean };

/**
 * A parcel's label, or another company's code, that was scanned at a stop. Each parcel counts once; the same one again
 * changes nothing and says so. A code with the number of its parcel is kept at the pickup.
 *
 * @throws 409 PARCEL_NUMBER_NEEDED for a label without a parcel number, WRONG_PARCEL, UNKNOWN_PARCEL, 400 NOT_A_LABEL,
 * BAD_CHECK_DIGIT
 */
export async function scanParcel(
  ctx: AppContext,
  { orderId, stop, parcel, code, ...capture }: ScanForm,
): Promise<Scanned> {
  const order = await lockOrder(ctx, orderId);
  if (!isOpenOrder(order.status))
    throw conflict('ORDER_CLOSED', t('This order is {status}', { status: order.statusWords() }));
  const { number, codes } =
    code === undefined ? { number: parcel } : await readScan(ctx, order, { code, parcel, stop });
  const parcels = parcelsOf(order);
  if (number === undefined || number > parcels)
    throw conflict(
      'UNKNOWN_PARCEL',
      t('This order has {parcels, plural, one {# parcel} other {# parcels}} now', { parcels }),
    );
  if (codes) keepCodes(ctx, order, codes);
  const known = await exists(
    ctx.em,
    `select 1 from proof_pieces where order_id = ? and stop = ? and kind = 'scan' and parcel = ?
       and received_at > ?::timestamptz`,
    [orderId, stop, number, provenSince(order, stop)?.toISOString() ?? '-infinity'],
  );
  if (known) return { ...(await (codes ? finishChange(ctx, order) : readOrder(ctx, orderId))), alreadyScanned: true };
  addPiece(ctx, order, { kind: 'scan', stop, parcel: number }, capture);
  return { ...(await finishChange(ctx, order)), alreadyScanned: false };
}

type Scan = { code: string } & Pick<ScanForm, 'parcel' | 'stop'>;
interface ReadScan {
  /** Of this order's parcel. */
  number: number;
  /** What the order's partner codes are with it, if it changes them. */
  codes?: PartnerCode[];
}
async function readScan(ctx: AppContext, order: Order, scan: Scan): Promise<ReadScan> {
  const label = readLabel(scan.code);
  if (!label) return readPartnerScan(order, scan);
  if (label.trackingNumber !== order.trackingNumber) throw conflict('WRONG_PARCEL', await describeOther(ctx, label));
  if (label.parcel === undefined)
    throw conflict(
      'PARCEL_NUMBER_NEEDED',
      t('This label has no parcel number. Type the number next to “Parcel” on it.'),
    );
  return { number: label.parcel };
}

/** Which parcel another company's code is on. One that the order does not have yet is new at the pickup alone. */
function readPartnerScan(order: Order, { code, parcel, stop }: Scan): ReadScan {
  const present = order.partnerCodes ?? [];
  const known = findScanned(present, code);
  if (known && known.parcel !== null) return { number: known.parcel };
  const number = parcel ?? (known && parcelsOf(order) === 1 ? 1 : undefined);
  if (known && number !== undefined)
    return { number, codes: present.map((one) => (one === known ? { ...one, parcel: number } : one)) };
  if (known)
    throw conflict('PARCEL_NUMBER_NEEDED', t('Nobody has said which parcel this code is on. Choose its number.'));
  if (number === undefined || stop === 'delivery')
    throw badRequest('NOT_A_LABEL', t('This code is none of our labels'), [{ path: 'code', message: t('No label') }]);
  if (present.length >= PARTNER_CODES_MAX)
    throw invalid('code', t('At most {max} partner codes', { max: PARTNER_CODES_MAX }));
  return { number, codes: [...present, { ...keepPartnerCode(code, 'code'), parcel: number }] };
}

function keepCodes(ctx: AppContext, order: Order, codes: PartnerCode[]): void {
  const before = partnerCodesInWords(order);
  order.partnerCodes = codes;
  const says = [change('Partner codes', before, partnerCodesInWords(order))];
  record(ctx, { subject: 'order', subjectId: order.id, action: 'order.updated', says });
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
