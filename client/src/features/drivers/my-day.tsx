import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { formatTracking } from '@quickfleet/shared/tracking-number';
import { windowInWords } from '@quickfleet/shared/window-rules';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { RelativeTime } from '../../components/relative-time.tsx';
import { brand } from '../../lib/brand.ts';
import { oneLine } from '../../lib/contact-words.ts';
import { formatCount, formatTime, formatWeekday } from '../../lib/format.ts';
import styles from './driver.module.css';
import { openOwnOrder } from './drivers-mutations.ts';
import { applyEntries } from './outbox/apply-entries.ts';
import type { KeptDay } from './outbox/contents.ts';
import { type ShownStop, showStops } from './outbox/planned-day.ts';
import { shownAsDone } from './outbox/queue.ts';
import { fromRow } from './outbox/stored-order.ts';
import { portal, usePortal } from './outbox/use-portal.ts';
import { useAsk } from './use-ask.tsx';
import { CallLinks, NavigateLink } from './way-links.tsx';

const PushOffer = lazy(() => import('./push/push-offer.tsx').then((file) => ({ default: file.PushOffer })));

/** How soon the office's changes to the day are seen while the portal is on the screen. */
const REREAD_MS = 60_000;
const RETRY_MS = 10_000;

const words = { pickup: 'Pickup', delivery: 'Delivery' } as const;
const addressOf = ({ order, stop }: ShownStop) => (stop === 'pickup' ? order.pickupAddress : order.deliveryAddress);
const windowOf = ({ order, stop }: ShownStop) => (stop === 'pickup' ? order.pickupWindow : order.deliveryWindow);
const keyOf = ({ order, stop }: ShownStop) => `${stop} ${order.id}`;

/** The stops with what was done about them on this phone. */
function useStops(kept: KeptDay): ShownStop[] {
  const { orders, entries, itemIds } = usePortal();
  return useMemo(() => {
    const rows = new Map(kept.rows.map((row) => [row.id, row]));
    return showStops(kept.day, (orderId) => {
      const row = rows.get(orderId);
      const order = orders.get(orderId)?.order ?? (row && fromRow(row));
      return (
        order &&
        applyEntries(order, shownAsDone(entries, orderId), {
          itemIdOf: (itemId) => itemIds.get(itemId) ?? itemId,
          urlOf: () => '',
        })
      );
    });
  }, [kept, orders, entries, itemIds]);
}

function StopWords({ shown }: { shown: ShownStop }) {
  const { order, stop } = shown;
  const window = windowOf(shown);
  return (
    <>
      <Group justify="space-between" gap="xs" component="span" wrap="nowrap">
        <Text component="span" fw={650}>
          {words[stop]}
        </Text>
        <Text component="span" className="mono" c="dimmed">
          {formatTracking(order.trackingNumber)}
        </Text>
      </Group>
      {window && (
        <Text component="span" display="block" fw={550}>
          {windowInWords(window, brand.timeZone)}
        </Text>
      )}
      <Text component="span" display="block" mt={4} size="lg" fw={550}>
        {oneLine(addressOf(shown))}
      </Text>
      <Text component="span" display="block" c="dimmed" mt={4}>
        {formatCount(order.parcels, 'parcel')} · {order.customerName}
      </Text>
    </>
  );
}

function NextStop({ shown, isOpening, onOpen }: { shown: ShownStop; isOpening: boolean; onOpen: () => void }) {
  const { order, stop } = shown;
  return (
    <section className={styles.card} aria-label="Next stop">
      <Text c="dimmed" mb={4}>
        Next stop
      </Text>
      <StopWords shown={shown} />
      {[order.notes, order.driverNotes].map(
        (text, at) =>
          text?.trim() && (
            <Text key={at === 0 ? 'customer' : 'office'} mt={6} className="as-written">
              {text}
            </Text>
          ),
      )}
      <div className={styles.dayActions}>
        <NavigateLink address={addressOf(shown)} to={`the ${stop} address`} isNext={false} />
        {order.customerPhone && <CallLinks phone={order.customerPhone} who={order.customerName} />}
      </div>
      <Button fullWidth mt="sm" onClick={onOpen} loading={isOpening}>
        Open {words[stop].toLowerCase()}
      </Button>
    </section>
  );
}

