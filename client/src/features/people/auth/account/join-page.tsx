import { Alert, Button, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { PASSWORD_MIN } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { join, type ShownInvitation } from '@quickfleet/shared/people/account';
import type { User } from '@quickfleet/shared/people/users';
import type { Role } from '@quickfleet/shared/roles';
import { IconLinkOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { z } from 'zod';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import { SpinnerPage } from '../../../../components/feedback/spinner-page.tsx';
import { storeAdmin } from '../../../../lib/admin-storage.ts';
import { codeOf, issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { sessionKey } from '../../../../lib/api/session.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { showError } from '../../../../lib/toast.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { AccountFrame } from './account-frame.tsx';

const fields = join.omit({ token: true, phone: true });
const workplaces: Record<Role, { as: string; href: string }> = {
  admin: { as: 'an admin', href: paths.admin },
  dispatcher: { as: 'a dispatcher', href: paths.admin },
  driver: { as: 'a driver', href: paths.driver },
  customer: { as: 'a customer', href: paths.home },
};

function Ended() {
  return (
    <AccountFrame title="This invitation no longer works" lead="It was used or withdrawn, or its 7 days are over.">
      <Alert color="amber" role="alert" icon={<IconLinkOff aria-hidden />}>
        Ask the person who invited you to send a new one.
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
  const { as, href } = workplaces[invitation.role];
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
      else showError('Not joined', messageOf(error));
    }
  };
  return (
    <AccountFrame
      title={`Join ${brand.name}`}
      lead={`${invitation.invitedBy} invites you (${invitation.email}) to work here as ${as}.`}
    >
      <form onSubmit={onSubmit((input) => void save(input))} noValidate>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              key={form.key('firstName')}
              label="First name"
              autoComplete="given-name"
              {...form.getInputProps('firstName')}
            />
            <TextInput
              key={form.key('lastName')}
              label="Last name"
              autoComplete="family-name"
              {...form.getInputProps('lastName')}
            />
          </SimpleGrid>
          <TextInput
            key={form.key('username')}
            label="Username"
            withAsterisk
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <PasswordInput
            key={form.key('password')}
            label="Password"
            withAsterisk
            description={`At least ${PASSWORD_MIN} characters`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={accept.isPending}>
            Join
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
    <AccountFrame title={`Join ${brand.name}`} lead="The invitation could not be read.">
      <QueryError query={invitation} title="The invitation could not be loaded" />
    </AccountFrame>
  );
}
