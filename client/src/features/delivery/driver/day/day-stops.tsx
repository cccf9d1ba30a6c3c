import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatTime, formatWeekday } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { useAsk } from '../asking/use-ask.tsx';
import { CallLinks, NavigateLink, navigateTo } from '../order/way-links.tsx';
import { nextOf, type ShownStop } from '../outbox/planned-day.ts';
import { portal } from '../outbox/portal.ts';
import type { KeptDay } from '../outbox/storing/contents.ts';
import styles from '../portal/driver.module.css';
import { openOwnOrder } from '../portal/drivers-mutations.ts';
import { StopDelay } from './stop-delay.tsx';
import { addressOf, keyOf, nameOf, StopWords, useStops } from './stops.tsx';
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
    <section className={`${styles.card} ${styles.landing}`} id={NEXT_STOP} tabIndex={-1} aria-label={t('Next stop')}>
      <Text c="dimmed" mb={4}>
        {t('Next stop')}
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
        <NavigateLink address={addressOf(shown)} label={navigateTo[stop]} isNext={false} onNavigate={onNavigate} />
        {person.phone && <CallLinks phone={person.phone} who={person.name} />}
      </Group>
      <Button fullWidth mt="sm" onClick={onOpen} loading={isOpening}>
        {stop === 'pickup' ? t('Open pickup') : t('Open delivery')}
      </Button>
      {shown.present && <StopDelay order={shown.present} name={nameOf(shown)} />}
    </section>
  );
}

const failedWords = { pickup: t('Pickup failed'), delivery: t('Delivery failed') } as const;

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
                {shown.failed === 'failed' ? failedWords[shown.stop] : t('Only some items were handed over')}
              </Text>
            )}
            {shown.isDone && (
              <Text component="span" className={styles.dayState ?? ''}>
                <IconCircleCheck size={20} aria-hidden /> {t('Done (stop)')}
              </Text>
            )}
          </button>
          {shown.present && !shown.isDone && <StopDelay order={shown.present} name={nameOf(shown)} />}
        </li>
      ))}
    </Stack>
  );
}

interface ShiftTimesProps {
  startedAt: string;
  endedAt: string | undefined;
  left: number;
}
function ShiftTimes({ startedAt, endedAt, left }: ShiftTimesProps) {
  const start = <time dateTime={startedAt}>{formatTime(startedAt)}</time>;
  if (!endedAt) return rich('Started {start}', { start });
  const end = <time dateTime={endedAt}>{formatTime(endedAt)}</time>;
  if (left === 0) return rich('Started {start}, ended {end}', { start, end });
  return rich('Started {start}, ended {end} with {count, plural, one {# stop} other {# stops}} open', {
    start,
    end,
    count: left,
  });
}

function ShiftButtons({ kept, left }: { kept: KeptDay; left: ShownStop[] }) {
  const { ask, askDialog } = useAsk();
  const { driverId, day } = kept;
  const shift = kept.shift?.day === day.day ? kept.shift : undefined;
  const startedAt = shift ? shift.startedAt : (day.startedAt ?? undefined);
  const endedAt = shift ? shift.endedAt : (day.endedAt ?? undefined);
  const mark = (what: 'startedAt' | 'endedAt', at?: string) => void portal.lists.markDay(driverId, what, at);
  const end = async () => {
    const count = left.length;
    const stops = left.map((shown) => {
      const address = oneLine(addressOf(shown));
      return shown.stop === 'pickup' ? t('pickup at {address}', { address }) : t('delivery at {address}', { address });
    });
    const isSure = await ask({
      title:
        count === 0
          ? t('End your day?')
          : t('End your day with {count, plural, one {# stop} other {# stops}} open?', { count }),
      text:
        count === 0
          ? t('All stops are done. The office sees when you finished.')
          : t('Still open: {stops}. They stay assigned to you until the office reassigns them.', {
              stops: stops.join('; '),
            }),
      action: t('End day'),
      isDanger: left.length > 0,
    });
    if (isSure) mark('endedAt', new Date().toISOString());
  };
  return (
    <>
      {!startedAt && (
        <Button variant="default" fullWidth onClick={() => mark('startedAt', new Date().toISOString())}>
          {t('Start day')}
        </Button>
      )}
      {startedAt && !endedAt && (
        <Button variant="default" fullWidth onClick={() => void end()}>
          {t('End day')}
        </Button>
      )}
      {startedAt && (
        <Text c="dimmed" ta="center" role="status">
          <ShiftTimes startedAt={startedAt} endedAt={endedAt} left={left.length} />
          {shift && !shift.isTold && ` · ${t('not sent yet')}`}
        </Text>
      )}
      {endedAt && (
        <Button variant="subtle" fullWidth onClick={() => mark('endedAt')}>
          {t('Keep working')}
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
        {t('My day')}
      </Title>
      <Group justify="space-between" gap="xs">
        <Text c="dimmed">{formatWeekday(kept.day.day)}</Text>
        <Text fw={550} data-testid="day-progress">
          {stops.length === 0
            ? t('No stops')
            : t('{done} of {count, plural, one {# stop} other {# stops}} done', {
                done: done.length,
                count: stops.length,
              })}
        </Text>
      </Group>
      {stops.length > 0 && (
        <Progress value={(done.length / stops.length) * 100} size="md" mt={6} aria-label={t('Stops done')} />
      )}
      {isOld && (
        <Text size="sm" c="dimmed" mt={4}>
          {rich('Last updated {when}', { when: <RelativeTime value={kept.readAt} /> })}
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
            {t('All stops are done.')}
          </Text>
        )}
        {later.length > 0 && (
          <div>
            <Title order={3} size="h4" mb={6}>
              {t('After that')}
            </Title>
            <LaterStops stops={later} isOpening={opening !== undefined} onOpen={(shown) => void open(shown)} />
          </div>
        )}
        {waiting.length > 0 && (
          <div>
            <Title order={3} size="h4">
              {t('Waiting for the office')}
            </Title>
            <Text c="dimmed" mb={6}>
              {t('The office will decide what to do next')}
            </Text>
            <LaterStops stops={waiting} isOpening={opening !== undefined} onOpen={(shown) => void open(shown)} />
          </div>
        )}
        {stops.length > 0 && <ShiftButtons kept={kept} left={left} />}
        {done.length > 0 && (
          <details>
            <Text component="summary" mih={48} py="sm" fw={600} style={{ cursor: 'pointer' }}>
              {t('Done today ({count})', { count: done.length })}
            </Text>
            <LaterStops stops={done} isOpening={opening !== undefined} onOpen={(shown) => void open(shown)} />
          </details>
        )}
      </Stack>
    </section>
  );
}
