import { Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './verify.module.css';

/** Where a pack is dropped or chosen. */
export function PackDrop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <label
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <IconShieldCheck size={40} stroke={1.4} aria-hidden />
      <Text component="span" fw={600}>
        Drop an evidence pack here, or choose one
      </Text>
      <Text component="span" size="sm" c="dimmed">
        A file like evidence-QF….zip. It stays on this device.
      </Text>
      <input
        type="file"
        accept=".zip,application/zip"
        className="visually-hidden"
        aria-label="Evidence pack"
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
