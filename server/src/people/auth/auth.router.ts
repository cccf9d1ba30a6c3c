import { success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/people/auth';
import { session, user } from '@quickfleet/shared/people/users';
import { procedure, router } from '../../http/trpc.ts';
import { readMe, register, signIn, signOut } from './auth.service.ts';

const tags = ['session'];
export const authRouter = router({
  me: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/user',
        tags,
        summary: 'Who is signed in',
        description: '401 means that nobody is signed in.',
      },
      etag: 'user',
    })
    .output(user)
    .query(({ ctx }) => readMe(ctx)),
  session: procedure.output(session).query(async ({ ctx }) => ({ user: ctx.caller.user ? await readMe(ctx) : null })),
  login: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/login',
        tags,
        summary: 'Sign in',
        description:
          'Sets the session cookie. Wrong tries are counted: 5 in 15 minutes for one account, 20 for one address.',
      },
      transaction: false,
      etag: 'user',
    })
    .input(shared.login)
    .output(user)
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  register: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/register',
        tags,
        summary: 'Register as an ordinary user',
        description: 'Makes an ordinary user, whatever role the body names, and signs them in.',
      },
      transaction: false,
      status: 201,
      etag: 'user',
    })
    .input(shared.register)
    .output(user)
    .mutation(({ ctx, input }) => register(ctx, input)),
  logout: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/logout',
        tags,
        summary: 'Sign out and leave every opened order',
        description: 'Ends the session and releases every opened order. Works without a session too.',
      },
      transaction: false,
    })
    .output(success)
    .mutation(({ ctx }) => signOut(ctx)),
});
