import type { User } from '@quickfleet/shared/people/users';
import type { Role } from '@quickfleet/shared/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, refusal, renderPart } from '../../../../test/render.tsx';
import { AccountSlot } from './account-slot.tsx';
import { RegisterForm } from './register-form.tsx';

const userOf = (role: Role): User => ({
  id: 7,
  username: 'ada',
  role,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: null,
  phone: null,
  language: null,
  isActive: true,
  hasSecondFactor: false,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  version: 1,
});

const show = (role: Role, answers: Answers = {}) =>
  renderPart(<AccountSlot className={undefined} />, {
    answers: { auth: { session: { user: userOf(role) }, logout: { success: true } }, ...answers },
  });
const account = () => screen.findByRole('button', { name: 'Account: Ada Lovelace' });

test.each([
  { role: 'admin', work: '/admin', text: 'Go to the dashboard' },
  { role: 'dispatcher', work: '/admin', text: 'Go to the dashboard' },
  { role: 'driver', work: '/driver', text: 'Go to the driver portal' },
  { role: 'customer', work: '/my', text: 'My deliveries' },
] as const)('A17 the account menu names the person and leads a $role to their work', async ({ role, work, text }) => {
  const { user } = show(role);
  await user.click(await account());
  const menu = await screen.findByRole('menu');
  expect(within(menu).getByText('Ada Lovelace')).toBeTruthy();
  const items = within(menu).getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([text, 'Change password', 'Account and security', 'Sign out']);
  expect(items[0]?.getAttribute('href')).toBe(work);
});

test('A17 U240 a visitor has no account menu, and a link to sign in', async () => {
  const { calls } = renderPart(<AccountSlot className={undefined} />);
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['auth.session']));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/my');
});

test('A11 A17 signing out says so, and the menu is gone', async () => {
  const { user } = show('customer');
  await user.click(await account());
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect((await screen.findByRole('status')).textContent).toContain('Signed out');
  expect(screen.queryByRole('button', { name: /^Account:/ })).toBeNull();
});

test('A19 registration says that it worked and shows the name', async () => {
  const { user } = renderPart(
    <>
      <RegisterForm />
      <AccountSlot className={undefined} />
    </>,
    { answers: { auth: { register: userOf('customer') } } },
  );
  await user.type(screen.getByLabelText('Username'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'a-good-password-1');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  const toast = await screen.findByRole('status');
  expect(toast.textContent).toContain('Account created');
  expect(toast.textContent).toContain('You are signed in as Ada Lovelace.');
  expect(await account()).toBeTruthy();
});

const noWork = { vehicle: null, startsFrom: null, endsAt: null, skills: [], workingHours: null, pay: null };

test('A18 one’s own password is checked, refused at its field, and changed', async () => {
  const { user, calls } = show('customer', {
    users: {
      update: ({ currentPassword }) => {
        if (currentPassword === 'the-right-one') return { ...userOf('customer'), ...noWork };
        const message = 'The current password is not right';
        throw refusal(400, 'WRONG_PASSWORD', message, [{ path: 'currentPassword', message }]);
      },
    },
  });
  const sent = () => calls.filter(({ path }) => path === 'users.update').map(({ input }) => input);
  await user.click(await account());
  await user.click(await screen.findByRole('menuitem', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  const save = dialog.getByRole('button', { name: 'Change password' });

  await user.type(dialog.getByLabelText('New password'), 'short');
  await user.click(save);
  expect(dialog.getByText('The current password is required')).toBeTruthy();
  expect(dialog.getByText(/^The password needs at least \d+ characters$/)).toBeTruthy();
  expect(sent()).toEqual([]);

  await user.type(dialog.getByLabelText('New password'), '-but-longer-now');
  await user.type(dialog.getByLabelText('Current password'), 'a-wrong-one');
  await user.click(save);
  expect(await dialog.findByText('The current password is not right')).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText('Current password'));

  await user.clear(dialog.getByLabelText('Current password'));
  await user.type(dialog.getByLabelText('Current password'), 'the-right-one');
  await user.click(save);
  expect((await screen.findByRole('status')).textContent).toContain('Password changed');
  expect(sent().at(-1)).toEqual({ id: 7, currentPassword: 'the-right-one', password: 'short-but-longer-now' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await account());
});
