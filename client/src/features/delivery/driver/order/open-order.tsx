import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowRight, IconBan, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Steady } from '../../../../components/feedback/steady.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useLater } from '../../../../lib/hooks/use-later.ts';
import { useClickGuard } from '../../../../lib/live/use-click-guard.ts';
import { useStreamRetry } from '../../../../lib/live/use-stream-retry.ts';
import { formatDateTime } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { loadDialogs } from '../asking/load-dialogs.ts';
import { useAsk } from '../asking/use-ask.tsx';
import { ChargesCard } from '../charges/charges-card.tsx';
import { addressOf, leadOf, useDoors } from '../day/stops.tsx';
import { goTo, useNextStop } from '../day/use-next-stop.ts';
import { DelayCard } from '../delays/delay-card.tsx';
import { OrderItems } from '../items/order-items.tsx';
import { Notices } from '../notices/notices.tsx';
import { nextOf, openIn } from '../outbox/planned-day.ts';
import { portal, type ShownOrder, usePortal } from '../outbox/portal.ts';
import type { AttemptDraft, KeptDay } from '../outbox/storing/contents.ts';
import { describeEntries, type Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { ParcelScan } from '../scan/parcel-scan.tsx';
import { OrderSignatures } from '../signing/order-signatures.tsx';
import { isShownAtField, PinField } from '../signing/pin-field.tsx';
import { StopCard } from '../stop/stop-card.tsx';
import { actingFor, entriesAt, useOpenStop } from '../stop/use-open-stop.ts';
import { OrderActions } from './order-actions.tsx';
import { AttemptNotice, OrderCustomer, OrderHead, OrderNotes, OrderRoute } from './order-parts.tsx';
import { PositionAsk } from './position-ask.tsx';
import { NavigateLink } from './way-links.tsx';

/** How soon a change is read after its live event; the phone's own calls cause events too, so several are read once. */
const GATHER_MS = 3000;
/** How soon it is read without a stream. */
const REREAD_MS = 60_000;

/**
 * Reads the open order again while it is on the screen: with the live stream, which needs no more than its tracking
 * number, and now and then without it.
 */
export function useFreshOrder(trackingNumber: string): void {
  const { isReachable } = usePortal();
  const visibility = useDocumentVisibility();
  const isWatched = isReachable && visibility === 'visible';
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void portal.orders.reload();
    }, GATHER_MS);
  };
  const stream = trpc.tracking.onChange.useSubscription(
    { trackingNumber },
    { enabled: isWatched, onStarted: readSoon, onData: readSoon },
  );
  useStreamRetry(stream);
  useEffect(() => {
    if (!isWatched) return;
    const reading = setInterval(() => void portal.orders.reload(), REREAD_MS);
    return () => {
      clearInterval(reading);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [isWatched]);
}

function WayToNext({ kept }: { kept: KeptDay }) {
  const door = nextOf(useDoors(kept));
  const next = door && leadOf(door);
  const row = kept.rows.find(({ id }) => id === next?.order.id);
  if (!next || !row) return null;
  const others = openIn(door).flatMap(({ present }) => present ?? []);
  const go = () => void goTo(row, next.stop, others);
  return <NavigateLink address={addressOf(next)} label={t('Navigate to the next stop')} isNext onNavigate={go} />;
}

function Completed({ order, isStop, onNext }: Pick<ShownOrder, 'order' | 'isStop'> & { onNext: () => void }) {
  const kept = usePortal().notes.myDay;
  return (
    <section className={`${styles.card} ${styles.delivered}`} aria-labelledby="completed-title">
      <Title order={2} size="h3" id="completed-title" style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
        <IconCircleCheck size={28} aria-hidden />{' '}
        {order.outcome === 'partial' ? t('Delivered in Part') : t('Delivery Completed')}
      </Title>
      {order.deliveredAt && (
        <Text mt={4}>
          {rich('Delivered {when}', {
            when: <time dateTime={order.deliveredAt}>{formatDateTime(order.deliveredAt)}</time>,
          })}
        </Text>
      )}
      <Group mt="md" gap="xs">
        <Button variant="default" rightSection={<IconArrowRight size={20} aria-hidden />} onClick={onNext}>
          {isStop ? t('Next stop') : t('Next delivery')}
        </Button>
        {kept && <WayToNext kept={kept} />}
      </Group>
    </section>
  );
}

/** The open order, top to bottom as the driver needs it; the next step stays pinned below. */
export function OpenOrder({ shown, hasJustOpened = false }: { shown: ShownOrder; hasJustOpened?: boolean }) {
  const { order, entries, readAt, isCodeDead, isStop, changes } = shown;
  useFreshOrder(order.trackingNumber);
  const { ask, askDialog } = useAsk();
  const isDelivered = order.status === 'delivered';
  const leave = async () => {
    // The day also shows and sends what waits, so there is nothing to ask.
    const isSure =
      entries.length === 0 ||
      isStop ||
      (await ask({
        about: order,
        title: t('Leave this order now?'),
        text: t(
          '{what} still to be sent. They stay on this phone and are sent automatically while the portal is open.',
          { what: describeEntries(entries) },
        ),
        action: t('Leave the order'),
        isDanger: false,
      }));
    if (!isSure) return;
    await portal.finish(order.id);
    await portal.orders.leave();
  };
  // The bar opens the dialog of the draft that is kept.
  const [reports, setReports] = useState(0);
  const [asked, setAsked] = useState<Stage>();
  const report = async (draft: AttemptDraft) => {
    await portal.keepDraft(draft);
    setAsked(undefined);
    setReports(reports + 1);
  };
  const stop = useOpenStop(order, isStop);
  const { entries: allEntries, notes, isReachable } = usePortal();
  const orders = stop ? actingFor(order, stop) : [order];
  const [lead = order] = orders;
  const siblings = stop?.all.map((one) => one.order.id).join(' ') ?? '';
  useEffect(() => {
    if (siblings.includes(' ')) void portal.orders.keepStop(siblings.split(' ').map(Number));
  }, [siblings]);
  const sign = () => {
    setAsked(stop?.kind);
    setReports(reports + 1);
  };
  const asksPin = orders.find(({ proof }) => stop && proof[stop.kind].pin && !proof[stop.kind].pinVerified) ?? order;
  const dialogs = useLater(loadDialogs, false, () => undefined);
  const found = useNextStop(order.id);
  const next = isStop ? found : undefined;
  // What comes above it, or goes, moves all of it.
  const refused = entries.filter(({ refusal }) => refusal).length;
  const hasMoved = useClickGuard(`${changes.length} ${notes.handedIn?.length ?? 0} ${refused} ${isReachable}`);
  const goOn = () => void (next ? next.open() : leave());

  return (
    <>
      <main className={`${styles.column} ${styles.main}`}>
        <Steady isGuarded={hasMoved} style={{ display: 'contents' }}>
          <Notices
            changed={{ orderId: order.id, changes }}
            shownElsewhere={(entry) => isShownAtField(stop ? asksPin : order, entry)}
          />
          {isDelivered && <Completed order={order} isStop={isStop} onNext={goOn} />}
          {order.status === 'cancelled' && order.outcome !== 'returned' && (
            <Alert color="red" icon={<IconBan aria-hidden />} title={t('This order was cancelled')}>
              {t('Please ask dispatch what to do with the items.')}
            </Alert>
          )}
          <AttemptNotice order={order} />
          <OrderNotes notes={order.notes} driverNotes={order.driverNotes} />
          {stop && order.status !== 'cancelled' && <StopCard order={order} stop={stop} onSign={sign} />}
          {stop && (
            <PinField
              key={asksPin.id}
              order={asksPin}
              others={orders.filter((one) => one !== asksPin)}
              entries={allEntries}
            />
          )}
          {dialogs && <dialogs.CollectCard orders={orders} />}
          <OrderHead order={order} readAt={readAt} isCodeDead={isCodeDead} />
          <OrderRoute order={order} />
          <DelayCard order={order} isForDay={isStop} />
          <ParcelScan
            order={order}
            {...(orders.includes(order) && { siblings: orders })}
            onMissing={(draft) => void report(draft)}
          />
          {!isDelivered && order.status !== 'cancelled' && <PositionAsk />}
          {!stop && <PinField order={order} entries={entries} />}
          <ChargesCard order={order} />
          <OrderItems shown={shown} />
          <OrderCustomer order={order} />
          <OrderSignatures order={order} entries={entries} />
          <Button variant="default" fullWidth disabled={isDelivered} onClick={() => void leave()}>
            {isStop ? t('Back to my day') : t('Access Different Order')}
          </Button>
        </Steady>
      </main>
      <OrderActions
        key={reports}
        {...{ order: lead, asked, isStop, hasJustOpened }}
        entries={stop ? entriesAt(allEntries, stop, order) : entries}
        at={stop && { stop, orders }}
        nextWhere={next?.where}
        onNext={goOn}
      />
      {askDialog}
    </>
  );
}
