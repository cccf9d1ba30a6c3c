import { LockMode } from '@mikro-orm/postgresql';
import { createCustomer as schema } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { c, readRows, select } from '../../../db/rows.ts';
import { DomainError, toDomainError } from '../../../http/errors.ts';
import { Customer } from '../../../people/customers/customer.entity.ts';
import { createCustomer, deleteCustomer } from '../../../people/customers/customers.service.ts';
import { isKnownIn } from './common.ts';
import { type Kind, kept } from './kind.ts';

const found = select({ id: c.int('id'), email: c.text('lower(email)') });

export const customersKind: Kind = {
  action: 'customers.create',
  table: 'customers',
  word: 'customer',
  numbered: 'customer',
  read(cells) {
    const parsed = schema.safeParse({
      name: cells.text('name'),
      email: cells.text('email'),
      phone: cells.text('phone'),
      company: cells.text('company'),
      ...cells.numbers(),
    });
    if (!parsed.success) return { issues: toDomainError(parsed.error).issues ?? [] };
    const customer = parsed.data;
    return {
      input: {
        content: customer,
        email: customer.email.toLowerCase(),
        externalId: customer.externalId ?? null,
        summary: t('New customer {name}', { name: customer.name }),
        findFaults: async () => [],
        async make(ctx) {
          const { id, version } = await createCustomer(ctx, customer);
          return { id, version, isKnown: isKnownIn(ctx), customerId: null };
        },
      },
    };
  },
  async findKnown(ctx, inputs) {
    const emails = inputs.map(({ email }) => email ?? '');
    const rows = await readRows(ctx.em, found, 'select $columns from customers where lower(email) = any(?)', [emails]);
    const ids = new Map(rows.map(({ id, email }) => [email, id]));
    const known = [...emails.entries()].flatMap(([at, email]) => {
      const id = ids.get(email);
      return id === undefined ? [] : [[at, t('Customer #{id} has this e-mail address already', { id })] as const];
    });
    return new Map(known);
  },
  async takeBack(ctx, id, version) {
    const customer = await ctx.em.findOne(Customer, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!customer) return null;
    if (customer.version !== version) return kept.changed;
    try {
      await deleteCustomer(ctx, id);
    } catch (error) {
      if (error instanceof DomainError && error.reason === 'CUSTOMER_IN_USE') return kept.used;
      throw error;
    }
    return null;
  },
};
