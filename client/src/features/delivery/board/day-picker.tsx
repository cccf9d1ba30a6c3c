import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { t } from '@quickfleet/shared/words/t';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Hint } from '../../../components/text/hint.tsx';

interface DayPickerProps {
  day: string;
  today: string;
  onDay: (day: string) => void;
}
/** The day that the board shows. */
export function DayPicker({ day, today, onDay }: DayPickerProps) {
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <Hint label={t('Previous day')}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('Previous day')}
            onClick={() => onDay(addDays(day, -1))}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
        </Hint>
        <TextInput
          type="date"
          aria-label={t('Day')}
          value={day}
          required
          onChange={({ currentTarget: { value } }) => value && onDay(value)}
        />
        <Hint label={t('Next day')}>
          <ActionIcon variant="default" size={36} aria-label={t('Next day')} onClick={() => onDay(addDays(day, 1))}>
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Hint>
      </Group>
      <Button variant="default" disabled={day === today} onClick={() => onDay(today)}>
        {t('Today')}
      </Button>
    </>
  );
}
