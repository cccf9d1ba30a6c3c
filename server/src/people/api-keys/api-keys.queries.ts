import type { ApiKey } from '@quickfleet/shared/people/api-keys';
import { scopes } from '@quickfleet/shared/permissions';
import { z } from 'zod';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import { isMaker } from '../../http/authorize.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';

const columns = select({
  id: c.int('k.id'),
  name: c.text('k.name'),
  prefix: c.text('k.prefix'),
  scopes: c.json(z.array(z.enum(scopes)), 'k.scopes'),
  expiresAt: c.time('k.expires_at').nullable(),
  lastUsedAt: c.time('k.last_used_at').nullable(),
  revokedAt: c.time('k.revoked_at').nullable(),
  createdAt: c.time('k.created_at'),
  createdBy: c.text('k.created_by_name').nullable(),
  isMakerActive: c.bool('u.id is not null'),
});
const all = `select $columns from api_keys k left join users u on ${isMaker}`;

export const listApiKeys = (ctx: AppContext): Promise<ApiKey[]> =>
  readRows(ctx.em, columns, `${all} order by k.created_at desc, k.id desc`);

export async function readApiKey(ctx: AppContext, id: number): Promise<ApiKey> {
  const row = await readRow(ctx.em, columns, `${all} where k.id = ?`, [id]);
  if (!row) throw notFound('API key');
  return row;
}
