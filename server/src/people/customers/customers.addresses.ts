import type { AddressUse } from '@quickfleet/shared/people/customers';
import { record } from '../../company/history/history.service.ts';
import { onlyId, readRow, run } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';

interface NewAddress {
  customerId: number;
  use: AddressUse;
  address: string;
}

/** Offers an address for a customer's next orders. The id of the new row; undefined when it was offered before. */
export async function addAddress(
  ctx: AppContext,
  { customerId, use, address }: NewAddress,
): Promise<number | undefined> {
  const made = await readRow(
    ctx.em,
    onlyId,
    `insert into customer_addresses (customer_id, use, address, created_at) values (?, ?, ?, ?)
     on conflict do nothing returning $columns`,
    [customerId, use, address, now(ctx)],
  );
  if (made)
    record(ctx, { subject: 'customer', subjectId: customerId, action: 'customer.address_added', detail: address });
  return made?.id;
}

/** Takes such an address back; false when there is none. */
export async function removeAddress(ctx: AppContext, id: number): Promise<boolean> {
  return (await run(ctx.em, 'delete from customer_addresses where id = ? returning id', [id])) > 0;
}
