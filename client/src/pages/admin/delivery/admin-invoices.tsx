import { SegmentedControl, Stack } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { InvoicesScreen } from '../../../features/delivery/invoices/invoices-screen.tsx';
import { RemindersScreen } from '../../../features/delivery/invoices/reminders-screen.tsx';
import { BankScreen } from '../../../features/operations/bank/bank-screen.tsx';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';
import { useView } from '../../../lib/addresses/use-view.ts';

const parts = ['list', 'reminders', 'bank'] as const;
const invoicesPage = z.object({
  part: z.enum(parts).default('list'),
  statement: urlNumber.optional(),
  files: urlNumber.default(1),
});
const names = [
  { value: 'list', label: t('Invoices') },
  { value: 'reminders', label: t('Reminders') },
  { value: 'bank', label: t('Bank files') },
];

/** /admin/invoices: invoices, whom to remind, and files of the bank. */
export function AdminInvoicesPage() {
  useDocumentTitle(t('Invoices'));
  const { view, filter } = useView(invoicesPage);
  const { part, statement, files } = view;
  return (
    <Stack gap="md">
      <SegmentedControl
        data={names}
        value={part}
        onChange={(value) => filter({ part: invoicesPage.shape.part.parse(value), statement: undefined })}
        aria-label={t('Part of the screen')}
        style={{ alignSelf: 'flex-start' }}
      />
      {part === 'list' && <InvoicesScreen />}
      {part === 'reminders' && <RemindersScreen />}
      {part === 'bank' && (
        <BankScreen
          statement={statement}
          page={files}
          onOpen={(id) => filter({ statement: String(id) })}
          onClose={() => filter({ statement: undefined })}
          onPage={(page) => filter({ files: String(page) })}
        />
      )}
    </Stack>
  );
}
