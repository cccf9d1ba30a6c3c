import { Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import type { Customer } from '@quickfleet/shared/people/customers';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { inNewTab, statementHref } from '../../../lib/addresses/paper-links.ts';
import { todayInZone } from '../../../lib/words/format.ts';
import { usePutOnAccount } from './customers-mutations.ts';

const MONTHS = 12;
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The present month and those before it, newest first, as YYYY-MM with their names. */
export function monthsUntil(today: string): { value: string; label: string }[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    return { value: first.toISOString().slice(0, 7), label: monthFormat.format(first) };
  });
}

/** Whether the customer pays later, and then what they owe month by month. */
export function OnAccount({ customer }: { customer: Customer }) {
  const { id, onAccount, hasAccountOrders } = customer;
  const put = usePutOnAccount();
  const [months] = useState(() => monthsUntil(todayInZone()));
  // A statement is made when its month is over.
  const [month, setMonth] = useState(months[1]?.value ?? '');
  return (
    <Stack gap="sm">
      <Switch
        label="Pays on account"
        description="Quotes need no payment link, and are booked once they are accepted"
        checked={onAccount}
        onChange={(event) => put(id, event.currentTarget.checked)}
      />
      {(onAccount || hasAccountOrders) && (
        <Group gap="xs" align="flex-end">
          <NativeSelect
            size="xs"
            label="Statement of"
            data={months}
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <Button
            {...inNewTab}
            href={statementHref(id, month, 'pdf')}
            size="xs"
            variant="default"
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
          >
            PDF
          </Button>
          <Button
            {...inNewTab}
            href={statementHref(id, month, 'csv')}
            size="xs"
            variant="default"
            leftSection={<IconFileTypeCsv size={16} aria-hidden />}
          >
            CSV
          </Button>
        </Group>
      )}
      {!onAccount && (
        <Text size="xs" c="dimmed">
          Each quote is paid before it is booked.
        </Text>
      )}
    </Stack>
  );
}
