import { Alert, Button, Text, Title } from '@mantine/core';
import { IconArrowRight, IconBan, IconCircleCheck } from '@tabler/icons-react';
import { formatZoned } from '../../lib/format.ts';
import { AttemptNotice } from './attempt-notice.tsx';
import styles from './driver.module.css';
import { HandedInNotices } from './handed-in-notices.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderCustomer } from './order-customer.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderRoute } from './order-route.tsx';
import { OrderSignatures } from './order-signatures.tsx';
import { describeEntries } from './outbox/entries.ts';
import { portal, type ShownOrder } from './outbox/use-portal.ts';
import { PinField } from './pin-field.tsx';
import { PositionAsk } from './position-ask.tsx';
import { RefusedEntries } from './refused-entries.tsx';
import { ParcelScan } from './scan/parcel-scan.tsx';
import { useAsk } from './use-ask.tsx';

function Completed({ order, isStop, onLeave }: Pick<ShownOrder, 'order' | 'isStop'> & { onLeave: () => void }) {
  return (
    <section className={`${styles.card} ${styles.delivered}`} aria-labelledby="completed-title">
      <Title order={2} size="h3" id="completed-title" style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
        <IconCircleCheck size={28} aria-hidden /> Delivery Completed
      </Title>
      {order.deliveredAt && (
        <Text mt={4}>
          Delivered <time dateTime={order.deliveredAt}>{formatZoned(order.deliveredAt)}</time>
        </Text>
      )}
      <Button mt="md" variant="default" rightSection={<IconArrowRight size={20} aria-hidden />} onClick={onLeave}>
        {isStop ? 'Next stop' : 'Next delivery'}
      </Button>
    </section>
  );
}

/** Everything of the open order, top to bottom as the driver needs it; the next step stays pinned below. */
export function OpenOrder({ shown }: { shown: ShownOrder }) {
  const { order, entries, readAt, isCodeDead, isStop } = shown;
  const { ask, askDialog } = useAsk();
  const isDelivered = order.status === 'delivered';
  const leave = async () => {
    // Between the stops of a day nobody leaves anything: what waits is shown, and sent, there too.
    const isSure =
      entries.length === 0 ||
      isStop ||
      (await ask({
        title: 'Leave this order now?',
        text: `${describeEntries(entries)} still to be sent. They stay on this phone and are sent by themselves while the portal is open.`,
        action: 'Leave the order',
        isDanger: false,
      }));
    if (isSure) await portal.leave();
  };

  return (
    <>
      <main className={`${styles.column} ${styles.main}`}>
        <HandedInNotices />
        <RefusedEntries />
        {isDelivered && <Completed order={order} isStop={isStop} onLeave={() => void leave()} />}
        {order.status === 'cancelled' && order.outcome !== 'returned' && (
          <Alert color="red" icon={<IconBan aria-hidden />} title="This order was cancelled">
            Please ask dispatch what to do with the items.
          </Alert>
        )}
        <AttemptNotice order={order} />
        <OrderNotes notes={order.notes} driverNotes={order.driverNotes} />
        <OrderHead order={order} readAt={readAt} isCodeDead={isCodeDead} />
        <OrderRoute order={order} />
        <ParcelScan order={order} />
        {!isDelivered && order.status !== 'cancelled' && <PositionAsk />}
        <PinField order={order} entries={entries} />
        <OrderItems shown={shown} />
        <OrderCustomer order={order} />
        <OrderSignatures order={order} entries={entries} />
        <Button variant="default" fullWidth disabled={isDelivered} onClick={() => void leave()}>
          {isStop ? 'Back to my day' : 'Access Different Order'}
        </Button>
      </main>
      <OrderActions order={order} entries={entries} />
      {askDialog}
    </>
  );
}
