import { BARE_LIST_MAX } from '@quickfleet/shared/limits';
import type { ListQuotes, Quote as QuoteView } from '@quickfleet/shared/quotes';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import type { Listing } from '../../lib/page-statement.ts';
import { type Page, readPage } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { iso, searchFor, Where } from '../../lib/sql.ts';

const signature = (signer: string) => `left join lateral (
  select image_url, signer_name, captured_at from signatures where order_id = o.id and signer = '${signer}' order by captured_at desc, id desc limit 1
) ${signer} on true`;

/** The columns that a quote and the order made of it share: the latest signature of customer and driver. */
export const signatureColumns = `customer.image_url as "signatureUrl", customer.signer_name as "signatureCustomerName", ${iso('customer.captured_at')} as "signatureCapturedAt",
  driver.image_url as "driverSignatureUrl", driver.signer_name as "driverSignatureName", ${iso('driver.captured_at')} as "driverSignatureCapturedAt"`;

const columns = `q.id, q.status, q.price::text as price, q.payment_url as "paymentUrl", q.pickup_address as "pickupAddress", q.delivery_address as "deliveryAddress", q.notes,
  q.speed_type as "speedType", to_char(q.speed_date, 'YYYY-MM-DD') as "speedDate", q.version, ${iso('q.created_at')} as "createdAt", ${iso('q.updated_at')} as "updatedAt",
  json_build_object('id', q.customer_id, 'name', q.customer_name, 'email', q.customer_email, 'phone', q.customer_phone, 'company', q.customer_company) as customer,
  (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'description', i.description, 'quantity', i.quantity, 'value', i.value::text, 'imageUrls', i.image_urls) order by i.position, i.id), '[]')
     from quote_items i where i.quote_id = q.id) as items,
  o.id as "orderId", o.tracking_number as "trackingNumber", ${signatureColumns}`;
const joins = `left join orders o on o.quote_id = q.id ${signature('customer')} ${signature('driver')}`;
const from = `from quotes q ${joins}`;
const sorts = {
  newest: 'q.created_at desc, q.id desc',
  oldest: 'q.created_at, q.id',
  price: 'q.price desc nulls last, q.id desc',
  updated: 'q.updated_at desc, q.id desc',
};

function filter(zone: string, input: Pick<ListQuotes, 'q' | 'status' | 'from' | 'to' | 'customerId'>): Where {
  const where = new Where();
  if (input.q) where.andSelective(...searchFor('q', input.q.replace(/^#/, '')));
  where.andStates('q.status', input.status);
  if (input.from) where.andSelective('q.created_at >= (?::date)::timestamp at time zone ?', input.from, zone);
  if (input.to) where.andSelective('q.created_at < (?::date + 1)::timestamp at time zone ?', input.to, zone);
  if (input.customerId) where.and('q.customer_id = ?', input.customerId);
  return where;
}

/** The list of quotes with customer, items and signatures; the search is that of promise U03. */
export const listingOfQuotes = (zone: string, input: Omit<ListQuotes, 'page' | 'limit'>): Listing => ({
  table: 'quotes',
  alias: 'q',
  joins,
  columns,
  where: filter(zone, input),
  order: sorts[input.sort],
  isSearch: Boolean(input.q),
});

export const findQuotes = (ctx: AppContext, input: ListQuotes): Promise<Page<QuoteView>> =>
  readPage(ctx.em, listingOfQuotes(ctx.services.config.BUSINESS_TIMEZONE, input), input);

/** GET /api/quotes: the same rows as a bare array (docs/rest-compat.md). */
export const allQuotes = (ctx: AppContext, limit = BARE_LIST_MAX): Promise<QuoteView[]> =>
  query(ctx.em, `select ${columns} ${from} order by ${sorts.newest} limit ?`, [limit]);

export async function readQuote(ctx: AppContext, id: number): Promise<QuoteView> {
  const [row] = await query<QuoteView>(ctx.em, `select ${columns} ${from} where q.id = ?`, [id]);
  if (!row) throw notFound('Quote');
  return row;
}
