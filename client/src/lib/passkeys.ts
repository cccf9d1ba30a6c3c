// Passkeys: the browser's half. Loaded when somebody presses a button of theirs.

import type { AppRouter } from '@quickfleet/server/router';
import type { Passkey } from '@quickfleet/shared/people/passkeys';
import type { User } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { TRPCClient } from '@trpc/client';
import { BrowserError } from './api/error-message.ts';

/** Signs in with whichever passkey the person chooses. */
export async function signByPasskey(client: TRPCClient<AppRouter>): Promise<User> {
  const optionsJSON = await client.auth.passkeyOptions.mutate();
  const response = await startAuthentication({ optionsJSON }).catch(reword);
  return client.auth.passkey.mutate({ response: { ...response, type: 'public-key' } });
}

/** Makes a passkey on this device, or on one that the person chooses, and adds it to their account. */
export async function makePasskey(
  client: TRPCClient<AppRouter>,
  { currentPassword, name }: { currentPassword: string; name: string },
): Promise<Passkey> {
  const optionsJSON = await client.passkeys.begin.mutate({ currentPassword });
  const response = await startRegistration({ optionsJSON }).catch(reword);
  return client.passkeys.add.mutate({ name, response: { ...response, type: 'public-key' } });
}

/** What the browser says is for programmers. */
function reword(error: unknown): never {
  const { name, code } = error instanceof WebAuthnError ? error : { name: '', code: '' };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new BrowserError(t('This device has a passkey here already.'));
  if (name === 'SecurityError' || !('PublicKeyCredential' in window))
    throw new BrowserError(t('This browser knows no passkeys at this address.'));
  throw new BrowserError(t('No passkey was used. Try again, or sign in with your password.'));
}
