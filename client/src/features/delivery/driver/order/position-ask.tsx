import { Button, Group, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { choosePosition, positionChoice } from '../outbox/storing/capture.ts';
import styles from '../portal/driver.module.css';

/** Asked once, at an order that is to be proved; a no is kept, and nothing is held up by it. */
export function PositionAsk() {
  const [choice, setChoice] = useState(positionChoice);
  if (choice !== 'unasked') return null;
  const choose = (given: 'allowed' | 'declined') => {
    choosePosition(given);
    setChoice(given);
  };
  return (
    <div className={styles.card}>
      <Text size="sm" mb={6}>
        Shall your proofs say where they were taken? Only at a stop, never in between.
      </Text>
      <Group grow gap="xs">
        <Button
          variant="default"
          mih={48}
          px={4}
          leftSection={<IconMapPin size={18} aria-hidden />}
          onClick={() => choose('allowed')}
        >
          Add the place
        </Button>
        <Button variant="subtle" mih={48} px={4} onClick={() => choose('declined')}>
          No
        </Button>
      </Group>
    </div>
  );
}
