import { ActionIcon, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { HIGHLIGHT_MS, HIGHLIGHT_NEW_MS, UNDO_MS } from '@quickfleet/shared/limits';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconPackageExport,
  IconPencil,
  IconPlus,
  IconTrash,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useForAWhile } from '../../../../lib/hooks/use-for-a-while.ts';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { loadDialogs } from '../asking/load-dialogs.ts';
import { useAsk } from '../asking/use-ask.tsx';
import { portal, type ShownItem, type ShownOrder } from '../outbox/portal.ts';
import type { Entry } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { notifyNotLoaded, record } from '../portal/drivers-mutations.ts';
import { type Flash, useFlash, useItemChanges } from '../portal/use-flash.ts';
import { ItemProof, photosWaiting } from './item-proof.tsx';
import { ProofPhotos } from './proof-photos.tsx';

/** An item that was found at the door: a button that becomes a short form, and comes back after a killed page. */
function AddItem({ orderId }: { orderId: number }) {
  const [isOpen, setOpen] = useState(() => portal.draftOf(orderId, 'newItem') !== undefined);
  const dialogs = useLater(loadDialogs, isOpen, () => notifyNotLoaded(() => setOpen(false)));
  if (isOpen && dialogs) return <dialogs.AddItemForm orderId={orderId} onClose={() => setOpen(false)} />;
  return (
    <Button
      variant="default"
      fullWidth
      mt="xs"
      leftSection={<IconPlus size={22} aria-hidden />}
      loading={isOpen}
      onClick={() => setOpen(true)}
    >
      {t('Add Item')}
    </Button>
  );
}

const flags = [
  { name: 'isPickedUp', text: t('Picked Up'), color: 'violet', icon: IconPackageExport },
  { name: 'isInTransit', text: t('In Transit'), color: 'amber', icon: IconTruckDelivery },
  { name: 'isDelivered', text: t('Delivered (item)'), color: 'green', icon: IconCircleCheck },
] as const;

interface OrderItemProps {
  order: Order;
  item: ShownItem;
  entries: readonly Entry[];
  change: Flash | undefined;
  canDelete: boolean;
  isOpening: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function OrderItemRow({ order, item, entries, change, canDelete, isOpening, onEdit, onDelete }: OrderItemProps) {
  const isOpen = isOpenOrder(order.status);
  const flash = useFlash(change);
  return (
    <li
      className={styles.item}
      data-highlight={flash}
      style={{ '--highlight-ms': `${flash === 'new' ? HIGHLIGHT_NEW_MS : HIGHLIGHT_MS}ms` }}
    >
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          <div style={{ minWidth: 0 }}>
            <Title order={3} size="h4">
              {keepNumbers(item.name)}
            </Title>
            <Text c="dimmed">{t('Quantity: {quantity}', { quantity: item.quantity })}</Text>
          </div>
          {isOpen && (
            <Group gap={0} wrap="nowrap">
              <ActionIcon aria-label={t('Edit {name}', { name: item.name })} loading={isOpening} onClick={onEdit}>
                <IconPencil size={22} aria-hidden />
              </ActionIcon>
              {canDelete && (
                <ActionIcon aria-label={t('Delete {name}', { name: item.name })} color="red" onClick={onDelete}>
                  <IconTrash size={22} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          )}
        </Group>
        {item.description && <Text className="as-written">{keepNumbers(item.description)}</Text>}
        {flags.some(({ name }) => item[name]) && (
          <Group gap="xs">
            {flags
              .filter(({ name }) => item[name])
              .map(({ name, text, color, icon: FlagIcon }) => (
                <Badge key={name} color={color} variant="light" leftSection={<FlagIcon size={16} aria-hidden />}>
                  {text}
                </Badge>
              ))}
          </Group>
        )}
        {item.imageUrls.length > 0 && (
          <div>
            <Text size="sm" c="dimmed" mb={6}>
              {t('Original photos')}
            </Text>
            <ProofPhotos urls={item.imageUrls} label={t('{name}, original photo', { name: item.name })} />
          </div>
        )}
        <ItemProof order={order} item={item} stage="pickup" entries={entries} />
        {item.isPickedUp && <ItemProof order={order} item={item} stage="delivery" entries={entries} />}
      </Stack>
    </li>
  );
}

interface UndoEditProps {
  orderId: number;
  before: ShownItem;
  onUndone: () => void;
}

/**
 * Six seconds to undo an edit of name, description and quantity. Images are not restored: the server has already
 * released the removed ones.
 */
function UndoEdit({ orderId, before, onUndone }: UndoEditProps) {
  const undo = () => {
    const { id, name, description, quantity } = before;
    onUndone();
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
      <Text>{t('{name} changed.', { name: before.name })}</Text>
      <Button
        variant="default"
        style={{ flex: 'none' }}
        leftSection={<IconArrowBackUp size={20} aria-hidden />}
        onClick={undo}
      >
        {t('Undo')}
      </Button>
    </div>
  );
}

export function OrderItems({ shown: { order, items, entries } }: { shown: ShownOrder }) {
  // The dialog comes back with what was in it when the page was ended.
  const [edited, setEdited] = useState(() => {
    const draft = portal.draftOf(order.id, 'item');
    return draft && items.find((item) => item.id === portal.itemIdOf(draft.itemId));
  });
  const [edit, setEdit] = useState<{ before: ShownItem }>();
  const undoable = useForAWhile(edit, UNDO_MS);
  const { ask, askDialog } = useAsk();
  const dialogs = useLater(loadDialogs, edited !== undefined, () => notifyNotLoaded(() => setEdited(undefined)));
  const { changes, said } = useItemChanges(items, (item) => photosWaiting(entries, item).length);
  const picked = items.filter((item) => item.isPickedUp).length;

  const remove = async (item: ShownItem) => {
    const yes = await ask({
      about: order,
      title: t('Delete {name}?', { name: item.name }),
      text: t('The item and its photos are taken off this order.'),
      action: t('Delete item'),
    });
    if (yes) await record(order.id, { kind: 'deleteItem', itemId: item.id });
  };

  return (
    <section className={styles.card} aria-labelledby="items-title">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h3" id="items-title">
          {t('Items Management')}
        </Title>
        <Text fw={600} className="tabular" data-testid="picked">
          {t('{count}/{total} picked up', { count: picked, total: items.length })}
        </Text>
      </Group>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {items.map((item) => (
          <OrderItemRow
            key={item.key}
            order={order}
            item={item}
            entries={entries}
            change={changes.get(item.key)}
            canDelete={items.length > 1}
            isOpening={edited?.key === item.key && !dialogs}
            onEdit={() => setEdited(item)}
            onDelete={() => void remove(item)}
          />
        ))}
      </ul>
      {undoable && isOpenOrder(order.status) && (
        <UndoEdit orderId={order.id} before={undoable.before} onUndone={() => setEdit(undefined)} />
      )}
      {isOpenOrder(order.status) && <AddItem orderId={order.id} />}
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {dialogs && (
        <dialogs.EditItemDialog
          order={order}
          item={edited}
          onClose={() => setEdited(undefined)}
          onRetyped={(before) => setEdit({ before })}
        />
      )}
      {askDialog}
    </section>
  );
}
