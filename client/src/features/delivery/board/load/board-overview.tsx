import { Anchor, Card, Group, Progress, SimpleGrid, Text, Title } from '@mantine/core';
import { nextStopOf } from '@quickfleet/shared/delivery/planning/next-stop';
import { t } from '@quickfleet/shared/words/t';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import type { ColumnView, Shown } from '../board-view.ts';
import { kinds } from '../cards/card-content.tsx';
import { stopTimes } from '../windows.ts';
import { LoadLines, loadInWords } from './load-warning.tsx';

/** Where somebody has to be next. */
export function NextStop({ cards, day }: { cards: readonly Shown[]; day: string }) {
  const orders = new Map(cards.map(({ order }) => [order.id, order]));
  const next = nextStopOf(
    cards.map((shown) => ({ ...shown, orderId: shown.order.id })),
    orders,
  );
  const stop = next?.card.stop;
  if (!next || !stop || stop === 'order') return null;
  const { order } = next;
  const address = stop === 'pickup' ? order.pickupAddress : order.deliveryAddress;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {t('Next: {stop}, {address}, {times}', {
        stop: kinds[stop].text,
        address: oneLine(address),
        times: stopTimes(order, stop, day),
      })}
    </Text>
  );
}

/** What is done, and what is left, against the hours of the day; full where there is more to do than hours. */
function LoadBar({ load, totals: { stops, stopsDone } }: Pick<ColumnView, 'load' | 'totals'>) {
  if (!load || stops === 0) return null;
  const whole = Math.max(load.shiftMinutes ?? load.minutes, load.minutes, 1);
  const done = load.minutes - load.leftMinutes;
  return (
    <Progress.Root
      size="lg"
      role="img"
      aria-label={t('{done} of {stops, plural, one {# stop} other {# stops}} done', { done: stopsDone, stops })}
    >
      <Progress.Section withAria={false} value={(100 * done) / whole} color="green" />
      <Progress.Section
        withAria={false}
        value={(100 * load.leftMinutes) / whole}
        color={load.overMinutes > 0 ? 'red' : 'teal'}
      />
    </Progress.Root>
  );
}

interface OverviewProps {
  columns: readonly ColumnView[];
  day: string;
  addressOf: (driverId: number) => string;
  onDriver: (driverId: number) => void;
}

/** Every driver of a day at one look: what is done, what is left, where they go next, and who has too much. */
export function BoardOverview({ columns, day, addressOf, onDriver }: OverviewProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="sm">
      {columns.flatMap(({ kind, id, name, totals, load, isGuess, all }) => {
        if (kind !== 'driver' || id === null) return [];
        return (
          <Card key={id} padding="md" component="section" aria-label={name}>
            <Group justify="space-between" gap="xs" mb={6} wrap="nowrap">
              <Title order={2} size="h4">
                <Anchor
                  inherit
                  c="var(--mantine-color-text)"
                  href={addressOf(id)}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    onDriver(id);
                  }}
                >
                  {name}
                </Anchor>
              </Title>
              <Text size="sm" c="dimmed" className="tabular" style={{ flex: 'none' }}>
                {totals.stops === 0
                  ? t('No stops yet')
                  : t('{done} of {stops, plural, one {# stop} other {# stops}} done', {
                      done: totals.stopsDone,
                      stops: totals.stops,
                    })}
              </Text>
            </Group>
            <LoadBar load={load} totals={totals} />
            {load && load.leftMinutes > 0 && (
              <Text size="xs" c="dimmed" mt={6} className="tabular">
                {loadInWords(load, isGuess === true)}
              </Text>
            )}
            <NextStop cards={all} day={day} />
            {load && <LoadLines load={load} />}
          </Card>
        );
      })}
    </SimpleGrid>
  );
}
