import { Button, Menu } from '@mantine/core';
import {
  displayOrderStatus,
  isOpenOrder,
  mayMoveOrder,
  nextOrderStatuses,
  type OrderStatus,
} from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import { IconArrowBackUp, IconBan, IconChevronDown, IconCopyPlus, IconKey, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfirm } from '../../../../components/feedback/confirm.tsx';
import { packHref } from '../../../../lib/addresses/paper-links.ts';
import { lookOfOrder } from '../../../../lib/words/status-look.ts';
import { CorrectionDialog, correctionOf, mailWords } from './correction-dialog.tsx';
import { useRotateCode, useSetOrderStatus } from './order-mutations.ts';
import { OverrideDialog, type Refused } from './override-dialog.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';

const consequences: Partial<Record<OrderStatus, string>> = {
  in_transit: 'Every item counts as picked up and in transit.',
  delivered: 'Every item counts as delivered, without the customer’s signature.',
  cancelled: 'It can no longer be picked up or delivered.',
};

/** What staff may do with an order beyond correcting it; one that is over can be done again. */
export function OrderMenu({ order }: { order: Order }) {
  const { confirm, confirmDialog } = useConfirm();
  const { setStatus, pendingId } = useSetOrderStatus();
  const rotate = useRotateCode();
  const [isRepeating, setRepeating] = useState(false);
  const [isCorrecting, setCorrecting] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const isOpen = isOpenOrder(order.status);
  const number = formatTracking(order.trackingNumber);
  const moves = nextOrderStatuses(order.status).filter(
    (to) => to !== 'cancelled' && mayMoveOrder(order.status, to, 'status', 'staff'),
  );

  const move = async (to: OrderStatus) => {
    const word = displayOrderStatus(to, true);
    const isDanger = to === 'cancelled';
    const action = isDanger ? 'Cancel order' : `Mark as ${word}`;
    const yes = await confirm({
      title: `${action} ${isDanger ? '' : `order `}${number}?`,
      text: `${order.customerName}: ${consequences[to] ?? ''} ${mailWords(order)}`,
      action,
      cancel: isDanger ? 'Keep order' : 'Cancel',
      isDanger,
    });
    if (!yes) return;
    const outcome = await setStatus(order.id, to, { asks: true });
    if (outcome.result === 'missing') setRefused({ to, missing: outcome.missing });
  };
  const moveAnyway = async ({ to }: Refused, overrideReason: string) => {
    const outcome = await setStatus(order.id, to, { overrideReason, asks: true });
    if (outcome.result === 'moved') setRefused(undefined);
    if (outcome.result === 'missing') setRefused({ to, missing: outcome.missing });
  };
  const changeCode = async () => {
    const yes = await confirm({
      title: `New access code for ${number}?`,
      text: 'The current code stops working immediately, on every phone that has opened this order.',
      action: 'Create new code',
      isDanger: false,
    });
    if (yes) rotate.mutate({ id: order.id });
  };

  return (
    <>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            loading={pendingId !== undefined || rotate.isPending}
          >
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopyPlus size={18} aria-hidden />} onClick={() => setRepeating(true)}>
            {order.status === 'delivered' ? 'Again' : 'Duplicate'}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={packHref(order.id)}
            download
            leftSection={<IconShieldCheck size={18} aria-hidden />}
          >
            Download evidence
          </Menu.Item>
          {moves.map((to) => {
            const { icon: MoveIcon } = lookOfOrder(to);
            return (
              <Menu.Item key={to} leftSection={<MoveIcon size={18} aria-hidden />} onClick={() => void move(to)}>
                Mark as {displayOrderStatus(to, true)}
              </Menu.Item>
            );
          })}
          {order.correctableTo && (
            <Menu.Item leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={() => setCorrecting(true)}>
              {correctionOf(order)}
            </Menu.Item>
          )}
          {isOpen && (
            <>
              <Menu.Item leftSection={<IconKey size={18} aria-hidden />} onClick={() => void changeCode()}>
                New access code
              </Menu.Item>
              <Menu.Item
                style={{ color: 'var(--mantine-color-red-light-color)' }}
                leftSection={<IconBan size={18} aria-hidden />}
                onClick={() => void move('cancelled')}
              >
                Cancel order
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <RepeatDialog order={order} opened={isRepeating} onClose={() => setRepeating(false)} />
      <CorrectionDialog order={order} opened={isCorrecting} onClose={() => setCorrecting(false)} />
      <OverrideDialog
        number={number}
        refused={refused}
        isSaving={pendingId !== undefined}
        onClose={() => setRefused(undefined)}
        onOverride={(asked, reason) => void moveAnyway(asked, reason)}
      />
      {confirmDialog}
    </>
  );
}
