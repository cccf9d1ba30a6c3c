import { SimpleGrid, TextInput } from '@mantine/core';
import { IMPORT_COLUMN_MAX } from '@quickfleet/shared/limits';
import type { BankField, BankStatement } from '@quickfleet/shared/operations/bank-statements';
import { t } from '@quickfleet/shared/words/t';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { FileSender } from '../../../components/forms/file-sender.tsx';
import { useSendStatement } from './bank-mutations.ts';

const columns: readonly [BankField, string][] = [
  ['bookedOn', t('Column of the day')],
  ['amount', t('Column of the amount')],
  ['name', t('Column of the name')],
  ['reference', t('Column of the reference')],
];
const isTable = (file: File | undefined): boolean => /\.(?:csv|txt|tsv|xlsx)$/i.test(file?.name ?? '');

/** Chooses a file of the bank and sends it to be read; a table may have its columns named. */
export function SendStatement({ onSent }: { onSent: (sent: BankStatement) => void }) {
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const send = useSendStatement(onSent);
  const named = () => Object.fromEntries(Object.entries(mapping).filter(([, column]) => column.trim() !== ''));
  return (
    <FileSender
      title={t('Read a file of the bank')}
      label={t('File of the bank')}
      icon={<IconBuildingBank size={28} aria-hidden />}
      hint={t('camt.053, camt.054, MT940 or a table (CSV, .xlsx), up to 15 MB')}
      button={t('Read the file')}
      note={t('Nothing is booked before you say so. The same file twice books nothing twice.')}
      sending={send}
      onSend={(file, letGo) => send.mutate({ file, mapping: isTable(file) ? named() : {} }, { onSuccess: letGo })}
      after={(file) =>
        isTable(file) && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {columns.map(([field, label]) => (
              <TextInput
                key={field}
                label={label}
                description={t('Empty: as its heads say')}
                maxLength={IMPORT_COLUMN_MAX}
                autoComplete="off"
                value={mapping[field] ?? ''}
                onChange={({ currentTarget: { value } }) => setMapping({ ...mapping, [field]: value })}
              />
            ))}
          </SimpleGrid>
        )
      }
    />
  );
}
