import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/people/users';
import { releaseOrdersOf } from '../../delivery/order-rights/orders.driver.ts';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { readMe } from '../auth/auth.service.ts';
import { findUsers, readWholeUser } from './users.queries.ts';
import { changeUser, createUser, deleteUser } from './users.service.ts';

const tags = ['users'];
export const usersRouter = router({
  // Before /users/{id}: the first match wins.
  me: procedure
    .meta({ openapi: { method: 'GET', path: '/users/me', tags, summary: 'Who is signed in' }, etag: 'user' })
    .output(shared.user)
    .query(({ ctx }) => readMe(ctx)),
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/users',
        tags,
        summary: 'List users',
        description: 'A dispatcher sees drivers only, without e-mail addresses.',
      },
    })
    .input(shared.listUsers)
    .output(compiled(shared.userPage))
    .query(({ ctx, input }) => findUsers(ctx, input)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/users/{id}', tags, summary: 'One user' }, etag: 'user' })
    .input(byId)
    .output(shared.wholeUser)
    .query(({ ctx, input }) => readWholeUser(ctx, input.id)),
  create: procedure
    .meta({
      openapi: { method: 'POST', path: '/users', tags, summary: 'Make a user, a driver or staff' },
      status: 201,
      etag: 'user',
    })
    .input(shared.createUser)
    .output(shared.wholeUser)
    .mutation(({ ctx, input }) => createUser(ctx, input)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/{id}',
        tags,
        summary: 'Change a user',
        description:
          'Partial: what is absent stays. Role and isActive are an admin’s; one’s own new password needs `currentPassword`. Open orders of a driver who is none any more have no driver then; `unassignedOrders` counts them.',
      },
      transaction: false,
      etag: 'user',
      honorsIfMatch: true,
    })
    .input(shared.updateUser)
    .output(shared.changedUser)
    .mutation(({ ctx, input }) => changeUser(ctx, input, releaseOrdersOf)),
  delete: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users/{id}',
        tags,
        summary: 'Delete a user',
        description: 'Not oneself, not the last admin, nobody who carried orders.',
      },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteUser(ctx, input.id)),
});
