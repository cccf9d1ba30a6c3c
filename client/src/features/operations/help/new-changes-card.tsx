import { Button, Card, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import type { useNewChanges } from './use-new-changes.ts';
import { WhatsNewDialog } from './whats-new-dialog.tsx';

/** On the dashboard after an update, until it is read or hidden. */
export function NewChangesCard({ changes, markRead }: ReturnType<typeof useNewChanges>) {
  const [isOpen, setOpen] = useState(false);
  const [first] = changes;
  if (!first) return null;
  const close = () => {
    setOpen(false);
    markRead();
  };
  return (
    <Card component="section" aria-label={t('Update')} mb="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {t('QuickFleet was updated: {replace}', { replace: first.id.replace(/[.:]$/, '') })}
          {changes.length > 1 && t(' and {length} more', { length: changes.length - 1 })}.
        </Text>
        <Group gap="xs">
          <Button variant="subtle" color="gray" size="xs" onClick={markRead}>
            {t('Hide')}
          </Button>
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t('See what is new')}
          </Button>
        </Group>
      </Group>
      <WhatsNewDialog opened={isOpen} onClose={close} changes={changes} />
    </Card>
  );
}
