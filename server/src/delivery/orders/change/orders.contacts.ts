import { stopContact } from '@quickfleet/shared/base/contact/stop-contact';
import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import { CONTACTS_OFFERED } from '@quickfleet/shared/limits';
import { c, readRows, select } from '../../../db/rows.ts';
import type { AppContext } from '../../../http/context.ts';

const columns = select({ contact: c.json(stopContact, 'contact') });
/** Far more orders than are offered: somebody is mostly the same person. */
const LOOKED_AT = 100;
const usedAt = (stop: 'pickup' | 'delivery') => `(select id, ${stop}_contact as contact from orders
  where md5(lower(${stop}_address)) = md5(lower(?)) and ${stop}_contact is not null order by id desc limit ${LOOKED_AT})`;

/** Those that are saved with the address come first. */
const SAVED = `(select 2147483647 as id, contact from customer_addresses
  where md5(lower(address)) = md5(lower(?)) and contact is not null limit ${LOOKED_AT})`;

/** Who is saved with an address or was there before, at either stop, most recent first. */
export async function findContacts(
  ctx: AppContext,
  { address }: { address: string },
): Promise<{ contacts: StopContact[] }> {
  const rows = await readRows(
    ctx.em,
    columns,
    `select $columns from (
       select contact, max(id) as latest from (${SAVED} union all ${usedAt('pickup')} union all ${usedAt('delivery')}) used
       group by contact order by latest desc limit ${CONTACTS_OFFERED}) offered order by latest desc`,
    [address, address, address],
  );
  return { contacts: rows.map(({ contact }) => contact) };
}
