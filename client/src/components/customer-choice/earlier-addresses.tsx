import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { oneLine } from '../../lib/words/contact-words.ts';
import styles from './customer-choice.module.css';

const SHOWN = 3;
/** Where this customer sent from or to before; one press fills the address in. */
export function EarlierAddresses({
  kind,
  addresses,
  onChosen,
}: {
  kind: 'pickup' | 'delivery';
  addresses: readonly string[];
  onChosen: (address: string) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  if (addresses.length === 0) return null;
  const shown = showsAll ? addresses : addresses.slice(0, SHOWN);
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        Earlier {kind} addresses
      </Text>
      <Group gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map((address) => (
          <li key={address} className={styles.earlier}>
            <Button
              size="compact-sm"
              variant="default"
              maw="100%"
              title={oneLine(address)}
              aria-label={`Use ${kind} address ${oneLine(address)}`}
              onClick={() => onChosen(address)}
            >
              <span className={styles.cut}>{oneLine(address)}</span>
            </Button>
          </li>
        ))}
        {addresses.length > SHOWN && !showsAll && (
          <li>
            <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(true)}>
              All {addresses.length}
            </Button>
          </li>
        )}
      </Group>
    </div>
  );
}
