import { order as orderSchema } from '@quickfleet/shared/delivery/orders/orders';
import { incident as incidentSchema } from '@quickfleet/shared/delivery/proof/incidents';
import { customer as customerSchema } from '@quickfleet/shared/people/customers';
import { scopes } from '@quickfleet/shared/permissions';
import { paymentRow as paymentSchema } from '@quickfleet/shared/quoting/payments';
import { quote as quoteSchema } from '@quickfleet/shared/quoting/quotes';
import type { z } from 'zod';
import { c, readRow, select } from '../../db/rows.ts';
import { readIncident } from '../../delivery/incidents/incidents.queries.ts';
import { readOrder } from '../../delivery/orders/orders.queries.ts';
import { forCaller } from '../../http/caller/key-view.ts';
import type { AppContext } from '../../http/context.ts';
import { DomainError } from '../../http/errors.ts';
import { strip } from '../../http/output-serializer.ts';
import type { ObjectReaders } from '../../messages/events/event-log.ts';
import { readCustomer } from '../../people/customers/customers.queries.ts';
import { readPayment } from '../../quoting/payments/payments.queries.ts';
import { readQuote } from '../../quoting/quotes/quotes.queries.ts';

/** A caller with every scope but that for codes, which are in no event: the feed removes what a certain key may not read. */
const withoutCodes = scopes.filter((scope) => scope !== 'orders:codes');
const key = { id: 0, makerId: 0, name: '', scopes: withoutCodes, customerId: null, isPrevious: false };
const anyKey = { caller: { key, grants: [], visitor: '' } };

/** The object as its own call answers an API key; undefined when there is none. */
async function asKeysRead<T extends z.ZodType<object>>(
  schema: T,
  read: () => Promise<z.input<T>>,
): Promise<z.output<T> | undefined> {
  try {
    return forCaller(anyKey, strip(schema, await read())) as z.output<T>;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

const owner = select({ id: c.int('customer_id').nullable() });
const ownerBy = async (ctx: AppContext, table: 'quotes' | 'orders', id: number | null): Promise<number | null> =>
  id === null ? null : ((await readRow(ctx.em, owner, `select $columns from ${table} where id = ?`, [id]))?.id ?? null);

/** How events read each kind of object: by the very read that its own call uses. */
export const objectReaders: ObjectReaders = {
  async quote(ctx, id) {
    const data = await asKeysRead(quoteSchema, () => readQuote(ctx, id));
    return data && { data, customerId: data.customer.id };
  },
  async order(ctx, id) {
    const data = await asKeysRead(orderSchema, () => readOrder(ctx, id));
    return data && { data, customerId: data.customerId };
  },
  async customer(ctx, id) {
    const data = await asKeysRead(customerSchema, () => readCustomer(ctx, id));
    return data && { data, customerId: data.id };
  },
  async claim(ctx, id) {
    const data = await asKeysRead(incidentSchema, () => readIncident(ctx, id));
    return data && { data, customerId: await ownerBy(ctx, 'orders', data.orderId) };
  },
  async payment(ctx, id) {
    const data = await asKeysRead(paymentSchema, () => readPayment(ctx, id));
    return data && { data, customerId: await ownerBy(ctx, 'quotes', data.quoteId) };
  },
};
