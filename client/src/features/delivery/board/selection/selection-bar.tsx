import { Button, Group, Select, Text } from '@mantine/core';
import type { DayBoard } from '@quickfleet/shared/delivery/planning';
import { useState } from 'react';
import { MoveToDay } from '../../../../components/delivery/move-to-day.tsx';
import { formatCount } from '../../../../lib/words/format.ts';
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
    <Group className={styles.bar} component="section" aria-label="Selected cards" justify="space-between" gap="sm">
      <Text fw={600}>
        {formatCount(cards.length, 'card')} selected
        {orders < cards.length && ` (${formatCount(orders, 'order')})`}
      </Text>
      <Group gap="xs">
        <Select
          aria-label="Driver for the selected cards"
          placeholder="Choose a driver"
          data={[
            ...board.drivers.map((column) => ({ value: String(column.driver.id), label: nameOf(column) })),
            { value: NOBODY, label: 'Nobody: unassigned' },
          ]}
          value={to}
          onChange={setTo}
          searchable
          nothingFoundMessage="No driver found"
          w={200}
          comboboxProps={{ portalProps: { target: '#main' } }}
        />
        <Button disabled={to === null} onClick={() => to !== null && onDriver(to === NOBODY ? null : Number(to))}>
          Move
        </Button>
        <MoveToDay isRunning={false} isMoving={false} onMove={onDay} />
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
      </Group>
    </Group>
  );
}
