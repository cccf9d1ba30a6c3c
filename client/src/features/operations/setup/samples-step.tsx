import { Card, Group, Text, Title } from '@mantine/core';
import type { Setup } from '@quickfleet/shared/operations/setup';
import { t } from '@quickfleet/shared/words/t';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { useSamples } from './use-setup.ts';

/** Sample data on or off: one press for either. */
export function SamplesStep({ samples, onDone }: { samples: Setup['samples']; onDone: () => void }) {
  const { add, remove } = useSamples();
  const isThere = samples.customers > 0;
  return (
    <Card component="section" aria-labelledby="samples">
      <Title order={2} id="samples">
        {t('Sample data')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t(
          'A few customers, quotes and orders to try every screen with. Their names end in “(sample)”, they never get mail, and you remove them with one press, here or on the dashboard.',
        )}
      </Text>
      {isThere && (
        <Text mb="md">
          {t(
            'There are {count, plural, one {# sample customer} other {# sample customers}} with {count2, plural, one {# quote} other {# quotes}} and {count3, plural, one {# order} other {# orders}}.',
            { count: samples.customers, count2: samples.quotes, count3: samples.orders },
          )}
        </Text>
      )}
      <Group justify="flex-end">
        {isThere ? (
          <PendingButton
            variant="default"
            purpose="remove"
            isPending={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            {t('Remove sample data')}
          </PendingButton>
        ) : (
          <PendingButton
            purpose="add"
            isPending={add.isPending}
            onClick={() => add.mutate(undefined, { onSuccess: onDone })}
          >
            {t('Add sample data')}
          </PendingButton>
        )}
      </Group>
    </Card>
  );
}
