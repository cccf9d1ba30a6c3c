import { displayName } from '@quickfleet/shared/people/users';
import { scopes } from '@quickfleet/shared/permissions';
import { z } from 'zod';
import { c, readRow, select } from '../../db/rows.ts';
import { grantOf, isMaker } from '../../http/caller/authorize.ts';
import { type Caller, type RequestContext, type Services, systemContext } from '../../http/context.ts';
import type { Import } from './import.entity.ts';
import { kinds } from './kinds/kinds.ts';

const user = select({
  id: c.int('id'),
  username: c.text('username'),
  role: c.oneOf(['admin', 'dispatcher'], 'role'),
  firstName: c.text('first_name').nullable(),
  lastName: c.text('last_name').nullable(),
});
const key = select({
  id: c.int('k.id'),
  name: c.text('k.name'),
  scopes: c.json(z.array(z.enum(scopes)), 'k.scopes'),
  makerId: c.int('k.created_by_id'),
  customerId: c.int('k.customer_id').nullable(),
});

type Actor = Pick<Import, 'kind' | 'actorUserId' | 'actorKeyId'>;

async function callerOf({ orm, clock }: Services, { actorUserId, actorKeyId }: Actor): Promise<Caller | undefined> {
  const em = orm.em.fork();
  if (actorUserId) {
    const row = await readRow(
      em,
      user,
      `select $columns from users where id = ? and is_active and role in ('admin', 'dispatcher')`,
      [actorUserId],
    );
    return (
      row && {
        user: { id: row.id, username: row.username, role: row.role, name: displayName(row), hasFactor: true },
        grants: [],
        visitor: 'import',
      }
    );
  }
  const row = await readRow(
    em,
    key,
    `select $columns from api_keys k join users u on ${isMaker}
      where k.id = ? and k.revoked_at is null and (k.expires_at is null or k.expires_at > ?)`,
    [actorKeyId ?? 0, clock()],
  );
  return row && { key: { ...row, isPrevious: false }, grants: [], visitor: 'import' };
}

/**
 * What the services are called with for the rows of an import: its actor with the rights of this moment. Undefined when
 * they may not import any more.
 */
export async function contextOf(services: Services, found: Actor): Promise<RequestContext | undefined> {
  const caller = await callerOf(services, found);
  if (!caller) return undefined;
  const may = [grantOf({ caller }, 'imports.commit'), grantOf({ caller }, kinds[found.kind].action)];
  return may.includes('no') ? undefined : { ...systemContext(services), caller };
}
