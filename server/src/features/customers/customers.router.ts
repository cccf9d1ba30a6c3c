import * as shared from '@quickfleet/shared/customers';
import { byId, success } from '@quickfleet/shared/primitives';
import { z } from 'zod';
import { procedure, router } from '../../trpc.ts';
import { allCustomers, findCustomers, readCustomer } from './customers.queries.ts';
import { createCustomer, deleteCustomer, updateCustomer } from './customers.service.ts';

const tags = ['customers'];
export const customersRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/customers', tags, summary: 'List customers' } })
    .input(shared.listCustomers)
    .output(shared.customerPage)
    .query(({ ctx, input }) => findCustomers(ctx, input)),
  all: procedure.output(z.array(shared.customer)).query(({ ctx }) => allCustomers(ctx)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/customers/{id}', tags, summary: 'Read a customer' }, etag: 'customer' })
    .input(byId)
    .output(shared.customer)
    .query(({ ctx, input }) => readCustomer(ctx, input.id)),
  create: procedure
    .meta({
      openapi: { method: 'POST', path: '/customers', tags, summary: 'Create a customer' },
      status: 201,
      etag: 'customer',
    })
    .input(shared.createCustomer)
    .output(shared.customer)
    .mutation(({ ctx, input }) => createCustomer(ctx, input)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/customers/{id}',
        tags,
        summary: 'Change a customer',
        description: 'Partial: what is absent stays.',
      },
      etag: 'customer',
      honorsIfMatch: true,
    })
    .input(shared.updateCustomer)
    .output(shared.customer)
    .mutation(({ ctx, input }) => updateCustomer(ctx, input)),
  delete: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/customers/{id}',
        tags,
        summary: 'Delete a customer nothing refers to',
        description: 'Only a customer without quotes and orders.',
      },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteCustomer(ctx, input.id)),
});
