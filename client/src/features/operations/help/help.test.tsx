import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { userRow } from '../../../../test/rows.ts';
import { screensFor } from '../../../lib/addresses/admin-screens.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { changes } from './changelog.ts';
import { HelpDialog } from './help-dialog.tsx';
import { helpPageAt } from './help-page.tsx';
import { NewChangesCard } from './new-changes-card.tsx';
import { useNewChanges } from './use-new-changes.ts';

const READ = 'quickfleet-changes-7';
function News() {
  return <NewChangesCard {...useNewChanges(7)} />;
}

it('U295 every screen of the staff has a page of help', () => {
  expect(screensFor('admin').filter(({ href }) => helpPageAt(href) === 'README')).toEqual([]);
  expect(['/admin', '/admin/customers/12', '/admin/orders/new', '/admin/nowhere'].map(helpPageAt)).toEqual([
    'dashboard',
    'customers',
    'orders-new',
    'README',
  ]);
});

it('U295 a link leads to another page of help, and one press back to that of the screen', async () => {
  const { user } = renderPart(<HelpDialog opened onClose={() => {}} path="/admin/quotes" groups={[]} />);
  const help = within(await screen.findByRole('dialog', { name: 'Help' }));
  await help.findByRole('heading', { name: 'Quotes' });
  await user.click(help.getByRole('button', { name: 'All help pages' }));
  await user.click(await help.findByRole('button', { name: 'Day Board' }));
  await help.findByRole('heading', { name: 'Day Board' });
  await user.click(help.getByRole('button', { name: 'Back to this screen' }));
  await help.findByRole('heading', { name: 'Quotes' });
});

it('U296 after an update the dashboard says what is new, until it is read', async () => {
  const known = changes.slice(2).map(({ id }) => id);
  localStorage.setItem(READ, JSON.stringify({ hash: 'the release before', ids: known }));
  const first = renderPart(<News />);
  const card = await screen.findByRole('region', { name: 'Update' });
  expect(card.textContent).toContain(`${changes[0]?.id} and 1 more`);
  await first.user.click(within(card).getByRole('button', { name: 'See what is new' }));
  const dialog = await screen.findByRole('dialog', { name: 'What’s new' });
  expect(await within(dialog).findAllByRole('listitem')).toHaveLength(2);
  await first.user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'Update' })).toBeNull();
  first.unmount();
  renderPart(<News />);
  expect(screen.queryByRole('region', { name: 'Update' })).toBeNull();
  expect(JSON.parse(localStorage.getItem(READ) ?? '{}').ids).toHaveLength(changes.length);
});

function NewsOfUser() {
  const { user } = useAuth();
  return <NewChangesCard {...useNewChanges(user?.id)} />;
}

it('U296 what a person has read is theirs, also where the page is drawn before it is known who they are', async () => {
  localStorage.setItem(READ, JSON.stringify({ hash: 'the release before', ids: changes.slice(1).map(({ id }) => id) }));
  renderPart(<NewsOfUser />, { answers: { auth: { session: { user: userRow('admin', { id: 7 }) } } } });
  expect((await screen.findByRole('region', { name: 'Update' })).textContent).toContain(`${changes[0]?.id}.`);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('quickfleet-changes-'))).toEqual([READ]);
});

it('U296 says nothing to a person who is here for the first time', async () => {
  renderPart(<News />);
  await waitFor(() => expect(localStorage.getItem(READ)).not.toBeNull());
  expect(screen.queryByRole('region', { name: 'Update' })).toBeNull();
});
