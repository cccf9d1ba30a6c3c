import { Button, Group, Select, Text } from '@mantine/core';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { MoveToDay } from '../../../../components/delivery/move-to-day.tsx';
import styles from '../board.module.css';
import { type Card, nameOf } from '../moving/board-state.ts';

const NOBODY = 'nobody';

interface SelectionBarProps {
  board: DayBoard;
  cards: readonly Card[];
  onDriver: (driverId: number | null) => void;
  onDay: (day: string) => void;
  onClear: () => void;
}

/** What can be done with the selected cards: another driver, another day. */
export function SelectionBar({ board, cards, onDriver, onDay, onClear }: SelectionBarProps) {
  const [to, setTo] = useState<string | null>(null);
  const orders = new Set(cards.map(({ orderId }) => orderId)).size;
  return (
    <Group className={styles.bar} component="section" aria-label={t('Selected cards')} justify="space-between" gap="sm">
      <Text fw={600}>
        {t('{count, plural, one {# card} other {# cards}} selected', { count: cards.length })}
        {orders < cards.length && t(' ({count, plural, one {# order} other {# orders}})', { count: orders })}
      </Text>
      <Group gap="xs">
        <Select
          aria-label={t('Driver for the selected cards')}
          placeholder={t('Choose a driver')}
          data={[
            ...board.drivers.map((column) => ({ value: String(column.driver.id), label: nameOf(column) })),
            { value: NOBODY, label: t('Nobody: unassigned') },
          ]}
          value={to}
          onChange={setTo}
          searchable
          nothingFoundMessage={t('No driver found')}
          w={200}
          comboboxProps={{ portalProps: { target: '#main' } }}
        />
        <Button disabled={to === null} onClick={() => to !== null && onDriver(to === NOBODY ? null : Number(to))}>
          {t('Move')}
        </Button>
        <MoveToDay isRunning={false} isMoving={false} onMove={onDay} />
        <Button variant="subtle" onClick={onClear}>
          {t('Clear (selection)')}
        </Button>
      </Group>
    </Group>
  );
}
