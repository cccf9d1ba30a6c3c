import { NativeSelect } from '@mantine/core';
import { importKinds } from '@quickfleet/shared/operations/import-fields';
import type { Import } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { FileSender } from '../../../components/forms/file-sender.tsx';
import { formatNumber } from '../../../lib/words/format.ts';
import { kindWords } from './import-words.ts';
import { useSendFile } from './imports-mutations.ts';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Chooses what a file holds and sends it to be checked. */
export function SendFile({ onSent }: { onSent: (sent: Import) => void }) {
  const [kind, setKind] = useState<(typeof importKinds)[number]>('orders');
  const send = useSendFile(onSent);
  return (
    <FileSender
      title={t('Import a file')}
      label={t('CSV or Excel file')}
      icon={<IconFileSpreadsheet size={28} aria-hidden />}
      hint={t('CSV or Excel (.xlsx), up to 15 MB and {rows} rows', { rows: formatNumber(50_000) })}
      accept={ACCEPTED}
      button={t('Check the file')}
      note={t('We check every row first. Nothing is created until you say so.')}
      sending={send}
      onSend={(file) => send.mutate({ kind, file })}
      before={
        <NativeSelect
          label={t('What is in the file?')}
          data={importKinds.map((value) => ({ value, label: kindWords[value] }))}
          value={kind}
          onChange={(event) => setKind(importKinds.find((known) => known === event.currentTarget.value) ?? 'orders')}
          maw={320}
        />
      }
    />
  );
}
