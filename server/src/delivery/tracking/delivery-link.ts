import { smsNumber } from '@quickfleet/shared/base/contact/call-links';
import { stopContact } from '@quickfleet/shared/base/contact/stop-contact';
import type { DeliveryReader } from '@quickfleet/shared/delivery/tracking/delivery-token';
import { type Language, languages } from '@quickfleet/shared/words/languages';
import { c, type Row, readRow, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { deliveryTokens, readDeliveryToken } from '../../messages/outbox/delivery-links.ts';
import type { Order } from '../orders/order.entity.ts';

const readers = select({
  id: c.int('id'),
  trackingNumber: c.text('tracking_number'),
  customerEmail: c.text('customer_email').nullable(),
  contact: c.json(stopContact, 'delivery_contact').nullable(),
  language: c.oneOf(languages, 'language').nullable(),
});

export interface MailedDelivery {
  id: number;
  trackingNumber: string;
  reader: DeliveryReader;
  /** The customer's, in which the mail with the link was written. */
  language: Language | null;
  /** The address that the link was sent to. */
  address: string;
}

/** Who has a link: the addresses that the order has now. */
function readersOf(
  { services: { config } }: Pick<AppContext, 'services'>,
  { customerEmail, contact }: Pick<Row<typeof readers>, 'customerEmail' | 'contact'>,
): Pick<MailedDelivery, 'reader' | 'address'>[] {
  const phone = contact?.phone ? smsNumber(contact.phone, config.BUSINESS_COUNTRY) : null;
  return [
    ...(customerEmail ? [{ reader: 'customer' as const, address: customerEmail }] : []),
    ...[contact?.email, phone].flatMap((address) => (address ? [{ reader: 'recipient' as const, address }] : [])),
  ];
}

/** The tokens that open an order now, each with its reader. */
export const tokensOf = (
  ctx: Pick<AppContext, 'services'>,
  order: Omit<Row<typeof readers>, 'id' | 'language'>,
): { reader: DeliveryReader; token: string }[] => {
  const seen = new Set<string>();
  return readersOf(ctx, order).flatMap(({ reader, address }) =>
    deliveryTokens(ctx.services.secrets, order.trackingNumber, address).flatMap((token) => {
      // The address of both is the customer's.
      if (seen.has(token)) return [];
      seen.add(token);
      return [{ reader, token }];
    }),
  );
};

/** Whose link of this order a token is; undefined for that of nobody. */
export function readerOf(
  ctx: Pick<AppContext, 'services'>,
  order: Pick<Order, 'trackingNumber' | 'customerEmail' | 'deliveryContact'>,
  token: string,
): DeliveryReader | undefined {
  const { trackingNumber, customerEmail = null, deliveryContact: contact = null } = order;
  return tokensOf(ctx, { trackingNumber, customerEmail, contact }).find((one) => one.token === token)?.reader;
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
  const reader = row && readersOf(ctx, row).find(({ address }) => link.isOf(address));
  if (reader) return { id: row.id, trackingNumber: row.trackingNumber, language: row.language, ...reader };
  await countTry(ctx, 'deliveryPage.miss');
  throw notFound('Order');
}
