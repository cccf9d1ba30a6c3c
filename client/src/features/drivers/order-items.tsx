import { Group, Text, Title } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/order-status';
import { useState } from 'react';
import { AddItem } from './add-item.tsx';
import styles from './driver.module.css';
import { notifyNotLoaded, record } from './drivers-mutations.ts';
import { photosWaiting } from './item-proof.tsx';
import { loadDialogs } from './load-dialogs.ts';
import { OrderItemRow } from './order-item.tsx';
import type { ShownItem, ShownOrder } from './outbox/use-portal.ts';
import { UndoEdit } from './undo-edit.tsx';
import { useAsk } from './use-ask.tsx';
import { useItemFlashes } from './use-flash.ts';
import { useLater } from './use-later.ts';

export function OrderItems({ shown: { order, items, entries } }: { shown: ShownOrder }) {
  const [edited, setEdited] = useState<ShownItem>();
  const [before, setBefore] = useState<ShownItem>();
  const { ask, askDialog } = useAsk();
  const dialogs = useLater(loadDialogs, edited !== undefined, () => notifyNotLoaded(() => setEdited(undefined)));
  const { flashes, said } = useItemFlashes(order.id, items, (item) => photosWaiting(entries, item).length);
  const picked = items.filter((item) => item.isPickedUp).length;

  const remove = async (item: ShownItem) => {
    const yes = await ask({
      title: `Delete ${item.name}?`,
      text: 'The item and its photos are taken off this order.',
      action: 'Delete item',
    });
    if (yes) await record(order.id, { kind: 'deleteItem', itemId: item.id });
  };

  return (
    <section className={styles.card} aria-labelledby="items-title">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h3" id="items-title">
          Items Management
        </Title>
        <Text fw={600} className="tabular" data-testid="picked">
          {picked}/{items.length} picked up
        </Text>
      </Group>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {items.map((item) => (
          <OrderItemRow
            key={item.key}
            order={order}
            item={item}
            entries={entries}
            flash={flashes.get(item.key)}
            canDelete={items.length > 1}
            onEdit={() => setEdited(item)}
            onDelete={() => void remove(item)}
          />
        ))}
      </ul>
      {before && isOpenOrder(order.status) && (
        <UndoEdit orderId={order.id} before={before} onOver={() => setBefore(undefined)} />
      )}
      {isOpenOrder(order.status) && <AddItem orderId={order.id} />}
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {dialogs && (
        <dialogs.EditItemDialog
          orderId={order.id}
          item={edited}
          onClose={() => setEdited(undefined)}
          onRetyped={setBefore}
        />
      )}
      {askDialog}
    </section>
  );
}
