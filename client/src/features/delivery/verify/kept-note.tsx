import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import styles from './verify.module.css';

/** Says that the page works offline, once it does. */
export function KeptNote({ isKept }: { isKept: boolean }) {
  return (
    <div role="status" className={styles.kept}>
      {isKept && (
        <>
          <IconCircleCheck size={18} aria-hidden color="var(--mantine-color-green-light-color)" />
          <Text component="span" size="sm" c="dimmed">
            Works without a network: this page is kept on this device.
          </Text>
        </>
      )}
    </div>
  );
}
