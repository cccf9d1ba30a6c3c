import type { User } from '@quickfleet/shared/people/users';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { refusal, renderPart } from '../../../../test/render.tsx';
import { useAuth } from '../../../lib/api/session.tsx';
import { hasOpenWork, SESSION_ENDED, setSessionEnd } from '../../../lib/api/session-end.ts';
import { SignInAgain } from './sign-in-again.tsx';

const dana: User = {
  id: 7,
  username: 'dana',
  role: 'dispatcher',
  firstName: 'Dana',
  lastName: 'Patch',
  email: null,
  phone: null,
  language: null,
  isActive: true,
  hasSecondFactor: false,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  version: 1,
};

function Page() {
  const { user } = useAuth();
  return (
    <>
      <p>{user ? `Signed in as ${user.username}` : 'Nobody is signed in'}</p>
      <div role="dialog" aria-label="A form">
        <input aria-label="Name" />
      </div>
      <SignInAgain />
    </>
  );
}

afterEach(() => {
  cleanup();
  setSessionEnd('none');
});

test('A20 a session that ended over an open form is begun again there, and what was typed stays', async () => {
  const { user, calls } = renderPart(<Page />, {
    answers: {
      auth: {
        session: { user: dana },
        login: ({ password }) => {
          if (password === 'the-right-one') return dana;
          throw refusal(401, 'WRONG_CREDENTIALS', 'Username or password is not right');
        },
      },
    },
  });
  await screen.findByText('Signed in as dana');
  await user.type(screen.getByLabelText('Name'), 'Half a customer');
  expect(hasOpenWork()).toBe(true);
  act(() => setSessionEnd('asking'));

  const dialog = within(await screen.findByRole('dialog', { name: SESSION_ENDED }));
  await user.type(dialog.getByLabelText('Password'), 'a-wrong-one');
  await user.click(dialog.getByRole('button', { name: 'Sign In' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Username or password is not right');
  await user.clear(dialog.getByLabelText('Password'));
  await user.type(dialog.getByLabelText('Password'), 'the-right-one');
  await user.click(dialog.getByRole('button', { name: 'Sign In' }));

  await waitFor(() => expect(screen.queryByRole('dialog', { name: SESSION_ENDED })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Half a customer');
  expect(calls.filter(({ path }) => path === 'auth.login').map(({ input }) => input)).toEqual([
    { username: 'dana', password: 'a-wrong-one' },
    { username: 'dana', password: 'the-right-one' },
  ]);
});

test('A20 leaving instead opens the staff’s sign-in, which leads back', async () => {
  history.replaceState(null, '', '/admin/quotes?status=paid');
  const { user } = renderPart(<Page />, { answers: { auth: { session: { user: dana } } } });
  await screen.findByText('Signed in as dana');
  act(() => setSessionEnd('asking'));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByText('Nobody is signed in');
  expect(location.pathname).toBe('/admin/auth');
  expect(history.state).toEqual({ from: '/admin/quotes?status=paid' });
});

/** A device with one passkey. */
function giveDevice() {
  const credential = {
    id: 'cGFzc2tleQ',
    rawId: new Uint8Array([1]).buffer,
    type: 'public-key',
    response: {
      clientDataJSON: new Uint8Array([2]).buffer,
      authenticatorData: new Uint8Array([3]).buffer,
      signature: new Uint8Array([4]).buffer,
    },
    getClientExtensionResults: () => ({}),
  };
  const get = vi.fn(async () => credential);
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ get } as never);
  return get;
}

test('U298 a passkey signs in again over an open form; one of another account does not', async () => {
  giveDevice().mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  onTestFinished(() => void vi.unstubAllGlobals().restoreAllMocks());
  let holder: User = { ...dana, id: 8, username: 'otto', firstName: 'Otto', lastName: 'Vale' };
  const { user, calls } = renderPart(<Page />, {
    answers: {
      auth: {
        session: { user: dana },
        passkeyOptions: { challenge: 'AAAA', rpId: 'localhost', timeout: 60_000, userVerification: 'required' },
        passkey: () => holder,
        logout: { success: true },
      },
    },
  });
  await screen.findByText('Signed in as dana');
  await user.type(screen.getByLabelText('Name'), 'Half a customer');
  act(() => setSessionEnd('asking'));
  const dialog = within(await screen.findByRole('dialog', { name: SESSION_ENDED }));
  await user.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  await dialog.findByText('No passkey was used. Try again, or sign in with your password.');
  await user.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  await dialog.findByText('That passkey belongs to Otto Vale. Use one of Dana Patch, or the password.');
  expect(calls.at(-1)?.path).toBe('auth.logout');

  holder = dana;
  await user.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: SESSION_ENDED })).toBeNull());
  screen.getByText('Signed in as dana');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Half a customer');
});
