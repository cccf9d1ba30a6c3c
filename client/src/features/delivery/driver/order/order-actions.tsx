import { Button, Group, Text } from '@mantine/core';
import type { AttemptStop } from '@quickfleet/shared/company/proof/failure-words';
import { sayMissing } from '@quickfleet/shared/company/proof/proof-demands';
import { leavePlaceWords } from '@quickfleet/shared/company/request-kinds';
import { signatureKindFor } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { listOf } from '@quickfleet/shared/words/lists';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowBackUp, IconArrowRight, IconHome, IconSignature, IconTruckDelivery } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Steady } from '../../../../components/feedback/steady.tsx';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { useClickGuard } from '../../../../lib/live/use-click-guard.ts';
import { loadDialogs, loadPad } from '../asking/load-dialogs.ts';
import { useAsk } from '../asking/use-ask.tsx';
import type { AttemptAsk } from '../attempts/attempt-dialog.tsx';
import { portal, usePortal } from '../outbox/portal.ts';
import { type Entry, isFor, type Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { notifyNotLoaded } from '../portal/drivers-mutations.ts';
import { mayLeaveAt } from '../stop/needs.ts';
import { missingAt, type OpenStop, wasWishedLeft } from '../stop/use-open-stop.ts';
import { StopTools } from './stop-tools.tsx';
import { UndoSignature, useUndoable } from './undo-signature.tsx';
import { leaveFor } from './way-links.tsx';

const signText: Record<Stage, string> = {
  pickup: t('Get Pickup Signature'),
  delivery: t('Get Delivery Signature'),
};
const cannotText = {
  pickup: t('Can’t pick up'),
  delivery: t('Can’t deliver'),
  return: t('Can’t return'),
} as const;
/** The height is smaller in landscape (driver.module.css). */
const mainButton = { fullWidth: true, size: 'xl', mih: 'var(--action-height)' } as const;
const sideButton = { variant: 'default', mih: 48, px: 4 } as const;
interface OrderActionsProps {
  order: Order;
  entries: readonly Entry[];
  /** The stop, and which of its orders the bar is for; absent for an order that is alone. */
  at?: { stop: OpenStop; orders: readonly Order[] } | undefined;
  /** What to open right away. */
  asked?: Stage | undefined;
  isStop: boolean;
  /** It took the place of another one a moment ago. */
  hasJustOpened: boolean;
  /** The address of the next stop of the day, where that is of another order. */
  nextWhere: string | undefined;
  onNext: () => void;
}
/** The one thing to do now, always under the thumb; nothing once the order is delivered or cancelled. */
export function OrderActions({
  order,
  entries,
  at,
  asked,
  isStop,
  hasJustOpened,
  nextWhere,
  onNext,
}: OrderActionsProps) {
  const orders = at?.orders ?? [order];
  const others = orders.filter(({ id }) => id !== order.id);
  const { notes, entries: allEntries } = usePortal();
  const { ask, askDialog } = useAsk();
  // A dialog that was open when the page was ended comes back.
  const [stage, setStage] = useState(() => asked ?? portal.draftOf(order.id, 'signature')?.stage);
  const [attempt, setAttempt] = useState<AttemptAsk | undefined>(() => portal.draftOf(order.id, 'attempt'));
  const pad = useLater(loadPad, stage !== undefined, () => notifyNotLoaded(() => setStage(undefined)));
  const dialogs = useLater(loadDialogs, attempt !== undefined, () => notifyNotLoaded(() => setAttempt(undefined)));
  const own = entries.filter((entry) => isFor(entry, order.id));
  const undoable = useUndoable(entries);
  const isAsking = attempt !== undefined && !dialogs;
  const isReturning = order.outcome === 'returning';
  const hasFailed = order.outcome === 'failed' || order.outcome === 'partial';
  // What is to leave with the rest of its stop leaves first.
  const staying = orders.filter(({ status }) => status === 'picked_up');
  const due = isReturning || staying.length > 0 ? undefined : signatureKindFor(order.status);
  const missing = due ? missingAt(orders, due, { notes, entries: allEntries }) : [];
  const strictest = due && (orders.find(({ proof }) => proof[due].photos === 'each_item') ?? order);
  const rules = due && strictest?.proof[due];
  const mayLeave = due && orders.every((one) => mayLeaveAt(one, due));
  const wish = due === 'delivery' ? wasWishedLeft(at?.stop) : undefined;
  const leaveAt = due === 'delivery' ? at?.stop.leaveAt : undefined;
  const isMissingMore = missing.some((kind) => kind !== 'photos');
  const fail = async (stop: AttemptStop) => {
    const isTried =
      !wish ||
      stop !== 'delivery' ||
      (await ask({
        about: order,
        title: t('Did you try what was wished?'),
        text: wish.words,
        action: t('Yes, and it failed'),
        isDanger: false,
      }));
    if (isTried) setAttempt({ stop, mode: 'failed' });
  };
  const sign = due && {
    disabled: missing.length > 0,
    loading: stage !== undefined && !pad,
    onClick: () => setStage(due),
    children: signText[due],
  };

  let action: ReactNode = null;
  if (isReturning && order.status !== 'cancelled')
    action = (
      <Button
        {...mainButton}
        leftSection={<IconArrowBackUp size={24} aria-hidden />}
        loading={isAsking}
        onClick={() => setAttempt({ stop: 'return', mode: 'done' })}
      >
        {t('Returned to the sender (by the driver)')}
      </Button>
    );
  else if (due && hasFailed)
    action = (
      <Button {...mainButton} rightSection={<IconArrowRight size={24} aria-hidden />} onClick={onNext}>
        {isStop ? t('Next stop') : t('Next delivery')}
      </Button>
    );
  else if (leaveAt)
    action = (
      <Button
        {...mainButton}
        leftSection={<IconHome size={24} aria-hidden />}
        disabled={isMissingMore}
        loading={isAsking && attempt.mode === 'done'}
        onClick={() => setAttempt({ stop: 'delivery', mode: 'done', place: leaveAt })}
      >
        {leavePlaceWords[leaveAt]}
      </Button>
    );
  else if (sign) action = <Button {...mainButton} leftSection={<IconSignature size={24} aria-hidden />} {...sign} />;
  else if (order.status === 'picked_up' || staying.length > 0)
    action = (
      <Button
        {...mainButton}
        leftSection={<IconTruckDelivery size={24} aria-hidden />}
        onClick={() => void leaveFor(staying)}
      >
        {t('Move to In Transit')}
      </Button>
    );
  const cannot = isReturning ? 'return' : due;
  const isDone = order.status === 'delivered' || order.status === 'picked_up';
  const next = isDone && !undoable && nextWhere !== undefined && (
    <Button {...sideButton} fullWidth rightSection={<IconArrowRight size={20} aria-hidden />} onClick={onNext}>
      {t('Next: {text}', { text: nextWhere })}
    </Button>
  );
  const whom = orders.map(({ id }) => id).join(' ');
  const meaning = `${whom} ${order.status} ${order.outcome} ${leaveAt}`;
  const purpose = `${meaning} ${undoable?.seq} ${missing.length > 0} ${nextWhere}`;
  const hasChanged = useClickGuard(purpose);
  const isGuarded = hasJustOpened || hasChanged;

  return (
    <>
      {(action || undoable || next) && (
        <section className={styles.actions} data-bar aria-label={t('What to do now')}>
          <Steady isGuarded={isGuarded} meaning={hasJustOpened ? 'opened' : meaning} className={styles.column ?? ''}>
            {undoable && (
              <UndoSignature
                key={undoable.seq}
                order={order}
                entry={undoable}
                onUndone={() => setStage(undoable.stage)}
              />
            )}
            <div className={styles.choice} hidden={!action}>
              {at && at.stop.all.length > 1 && (
                <Text size="sm" className={styles.barOrders ?? ''} data-testid="bar-orders">
                  {t('For {orders}', {
                    orders: listOf(orders.map(({ trackingNumber }) => formatTracking(trackingNumber))),
                  })}
                </Text>
              )}
              {rules && missing.length > 0 && (
                <Text size="sm" role="status" className={styles.missing ?? ''}>
                  {sayMissing(missing, rules)}
                </Text>
              )}
              {action && (
                <StopTools
                  {...{ order, orders }}
                  entries={own}
                  isPhotoMissing={missing.includes('photos')}
                  isCovered={stage !== undefined || attempt !== undefined}
                />
              )}
              {action}
              {cannot && (
                <Group grow gap="xs">
                  {(hasFailed || leaveAt) && sign && <Button {...sideButton} {...sign} />}
                  <Button
                    {...sideButton}
                    loading={isAsking && attempt.mode === 'failed'}
                    onClick={() => void fail(cannot)}
                  >
                    {cannotText[cannot]}
                  </Button>
                  {due && mayLeave && !leaveAt && (
                    <Button
                      {...sideButton}
                      disabled={isMissingMore}
                      loading={isAsking && attempt.mode === 'done'}
                      onClick={() => setAttempt({ stop: due, mode: 'done' })}
                    >
                      {t('Without a signature')}
                    </Button>
                  )}
                </Group>
              )}
            </div>
            {next}
          </Steady>
        </section>
      )}
      {pad && <pad.SignatureDialog order={order} others={others} stage={stage} onClose={() => setStage(undefined)} />}
      {dialogs && (
        <dialogs.AttemptDialog order={order} others={others} ask={attempt} onClose={() => setAttempt(undefined)} />
      )}
      {askDialog}
    </>
  );
}
