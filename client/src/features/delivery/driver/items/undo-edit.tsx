import { Button, Text } from '@mantine/core';
import { UNDO_MS } from '@quickfleet/shared/limits';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ShownItem } from '../outbox/use-portal.ts';
import styles from '../portal/driver.module.css';
import { record } from '../portal/drivers-mutations.ts';

interface UndoEditProps {
  orderId: number;
  /** The item as it was before it was edited. */
  before: ShownItem;
  onOver: () => void;
}

/**
 * Six seconds to undo an edit of name, description and quantity. Images are not restored: the server has already
 * released the removed ones.
 */
export function UndoEdit({ orderId, before, onOver }: UndoEditProps) {
  useEffect(() => {
    const timer = setTimeout(onOver, UNDO_MS);
    return () => clearTimeout(timer);
  }, [before]);
  const undo = () => {
    const { id, name, description, quantity } = before;
    onOver();
    void record(orderId, {
      kind: 'editItem',
      itemId: id,
      name,
      description,
      quantity,
      removeImageUrls: [],
      photos: [],
    });
  };
  return (
    <div className={styles.undo} role="status">
      <Text>{before.name} changed.</Text>
      <Button
        variant="default"
        style={{ flex: 'none' }}
        leftSection={<IconArrowBackUp size={20} aria-hidden />}
        onClick={undo}
      >
        Undo
      </Button>
    </div>
  );
}
