import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/people/customers';
import * as members from '@quickfleet/shared/people/members';
import * as personal from '@quickfleet/shared/people/personal-data';
import * as saved from '@quickfleet/shared/people/saved-addresses';
import { z } from 'zod';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { eraseCustomer } from '../personal-data/customers.erase.ts';
import { readPersonalData } from '../personal-data/customers.personal-data.ts';
import { changeAddress, removeAddress, saveAddress } from './customers.addresses.ts';
import { confirmEmail } from './customers.confirm.ts';
import { allCustomers, findAddresses, findCustomers, readCustomer } from './customers.queries.ts';
import { createCustomer, deleteCustomer, updateCustomer } from './customers.service.ts';
import { findMembers } from './members.queries.ts';
import { joinMember, removeMember } from './members.service.ts';

const tags = ['customers'];
export const customersRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/customers', tags, summary: 'List customers' } })
    .input(shared.listCustomers)
    .output(compiled(shared.customerPage))
    .query(({ ctx, input }) => findCustomers(ctx, input)),
  all: procedure.output(compiled(z.array(shared.customer))).query(({ ctx }) => allCustomers(ctx)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/customers/{id}', tags, summary: 'Read a customer' }, etag: 'customer' })
    .input(byId)
    .output(shared.customer)
    .query(({ ctx, input }) => readCustomer(ctx, input.id)),
  addresses: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/customers/{id}/addresses',
        tags,
        summary: 'Where a customer sent from and to before',
        description:
          'Of their orders and quotes, each address once, at most 20 of each kind. `saved` are those that staff and the customer’s people keep for the next order, with who is there.',
      },
    })
    .input(byId)
    .output(shared.customerAddresses)
    .query(({ ctx, input }) => findAddresses(ctx, input.id)),
  saveAddress: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/customers/{id}/addresses',
        tags,
        summary: 'Save an address of a customer, with who is there',
        description:
          'For the next orders. The customer sees and changes the same ones under `/my/addresses`. 409 `ADDRESS_EXISTS` when this address is saved for the same stop.',
      },
      status: 201,
    })
    .input(saved.saveAddress)
    .output(saved.savedAddress)
    .mutation(({ ctx, input }) => saveAddress(ctx, input)),
  changeAddress: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/customers/{id}/addresses/{addressId}',
        tags,
        summary: 'Change a saved address of a customer',
        description: 'Partial: what is absent stays. Orders that were made with it keep what they have.',
      },
    })
    .input(saved.changeAddress)
    .output(saved.savedAddress)
    .mutation(({ ctx, input }) => changeAddress(ctx, input)),
  removeAddress: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/customers/{id}/addresses/{addressId}',
        tags,
        summary: 'Remove a saved address of a customer',
      },
    })
    .input(saved.removeAddress)
    .output(success)
    .mutation(({ ctx, input }) => removeAddress(ctx, input)),
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
        description:
          'Partial: what is absent stays. A key changes `email` with the scope `customers:members`, and everything else with `customers:write`. A new address is mailed to the one before and to the members; one that a key has set opens nothing before it is confirmed.',
      },
      etag: 'customer',
      honorsIfMatch: true,
    })
    .input(shared.updateCustomer)
    .output(shared.customer)
    .mutation(({ ctx, input }) => updateCustomer(ctx, input)),
  confirmEmail: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/customers/{id}/email/confirm',
        tags,
        summary: 'Confirm the e-mail address that a key has set',
        description:
          'From now on it opens what was ordered under /my. The link in the mail to the address before does the same.',
      },
      etag: 'customer',
    })
    .input(byId)
    .output(shared.customer)
    .mutation(({ ctx, input }) => confirmEmail(ctx, input.id)),
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
  members: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/customers/{id}/members',
        tags,
        summary: 'Who may see the deliveries of a customer',
        description: 'People who were joined to it by their own e-mail address; the customer’s own address is none.',
      },
    })
    .input(members.listMembers)
    .output(members.members)
    .query(({ ctx, input }) => findMembers(ctx, input.id)),
  joinMember: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/customers/{id}/members',
        tags,
        summary: 'Let an e-mail address see the deliveries of a customer',
        description: 'They are mailed a link. An address that was joined already gets the other role, without a mail.',
      },
      status: 201,
    })
    .input(members.joinMember)
    .output(members.member)
    .mutation(({ ctx, input }) => joinMember(ctx, input)),
  removeMember: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/customers/{id}/members',
        tags,
        summary: 'End what an e-mail address sees of a customer',
        description: 'With its next call, in open sessions too; they are mailed it. `email` names the address.',
      },
    })
    .input(members.removeMember)
    .output(success)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
  personalData: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/customers/{id}/personal-data',
        tags,
        summary: 'Count what is kept about a customer',
        description: 'With what prevents erasing it. The call `personal-data.zip` returns the data itself.',
      },
    })
    .input(byId)
    .output(personal.personalData)
    .query(({ ctx, input }) => readPersonalData(ctx, input.id)),
  erase: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/customers/{id}/erase',
        tags,
        summary: 'Erase a customer for good',
        description:
          'Mails, photos, signatures and quotes that became no order are deleted; orders keep their price and days without name and address. `email` is the address of the customer, as a confirmation.',
      },
    })
    .input(personal.eraseCustomer)
    .output(personal.erased)
    .mutation(({ ctx, input }) => eraseCustomer(ctx, input)),
});
