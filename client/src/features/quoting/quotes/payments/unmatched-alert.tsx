import { Alert, Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconCashOff } from '@tabler/icons-react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../../lib/live/live.tsx';

/** Money came that no quote was found for: nothing is said where all of it has its place. */
export function UnmatchedAlert({ onOpen }: { onOpen: () => void }) {
  const utils = trpc.useUtils();
  useLiveChanges(({ topic }) => {
    if (topic === 'payment' || topic === 'resync') void utils.payments.invalidate();
  });
  const unmatched = trpc.payments.list.useQuery({ state: 'unmatched', limit: 1 });
  const total = unmatched.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Alert color="amber" icon={<IconCashOff aria-hidden />} mb="md" p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t('{count, plural, one {# payment matches no quote} other {# payments match no quote}}', { count: total })}
        </Text>
        <Button size="xs" variant="default" onClick={onOpen}>
          {total === 1 ? t('Look at it') : t('Look at them')}
        </Button>
      </Group>
    </Alert>
  );
}
