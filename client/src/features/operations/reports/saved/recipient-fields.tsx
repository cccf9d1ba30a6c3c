import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import type { ReportName } from '@quickfleet/shared/operations/reports/report-names';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { IconX } from '@tabler/icons-react';
import { CustomerSelect } from '../../../../components/customer-choice/customer-select.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { listed, type RecipientErrors, type Recipients } from './saved-values.ts';

interface RecipientFieldsProps {
  report: ReportName;
  value: Recipients;
  errors: RecipientErrors;
  onChange: (value: Recipients) => void;
}

const ofCustomers: readonly ReportName[] = ['deliveries', 'punctuality', 'failures'];
const ofDrivers: readonly ReportName[] = ['drivers', 'punctuality'];

function CustomerChoice({ value, errors, onChange }: Omit<RecipientFieldsProps, 'report'>) {
  const utils = trpc.useUtils();
  const add = async (id: string | null) => {
    if (id === null || value.customers.some((one) => String(one.id) === id)) return;
    const { name } = await utils.customers.get.fetch({ id: Number(id) });
    onChange({ ...value, customers: [...value.customers, { id: Number(id), name }] });
  };
  return (
    <div>
      <CustomerSelect
        label={t('Customers')}
        description={t('Each gets the report of the own deliveries.')}
        placeholder={t('Name or e-mail')}
        value={null}
        error={errors.customers}
        onChange={(id) => void add(id)}
      />
      <Group gap={6} mt={6}>
        {value.customers.map(({ id, name }) => (
          <Button
            key={id}
            size="compact-sm"
            variant="default"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t('Remove {name}', { name })}
            onClick={() => onChange({ ...value, customers: value.customers.filter((one) => one.id !== id) })}
          >
            {name}
          </Button>
        ))}
      </Group>
    </div>
  );
}

/** Whom a report is mailed to: people of the company, customers where it can be theirs, any address. */
export function RecipientFields({ report, value, errors, onChange }: RecipientFieldsProps) {
  const people = trpc.users.list.useQuery({ isActive: 'true', sort: 'name', limit: PAGE_SIZE_MAX });
  const readers = (people.data?.data ?? []).filter(
    ({ role }) => role === 'admin' || role === 'dispatcher' || (role === 'driver' && ofDrivers.includes(report)),
  );
  return (
    <Stack gap="sm">
      {readers.length > 0 && (
        <Checkbox.Group
          label={t('People of the company')}
          description={t('Each gets what their role may read.')}
          value={value.users}
          error={errors.users}
          onChange={(users) => onChange({ ...value, users })}
        >
          <Group gap="sm" mt={6}>
            {readers.map((user) => (
              <Checkbox key={user.id} value={String(user.id)} label={displayName(user)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {ofCustomers.includes(report) && <CustomerChoice value={value} errors={errors} onChange={onChange} />}
      <TextInput
        label={t('Other e-mail addresses')}
        description={t('With commas between them.')}
        value={value.emails}
        error={errors.emails}
        onChange={(event) => onChange({ ...value, emails: event.currentTarget.value })}
      />
      {listed(value).length === 0 && (
        <Text size="sm" c="dimmed">
          {t('Without recipients it is kept here and mailed to nobody.')}
        </Text>
      )}
    </Stack>
  );
}
