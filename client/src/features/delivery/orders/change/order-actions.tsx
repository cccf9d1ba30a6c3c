import { ActionIcon, Group, type MantineSize } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { can } from '@quickfleet/shared/permissions';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { IconEye, IconFlagCheck, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { Hint } from '../../../../components/text/hint.tsx';
import type { OrderRowActions } from '../list/use-orders.ts';

interface OrderActionsProps extends OrderRowActions {
  role: Role;
  order: OrderRow;
  isPending: boolean;
  /** Cards of a driver's phone have buttons for gloves. */
  isRoomy?: boolean;
}

/** A driver starts and completes with one button, staff edit, an admin deletes. */
export function OrderActions({
  role,
  order,
  isPending,
  isRoomy = false,
  onView,
  onEdit,
  onDelete,
  onStart,
  onComplete,
}: OrderActionsProps) {
  const number = formatTracking(order.trackingNumber);
  const isDriver = role === 'driver';
  const isOpen = isOpenOrder(order.status);
  const buttonSize: MantineSize | 'compact-sm' = isRoomy ? 'lg' : 'compact-sm';
  const iconSize = isRoomy ? 48 : 28;
  const step =
    order.status === 'assigned'
      ? { text: t('Start (verb)'), name: t('Start {number}', { number }), icon: IconPlayerPlay, run: onStart }
      : order.status === 'in_transit'
        ? {
            text: t('Complete (verb)'),
            name: t('Complete {number}', { number }),
            icon: IconFlagCheck,
            run: onComplete,
          }
        : undefined;
  const closedText = t('A {status, select, delivered {delivered} other {cancelled}} order cannot be changed any more', {
    status: order.status,
  });

  return (
    <Group gap={isRoomy ? 'xs' : 0} wrap="nowrap" justify="flex-end">
      {isDriver && step && (
        <PendingButton
          size={buttonSize}
          leftSection={<step.icon size={16} aria-hidden />}
          onClick={() => step.run(order)}
          isPending={isPending}
          purpose={step.text}
          aria-label={step.name}
        >
          {step.text}
        </PendingButton>
      )}
      <Hint label={t('View (verb)')}>
        <ActionIcon size={iconSize} aria-label={t('View {number}', { number })} onClick={() => onView(order)}>
          <IconEye size={18} aria-hidden />
        </ActionIcon>
      </Hint>
      {can(role, 'orders.update') && (
        <Hint label={isOpen ? t('Edit') : closedText}>
          <ActionIcon
            size={iconSize}
            aria-label={t('Edit {number}', { number })}
            aria-disabled={!isOpen || undefined}
            {...(isOpen ? {} : { variant: 'transparent', style: { opacity: 0.4, cursor: 'not-allowed' } })}
            onClick={() => isOpen && onEdit(order)}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
      {can(role, 'orders.delete') && (
        <Hint label={t('Delete')}>
          <ActionIcon
            size={iconSize}
            color="red"
            aria-label={t('Delete {number}', { number })}
            onClick={() => onDelete(order)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
    </Group>
  );
}
