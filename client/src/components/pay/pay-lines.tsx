import { Group, Stack, Text, TextInput } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { DriverEarnings } from '@quickfleet/shared/delivery/drivers/pay';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { formatDay } from '../../lib/words/format.ts';

export interface PayDays {
  from: string;
  to: string;
}
/** Which days the pay is of. */
export function PayPeriod({ days, onChange }: { days: PayDays; onChange: (days: PayDays) => void }) {
  return (
    <Group grow>
      <TextInput
        type="date"
        label={t('From')}
        value={days.from}
        onChange={({ currentTarget: { value } }) => onChange({ ...days, from: value })}
      />
      <TextInput
        type="date"
        label={t('To')}
        value={days.to}
        onChange={({ currentTarget: { value } }) => onChange({ ...days, to: value })}
      />
    </Group>
  );
}

/** What a driver earned: each line with its why, and the sums. */
export function PayLines({ earned }: { earned: DriverEarnings }) {
  const { lines, totals, currency } = earned;
  if (lines.length === 0) return <Text c="dimmed">{t('Nothing on these days.')}</Text>;
  return (
    <Stack gap="xs">
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {lines.map(({ day, why, trackingNumber, amount, isApproved }, at) => (
          <Group component="li" key={at} justify="space-between" wrap="nowrap" align="flex-start">
            <Text size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {[formatDay(day), why, trackingNumber && formatTracking(trackingNumber), isApproved && t('Approved')]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <Text size="sm" className="tabular" style={{ flexShrink: 0 }}>
              {formatAmount(amount, currency)}
            </Text>
          </Group>
        ))}
      </Stack>
      <Group justify="space-between">
        <Text fw={600}>{t('Total')}</Text>
        <Text fw={600} className="tabular">
          {formatAmount(totals.total, currency)}
        </Text>
      </Group>
    </Stack>
  );
}
