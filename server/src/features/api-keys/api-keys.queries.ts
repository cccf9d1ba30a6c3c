import type { ApiKey } from '@quickfleet/shared/api-keys';
import type { AppContext } from '../../context.ts';
import { isMaker } from '../../lib/authorize.ts';
import { notFound } from '../../lib/errors.ts';
import { query } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';

const select = `select k.id, k.name, k.prefix, k.scopes, ${iso('k.expires_at')} as "expiresAt", ${iso('k.last_used_at')} as "lastUsedAt",
  ${iso('k.revoked_at')} as "revokedAt", ${iso('k.created_at')} as "createdAt", k.created_by_name as "createdBy", u.id is not null as "isMakerActive"
  from api_keys k left join users u on ${isMaker}`;

export const listApiKeys = (ctx: AppContext): Promise<ApiKey[]> =>
  query(ctx.em, `${select} order by k.created_at desc, k.id desc`);

export async function readApiKey(ctx: AppContext, id: number): Promise<ApiKey> {
  const [row] = await query<ApiKey>(ctx.em, `${select} where k.id = ?`, [id]);
  if (!row) throw notFound('API key');
  return row;
}
