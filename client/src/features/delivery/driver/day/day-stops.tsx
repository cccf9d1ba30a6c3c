import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/stop-person';
import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatCount, formatTime, formatWeekday } from '../../../../lib/words/format.ts';
import { useAsk } from '../asking/use-ask.tsx';
import { CallLinks, NavigateLink } from '../order/way-links.tsx';
import { nextOf, type ShownStop } from '../outbox/planned-day.ts';
import { portal } from '../outbox/portal.ts';
import type { KeptDay } from '../outbox/storing/contents.ts';
import styles from '../portal/driver.module.css';
import { openOwnOrder } from '../portal/drivers-mutations.ts';
import { StopDelay } from './stop-delay.tsx';
import { addressOf, keyOf, nameOf, StopWords, stopNames, useStops } from './stops.tsx';
import { goTo } from './use-next-stop.ts';

/** Where the portal lands when an order is left. */
export const NEXT_STOP = 'next-stop';

interface NextStopProps {
  shown: ShownStop;
  isOpening: boolean;
  onOpen: () => void;
  onNavigate: () => void;
}
function NextStop({ shown, isOpening, onOpen, onNavigate }: NextStopProps) {
  const { order, stop } = shown;
  const person = personAt(order, stop);
  return (
    <section className={`${styles.card} ${styles.landing}`} id={NEXT_STOP} tabIndex={-1} aria-label="Next stop">
      <Text c="dimmed" mb={4}>
        Next stop
      </Text>
      <StopWords shown={shown} />
      {Object.entries({ stop: person.notes, customer: order.notes, office: order.driverNotes }).map(
        ([from, text]) =>
          text?.trim() && (
            <Text key={from} mt={6} className="as-written">
              {text}
            </Text>
          ),
      )}
      <Group grow preventGrowOverflow={false} gap="xs" mt="sm" align="stretch">
        <NavigateLink address={addressOf(shown)} to={`the ${stop} address`} isNext={false} onNavigate={onNavigate} />
        {person.phone && <CallLinks phone={person.phone} who={person.name} />}
      </Group>
      <Button fullWidth mt="sm" onClick={onOpen} loading={isOpening}>
        Open {stopNames[stop].toLowerCase()}
      </Button>
      {shown.present && <StopDelay order={shown.present} name={nameOf(shown)} />}
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
    <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {stops.map((shown) => (
        <li key={keyOf(shown)} className={styles.dayStop}>
          <button
            type="button"
            className={styles.delivery}
            data-done={shown.isDone || undefined}
            disabled={isOpening}
            onClick={() => onOpen(shown)}
          >
            <StopWords shown={shown} />
            {shown.failed && (
              <Text component="span" c="var(--mantine-color-amber-text)" className={styles.dayState ?? ''}>
                <IconAlertTriangle size={20} aria-hidden />
                {shown.failed === 'failed' ? `${stopNames[shown.stop]} failed` : 'Only some items were handed over'}
              </Text>
            )}
            {shown.isDone && (
              <Text component="span" className={styles.dayState ?? ''}>
                <IconCircleCheck size={20} aria-hidden /> Done
              </Text>
            )}
          </button>
          {shown.present && !shown.isDone && <StopDelay order={shown.present} name={nameOf(shown)} />}
        </li>
      ))}
    </Stack>
  );
}

function ShiftButtons({ kept, left }: { kept: KeptDay; left: ShownStop[] }) {
  const { ask, askDialog } = useAsk();
  const { driverId, day } = kept;
  const shift = kept.shift?.day === day.day ? kept.shift : undefined;
  const startedAt = shift ? shift.startedAt : (day.startedAt ?? undefined);
  const endedAt = shift ? shift.endedAt : (day.endedAt ?? undefined);
  const mark = (what: 'startedAt' | 'endedAt', at?: string) => void portal.lists.markDay(driverId, what, at);
  const end = async () => {
    const open = formatCount(left.length, 'stop');
    const isSure = await ask({
      title: left.length === 0 ? 'End your day?' : `End your day with ${open} open?`,
      text:
        left.length === 0
          ? 'All stops are done. The office sees when you finished.'
          : `Still open: ${left.map((shown) => `${stopNames[shown.stop].toLowerCase()} at ${oneLine(addressOf(shown))}`).join('; ')}. They stay assigned to you until the office reassigns them.`,
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
          Keep working
        </Button>
      )}
      {askDialog}
    </>
  );
}

/** The day as this phone stores it; `isOld` shows when it was last read. */
export function DayStops({ kept, isOld }: { kept: KeptDay; isOld: boolean }) {
  const stops = useStops(kept);
  const [opening, setOpening] = useState<string>();
  const open = async (
    shown: ShownStop,
    go: (row: OrderRow, stop: ShownStop['stop']) => Promise<void> = openOwnOrder,
  ) => {
    const row = kept.rows.find(({ id }) => id === shown.order.id);
    if (!row) return;
    setOpening(keyOf(shown));
    await go(row, shown.stop);
    setOpening(undefined);
  };
  const left = stops.filter(({ isDone }) => !isDone);
  const waiting = left.filter(({ failed }) => failed);
  const next = nextOf(stops);
  const later = left.filter((stop) => stop !== next && !stop.failed);
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
          <RelativeTime value={kept.readAt} prefix="Last updated " />
        </Text>
      )}
      <Stack gap="sm" mt="sm">
        {next && (
          <NextStop
            shown={next}
            isOpening={opening === keyOf(next)}
            onOpen={() => void open(next)}
            onNavigate={() => void open(next, goTo)}
          />
        )}
        {stops.length > 0 && left.length === 0 && (
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
        {waiting.length > 0 && (
          <div>
            <Title order={3} size="h4">
              Waiting for the office
            </Title>
            <Text c="dimmed" mb={6}>
              The office will decide what to do next
            </Text>
            <LaterStops stops={waiting} isOpening={opening !== undefined} onOpen={(shown) => void open(shown)} />
          </div>
        )}
        {stops.length > 0 && <ShiftButtons kept={kept} left={left} />}
        {done.length > 0 && (
          <details>
            <Text component="summary" mih={48} py="sm" fw={600} style={{ cursor: 'pointer' }}>
              Done today ({done.length})
            </Text>
            <LaterStops stops={done} isOpening={opening !== undefined} onOpen={(shown) => void open(shown)} />
          </details>
        )}
      </Stack>
    </section>
  );
}
