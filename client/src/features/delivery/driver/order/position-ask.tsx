import { Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { choosePosition, positionChoice } from '../outbox/storing/capture.ts';
import styles from '../portal/driver.module.css';

/** Asks once for permission to add the location; a no is remembered and blocks nothing. */
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
        {t('Add your location to photos and signatures? Only at stops.')}
      </Text>
      <Group grow gap="xs">
        <Button
          variant="default"
          mih={48}
          px={4}
          leftSection={<IconMapPin size={18} aria-hidden />}
          onClick={() => choose('allowed')}
        >
          {t('Add location')}
        </Button>
        <Button variant="subtle" mih={48} px={4} onClick={() => choose('declined')}>
          {t('No')}
        </Button>
      </Group>
    </div>
  );
}
