import { success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/people/auth';
import * as passkeys from '@quickfleet/shared/people/passkeys';
import { session, user } from '@quickfleet/shared/people/users';
import { procedure, router } from '../../http/trpc.ts';
import { askForPasskey } from '../account/passkeys.service.ts';
import { readMe, register, requireRegistration, signIn, signInByPasskey, signOut } from './auth.service.ts';

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
  passkeyOptions: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/passkey/options',
        tags,
        summary: 'Begin a sign-in with a passkey',
        description: 'What the browser signs in by (WebAuthn). 409 PASSKEYS_NEED_HTTPS at an address without a name.',
      },
    })
    .output(passkeys.passkeyRequest)
    .mutation(({ ctx }) => askForPasskey(ctx)),
  passkey: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/passkey',
        tags,
        summary: 'Sign in with a passkey',
        description: 'Sets the session cookie. Each challenge works once. 20 tries in 15 minutes for one address.',
      },
      transaction: false,
      etag: 'user',
    })
    .input(passkeys.usePasskey)
    .output(user)
    .mutation(({ ctx, input }) => signInByPasskey(ctx, input)),
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
      requires: requireRegistration,
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
