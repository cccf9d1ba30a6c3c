import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { PIN_DIGITS } from '@quickfleet/shared/limits';
import { signatureKindFor } from '@quickfleet/shared/order-status';
import type { Order } from '@quickfleet/shared/orders';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './driver.module.css';
import { record } from './drivers-mutations.ts';
import type { Entry } from './outbox/entries.ts';

/** The PIN that the customer was told by mail. The phone never knows it: without a network it is checked later. */
export function PinField({ order, entries }: { order: Order; entries: readonly Entry[] }) {
  const [pin, setPin] = useState('');
  const due = signatureKindFor(order.status);
  if (!due || !order.proof[due].pin || order.outcome === 'returning') return null;
  const { pinVerified, pinTriesLeft } = order.proof[due];
  const isWaiting = entries.some((entry) => entry.kind === 'pin' && !entry.refusal);
  const isLocked = pinTriesLeft === 0;
  const send = async () => {
    await record(order.id, { kind: 'pin', stop: due, pin });
    setPin('');
  };
  return (
    <section className={styles.card} aria-labelledby="pin-title">
      <Title order={2} size="h4" c="dimmed" id="pin-title" mb="xs">
        PIN of the customer
      </Title>
      {pinVerified && (
        <Group gap="xs">
          <IconCircleCheck size={24} aria-hidden />
          <Text fw={600}>The PIN is right.</Text>
        </Group>
      )}
      {!pinVerified && isWaiting && (
        <Text role="status">Saved on this phone. It is checked when the connection is back; go on meanwhile.</Text>
      )}
      {!pinVerified && !isWaiting && isLocked && (
        <Text role="status">Too many wrong PINs. Please ask the office for a new one.</Text>
      )}
      {!pinVerified && !isWaiting && !isLocked && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <TextInput
            label="Ask for the PIN from the e-mail"
            inputMode="numeric"
            autoComplete="off"
            maxLength={PIN_DIGITS}
            value={pin}
            onChange={(event) => setPin(event.currentTarget.value.replaceAll(/\D/g, ''))}
          />
          <Button type="submit" mt="sm" fullWidth variant="default" disabled={pin.length !== PIN_DIGITS}>
            Check PIN
          </Button>
        </form>
      )}
    </section>
  );
}
