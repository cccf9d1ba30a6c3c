import { Button, Group } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { hideToast } from '../../lib/toast.ts';

/** The text of a toast that offers to take back what was just done. */
export function UndoMessage({ text, onUndo }: { text: string; onUndo: () => void }) {
  const undo = () => {
    hideToast();
    onUndo();
  };
  return (
    <Group component="span" justify="space-between" gap="sm">
      <span>{text}</span>
      <Button size="compact-sm" variant="light" onClick={undo}>
        {t('Undo')}
      </Button>
    </Group>
  );
}
