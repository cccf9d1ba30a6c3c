import { Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { formatHour } from '../../../../lib/words/format.ts';
import { minutesInWords } from '../load/load-warning.tsx';
import type { Card } from '../moving/board-state.ts';
import { useStopTime } from './use-day-routes.ts';

/** When a card's stop is reached as the day is, and how late that is; nothing where nobody knows. */
export function StopTime({ card }: { card: Card }) {
  const time = useStopTime(card);
  if (!time) return null;
  const late = time.lateMinutes > 0;
  return (
    <Text component="span" size="xs" className="tabular" c={late ? 'red' : 'dimmed'} fw={late ? 600 : 400}>
      {late
        ? t('≈ {time}, {minutes} late', { time: formatHour(time.arrivesAt), minutes: minutesInWords(time.lateMinutes) })
        : t('≈ {time}', { time: formatHour(time.arrivesAt) })}
    </Text>
  );
}
