import { Alert, Button, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { PASSWORD_MIN } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { join, type ShownInvitation } from '@quickfleet/shared/people/account';
import type { User } from '@quickfleet/shared/people/users';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { IconLinkOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { z } from 'zod';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import { SpinnerPage } from '../../../../components/feedback/spinner-page.tsx';
import { codeOf, issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { sessionKey } from '../../../../lib/api/session.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { storeAdmin } from '../../../../lib/storage/admin-storage.ts';
import { showError } from '../../../../lib/toast.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { AccountFrame } from './account-frame.tsx';

const fields = join.omit({ token: true, phone: true });
const workplaces: Record<Role, string> = {
  admin: paths.admin,
  dispatcher: paths.admin,
  driver: paths.driver,
  customer: paths.home,
};

function Ended() {
  return (
    <AccountFrame
      title={t('This invitation no longer works')}
      lead={t('It was used or withdrawn, or its 7 days are over.')}
    >
      <Alert color="amber" role="alert" icon={<IconLinkOff aria-hidden />}>
        {t('Ask the person who invited you to send a new one.')}
      </Alert>
    </AccountFrame>
  );
}

function JoinForm({ token, invitation }: { token: string; invitation: ShownInvitation }) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const accept = trpc.invitations.join.useMutation();
  const { form, onSubmit, showErrors } = useZodForm(fields, {
    username: '',
    firstName: '',
    lastName: '',
    password: '',
  });
  const href = workplaces[invitation.role];
  const save = async (input: z.output<typeof fields>) => {
    try {
      const user = await accept.mutateAsync({ token, ...input });
      if (user.role === 'admin') storeAdmin(user);
      queryClient.clear();
      queryClient.setQueryData<User | null>(sessionKey, user);
      navigate(href, { replace: true });
    } catch (error) {
      const issues = issuesOf(error);
      if (codeOf(error) === 'USERNAME_TAKEN') showErrors({ username: messageOf(error) });
      else if (Object.keys(issues).length > 0) showErrors(issues);
      else showError(t('Not joined'), messageOf(error));
    }
  };
  return (
    <AccountFrame
      title={t('Join {company}', { company: brand.name })}
      lead={t(
        '{invitedBy} invites you ({email}) to work here as {role, select, admin {an admin} dispatcher {a dispatcher} driver {a driver} other {a customer}}.',
        { invitedBy: invitation.invitedBy, email: invitation.email, role: invitation.role },
      )}
    >
      <form onSubmit={onSubmit((input) => void save(input))} noValidate>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              key={form.key('firstName')}
              label={t('First name')}
              autoComplete="given-name"
              {...form.getInputProps('firstName')}
            />
            <TextInput
              key={form.key('lastName')}
              label={t('Last name')}
              autoComplete="family-name"
              {...form.getInputProps('lastName')}
            />
          </SimpleGrid>
          <TextInput
            key={form.key('username')}
            label={t('Username')}
            withAsterisk
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <PasswordInput
            key={form.key('password')}
            label={t('Password')}
            withAsterisk
            description={t('At least {min} characters', { min: PASSWORD_MIN })}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={accept.isPending}>
            {t('Join')}
          </Button>
        </Stack>
      </form>
    </AccountFrame>
  );
}

/** Accepts an invitation. */
export function JoinPage({ token }: { token: string }) {
  const invitation = trpc.invitations.get.useQuery({ token }, { retry: false, staleTime: Number.POSITIVE_INFINITY });
  if (invitation.isPending) return <SpinnerPage />;
  if (invitation.data) return <JoinForm token={token} invitation={invitation.data} />;
  if (['LINK_ENDED', 'VALIDATION_FAILED'].includes(codeOf(invitation.error) ?? '')) return <Ended />;
  return (
    <AccountFrame title={t('Join {company}', { company: brand.name })} lead={t('The invitation could not be read.')}>
      <QueryError query={invitation} title={t('The invitation could not be loaded')} />
    </AccountFrame>
  );
}
