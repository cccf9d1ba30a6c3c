import { Button, Card, Group, Input, NativeSelect, TextInput, Title } from '@mantine/core';
import { PAGE_SIZE_MAX } from '@quickfleet/shared/limits';
import { type ImportKind, importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import type { Import } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import styles from './imports.module.css';

/** What is often the same for all rows, in the order of the form. */
const OFFERED: readonly string[] = [
  ...['pickupAddress', 'deliveryDate', 'speedDate', 'pickupFrom', 'pickupTo', 'deliveryFrom', 'deliveryTo'],
  ...['customerName', 'customerEmail', 'onAccount', 'quotePrice', 'notes'],
];
const offeredOf = (kind: ImportKind) => {
  const fields = importFieldsOf(kind);
  return OFFERED.flatMap((name) => (fields[name] ? [{ name, label: t(fields[name].label) }] : []));
};

interface ImportConstantsProps {
  shown: Import;
  isPending: boolean;
  onChange: (constants: Record<string, string>) => void;
}

function DriverSelect({ value, onChange }: { value: string; onChange: (username: string) => void }) {
  const drivers = trpc.users.list.useQuery({ role: 'driver', isActive: 'true', sort: 'name', limit: PAGE_SIZE_MAX });
  return (
    <NativeSelect
      label={t('Driver')}
      data={[
        { value: '', label: t('No driver') },
        ...(drivers.data?.data ?? []).map(({ username, firstName, lastName }) => ({
          value: username,
          label: [firstName, lastName].filter(Boolean).join(' ') || username,
        })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** What rows have that say nothing else: where they are picked up, on which day, who drives them. */
export function ImportConstants({ shown, isPending, onChange }: ImportConstantsProps) {
  const [changed, setChanged] = useState<Record<string, string>>({});
  const textOf = (name: string) => changed[name] ?? shown.constants[name] ?? '';
  const set = (name: string, text: string) => setChanged({ ...changed, [name]: text });
  return (
    <Card padding="md" mt="md" component="section" aria-labelledby="import-constants-title">
      <Title order={2} size="h4" id="import-constants-title">
        {t('The same for all rows')}
      </Title>
      <Input.Description size="sm">
        {t('Used where a row has nothing of its own. Leave out what the file has.')}
      </Input.Description>
      <div className={styles.columns} style={{ marginTop: 12 }}>
        {offeredOf(shown.kind).map(({ name, label }) => (
          <TextInput
            key={name}
            label={label}
            value={textOf(name) === 'company' ? t('Our own address') : textOf(name)}
            readOnly={textOf(name) === 'company'}
            onChange={(event) => set(name, event.currentTarget.value)}
            {...(name === 'pickupAddress' && {
              rightSectionWidth: 'auto',
              inputContainer: (children) => (
                <Group gap="xs" wrap="nowrap">
                  <div style={{ flex: 1 }}>{children}</div>
                  <Button
                    variant="default"
                    size="compact-md"
                    onClick={() => set(name, textOf(name) === 'company' ? '' : 'company')}
                  >
                    {textOf(name) === 'company' ? t('Another') : t('Our own')}
                  </Button>
                </Group>
              ),
            })}
          />
        ))}
        {shown.kind === 'orders' && (
          <DriverSelect value={textOf('driver')} onChange={(username) => set('driver', username)} />
        )}
      </div>
      {Object.keys(changed).length > 0 && (
        <Group gap="sm" mt="md">
          <Button onClick={() => onChange(changed)} loading={isPending}>
            {t('Check again')}
          </Button>
          <Button variant="default" onClick={() => setChanged({})}>
            {t('Discard changes')}
          </Button>
        </Group>
      )}
    </Card>
  );
}
