import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { API_BASE } from '@quickfleet/shared/paths';
import { eraseCustomer, hindranceOf, type PersonalData } from '@quickfleet/shared/people/personal-data';
import { t } from '@quickfleet/shared/words/t';
import { IconDownload } from '@tabler/icons-react';
import { DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import styles from './customers.module.css';
import { useEraseCustomer } from './customers-mutations.ts';

function Counts({ data }: { data: PersonalData }) {
  const counts = [
    t('{count, plural, one {# quote} other {# quotes}}', { count: data.quotes }),
    t('{count, plural, one {# order} other {# orders}}', { count: data.orders }),
    t('{count, plural, one {# e-mail} other {# e-mails}}', { count: data.mails }),
    t('{count, plural, one {# photo} other {# photos}}', { count: data.photos }),
    t('{count, plural, one {# signature} other {# signatures}}', { count: data.signatures }),
    t('{count, plural, one {# line of history} other {# lines of history}}', { count: data.historyLines }),
    t('{count, plural, one {# note of the office} other {# notes of the office}}', { count: data.officeNotes }),
  ];
  return (
    <ul className={styles.counts}>
      {counts.map((count) => (
        <li key={count} className="tabular">
          {count}
        </li>
      ))}
    </ul>
  );
}

function EraseForm({ data, onClose }: { data: PersonalData; onClose: () => void }) {
  const erase = useEraseCustomer();
  const { form, onSend } = useZodForm(eraseCustomer.pick({ email: true }), { email: '' });
  const send = onSend(async ({ email }) => {
    await erase.mutateAsync({ id: data.id, email });
    onClose();
  });
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          {t(
            'E-mails, photos, signatures and quotes that became no order are deleted. Orders keep their price and their days, without name, address and notes. This cannot be undone, except from an earlier backup.',
          )}
        </Text>
        <TextInput
          key={form.key('email')}
          label={t('Type {email} to confirm', { email: data.email })}
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        <Group justify="flex-end">
          <PendingButton type="submit" color="red" isPending={erase.isPending}>
            {erase.isPending ? t('Erasing...') : t('Erase for good')}
          </PendingButton>
        </Group>
      </Stack>
    </form>
  );
}

function Content({ id, onClose }: { id: number; onClose: () => void }) {
  const query = trpc.customers.personalData.useQuery({ id }, { staleTime: 0 });
  if (!query.isSuccess)
    return <QueryState query={query} title={t('The personal data could not be counted')} rows={4} />;
  const { data } = query;
  const hindrance = hindranceOf(data);
  return (
    <Stack gap="lg">
      <div>
        <Text fw={600}>{data.name}</Text>
        <Text size="sm" c="dimmed">
          {data.email}
        </Text>
        <Counts data={data} />
      </div>
      {data.accounts > 0 && (
        <Alert color="blue" title={t('This address also has a user account')}>
          {t('It is not removed. An admin can remove it under Team.')}
        </Alert>
      )}
      <section aria-labelledby="export-title">
        <Title order={3} id="export-title" size="h4" mb="xs">
          {t('Export it')}
        </Title>
        <Text size="sm" mb="sm">
          {t("One ZIP file with everything above. The customer's history records who downloaded it, and when.")}
        </Text>
        <Button
          component="a"
          href={`${API_BASE}/customers/${id}/personal-data.zip`}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('Download ZIP')}
        </Button>
      </section>
      <section aria-labelledby="erase-title">
        <Title order={3} id="erase-title" size="h4" mb="xs">
          {t('Erase it')}
        </Title>
        {hindrance ? (
          <Alert color="amber" title={t('Not yet')}>
            {hindrance.text}.
          </Alert>
        ) : (
          <EraseForm data={data} onClose={onClose} />
        )}
      </section>
    </Stack>
  );
}

/** What is kept about a customer: handed out as a file, or erased on request. For admins. */
export function PersonalDataDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <DialogOf of={id} onClose={onClose} title={t('Personal Data')} size="md">
      {(shown) => <Content key={shown} id={shown} onClose={onClose} />}
    </DialogOf>
  );
}
