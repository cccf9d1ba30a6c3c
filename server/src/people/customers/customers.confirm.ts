import type { Customer as CustomerView } from '@quickfleet/shared/people/customers';
import { record } from '../../company/history/history.service.ts';
import { onlyId, readRow } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { sha256 } from '../../security/secrets.ts';
import { linkEnded } from '../account/links.ts';
import type { Customer } from './customer.entity.ts';
import { readCustomer } from './customers.queries.ts';
import { lockCustomer } from './customers.service.ts';

function confirm(ctx: AppContext, customer: Customer): void {
  if (customer.emailBefore === null) return;
  customer.emailBefore = null;
  customer.emailTokenHash = null;
  record(ctx, {
    subject: 'customer',
    subjectId: customer.id,
    action: 'customer.email_confirmed',
    detail: customer.email,
  });
}

/** The office confirms a customer's address; one that waits for nothing stays as it is. Rejects with 404. */
export async function confirmEmail(ctx: AppContext, id: number): Promise<CustomerView> {
  confirm(ctx, await lockCustomer(ctx, id));
  await ctx.em.flush();
  return readCustomer(ctx, id);
}

const waiting = 'select $columns from customers where email_token_hash = ?';
/** The customer whose new address a mailed link confirms. Rejects with 404 for a link that has ended. */
export async function findByEmailToken(ctx: AppContext, token: string): Promise<CustomerView> {
  const found = await readRow(ctx.em, onlyId, waiting, [sha256(token)]);
  if (!found) throw linkEnded();
  return readCustomer(ctx, found.id);
}

/** Whoever reads the address before confirms the new one. Rejects with 404. */
export async function confirmByLink(ctx: AppContext, token: string): Promise<void> {
  const { id } = await findByEmailToken(ctx, token);
  const customer = await lockCustomer(ctx, id);
  if (customer.emailTokenHash !== sha256(token)) throw linkEnded();
  confirm(ctx, customer);
  await ctx.em.flush();
}
