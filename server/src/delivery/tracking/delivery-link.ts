import { smsNumber } from '@quickfleet/shared/base/call-links';
import { stopContact } from '@quickfleet/shared/base/stop-contact';
import type { DeliveryReader } from '@quickfleet/shared/delivery/delivery-token';
import { c, type Row, readRow, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { readDeliveryToken } from '../../messages/outbox/delivery-links.ts';

const readers = select({
  id: c.int('id'),
  trackingNumber: c.text('tracking_number'),
  customerEmail: c.text('customer_email').nullable(),
  contact: c.json(stopContact, 'delivery_contact').nullable(),
});

export interface MailedDelivery {
  id: number;
  trackingNumber: string;
  reader: DeliveryReader;
  /** The address that the link was sent to. */
  address: string;
}

/** Whose link it is: one of the addresses that the order has now. */
function readerOf(
  ctx: AppContext,
  { customerEmail, contact }: Row<typeof readers>,
  isOf: (address: string) => boolean,
): Pick<MailedDelivery, 'reader' | 'address'> | undefined {
  if (customerEmail && isOf(customerEmail)) return { reader: 'customer', address: customerEmail };
  const phone = contact?.phone ? smsNumber(contact.phone, ctx.services.config.BUSINESS_COUNTRY) : null;
  const address = [contact?.email, phone].find((known) => known && isOf(known));
  return address ? { reader: 'recipient', address } : undefined;
}

/**
 * The order behind a link, and its reader. A wrong one is counted, and told from a malformed one and from that of an
 * earlier address by nothing. Rejects with 404.
 */
export async function findMailedDelivery(ctx: AppContext, token: string): Promise<MailedDelivery> {
  const link = readDeliveryToken(ctx.services.secrets, token);
  const row =
    link &&
    (await readRow(ctx.em, readers, 'select $columns from orders where tracking_number = ?', [link.trackingNumber]));
  const reader = row && readerOf(ctx, row, link.isOf);
  if (reader) return { id: row.id, trackingNumber: row.trackingNumber, ...reader };
  await countTry(ctx, 'deliveryPage.miss');
  throw notFound('Order');
}
