import { type ClosedDay, closedInWords, closedOn } from '@quickfleet/shared/company/days/closed-days';
import { isStaff } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { c, readRow, select } from '../../db/rows.ts';
import type { Where } from '../../db/sql.ts';
import { type AppContext, now, type RequestContext } from '../context.ts';
import { forbidden, invalid, notFound } from '../errors.ts';

// A merchant's key can reach one customer's quotes and orders, and so does a call that a member of it books with. The permission table (`merchantActions`) says which calls
// it may make; everything that reads or creates rows for such a call checks the customer here.

type Who = Pick<RequestContext, 'caller'>;
/** The only customer this caller can see; undefined for all customers. */
export const merchantOf = ({ caller }: Who): number | undefined => caller.key?.customerId ?? caller.booksFor;

/** Whether a row does not exist for this caller, because it is another customer's. */
export function isForeign(ctx: Who, customerId: number | null | undefined): boolean {
  const merchant = merchantOf(ctx);
  return merchant !== undefined && customerId !== merchant;
}

/** Leaves of a list what is the caller's to know. */
export function onlyOwn(where: Where, alias: string, merchant: number | undefined): void {
  if (merchant !== undefined) where.and(`${alias}.customer_id = ?`, merchant);
}

interface Numbered {
  externalId: string | null;
  metadata: Record<string, string>;
  externalScope: number | null;
}
/** The numbers of a row as this caller reads it: a merchant reads those that its own keys gave. */
export function withOwnNumbers<Row extends Numbered>(ctx: Who, row: Row): Row {
  const merchant = merchantOf(ctx);
  return merchant === undefined || row.externalScope === merchant ? row : { ...row, externalId: null, metadata: {} };
}

const account = select({
  id: c.int('id'),
  name: c.text('name'),
  email: c.text('email'),
  onAccount: c.bool('on_account'),
});
export interface Account {
  id: number;
  name: string;
  email: string;
  onAccount: boolean;
}
/**
 * The customer that a call of a merchant makes something for; undefined for other callers. `email` is the address that
 * the call names: it is that customer's, because mails go there, or none.
 *
 * @throws 403 for another address
 */
export async function requireAccount(
  ctx: AppContext,
  email: string | null,
  path: string,
): Promise<Account | undefined> {
  const merchant = merchantOf(ctx);
  if (merchant === undefined) return undefined;
  const found = await readRow(ctx.em, account, 'select $columns from customers where id = ?', [merchant]);
  if (!found) throw notFound('Customer');
  if (email !== null && found.email.toLowerCase() !== email.trim().toLowerCase())
    throw forbidden(t('This key is for one customer: {path} must be that customer’s e-mail address', { path }));
  return found;
}

/** Fields that the office alone decides; a merchant's key that names one is refused. */
export function refuseOfficeFields(ctx: Who, input: object, fields: readonly string[]): void {
  if (merchantOf(ctx) === undefined) return;
  const named = fields.find((name) => {
    const value: unknown = Reflect.get(input, name);
    return value !== undefined && value !== null && value !== false;
  });
  if (named) throw forbidden(t('A key of one customer cannot set {named}', { named }));
}

/** Whether a stored file is shown in something of the merchant's, as far as its key reads it. */
export async function ownsFile(ctx: AppContext, url: string): Promise<boolean> {
  const { key } = ctx.caller;
  const merchant = merchantOf(ctx);
  if (!key || merchant === undefined) return true;
  const shows = (alias: string, ...columns: string[]) =>
    columns.map((column) => `jsonb_exists(${alias}.${column}, ?)`).join(' or ');
  const photos = ['image_urls', 'pickup_image_urls', 'transit_image_urls', 'delivery_image_urls'];
  const ofOrders = 'join orders o on o.id = x.order_id and o.customer_id = ?';
  const ofQuotes = 'join quotes q on q.id = x.quote_id and q.customer_id = ?';
  const reads = [
    { sql: `select 1 from order_items x ${ofOrders} where ${shows('x', ...photos)}`, urls: photos.length },
    { sql: `select 1 from quote_items x ${ofQuotes} where ${shows('x', 'image_urls')}`, urls: 1 },
    ...(key.scopes.includes('evidence:read')
      ? [
          { sql: `select 1 from signatures x ${ofOrders} where x.image_url = ?`, urls: 1 },
          { sql: `select 1 from attempts x ${ofOrders} where ${shows('x', 'photo_urls')}`, urls: 1 },
        ]
      : []),
  ];
  const row = await readRow(
    ctx.em,
    select({ id: c.int('1') }),
    `select $columns from (${reads.map(({ sql }) => sql).join(' union all ')} limit 1) found`,
    reads.flatMap(({ urls }) => [merchant, ...Array.from({ length: urls }, () => url)]),
  );
  return row !== undefined;
}

/** Whether a caller may choose any day and window: the office may, and so may its programs. */
export function choosesFreely({ caller }: Who): boolean {
  const isOffice = isStaff(caller.user?.role) || caller.key !== undefined || caller.isSystem === true;
  return isOffice && merchantOf({ caller }) === undefined;
}

/** Why a caller cannot choose a day; null where they can. */
export function closedFor(ctx: AppContext, day: string): ClosedDay | null {
  const { services } = ctx;
  if (choosesFreely(ctx)) return null;
  return closedOn(day, now(ctx), services.config.BUSINESS_TIMEZONE, services.config.hours);
}

/**
 * Refuses a day on which the company is closed. Visitors and merchants get the next open one.
 *
 * @throws 400 with the field
 */
export function requireOpenDay(ctx: AppContext, path: string, day: string): void {
  const closed = closedFor(ctx, day);
  if (closed) throw invalid(path, closedInWords(day, closed));
}
