import { Badge, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { Customer } from '@quickfleet/shared/people/customers';
import { type JoinMember, joinMember, type Member } from '@quickfleet/shared/people/members';
import { t } from '@quickfleet/shared/words/t';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import list from '../../../components/lists/list.module.css';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';

const roles = [
  { value: 'sees', label: t('Sees') },
  { value: 'books', label: t('Sees and books') },
] as const;
const roleWords: Record<Member['role'], string> = { sees: t('Sees'), books: t('Sees and books') };

function JoinForm({ id }: { id: number }) {
  const utils = trpc.useUtils();
  const join = trpc.customers.joinMember.useMutation(
    reported({
      done: ({ email }) => t('{email} may see the deliveries', { email }),
      failed: t('Not added'),
      isShown: (error) => Object.keys(issuesOf(error)).length > 0,
      refresh: () => utils.customers.members.invalidate({ id }),
    }),
  );
  const { form, onSubmit, showErrors } = useZodForm(joinMember, { id, email: '', role: 'sees' });
  const send = async (input: JoinMember) => {
    try {
      await join.mutateAsync(input);
      form.setFieldValue('email', '');
    } catch (error) {
      showErrors(issuesOf(error));
    }
  };
  return (
    <form onSubmit={onSubmit((input) => void send(input))} noValidate>
      <Stack gap="xs">
        <TextInput
          key={form.key('email')}
          label={t('Email of a member')}
          type="email"
          inputMode="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <Group gap="xs" align="flex-end">
          <NativeSelect
            key={form.key('role')}
            label={t('May (do)')}
            data={[...roles]}
            style={{ flex: 1 }}
            {...form.getInputProps('role')}
          />
          <Button type="submit" variant="default" loading={join.isPending}>
            {t('Add member')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** People of the customer who see its quotes, orders and papers by their own address, and may book. */
export function CustomerMembers({ customer: { id, name, company } }: { customer: Customer }) {
  const utils = trpc.useUtils();
  const { confirm, confirmDialog } = useConfirm();
  const members = trpc.customers.members.useQuery({ id });
  const leave = trpc.customers.removeMember.useMutation(
    reported({
      done: t('Member removed'),
      failed: t('Not removed'),
      refresh: () => utils.customers.members.invalidate({ id }),
    }),
  );
  const remove = async (email: string) => {
    const text = t('{email} no longer sees the deliveries of {company}, and is mailed that.', {
      email,
      company: company || name,
    });
    if (await confirm({ title: t('Remove this member?'), text, action: t('Remove member') }))
      leave.mutate({ id, email });
  };
  return (
    <SectionCard title={t('Members')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t(
          'They see this customer’s quotes, orders, receipts and proofs under “My deliveries”. Each is sent a link. Who books also accepts quotes and changes the saved addresses.',
        )}
      </Text>
      <QueryState query={members} title={t('The members could not be loaded')} rows={1} height={32} />
      <ul>
        {members.data?.data.map(({ email, role }) => (
          <li key={email} className={list.row}>
            <Group justify="space-between" gap="xs">
              <Text style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {email}{' '}
                <Badge variant="light" color={role === 'books' ? 'teal' : 'gray'}>
                  {roleWords[role]}
                </Badge>
              </Text>
              <Button
                variant="default"
                size="xs"
                aria-label={t('Remove {email}', { email })}
                loading={leave.isPending && leave.variables.email === email}
                onClick={() => void remove(email)}
              >
                {t('Remove')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <JoinForm id={id} />
      {confirmDialog}
    </SectionCard>
  );
}
