import { ActionIcon, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { HIGHLIGHT_MS, HIGHLIGHT_NEW_MS } from '@quickfleet/shared/limits';
import { IconCircleCheck, IconPackageExport, IconPencil, IconTrash, IconTruckDelivery } from '@tabler/icons-react';
import type { Entry } from '../outbox/storing/entries.ts';
import type { ShownItem } from '../outbox/use-portal.ts';
import styles from '../portal/driver.module.css';
import type { Flash } from '../portal/use-flash.ts';
import { ItemProof } from './item-proof.tsx';
import { ProofPhotos } from './proof-photos.tsx';

const flags = [
  { name: 'isPickedUp', text: 'Picked Up', color: 'violet', icon: IconPackageExport },
  { name: 'isInTransit', text: 'In Transit', color: 'amber', icon: IconTruckDelivery },
  { name: 'isDelivered', text: 'Delivered', color: 'green', icon: IconCircleCheck },
] as const;

interface OrderItemProps {
  order: Order;
  item: ShownItem;
  entries: readonly Entry[];
  flash: Flash | undefined;
  canDelete: boolean;
  /** What it is edited in is on its way. */
  isOpening: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function OrderItemRow({ order, item, entries, flash, canDelete, isOpening, onEdit, onDelete }: OrderItemProps) {
  const isOpen = isOpenOrder(order.status);
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
              {item.name}
            </Title>
            <Text c="dimmed">Quantity: {item.quantity}</Text>
          </div>
          {isOpen && (
            <Group gap={0} wrap="nowrap">
              <ActionIcon aria-label={`Edit ${item.name}`} loading={isOpening} onClick={onEdit}>
                <IconPencil size={22} aria-hidden />
              </ActionIcon>
              {canDelete && (
                <ActionIcon aria-label={`Delete ${item.name}`} color="red" onClick={onDelete}>
                  <IconTrash size={22} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          )}
        </Group>
        {item.description && <Text className="as-written">{item.description}</Text>}
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
              Original photos
            </Text>
            <ProofPhotos urls={item.imageUrls} label={`${item.name}, original photo`} />
          </div>
        )}
        <ItemProof order={order} item={item} stage="pickup" entries={entries} />
        {item.isPickedUp && <ItemProof order={order} item={item} stage="delivery" entries={entries} />}
      </Stack>
    </li>
  );
}
