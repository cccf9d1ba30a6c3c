import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../test/render.tsx';
import { userRow } from '../test/rows.ts';
import { Guard } from './routes.tsx';

const open = (path: string, user: ReturnType<typeof userRow> | null) => {
  history.replaceState(null, '', path);
  return renderPart(<Guard>the protected page</Guard>, { answers: { auth: { session: { user } } } });
};

const refused = async (path: string, signIn: string) => {
  const { queryByText } = open(path, null);
  await waitFor(() => expect(location.pathname).toBe(signIn));
  expect(queryByText('the protected page')).toBeNull();
};

for (const path of ['/admin', '/admin/orders', '/admin/nowhere'])
  test(`R11 a stranger who comes to ${path} lands on the staff's sign-in`, () => refused(path, '/admin/auth'));

test("R12 a stranger who comes to another protected path lands on the customers' sign-in", () =>
  refused('/account', '/auth'));

for (const path of ['/account', '/admin/orders'])
  test(`a signed-in user sees ${path}`, async () => {
    const { findByText } = open(path, userRow('customer'));
    await findByText('the protected page');
    expect(location.pathname).toBe(path);
  });
