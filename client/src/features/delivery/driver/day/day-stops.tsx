import { Button, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { personAt } from '@quickfleet/shared/base/contact/stop-person';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Steady } from '../../../../components/feedback/steady.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { useClickGuard } from '../../../../lib/live/use-click-guard.ts';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatTime, formatWeekday, todayInZone } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { useAsk } from '../asking/use-ask.tsx';
import { CallLinks, NavigateLink, navigateTo } from '../order/way-links.tsx';
import { nextOf, openIn, type ShownDoor, type ShownStop } from '../outbox/planned-day.ts';
import { portal } from '../outbox/portal.ts';
import type { KeptDay } from '../outbox/storing/contents.ts';
import styles from '../portal/driver.module.css';
import { openOwnOrder } from '../portal/drivers-mutations.ts';
import { ScanToOpen } from '../scan/scan-button.tsx';
import { DayMap } from './day-map.tsx';
import { NEXT_STOP } from './next-stop-id.ts';
import { StopDelay } from './stop-delay.tsx';
import { addressOf, leadOf, nameOf, StopWords, sideOf, useDoors, wordsOf } from './stops.tsx';
import { goTo } from './use-next-stop.ts';

interface NextStopProps {
  door: ShownDoor;
  isOpening: boolean;
  onOpen: () => void;
  onNavigate: () => void;
}
function NextStop({ door, isOpening, onOpen, onNavigate }: NextStopProps) {
  const shown = leadOf(door);
  const side = sideOf(shown);
  const person = personAt(shown.order, side);
  const open = openIn(door).map((one) => one.order);
  const notes = [person.notes, ...open.map((one) => one.notes), ...open.map((one) => one.driverNotes)];
  return (
    <section className={`${styles.card} ${styles.landing}`} id={NEXT_STOP} tabIndex={-1} aria-label={t('Next stop')}>
      <Text c="dimmed" mb={4}>
        {t('Next stop')}
      </Text>
      <StopWords door={door} />
      {[...new Set(notes)].map(
        (text) =>
          text?.trim() && (
            <Text key={text} mt={6} className="as-written">
              {keepNumbers(text)}
            </Text>
          ),
      )}
      <Group grow preventGrowOverflow={false} gap="xs" mt="sm" align="stretch">
        <NavigateLink address={addressOf(shown)} label={navigateTo[side]} isNext={false} onNavigate={onNavigate} />
        {person.phone && <CallLinks phone={person.phone} who={person.name} />}
      </Group>
      <Button fullWidth mt="sm" onClick={onOpen} loading={isOpening}>
        {openWords(shown)}
      </Button>
    </section>
  );
}

function openWords({ stop, isReturn }: ShownStop): string {
  if (isReturn) return t('Open the return');
  return stop === 'pickup' ? t('Open pickup') : t('Open delivery');
}

const failedWords = { pickup: t('Pickup failed'), delivery: t('Delivery failed') } as const;

