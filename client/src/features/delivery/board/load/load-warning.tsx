import { Box, Group, Stack, Text } from '@mantine/core';
import type { Conflict, Load } from '@quickfleet/shared/delivery/drivers/driver-load';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatHour } from '../../../../lib/words/format.ts';

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

/** 'about 1 h 20 min to go', of open stops; a guess until the company's own pace is known. */
export const loadInWords = ({ leftMinutes }: Pick<Load, 'leftMinutes'>, isGuess: boolean): string =>
  isGuess
    ? t('{minutes} to go, a guess', { minutes: minutesInWords(leftMinutes) })
    : t('about {minutes} to go', { minutes: minutesInWords(leftMinutes) });

/** What is too much for one person in a day. Nothing is refused because of it. */
export function LoadLines({ load: { minutes, shiftMinutes, overMinutes, conflicts } }: { load: Load }) {
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
    <Stack gap={2} py={6}>
      {lines.map((line) => (
        <Group key={line} gap={6} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={16} color="var(--qf-pin)" style={{ flex: 'none', marginTop: 1 }} aria-hidden />
          <Text size="xs">{line}</Text>
        </Group>
      ))}
    </Stack>
  );
}

/** The same below the head of a column. */
export function LoadWarning({ load }: { load: Load }) {
  if (load.overMinutes === 0 && load.conflicts.length === 0) return null;
  return (
    <Box px="sm" style={{ borderBottom: '1px solid var(--qf-line)' }}>
      <LoadLines load={load} />
    </Box>
  );
}
