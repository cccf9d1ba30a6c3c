import { Button, Text } from '@mantine/core';
import { closedInWords, closedOn } from '@quickfleet/shared/company/days/closed-days';
import { t } from '@quickfleet/shared/words/t';
import { brand } from '../../lib/words/brand.ts';
import { formatShortDay } from '../../lib/words/format.ts';

interface ClosedDayNoteProps {
  /** YYYY-MM-DD, empty until one is chosen. */
  day: string;
  /** The sentence is said already, as the error of the field. */
  isSaid?: boolean;
  onChoose?: (day: string) => void;
}
/** Why a chosen day is closed, and the next open day as a button; nothing for an open day. */
export function ClosedDayNote({ day, isSaid = false, onChoose }: ClosedDayNoteProps) {
  const closed = day ? closedOn(day, new Date(), brand.timeZone, brand.hours) : null;
  return (
    <div role="status">
      {closed && (
        <>
          {!isSaid && (
            <Text size="sm" mt={4}>
              {closedInWords(day, closed)}
            </Text>
          )}
          {onChoose && (
            <Button size="compact-sm" variant="light" mt={6} onClick={() => onChoose(closed.next)}>
              {t('Choose {day}', { day: formatShortDay(closed.next) })}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
