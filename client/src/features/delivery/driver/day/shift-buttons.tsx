import { Button, Text } from '@mantine/core';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatCount, formatTime } from '../../../../lib/words/format.ts';
import { useAsk } from '../asking/use-ask.tsx';
import type { ShownStop } from '../outbox/planned-day.ts';
import type { KeptDay } from '../outbox/storing/contents.ts';
import { portal } from '../outbox/use-portal.ts';
import { addressOf, stopNames } from './stop-words.tsx';

/** Start day and End day; ending with open stops asks first. */
export function ShiftButtons({ kept, left }: { kept: KeptDay; left: ShownStop[] }) {
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