function LaterStops({
  stops,
  isOpening,
  onOpen,
}: {
  stops: ShownStop[];
  isOpening: boolean;
  onOpen: (shown: ShownStop) => void;
}) {
  return (
    <ol className={styles.dayStops}>
      {stops.map((shown) => (
        <li key={keyOf(shown)}>
          <button
            type="button"
            className={styles.delivery}
            data-done={shown.isDone || undefined}
            disabled={isOpening}
            onClick={() => onOpen(shown)}
          >
            <StopWords shown={shown} />
            {shown.isDone && (
              <Text component="span" className={styles.dayDone ?? ''}>
                <IconCircleCheck size={20} aria-hidden /> Done
              </Text>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}

function ShiftButton({ kept, left }: { kept: KeptDay; left: ShownStop[] }) {
  const { ask, askDialog } = useAsk();
  const { driverId, day } = kept;
  const shift = kept.shift?.day === day.day ? kept.shift : undefined;
  const startedAt = shift ? shift.startedAt : (day.startedAt ?? undefined);
  const endedAt = shift ? shift.endedAt : (day.endedAt ?? undefined);
  const mark = (what: 'startedAt' | 'endedAt', at?: string) => void portal.markDay(driverId, what, at);
  const end = async () => {
    const open = formatCount(left.length, 'stop');
    const isSure = await ask({
      title: left.length === 0 ? 'End your day?' : `End your day with ${open} open?`,
      text:
        left.length === 0
          ? 'All stops are done. The office sees when you finished.'
          : `Still open: ${left.map((shown) => `${words[shown.stop].toLowerCase()} at ${oneLine(addressOf(shown))}`).join('; ')}. They stay yours until the office gives them to somebody else.`,
      action: 'End day',
      isDanger: left.length > 0,
    });
    if (isSure) mark('endedAt', new Date().toISOString());
  };
  return (
    <>
      {!startedAt && (
        <Button variant="default" fullWidth onClick={() => mark('startedAt', new Date().toISOString())}>
          Start day
        </Button>
      )}
      {startedAt && !endedAt && (
        <Button variant="default" fullWidth onClick={() => void end()}>
          End day
        </Button>
      )}
      {startedAt && (
        <Text c="dimmed" ta="center" role="status">
          Started <time dateTime={startedAt}>{formatTime(startedAt)}</time>
          {endedAt && (
            <>
              , ended <time dateTime={endedAt}>{formatTime(endedAt)}</time>
              {left.length > 0 && ` with ${formatCount(left.length, 'stop')} open`}
            </>
          )}
          {shift && !shift.isTold && ' · not sent yet'}
        </Text>
      )}
      {endedAt && (
        <Button variant="subtle" fullWidth onClick={() => mark('endedAt')}>
          Go on working
        </Button>
      )}
      {askDialog}
    </>
  );
}

function Day({ kept, isOld }: { kept: KeptDay; isOld: boolean }) {
  const stops = useStops(kept);
  const [opening, setOpening] = useState<string>();
  const open = async (shown: ShownStop) => {
    const row = kept.rows.find(({ id }) => id === shown.order.id);
    if (!row) return;
    setOpening(keyOf(shown));
    await openOwnOrder(row);
    setOpening(undefined);
  };
  const left = stops.filter(({ isDone }) => !isDone);
  const [next, ...later] = left;
  const done = stops.filter(({ isDone }) => isDone);
  return (
    <section aria-labelledby="my-day-title">
      <Title order={2} size="h3" id="my-day-title">
        My day
      </Title>
      <Group justify="space-between" gap="xs">
        <Text c="dimmed">{formatWeekday(kept.day.day)}</Text>
        <Text fw={550} data-testid="day-progress">
          {stops.length === 0 ? 'No stops' : `${done.length} of ${formatCount(stops.length, 'stop')} done`}
        </Text>
      </Group>
      {stops.length > 0 && (
        <Progress value={(done.length / stops.length) * 100} size="md" mt={6} aria-label="Stops done" />
      )}
      {isOld && (
        <Text size="sm" c="dimmed" mt={4}>
          <RelativeTime value={kept.readAt} prefix="As the office had it " />
        </Text>
      )}
      <Stack gap="sm" mt="sm">
        {next && <NextStop shown={next} isOpening={opening === keyOf(next)} onOpen={() => void open(next)} />}
        {stops.length > 0 && !next && (
          <Text className={`${styles.card} ${styles.delivered}`} fw={600}>
            All stops are done.
          </Text>
        )}
        {later.length > 0 && (
          <div>
            <Title order={3} size="h4" mb={6}>
              After that
            </Title>
            <LaterStops stops={later} isOpening={opening !== undefined} onOpen={(shown) => void open(shown)} />
          </div>
        )}
        {stops.length > 0 && <ShiftButton kept={kept} left={left} />}
        {done.length > 0 && (
          <details>
            <summary className={styles.daySummary}>Done today ({done.length})</summary>
            <LaterStops stops={done} isOpening={opening !== undefined} onOpen={(shown) => void open(shown)} />
          </details>
        )}
      </Stack>
    </section>
  );
}

/** Today's stops of a signed-in driver in order, the next one first; what was read last works without a network. */
export function MyDay({ driverId }: { driverId: number }) {
  const { notes, isReachable } = usePortal();
  const kept = notes.myDay?.driverId === driverId ? notes.myDay : undefined;
  useQuery({
    queryKey: ['driver', 'day', driverId],
    queryFn: () => portal.readDay(driverId),
    staleTime: 0,
    networkMode: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : REREAD_MS),
  });
  // The list of deliveries below says why nothing could be read.
  if (!kept) return null;
  return (
    <>
      <Day kept={kept} isOld={!isReachable} />
      <Suspense fallback={null}>
        <PushOffer driverId={driverId} />
      </Suspense>
    </>
  );
}
