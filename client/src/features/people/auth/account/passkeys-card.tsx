import { Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { PASSKEYS_MAX } from '@quickfleet/shared/limits';
import { deviceName } from '@quickfleet/shared/people/device-name';
import { beginFactor } from '@quickfleet/shared/people/factor';
import { addPasskey, type Passkey } from '@quickfleet/shared/people/passkeys';
import { t } from '@quickfleet/shared/words/t';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import list from '../../../../components/lists/list.module.css';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { reported } from '../../../../lib/api/reported.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';

const newPasskey = beginFactor.extend({ name: addPasskey.shape.name });

function AddForm({ onDone }: { onDone: () => void }) {
  const utils = trpc.useUtils();
  const { form, onSubmit, showErrors } = useZodForm(newPasskey, {
    name: deviceName(navigator.userAgent),
    currentPassword: '',
  });
  const [isAdding, setAdding] = useState(false);
  const submit = async (input: { name: string; currentPassword: string }) => {
    setAdding(true);
    try {
      const { makePasskey } = await import('../../../../lib/passkeys.ts');
      await makePasskey(utils.client, input);
      await utils.passkeys.list.invalidate();
      showSuccess(t('Success'), t('The passkey was added'));
      onDone();
    } catch (error) {
      const { name, currentPassword } = issuesOf(error);
      if (name ?? currentPassword) showErrors(issuesOf(error));
      else showError(t('Not added'), messageOf(error));
    } finally {
      setAdding(false);
    }
  };
  return (
    <form onSubmit={onSubmit((input) => void submit(input))} noValidate>
      <Stack gap="sm" mt="sm">
        <TextInput key={form.key('name')} label={t('Name of the passkey')} maw={360} {...form.getInputProps('name')} />
        <PasswordInput
          key={form.key('currentPassword')}
          label={t('Current password')}
          autoComplete="current-password"
          maw={360}
          {...form.getInputProps('currentPassword')}
        />
        <Group>
          <Button type="submit" loading={isAdding}>
            {t('Continue')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasskeyRow({
  passkey,
  onRemove,
  isRemoving,
}: {
  passkey: Passkey;
  onRemove: () => void;
  isRemoving: boolean;
}) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <li className={list.row}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <IconKey size={22} aria-hidden style={{ flex: 'none' }} />
          <div style={{ minWidth: 0 }}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name} {isSynced && <Badge variant="light">{t('Synced')}</Badge>}
            </Text>
            <Text size="sm" c="dimmed">
              <RelativeTime value={createdAt} text={(when) => t('added {when}', { when })} />
              {lastUsedAt && (
                <>
                  {' · '}
                  <RelativeTime value={lastUsedAt} text={(when) => t('used {when}', { when })} />
                </>
              )}
            </Text>
          </div>
        </Group>
        <Button
          variant="default"
          size="xs"
          aria-label={t('Remove {what}', { what: name })}
          onClick={onRemove}
          loading={isRemoving}
        >
          {t('Remove')}
        </Button>
      </Group>
    </li>
  );
}

/** Keys on this person's devices that sign them in without the password. */
export function PasskeysCard() {
  const utils = trpc.useUtils();
  const passkeys = trpc.passkeys.list.useQuery();
  const remove = trpc.passkeys.remove.useMutation(
    reported({
      done: t('The passkey was removed'),
      failed: t('Not removed'),
      refresh: () => utils.passkeys.list.invalidate(),
    }),
  );
  const [isAdding, setAdding] = useState(false);
  const rows = passkeys.data?.data ?? [];
  return (
    <SectionCard
      title={t('Passkeys')}
      aside={
        passkeys.data &&
        !isAdding &&
        rows.length < PASSKEYS_MAX && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {t('Add a passkey')}
          </Button>
        )
      }
    >
      <Text>
        {t(
          'Sign in with your finger, your face or the PIN of your device, in place of the password and the code. A new password removes all passkeys.',
        )}
      </Text>
      <QueryState query={passkeys} title={t('The passkeys could not be loaded')} rows={1} />
      {isAdding && <AddForm onDone={() => setAdding(false)} />}
      {rows.length > 0 && (
        <ul>
          {rows.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => remove.mutate({ id: passkey.id })}
              isRemoving={remove.isPending && remove.variables.id === passkey.id}
            />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
