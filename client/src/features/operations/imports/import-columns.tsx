import { Button, Card, Group, NativeSelect, Text, Title } from '@mantine/core';
import { importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import type { Import } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import styles from './imports.module.css';

interface ImportColumnsProps {
  shown: Import;
  isPending: boolean;
  onChange: (mapping: Record<string, string>) => void;
}

/** As many that are left out are shown; a shop has dozens that say nothing to a courier. */
const LEFT_OUT_SHOWN = 6;
/** Which column is what, to be changed until the rows go in. */
export function ImportColumns({ shown, isPending, onChange }: ImportColumnsProps) {
  const [changed, setChanged] = useState<Record<string, string>>({});
  const [isAll, setAll] = useState(false);
  const fields = Object.entries(importFieldsOf(shown.kind));
  const mayChange = shown.state === 'checked' || shown.state === 'checking';
  const missing = fields.filter(
    ([name, { isRequired }]) =>
      isRequired && !shown.columns.some((column) => (changed[column.name] ?? column.field) === name),
  );
  const isPlain = ({ name, field }: Import['columns'][number]) =>
    field === null && !(name in changed) && !shown.warnings.some(({ column }) => column === name);
  const plain = shown.columns.filter(isPlain);
  const isFolded = !isAll && plain.length > LEFT_OUT_SHOWN;
  return (
    <Card padding="md" mt="md" component="section" aria-labelledby="import-columns-title">
      <Title order={2} size="h4" id="import-columns-title">
        {t('Columns')}
      </Title>
      {missing.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {t('No column yet for: {fields}', { fields: missing.map(([, { label }]) => t(label)).join(', ') })}
        </Text>
      )}
      <div className={styles.columns} style={{ marginTop: 12 }}>
        {shown.columns
          .filter((column) => !isFolded || !isPlain(column))
          .map(({ name, field, sample }) => (
            <NativeSelect
              key={name}
              label={name}
              description={sample ?? t('Empty')}
              styles={{ description: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } }}
              disabled={!mayChange}
              data={[
                { value: '', label: t('Leave out') },
                ...fields.map(([value, { label }]) => ({ value, label: t(label) })),
              ]}
              value={changed[name] ?? field ?? ''}
              onChange={(event) => setChanged({ ...changed, [name]: event.currentTarget.value })}
            />
          ))}
      </div>
      {isFolded && (
        <Button variant="subtle" size="compact-md" mt="sm" onClick={() => setAll(true)}>
          {t('Show {count, plural, one {# column that is} other {# columns that are}} left out', {
            count: plain.length,
          })}
        </Button>
      )}
      {mayChange && Object.keys(changed).length > 0 && (
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
