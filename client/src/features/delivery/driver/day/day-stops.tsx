import { Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { formatCount, formatWeekday } from '../../../../lib/words/format.ts';
import { nextOf, type ShownStop } from '../outbox/planned-day.ts';
import type { KeptDay } from '../outbox/storing/contents.ts';
import styles from '../portal/driver.module.css';
import { openOwnOrder } from '../portal/drivers-mutations.ts';
import { LaterStops } from './later-stops.tsx';
import { NextStop } from './next-stop.tsx';
import { ShiftButtons } from './shift-buttons.tsx';
import { keyOf } from './stop-words.tsx';
import { useStops } from './use-stops.ts';

/** The day as this phone stores it; `isOld` shows when it was last read. */
export function DayStops({ kept, isOld }: { kept: KeptDay; isOld: boolean }) {
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
        {next && <NextStop shown={next} isOpening={opening === keyOf(next)} onOpen={() => void open(next)} />}
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
            <summary className={styles.daySummary}>Done today ({done.length})</summary>
            <LaterStops stops={done} isOpening={opening !== undefined} onOpen={(shown) => void open(shown)} />
          </details>
        )}
      </Stack>
    </section>
  );
}
