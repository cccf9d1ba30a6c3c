import { Alert, Badge, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { INVITATION_DAYS } from '@quickfleet/shared/limits';
import { invite, type NewInvitation } from '@quickfleet/shared/people/account';
import { roles } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { QueryError } from '../../../components/feedback/query-state.tsx';
import list from '../../../components/lists/list.module.css';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { codeOf, issuesOf, messageOf } from '../../../lib/api/error-message.ts';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { rich } from '../../../lib/words/rich.tsx';
import { roleWords } from '../../../lib/words/role-words.ts';

const invitable = roles.filter((role) => role !== 'customer');

function InviteForm({ onSent, onCancel }: { onSent: (made: NewInvitation) => void; onCancel: () => void }) {
  const utils = trpc.useUtils();
  const create = trpc.invitations.create.useMutation({
    ...reported({
      done: ({ email }) => t('{email} was invited', { email }),
      failed: t('Not invited'),
      isShown: (error) => codeOf(error) === 'HAS_ACCOUNT' || Object.keys(issuesOf(error)).length > 0,
      refresh: () => utils.invitations.invalidate(),
    }),
  });
  const { form, onSend } = useZodForm(invite, { email: '', role: 'dispatcher' });
  const send = onSend(
    async (input) => onSent(await create.mutateAsync(input)),
    (error) => (codeOf(error) === 'HAS_ACCOUNT' ? { email: messageOf(error) } : issuesOf(error)),
  );
  return (
    <DialogForm onSubmit={send} onCancel={onCancel} send={t('Send invitation')} isPending={create.isPending}>
      <Text>
        {t('They get a link by e-mail and choose a username and a password. It works for {days} days and once.', {
          days: INVITATION_DAYS,
        })}
      </Text>
      <TextInput
        key={form.key('email')}
        label={t('Email')}
        type="email"
        inputMode="email"
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <NativeSelect
        key={form.key('role')}
        label={t('Role')}
        data={invitable.map((value) => ({ value, label: roleWords[value].text }))}
        description={invitable.map((value) => `${roleWords[value].text}: ${roleWords[value].may}`).join('. ')}
        {...form.getInputProps('role')}
      />
    </DialogForm>
  );
}

function Sent({ made, onClose }: { made: NewInvitation; onClose: () => void }) {
  return (
    <Stack>
      <Alert color="teal" role="status" icon={<IconMailCheck aria-hidden />}>
        {made.delivery === 'queued'
          ? t('The link is on its way to {email}. You can also give it to them yourself.', { email: made.email })
          : t('There is no mail server yet, so give {email} this link yourself.', { email: made.email })}{' '}
        {t('It is shown only now.')}
      </Alert>
      <TextInput label={t('Link')} readOnly value={made.joinUrl} onFocus={(event) => event.currentTarget.select()} />
      <Group justify="flex-end">
        <CopyButton value={made.joinUrl} what={t('link')} text={t('Copy link')} />
        <Button onClick={onClose}>{t('Done')}</Button>
      </Group>
    </Stack>
  );
}

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [made, setMade] = useState<NewInvitation>();
  const close = () => {
    onClose();
    setMade(undefined);
  };
  return (
    <Dialog opened={isOpen} onClose={close} title={t('Invite by e-mail')} size="md" closeOnClickOutside={false}>
      {made ? <Sent made={made} onClose={close} /> : <InviteForm onSent={setMade} onCancel={close} />}
    </Dialog>
  );
}

/** Invitations that nobody has accepted yet. Nothing when there are none. */
export function OpenInvitations() {
  const utils = trpc.useUtils();
  const invitations = trpc.invitations.list.useQuery({ page: 1, limit: 100 });
  const withdraw = trpc.invitations.withdraw.useMutation(
    reported({
      done: t('Invitation withdrawn'),
      failed: t('Not withdrawn'),
      refresh: () => utils.invitations.invalidate(),
    }),
  );
  const rows = invitations.data?.data ?? [];
  if (rows.length === 0) return <QueryError query={invitations} title={t('The invitations could not be loaded')} />;
  return (
    <SectionCard title={t('Open invitations')}>
      <ul>
        {rows.map(({ id, email, role, invitedBy, expiresAt }) => (
          <li key={id} className={list.row}>
            <Group justify="space-between" gap="sm">
              <div style={{ minWidth: 0 }}>
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {email}{' '}
                  <Badge variant="light" color={roleWords[role].color}>
                    {roleWords[role].text}
                  </Badge>
                </Text>
                <Text size="sm" c="dimmed">
                  {rich('Invited by {name} · ends {when}', {
                    name: invitedBy,
                    when: <RelativeTime value={expiresAt} />,
                  })}
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={t('Withdraw the invitation of {email}', { email })}
                onClick={() => withdraw.mutate({ id })}
                loading={withdraw.isPending && withdraw.variables.id === id}
              >
                {t('Withdraw')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
