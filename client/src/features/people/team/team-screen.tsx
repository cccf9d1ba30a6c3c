import { Box, Button, Card, Group, NativeSelect, Title } from '@mantine/core';
import { PAGE_SIZE_DEFAULT, SEARCH_MAX } from '@quickfleet/shared/limits';
import { displayName, type WholeUser } from '@quickfleet/shared/people/users';
import { roles } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { IconMailPlus, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { CalendarDialog } from '../../../components/calendars/calendar-links.tsx';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { NoMatches } from '../../../components/feedback/no-matches.tsx';
import { CountBadge } from '../../../components/lists/count-badge.tsx';
import { type ActiveFilter, FilterChips } from '../../../components/lists/filter-chips.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { SearchField } from '../../../components/lists/search-field.tsx';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { roleWords } from '../../../lib/words/role-words.ts';
import { InviteDialog, OpenInvitations } from './invitations.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { useDeleteUser, useResetFactor, useUpdateUser } from './team-mutations.ts';
import { type Edited, UserDialog } from './user-dialog.tsx';
import { UserList } from './user-list.tsx';
import { WorkDialog } from './work-dialog.tsx';

const teamView = z.object({
  q: z.string().max(SEARCH_MAX).default(''),
  role: z.enum(roles).optional(),
  /** Only people who can sign in: what the dashboard's drivers are counted by. */
  isActive: z.literal('true').optional(),
  sort: z.enum(['name', 'newest', 'oldest']).default('name'),
  /** The form for a new person is open. */
  create: z.literal('1').optional(),
  /** The form for an invitation is open. */
  invite: z.literal('1').optional(),
  page: urlNumber.default(1),
});
const filterNames = ['q', 'role', 'isActive'] as const;
const sortWords = { name: t('By name'), newest: t('Newest first'), oldest: t('Oldest first') } as const;
const sorts = ['name', 'newest', 'oldest'] as const;
const newPerson: Edited = { user: undefined };

/** Staff, drivers and ordinary users: made, corrected, shut out and let in again by an admin. */
export function TeamScreen() {
  const { user: self } = useAuth();
  const { view, search, filter, clear, filterCount, isFiltered, goToPage, open, close } = useView(
    teamView,
    filterNames,
  );
  const { q, role, isActive, sort, page, create, invite } = view;
  const users = trpc.users.list.useQuery(
    {
      ...(q ? { q } : {}),
      ...(role ? { role } : {}),
      ...(isActive ? { isActive } : {}),
      sort,
      page,
      limit: PAGE_SIZE_DEFAULT,
    },
    { placeholderData: keepPreviousData },
  );
  const [edited, setEdited] = useState<Edited>();
  const [passwordOf, setPasswordOf] = useState<WholeUser>();
  const [payOf, setPayOf] = useState<WholeUser>();
  const [calendarOf, setCalendarOf] = useState<WholeUser>();
  const [workOf, setWorkOf] = useState<WholeUser>();
  const { confirm, confirmDialog } = useConfirm();
  const shutOut = useUpdateUser((name) => t('{name} can no longer sign in', { name }));
  const letIn = useUpdateUser((name) => t('{name} can sign in again', { name }));
  const remove = useDeleteUser();
  const resetFactor = useResetFactor();
  const closeForm = () => {
    setEdited(undefined);
    if (create) close('create');
  };
  const filters: ActiveFilter[] = [
    ...(isActive ? [{ text: t('Active only'), onRemove: () => filter({ isActive: undefined }) }] : []),
  ];

  const changeActivity = async (user: WholeUser) => {
    if (!user.isActive) return letIn.mutate({ id: user.id, isActive: true });
    const name = displayName(user);
    const yes = await confirm({
      title: t('Deactivate {name}?', { name }),
      text: t(
        '{name} ({username}) is signed out everywhere and cannot sign in until you activate the account again. Orders and history stay.',
        { name, username: user.username },
      ),
      action: t('Deactivate'),
    });
    if (yes) shutOut.mutate({ id: user.id, isActive: false });
  };
  const askToResetFactor = async (user: WholeUser) => {
    const name = displayName(user);
    const yes = await confirm({
      title: t('Reset the second factor of {name}?', { name }),
      text: t(
        '{name} is signed out everywhere and signs in with the password alone until they set it up again. Make sure that it is really {name} who asked.',
        { name },
      ),
      action: t('Reset second factor'),
    });
    if (yes) resetFactor.mutate({ id: user.id });
  };
  const askToDelete = async (user: WholeUser) => {
    const name = displayName(user);
    const yes = await confirm({
      title: t('Delete {name}?', { name }),
      text: t('The account {username} is removed for good. What {name} did stays in the history.', {
        username: user.username,
        name,
      }),
      action: t('Delete user'),
    });
    if (yes) remove.mutate({ id: user.id });
  };

  return (
    <>
      <Group justify="space-between" mb="md">
        <Group gap="sm">
          <Title order={1}>{t('Team')}</Title>
          <CountBadge list={users.data} isFiltered={isFiltered} />
        </Group>
        <Group gap="sm">
          <Button variant="default" leftSection={<IconMailPlus size={18} aria-hidden />} onClick={() => open('invite')}>
            {t('Invite by e-mail')}
          </Button>
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => open('create')}>
            {t('Add person')}
          </Button>
        </Group>
      </Group>
      <Group gap="sm" mb="sm">
        <SearchField
          value={q}
          onSearch={search}
          label={t('Search people')}
          placeholder={t('Name or username')}
          isSearching={users.isPlaceholderData}
        />
        <NativeSelect
          aria-label={t('Role')}
          data={[
            { value: '', label: t('All roles') },
            ...roles.map((value) => ({ value, label: roleWords[value].text })),
          ]}
          value={role ?? ''}
          onChange={(event) => filter({ role: roles.find((known) => known === event.currentTarget.value) })}
        />
        <NativeSelect
          aria-label={t('Sort by')}
          data={sorts.map((value) => ({ value, label: sortWords[value] }))}
          value={sort}
          onChange={(event) => filter({ sort: sorts.find((known) => known === event.currentTarget.value) })}
        />
      </Group>
      <FilterChips filters={filters} canClearAll={filterCount > 1} onClear={clear} />
      <Card padding="md" mt="sm">
        <PagedList
          query={users}
          failed={t('The team could not be loaded')}
          empty={
            <NoMatches
              title={q ? t("No results for ''{q}''", { q }) : t('Nobody matches these filters')}
              onClear={clear}
            />
          }
          what={t('people')}
          onPage={goToPage}
        >
          {(rows) => (
            <UserList
              users={rows}
              selfId={self?.id}
              onEdit={(user) => setEdited({ user })}
              onWork={setWorkOf}
              onCalendar={setCalendarOf}
              onPay={setPayOf}
              onPassword={setPasswordOf}
              onFactor={(user) => void askToResetFactor(user)}
              onActivity={(user) => void changeActivity(user)}
              onDelete={(user) => void askToDelete(user)}
            />
          )}
        </PagedList>
      </Card>
      <Box mt="md">
        <OpenInvitations />
      </Box>
      <InviteDialog isOpen={invite === '1'} onClose={() => close('invite')} />
      <UserDialog edited={create ? newPerson : edited} selfId={self?.id} onClose={closeForm} />
      <WorkDialog driver={workOf} onClose={() => setWorkOf(undefined)} />
      <CalendarDialog driver={calendarOf} onClose={() => setCalendarOf(undefined)} />
      <PayDialog
        user={users.data?.data.find(({ id }) => id === payOf?.id) ?? payOf}
        onClose={() => setPayOf(undefined)}
      />
      <PasswordDialog user={passwordOf} selfId={self?.id} onClose={() => setPasswordOf(undefined)} />
      {confirmDialog}
    </>
  );
}
