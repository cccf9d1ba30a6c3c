import type { ApiKey, ApiKeyCall, CallOutcome, ListApiKeyCalls, OwnKey } from '@quickfleet/shared/people/api-keys';
import { scopes } from '@quickfleet/shared/permissions';
import { z } from 'zod';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { isMaker } from '../../http/caller/authorize.ts';
import type { AppContext } from '../../http/context.ts';
import { forbidden, notFound } from '../../http/errors.ts';

const columns = select({
  id: c.int('k.id'),
  name: c.text('k.name'),
  prefix: c.text('k.prefix'),
  scopes: c.json(z.array(z.enum(scopes)), 'k.scopes'),
  customerId: c.int('k.customer_id').nullable(),
  customer: c.first({ id: c.int('c.id'), name: c.text('c.name') }, 'from customers c where c.id = k.customer_id'),
  allowedAddresses: c.texts('k.allowed_addresses'),
  previousUntil: c.time('k.previous_until').nullable(),
  version: c.int('k.version'),
  expiresAt: c.time('k.expires_at').nullable(),
  lastUsedAt: c.time('k.last_used_at').nullable(),
  revokedAt: c.time('k.revoked_at').nullable(),
  createdAt: c.time('k.created_at'),
  createdBy: c.text('k.created_by_name').nullable(),
  isMakerActive: c.bool('coalesce(u.is_active, false)'),
  isRefused: c.bool('u.id is null'),
  endpoints: c.int('(select count(*)::int from webhooks w where w.key_id = k.id and w.is_active)'),
});
/** Whether the key that made a row was not revoked; true where a person made it. */
export const keyWorks = (row: string): string =>
  `not exists (select 1 from api_keys k where k.id = ${row}.key_id and k.revoked_at is not null)`;
const all = `select $columns from api_keys k left join users u on ${isMaker}`;

export const listApiKeys = (ctx: AppContext): Promise<ApiKey[]> =>
  readRows(ctx.em, columns, `${all} order by k.created_at desc, k.id desc`);

export async function readApiKey(ctx: AppContext, id: number): Promise<ApiKey> {
  const row = await readRow(ctx.em, columns, `${all} where k.id = ?`, [id]);
  if (!row) throw notFound('API key');
  return row;
}

const me = select({
  id: c.int('k.id'),
  name: c.text('k.name'),
  prefix: c.text('k.prefix'),
  scopes: c.json(z.array(z.enum(scopes)), 'k.scopes'),
  customer: c.first(
    { id: c.int('c.id'), name: c.text('c.name'), email: c.text('c.email') },
    'from customers c where c.id = k.customer_id',
  ),
  allowedAddresses: c.texts('k.allowed_addresses'),
  expiresAt: c.time('k.expires_at').nullable(),
  previousUntil: c.time('k.previous_until').nullable(),
});
/** GET /keys/me: what the key of this call is. */
export async function readOwnKey(ctx: AppContext): Promise<OwnKey> {
  const { key } = ctx.caller;
  if (!key) throw forbidden();
  const row = await readRow(ctx.em, me, 'select $columns from api_keys k where k.id = ?', [key.id]);
  if (!row) throw notFound('API key');
  return { ...row, isPrevious: key.isPrevious };
}

const call = select({
  id: c.digits('l.id'),
  at: c.time('l.at'),
  method: c.text('l.method'),
  path: c.text('l.path'),
  status: c.int('l.status'),
  address: c.text('l.address'),
  unknownFields: c.texts(`coalesce(l.unknown_fields, '{}')`),
});
/** The first status that is not of it any more follows the first one that is. */
const statuses: Record<CallOutcome, readonly [from: number, below: number]> = {
  success: [0, 400],
  refused: [400, 500],
  failed: [500, 1000],
};
function listingOfCalls({ id, outcome, method, path }: ListApiKeyCalls): Listing<Row<typeof call>> {
  const where = new Where().and('l.key_id = ?', id);
  if (outcome) where.andSelective('l.status >= ? and l.status < ?', ...statuses[outcome]);
  if (method) where.andSelective('l.method = ?', method);
  if (path) where.andSelective('position(lower(?) in lower(l.path)) > 0', path);
  return { table: 'api_key_calls', alias: 'l', columns: call, where, order: 'l.at desc, l.id desc', isSearch: false };
}
/** What a key called in the last 30 days, newest first. */
export async function findCalls(ctx: AppContext, input: ListApiKeyCalls): Promise<Page<ApiKeyCall>> {
  await readApiKey(ctx, input.id);
  return readPage(ctx.em, listingOfCalls(input), { page: input.page, limit: input.limit });
}
