import { Button, Menu } from '@mantine/core';
import {
  isOpenOrder,
  mayMoveOrder,
  nextOrderStatuses,
  type OrderStatus,
} from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowBackUp, IconBan, IconChevronDown, IconCopyPlus, IconKey, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfirm } from '../../../../components/feedback/dialog/confirm.tsx';
import { packHref } from '../../../../lib/addresses/paper-links.ts';
import { lookOfOrder } from '../../../../lib/words/status-look.ts';
import { CorrectionDialog, correctionOf, mailWords } from './correction-dialog.tsx';
import { useRotateCode, useSetOrderStatus } from './order-mutations.ts';
import { OverrideDialog, type Refused } from './override-dialog.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';

const consequences: Partial<Record<OrderStatus, string>> = {
  in_transit: t('Every item counts as picked up and in transit.'),
  delivered: t('Every item counts as delivered, without the customer’s signature.'),
  cancelled: t('It can no longer be picked up or delivered.'),
};

/** `to` is what staff may ask for: in transit or delivered. */
const markWords = (to: OrderStatus): string =>
  t('Mark as {status, select, in_transit {in transit} other {delivered}}', { status: to });

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
    const isDanger = to === 'cancelled';
    const action = isDanger ? t('Cancel order') : markWords(to);
    const yes = await confirm({
      title: isDanger
        ? t('Cancel order {number}?', { number })
        : t('Mark as {status, select, in_transit {in transit} other {delivered}} order {number}?', {
            status: to,
            number,
          }),
      text: `${t('{customer}: {text}', { customer: order.customerName, text: consequences[to] ?? '' })} ${mailWords(order)}`,
      action,
      cancel: isDanger ? t('Keep order') : t('Cancel'),
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
      title: t('New access code for {number}?', { number }),
      text: t('The current code stops working immediately, on every phone that has opened this order.'),
      action: t('Create new code'),
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
            {t('More')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopyPlus size={18} aria-hidden />} onClick={() => setRepeating(true)}>
            {order.status === 'delivered' ? t('Again') : t('Duplicate')}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={packHref(order.id)}
            download
            leftSection={<IconShieldCheck size={18} aria-hidden />}
          >
            {t('Download evidence')}
          </Menu.Item>
          {moves.map((to) => {
            const { icon: MoveIcon } = lookOfOrder(to);
            return (
              <Menu.Item key={to} leftSection={<MoveIcon size={18} aria-hidden />} onClick={() => void move(to)}>
                {markWords(to)}
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
                {t('New access code')}
              </Menu.Item>
              <Menu.Item
                style={{ color: 'var(--mantine-color-red-light-color)' }}
                leftSection={<IconBan size={18} aria-hidden />}
                onClick={() => void move('cancelled')}
              >
                {t('Cancel order')}
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
