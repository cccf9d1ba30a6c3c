import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCashOff } from '@tabler/icons-react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../../lib/live/live.tsx';
import { formatCount } from '../../../../lib/words/format.ts';

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
          {formatCount(total, 'payment')} {total === 1 ? 'matches' : 'match'} no quote
        </Text>
        <Button size="xs" variant="default" onClick={onOpen}>
          Look at {total === 1 ? 'it' : 'them'}
        </Button>
      </Group>
    </Alert>
  );
}
