import { Button, Popover, Stack, Text, TextInput } from '@mantine/core';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useState } from 'react';
import { todayInZone } from '../../lib/words/format.ts';

interface MoveToDayProps {
  /** Something is being done to the orders. */
  isRunning: boolean;
  /** They are being moved. */
  isMoving: boolean;
  /** What is offered; tomorrow without it. */
  first?: string;
  onMove: (day: string) => void;
}

/** Asks for the day that the selected orders are moved to. */
export function MoveToDay({ isRunning, isMoving, first, onMove }: MoveToDayProps) {
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState(() => first ?? addDays(todayInZone(), 1));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!day) return;
    setOpen(false);
    onMove(day);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withinPortal={false} position="top" shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          loading={isMoving}
          disabled={isRunning}
          aria-haspopup="dialog"
          onClick={() => setOpen(!isOpen)}
        >
          {t('Change day')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Change day')}>
        <form onSubmit={send}>
          <Stack gap="xs" maw={260}>
            <TextInput
              type="date"
              label={t('New day')}
              required
              withAsterisk={false}
              value={day}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
            <Text size="xs" c="dimmed">
              {t('The first open stop moves to this day, the other keeps its distance. Times of day stay the same.')}
            </Text>
            <Button type="submit">{t('Move')}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
