import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/people/account';
import * as factor from '@quickfleet/shared/people/factor';
import * as passkeys from '@quickfleet/shared/people/passkeys';
import { user } from '@quickfleet/shared/people/users';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { findInvitations, invite, join, readInvitation, withdrawInvitation } from './invitations.service.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.service.ts';
import { forgot, resetPassword } from './password-reset.service.ts';
import {
  beginFactor,
  confirmFactor,
  readFactor,
  removeFactor,
  renewCodes,
  resetFactor,
} from './second-factor.service.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.service.ts';
import { askForLink, openLink, readLink } from './sign-in-links.service.ts';

const tags = ['session'];
export const accountRouter = router({
  forgot: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/forgot',
        tags,
        summary: 'Mail a link to a new password',
        description:
          'The answer is the same for every address. The link goes to each active account with this address; it works for 30 minutes and once.',
      },
    })
    .input(shared.forgot)
    .output(success)
    .mutation(({ ctx, input }) => forgot(ctx, input)),
  reset: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/reset',
        tags,
        summary: 'Choose a new password by a mailed link',
        description: 'All sessions of the account end; the person signs in with the new password.',
      },
      transaction: false,
    })
    .input(shared.reset)
    .output(shared.resetDone)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
});

export const signInLinksRouter = router({
  send: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/link',
        tags,
        summary: 'Mail a link to one’s deliveries',
        description:
          'The answer is the same for every address. The mail goes to an address that quotes or orders were placed with; its link works for 15 minutes and once.',
      },
    })
    .input(shared.askForLink)
    .output(success)
    .mutation(({ ctx, input }) => askForLink(ctx, input)),
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/link/{token}',
        tags,
        summary: 'What a sign-in link shows',
        description: 'Reading it does not use it up: mail programs open links before people do.',
      },
    })
    .input(shared.byLinkToken)
    .output(shared.shownLink)
    .query(({ ctx, input }) => readLink(ctx, input.token)),
  open: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/link/open',
        tags,
        summary: 'Use a sign-in link',
        description:
          'Gives this browser a session for the address of the link. It reaches `/my` and nothing of an account. A signed-in user with this address has proved it instead.',
      },
      transaction: false,
    })
    .input(shared.byLinkToken)
    .output(shared.openedLink)
    .mutation(({ ctx, input }) => openLink(ctx, input)),
});

export const sessionsRouter = router({
  list: procedure
    .meta({
      openapi: { method: 'GET', path: '/users/me/sessions', tags, summary: 'Where the signed-in user is signed in' },
    })
    .output(shared.sessionList)
    .query(({ ctx }) => listSessions(ctx)),
  endOthers: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/users/me/sessions', tags, summary: 'Sign out everywhere else' },
    })
    .output(shared.endedSessions)
    .mutation(({ ctx }) => endOtherSessions(ctx)),
  end: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/users/me/sessions/{id}', tags, summary: 'End one of one’s own sessions' },
    })
    .input(shared.bySession)
    .output(shared.endedSessions)
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),
});

export const factorRouter = router({
  get: procedure
    .meta({
      openapi: { method: 'GET', path: '/users/me/factor', tags, summary: 'The second factor of the signed-in user' },
    })
    .output(factor.factorState)
    .query(({ ctx }) => readFactor(ctx)),
  begin: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/me/factor',
        tags,
        summary: 'Begin to set up the second factor',
        description: 'Answers a secret for an authenticator app (TOTP). It counts once a code of it was confirmed.',
      },
    })
    .input(factor.beginFactor)
    .output(factor.begunFactor)
    .mutation(({ ctx, input }) => beginFactor(ctx, input)),
  confirm: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/me/factor/confirm',
        tags,
        summary: 'Turn the second factor on with a first code',
        description: 'Answers ten recovery codes, this once. Each signs in once.',
      },
    })
    .input(factor.byCode)
    .output(factor.recoveryCodes)
    .mutation(({ ctx, input }) => confirmFactor(ctx, input)),
  renewCodes: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/me/factor/recovery-codes',
        tags,
        summary: 'Make new recovery codes',
        description: 'Those from before end.',
      },
    })
    .input(factor.byCode)
    .output(factor.recoveryCodes)
    .mutation(({ ctx, input }) => renewCodes(ctx, input)),
  remove: procedure
    .meta({
      openapi: { method: 'POST', path: '/users/me/factor/remove', tags, summary: 'Turn one’s own second factor off' },
    })
    .input(factor.byCode)
    .output(success)
    .mutation(({ ctx, input }) => removeFactor(ctx, input)),
  reset: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users/{id}/factor',
        tags: ['users'],
        summary: 'Reset the second factor of another user',
        description: 'For someone who lost phone and recovery codes. They are signed out everywhere, and get a mail.',
      },
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => resetFactor(ctx, input)),
});

export const passkeysRouter = router({
  list: procedure
    .meta({
      openapi: { method: 'GET', path: '/users/me/passkeys', tags, summary: 'The passkeys of the signed-in user' },
    })
    .output(passkeys.passkeyList)
    .query(({ ctx }) => listPasskeys(ctx)),
  begin: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/me/passkeys/options',
        tags,
        summary: 'Begin to add a passkey',
        description: 'What the browser makes it by (WebAuthn), after the current password.',
      },
    })
    .input(factor.beginFactor)
    .output(passkeys.passkeyCreation)
    .mutation(({ ctx, input }) => beginPasskey(ctx, input)),
  add: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/me/passkeys',
        tags,
        summary: 'Add a passkey',
        description: 'It signs in without the password and the second factor. Its user gets a mail.',
      },
      status: 201,
    })
    .input(passkeys.addPasskey)
    .output(passkeys.passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  remove: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/users/me/passkeys/{id}', tags, summary: 'Remove one of one’s own passkeys' },
    })
    .input(passkeys.removePasskey)
    .output(success)
    .mutation(({ ctx, input }) => removePasskey(ctx, input.id)),
});

export const invitationsRouter = router({
  list: procedure
    .meta({
      openapi: { method: 'GET', path: '/users/invitations', tags: ['users'], summary: 'Invitations that are open' },
    })
    .input(shared.listInvitations)
    .output(compiled(shared.invitationPage))
    .query(({ ctx, input }) => findInvitations(ctx, input)),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/invitations',
        tags: ['users'],
        summary: 'Invite somebody by mail',
        description:
          'Mails a link that works for 7 days and once, while the person who invited is an active admin. An earlier invitation of the address ends.',
      },
      status: 201,
    })
    .input(shared.invite)
    .output(shared.newInvitation)
    .mutation(({ ctx, input }) => invite(ctx, input)),
  withdraw: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users/invitations/{id}',
        tags: ['users'],
        summary: 'Withdraw an invitation',
      },
    })
    .input(shared.withdrawInvitation)
    .output(success)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx, input.id)),
  get: procedure
    .meta({
      openapi: { method: 'GET', path: '/auth/join/{token}', tags, summary: 'What an invitation’s link shows' },
    })
    .input(shared.byLinkToken)
    .output(shared.shownInvitation)
    .query(({ ctx, input }) => readInvitation(ctx, input.token)),
  join: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/join',
        tags,
        summary: 'Accept an invitation',
        description: 'Makes the account with the invitation’s address and role, and signs it in.',
      },
      transaction: false,
      status: 201,
      etag: 'user',
    })
    .input(shared.join)
    .output(user)
    .mutation(({ ctx, input }) => join(ctx, input)),
});
