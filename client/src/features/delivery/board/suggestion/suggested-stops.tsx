import { Group, Text } from '@mantine/core';
import { writeDecimal } from '@quickfleet/shared/base/money/money';
import type { DayBoard, DayOrder, SuggestedStop } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatHour } from '../../../../lib/words/format.ts';
import styles from '../board.module.css';
import { kinds } from '../cards/card-content.tsx';
import { ordersOf } from '../moving/board-state.ts';
import { stopTimes } from '../windows.ts';

const reasonInWords = ({ reason, kilometres, lateMinutes }: SuggestedStop): string | undefined => {
  if (reason === 'kept') return t('keeps its place');
  if (reason === 'window') return lateMinutes > 0 ? t('less late for its window') : t('in time for its window');
  if (reason === 'same_address') return t('same address as the stop before');
  if (kilometres === null) return undefined;
  return reason === 'near'
    ? t('near the stop before, {kilometres} km', { kilometres: writeDecimal(kilometres) })
    : t('{kilometres} km from the stop before', { kilometres: writeDecimal(kilometres) });
};

function Stop({ stop, order, at, day }: { stop: SuggestedStop; order: DayOrder; at: number; day: string }) {
  const { text, icon: KindIcon } = kinds[stop.stop];
  const why = reasonInWords(stop);
  const isMoved = stop.place !== at + 1 && stop.reason !== 'kept';
  const window = stop.stop === 'pickup' ? order.pickupWindow : order.deliveryWindow;
  const times = [
    stop.expectedAt ? t('about {time}', { time: formatHour(stop.expectedAt) }) : t('done'),
    ...(window ? [t('promised {times}', { times: stopTimes(order, stop.stop, day) })] : []),
    ...(isMoved ? [t('was {place}', { place: stop.place })] : []),
    ...(why ? [why] : []),
  ];
  return (
    <Group component="li" gap={8} wrap="nowrap" align="flex-start" className={styles.suggested}>
      <span className={styles.place}>{at + 1}</span>
      <KindIcon size={18} stroke={1.8} role="img" aria-label={text} style={{ flex: 'none', marginTop: 1 }} />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={isMoved ? 600 : 400} lineClamp={1}>
          {oneLine(stop.stop === 'pickup' ? order.pickupAddress : order.deliveryAddress)}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {times.join(' · ')}
        </Text>
      </div>
    </Group>
  );
}

/** The stops in the suggested order, each with about when, where it was, and why it is here. */
export function SuggestedStops({ board, stops }: { board: DayBoard; stops: readonly SuggestedStop[] }) {
  const orders = ordersOf(board);
  return (
    <ol className={styles.suggestion} aria-label={t('Stops in the suggested order')}>
      {stops.map((stop, at) => {
        const order = orders.get(stop.orderId);
        return order && <Stop key={`${stop.orderId} ${stop.stop}`} stop={stop} order={order} at={at} day={board.day} />;
      })}
    </ol>
  );
}
