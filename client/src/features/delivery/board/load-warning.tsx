import { Group, Stack, Text } from '@mantine/core';
import type { Conflict, Load } from '@quickfleet/shared/delivery/drivers/driver-load';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatHour } from '../../../lib/words/format.ts';

/** '1 h 20 min' of 80. */
export function minutesInWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter(Boolean).join(' ');
}

/** '4 stops at 3 addresses from 9:00 AM to 9:20 AM, time for about 2'. */
const conflictInWords = ({ from, to, stops, places, possible }: Conflict): string => {
  const when =
    from === to
      ? t('at {time}', { time: formatHour(from) })
      : t('from {from} to {to}', { from: formatHour(from), to: formatHour(to) });
  const about = { count: stops.length, when, possible };
  return places < stops.length
    ? t(
        '{count, plural, one {# stop} other {# stops}} at {places, plural, one {# address} other {# addresses}} {when}, time for about {possible}',
        { ...about, places },
      )
    : t('{count, plural, one {# stop} other {# stops}} {when}, time for about {possible}', about);
};

/** What is too much for one person in a day. Nothing is refused because of it. */
export function LoadWarning({ load: { minutes, shiftMinutes, overMinutes, conflicts } }: { load: Load }) {
  const lines = [
    ...(overMinutes > 0
      ? [
          t('About {stops} of stops in a day of {day}', {
            stops: minutesInWords(minutes),
            day: minutesInWords(shiftMinutes ?? 0),
          }),
        ]
      : []),
    ...conflicts.map(conflictInWords),
  ];
  if (lines.length === 0) return null;
  return (
    <Stack gap={2} px="sm" py={6} style={{ borderBottom: '1px solid var(--qf-line)' }}>
      {lines.map((line) => (
        <Group key={line} gap={6} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={16} color="var(--qf-pin)" style={{ flex: 'none', marginTop: 1 }} aria-hidden />
          <Text size="xs">{line}</Text>
        </Group>
      ))}
    </Stack>
  );
}
