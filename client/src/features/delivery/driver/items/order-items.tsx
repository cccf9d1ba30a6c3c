import { Group, Text, Title } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import { useState } from 'react';
import { useAsk } from '../asking/use-ask.tsx';
import { loadDialogs } from '../order/load-dialogs.ts';
import { useLater } from '../order/use-later.ts';
import { draftKey } from '../outbox/storing/drafts.ts';
import { portal, type ShownItem, type ShownOrder } from '../outbox/use-portal.ts';
import styles from '../portal/driver.module.css';
import { notifyNotLoaded, record } from '../portal/drivers-mutations.ts';
import { useItemFlashes } from '../portal/use-flash.ts';
import { AddItem } from './add-item.tsx';
import { photosWaiting } from './item-proof.tsx';
import { OrderItemRow } from './order-item.tsx';
import { UndoEdit } from './undo-edit.tsx';

function draftItemOf(orderId: number): number | undefined {
  const draft = portal.getState().drafts.get(draftKey({ orderId, dialog: 'item' }));
  return draft?.dialog === 'item' ? portal.itemIdOf(draft.itemId) : undefined;
}

export function OrderItems({ shown: { order, items, entries } }: { shown: ShownOrder }) {
  // The dialog comes back with what was in it when the page was ended.
  const [edited, setEdited] = useState(() => items.find((item) => item.id === draftItemOf(order.id)));
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
            isOpening={edited?.key === item.key && !dialogs}
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
