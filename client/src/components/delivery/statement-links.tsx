import { Button, Group, NativeSelect } from '@mantine/core';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { inNewTab } from '../../lib/addresses/paper-links.ts';
import { todayInZone } from '../../lib/words/format.ts';

const MONTHS = 12;
const monthFormat = new Intl.DateTimeFormat(localeOf(language()), { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The present month and those before it, newest first, as YYYY-MM with their names. */
export function monthsUntil(today: string): { value: string; label: string }[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    return { value: first.toISOString().slice(0, 7), label: monthFormat.format(first) };
  });
}

/** What a customer owes of a month, as PDF and as CSV. */
export function StatementLinks({ hrefOf }: { hrefOf: (month: string, as: 'pdf' | 'csv') => string }) {
  const [months] = useState(() => monthsUntil(todayInZone()));
  // A statement is made when its month is over.
  const [month, setMonth] = useState(months[1]?.value ?? '');
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        size="xs"
        label={t('Statement of')}
        data={months}
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      <Button
        {...inNewTab}
        href={hrefOf(month, 'pdf')}
        size="xs"
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
      >
        {t('PDF')}
      </Button>
      <Button
        {...inNewTab}
        href={hrefOf(month, 'csv')}
        size="xs"
        variant="default"
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      >
        {t('CSV')}
      </Button>
    </Group>
  );
}
