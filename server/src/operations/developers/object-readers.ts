import { order as orderSchema } from '@quickfleet/shared/delivery/orders/orders';
import { incident as incidentSchema } from '@quickfleet/shared/delivery/proof/incidents';
import { customer as customerSchema } from '@quickfleet/shared/people/customers';
import { scopes } from '@quickfleet/shared/permissions';
import { paymentRow as paymentSchema } from '@quickfleet/shared/quoting/payments';
import { quote as quoteSchema } from '@quickfleet/shared/quoting/quotes';
import type { z } from 'zod';
import { c, readRow, select } from '../../db/rows.ts';
import { readIncident } from '../../delivery/incidents/incidents.queries.ts';
import { readOrder, readOrders } from '../../delivery/orders/orders.queries.ts';
import { forCaller } from '../../http/caller/key-view.ts';
import type { AppContext } from '../../http/context.ts';
import { DomainError } from '../../http/errors.ts';
import { strip } from '../../http/output-serializer.ts';
import type { ObjectReaders } from '../../messages/events/event-log.ts';
import { readCustomer, readCustomers } from '../../people/customers/customers.queries.ts';
import { readPayment } from '../../quoting/payments/payments.queries.ts';
import { readQuote } from '../../quoting/quotes/quotes.queries.ts';

/** A caller with every scope but that for codes, which are in no event: the feed removes what a certain key may not read. */
const withoutCodes = scopes.filter((scope) => scope !== 'orders:codes');
const key = { id: 0, makerId: 0, name: '', scopes: withoutCodes, customerId: null, isPrevious: false };
const anyKey = { caller: { key, grants: [], visitor: '' } };

/** The merchant that gave a row its numbers, which no answer says. */
const scopeOf = (row: object): number | null =>
  'externalScope' in row && typeof row.externalScope === 'number' ? row.externalScope : null;

const asKeyReads = <T extends z.ZodType<object>>(schema: T, row: z.input<T> & object) => ({
  data: forCaller(anyKey, strip(schema, row)) as z.output<T>,
  externalScope: scopeOf(row),
});

/** The object as its own call answers an API key; undefined when there is none. */
async function asKeysRead<T extends z.ZodType<object>>(
  schema: T,
  read: () => Promise<z.input<T> & object>,
): Promise<{ data: z.output<T>; externalScope: number | null } | undefined> {
  try {
    return asKeyReads(schema, await read());
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** The same of several, in the order of the ids. */
function byIds<Row extends { id: number }, Out>(
  ids: readonly number[],
  rows: readonly Row[],
  view: (row: Row) => Out,
): (Out | undefined)[] {
  const known = new Map(rows.map((row) => [row.id, view(row)]));
  return ids.map((id) => known.get(id));
}

const owner = select({ id: c.int('customer_id').nullable() });
const ownerBy = async (ctx: AppContext, table: 'quotes' | 'orders', id: number | null): Promise<number | null> =>
  id === null ? null : ((await readRow(ctx.em, owner, `select $columns from ${table} where id = ?`, [id]))?.id ?? null);

/** How events read each kind of object: by the very read that its own call uses. */
export const objectReaders: ObjectReaders = {
  async quote(ctx, id) {
    const read = await asKeysRead(quoteSchema, () => readQuote(ctx, id, true));
    return read && { ...read, customerId: read.data.customer.id };
  },
  async order(ctx, id) {
    const read = await asKeysRead(orderSchema, () => readOrder(ctx, id));
    return read && { ...read, customerId: read.data.customerId };
  },
  async customer(ctx, id) {
    const read = await asKeysRead(customerSchema, () => readCustomer(ctx, id));
    return read && { ...read, customerId: read.data.id };
  },
  async claim(ctx, id) {
    const read = await asKeysRead(incidentSchema, () => readIncident(ctx, id));
    return read && { ...read, customerId: await ownerBy(ctx, 'orders', read.data.orderId) };
  },
  async payment(ctx, id) {
    const read = await asKeysRead(paymentSchema, () => readPayment(ctx, id));
    return read && { ...read, customerId: await ownerBy(ctx, 'quotes', read.data.quoteId) };
  },
  many: {
    async order(ctx, ids) {
      return byIds(ids, await readOrders(ctx, ids), (row) => ({
        ...asKeyReads(orderSchema, row),
        customerId: row.customerId,
      }));
    },
    async customer(ctx, ids) {
      return byIds(ids, await readCustomers(ctx, ids), (row) => ({
        ...asKeyReads(customerSchema, row),
        customerId: row.id,
      }));
    },
  },
};
