import { placeIn } from '@quickfleet/shared/base/place/places';
import { email } from '@quickfleet/shared/base/primitives';
import { addressUses, newAddress } from '@quickfleet/shared/people/saved-addresses';
import { message, t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { c, readRow, readRows, select } from '../../../db/rows.ts';
import { invalid, toDomainError } from '../../../http/errors.ts';
import { addAddress, takeAddressBack } from '../../../people/customers/customers.addresses.ts';
import { USES, wordOf } from '../columns/imports.words.ts';
import { CellFault } from '../imports.cells.ts';
import { type Kind, kept } from './kind.ts';

const schema = newAddress.extend({ customerEmail: email(), place: placeIn });

function useOf(text: string): string {
  const word = wordOf(text);
  const use = addressUses.find((known) => USES[known].has(word));
  if (use) return use;
  throw new CellFault(t('Write pickup, delivery or both'));
}

const person = select({ id: c.int('id'), email: c.text('lower(email)') });
const offered = select({ email: c.text('lower(c.email)'), use: c.text('a.use'), address: c.text('a.address') });
const NO_CUSTOMER = message('There is no customer with this e-mail address');

/** Both of one address: 'a' and 'b' apart, and without a sign that either could have. */
const keyOf = (row: { email: string; use: string; address: string }) =>
  JSON.stringify([row.email, row.use, row.address]);
const contentSchema = z.object({ customerEmail: z.string(), use: z.string(), address: z.string() });

export const addressesKind: Kind = {
  action: 'customers.update',
  table: 'customer_addresses',
  word: 'address',
  read(cells) {
    const parsed = schema.safeParse({
      customerEmail: cells.text('customerEmail'),
      address: cells.text('address'),
      use: cells.read('use', useOf),
      place: cells.text('place'),
      label: cells.text('label'),
      contact: cells.contact('person'),
    });
    if (!parsed.success) return { issues: toDomainError(parsed.error).issues ?? [] };
    const { customerEmail, ...own } = parsed.data;
    const customerOf = async (ctx: Parameters<typeof addAddress>[0]) =>
      readRow(ctx.em, person, 'select $columns from customers where lower(email) = lower(?)', [customerEmail]);
    return {
      input: {
        content: parsed.data,
        email: customerEmail.toLowerCase(),
        externalId: null,
        summary: t(
          'New {use, select, pickup {pickup address} delivery {delivery address} other {address}} of {customer}',
          {
            use: own.use,
            customer: customerEmail,
          },
        ),
        findFaults: async (ctx) =>
          (await customerOf(ctx)) ? [] : [{ path: 'customerEmail', message: t(NO_CUSTOMER) }],
        async make(ctx) {
          const customer = await customerOf(ctx);
          if (!customer) throw invalid('customerEmail', t(NO_CUSTOMER));
          const id = await addAddress(ctx, { customerId: customer.id, ...own });
          return { id: id ?? 0, version: 1, isKnown: id === undefined, customerId: null };
        },
      },
    };
  },
  async findKnown(ctx, inputs) {
    const emails = inputs.map(({ email: of }) => of ?? '');
    const rows = await readRows(
      ctx.em,
      offered,
      'select $columns from customer_addresses a join customers c on c.id = a.customer_id where lower(c.email) = any(?)',
      [emails],
    );
    const known = new Set(rows.map(keyOf));
    const isKnown = (content: object, of: string | null) => {
      const { use, address: text } = contentSchema.parse(content);
      return known.has(keyOf({ email: of ?? '', use, address: text }));
    };
    return new Map(
      [...inputs.entries()]
        .filter(([, { content, email: of }]) => isKnown(content, of))
        .map(([at]) => [at, t('This customer has this address already')] as const),
    );
  },
  async takeBack(ctx, id, version) {
    return (await takeAddressBack(ctx, id, version)) ? null : kept.changed;
  },
};