function LaterStops({
  doors,
  isOpening,
  onOpen,
}: {
  doors: ShownDoor[];
  isOpening: boolean;
  onOpen: (door: ShownDoor) => void;
}) {
  return (
    <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {doors.map((door) => (
        <li key={door.key} className={styles.dayStop}>
          <button
            type="button"
            className={styles.delivery}
            data-done={door.isDone || undefined}
            disabled={isOpening}
            onClick={() => onOpen(door)}
          >
            <StopWords door={door} />
            {door.stops.map(
              ({ order, failed }) =>
                failed && (
                  <Text
                    key={order.id}
                    component="span"
                    c="var(--mantine-color-amber-text)"
                    className={styles.dayState ?? ''}
                  >
                    <IconAlertTriangle size={20} aria-hidden />
                    {failed === 'failed' ? failedWords[door.kind] : t('Only some items were handed over')}
                    {door.stops.length > 1 && ` · ${formatTracking(order.trackingNumber)}`}
                  </Text>
                ),
            )}
            {door.isDone && (
              <Text component="span" className={styles.dayState ?? ''}>
                <IconCircleCheck size={20} aria-hidden /> {t('Done (stop)')}
              </Text>
            )}
          </button>
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

function ShiftButtons({ kept, left }: { kept: KeptDay; left: ShownDoor[] }) {
  const { ask, askDialog } = useAsk();
  const { driverId, day } = kept;
  const shift = kept.shift?.day === day.day ? kept.shift : undefined;
  const startedAt = shift ? shift.startedAt : (day.startedAt ?? undefined);
  const endedAt = shift ? shift.endedAt : (day.endedAt ?? undefined);
  const mark = (what: 'startedAt' | 'endedAt', at?: string) => void portal.lists.markDay(driverId, what, at);
  const end = async () => {
    const count = left.length;
    const stops = left.map((door) => {
      const lead = leadOf(door);
      const address = oneLine(addressOf(lead));
      if (lead.isReturn) return t('return at {address}', { address });
      return door.kind === 'pickup' ? t('pickup at {address}', { address }) : t('delivery at {address}', { address });
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

/** Fewer are found by looking. */
const SEARCHED_FROM = 6;

/** Running late is said once for the day: by the next delivery that is not made, and it counts for those behind it. */
function DayDelay({ doors }: { doors: readonly ShownDoor[] }) {
  const open = doors.flatMap(openIn).filter(({ present }) => present);
  const deliveriesFirst = [
    ...open.filter(({ stop }) => stop === 'delivery'),
    ...open.filter(({ stop }) => stop === 'pickup'),
  ];
  const shown = deliveriesFirst.find(({ present }) => present?.delay) ?? deliveriesFirst[0];
  return shown?.present ? <StopDelay order={shown.present} name={nameOf(shown)} /> : null;
}

/** The day as this phone stores it; `isOld` shows when it was last read. */
export function DayStops({ kept, isOld, children }: { kept: KeptDay; isOld: boolean; children?: ReactNode }) {
  const doors = useDoors(kept);
  const [opening, setOpening] = useState<string>();
  const [search, setSearch] = useState('');
  const open = async (door: ShownDoor, isGoing = false) => {
    const { order, stop } = leadOf(door);
    const row = kept.rows.find(({ id }) => id === order.id);
    if (!row) return;
    setOpening(door.key);
    const others = openIn(door).flatMap(({ present }) => present ?? []);
    await (isGoing ? goTo(row, stop, others) : openOwnOrder(row));
    setOpening(undefined);
  };
  const left = doors.filter(({ isDone }) => !isDone);
  const waiting = left.filter(({ isFailed }) => isFailed);
  const next = nextOf(doors);
  const later = left.filter((door) => door !== next && !door.isFailed);
  const done = doors.filter(({ isDone }) => isDone);
  const isFound = (door: ShownDoor) => wordsOf(door).includes(search.trim().toLowerCase());
  const placeOf = ({ stops, kind }: ShownDoor) =>
    kept.stops?.find((stop) => stop.kind === kind && stop.orders.some(({ orderId }) => orderId === stops[0]?.order.id))
      ?.place ?? [];
  const places = left.flatMap(placeOf);
  // What the office changes meanwhile, and a stop that is done, move the others.
  const hasMoved = useClickGuard([next, ...later, ...waiting].map((door) => door?.key).join(' '));
  return (
    <section aria-labelledby="my-day-title">
      <Title order={2} size="h3" id="my-day-title">
        {t('My day')}
      </Title>
      <Group justify="space-between" gap="xs">
        <Text c="dimmed">{formatWeekday(kept.day.day)}</Text>
        <Text fw={550} data-testid="day-progress">
          {doors.length === 0
            ? t('No stops')
            : t('{done} of {count, plural, one {# stop} other {# stops}} done', {
                done: done.length,
                count: doors.length,
              })}
        </Text>
      </Group>
      {doors.length > 0 && (
        <Progress value={(done.length / doors.length) * 100} size="md" mt={6} aria-label={t('Stops done')} />
      )}
      {isOld && (
        <Text size="sm" c="dimmed" mt={4}>
          {rich('Last updated {when}', { when: <RelativeTime value={kept.readAt} /> })}
        </Text>
      )}
      <div className={styles.dayTools}>
        {doors.length > 0 && <ShiftButtons kept={kept} left={left} />}
        <ScanToOpen />
        <DayDelay doors={doors} />
      </div>
      {children}
      <Steady isGuarded={hasMoved} className={styles.dayList ?? ''}>
        {next && (
          <NextStop
            door={next}
            isOpening={opening === next.key}
            onOpen={() => void open(next)}
            onNavigate={() => void open(next, true)}
          />
        )}
        {doors.length > 0 && left.length === 0 && (
          <Text className={`${styles.card} ${styles.delivered}`} fw={600}>
            {t('All stops are done.')}
          </Text>
        )}
        <DayMap places={places} without={left.length - places.length} />
        {later.length > 0 && (
          <div>
            <Title order={3} size="h4" mb={6}>
              {t('After that')}
            </Title>
            {later.length >= SEARCHED_FROM && (
              <TextInput
                type="search"
                mb="sm"
                aria-label={t('Search your stops')}
                placeholder={t('Address, name or number')}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            <LaterStops
              doors={later.filter(isFound)}
              isOpening={opening !== undefined}
              onOpen={(door) => void open(door)}
            />
            {!later.some(isFound) && <Text role="status">{t('No stop matches.')}</Text>}
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
            <LaterStops doors={waiting} isOpening={opening !== undefined} onOpen={(door) => void open(door)} />
          </div>
        )}
        {done.length > 0 && (
          <details>
            <Text component="summary" mih={48} py="sm" fw={600} style={{ cursor: 'pointer' }}>
              {kept.day.day === todayInZone()
                ? t('Done today ({count})', { count: done.length })
                : t('Done ({count})', { count: done.length })}
            </Text>
            <LaterStops doors={done} isOpening={opening !== undefined} onOpen={(door) => void open(door)} />
          </details>
        )}
      </Steady>
    </section>
  );
}
