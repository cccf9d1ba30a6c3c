import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { normaliseIdentifier } from '@quickfleet/shared/base/pasted';
import { type SignatureKind, signatureKindFor } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { PIN_DIGITS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { portal, usePortal } from '../outbox/portal.ts';
import { draftKey } from '../outbox/storing/contents.ts';
import { type Entry, isFor } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { record } from '../portal/drivers-mutations.ts';

function stopOf({ status, outcome, proof }: Order): SignatureKind | undefined {
  const due = signatureKindFor(status);
  return due && proof[due].pin && outcome !== 'returning' ? due : undefined;
}
/** A refused PIN that the field itself shows. */
export const isShownAtField = (order: Order, entry: Entry): boolean =>
  entry.kind === 'pin' && isFor(entry, order.id) && entry.stop === stopOf(order);

/** The PIN from the customer's e-mail. The phone never knows it: offline, it is checked later. */
export function PinField({
  order,
  others = [],
  entries,
}: {
  order: Order;
  /** More orders of the same stop: those that ask for a PIN are unlocked by the same one. */
  others?: readonly Order[];
  entries: readonly Entry[];
}) {
  const { isReachable } = usePortal();
  const due = stopOf(order);
  const key = draftKey({ orderId: order.id, dialog: 'pin' });
  // The digits that were typed before the page was killed.
  const [pin, setPin] = useState(() => {
    const draft = portal.draftOf(order.id, 'pin');
    return draft && draft.stop === due ? draft.pin : '';
  });
  const input = useRef<HTMLInputElement>(null);
  /** The driver is typing: a wrong PIN returns the focus to the field. */
  const isAsking = useRef(false);
  const own = entries.filter((entry) => isShownAtField(order, entry));
  const refused = own.findLast((entry) => entry.refusal);
  const isWaiting = own.some((entry) => !entry.refusal);
  useEffect(() => {
    if (!refused || !isAsking.current) return;
    isAsking.current = false;
    input.current?.focus();
  }, [refused]);
  if (!due) return null;
  const { pinVerified, pinTriesLeft } = order.proof[due];
  const isLocked = pinTriesLeft === 0 && !isWaiting;
  const isKept = isWaiting && !isReachable;
  // Stored with each digit, so that the customer is not asked again after a killed page.
  const change = (typed: string) => {
    setPin(typed);
    void (typed
      ? portal.keepDraft({ dialog: 'pin', orderId: order.id, stop: due, pin: typed })
      : portal.dropDraft(key));
  };
  const send = async () => {
    isAsking.current = true;
    const asking = others.filter((one) => stopOf(one) === due && !one.proof[due].pinVerified);
    await record([order.id, ...asking.map(({ id }) => id)], { kind: 'pin', stop: due, pin }, key);
    setPin('');
    for (const entry of own) if (entry.refusal) await portal.discard(entry);
  };
  return (
    <section className={styles.card} aria-labelledby="pin-title">
      <Title order={2} size="h4" c="dimmed" id="pin-title" mb="xs">
        {t('Customer’s PIN')}
      </Title>
      {pinVerified && (
        <Group gap="xs">
          <IconCircleCheck size={24} aria-hidden />
          <Text fw={600}>{t('PIN confirmed.')}</Text>
        </Group>
      )}
      {!pinVerified && isKept && (
        <Text role="status">
          {t('Saved on this phone. We’ll check it when the connection is back. You can continue.')}
        </Text>
      )}
      {!pinVerified && isLocked && (
        <Text role="status">{t('Too many wrong PINs. Please ask the office for a new one.')}</Text>
      )}
      {!pinVerified && !isKept && !isLocked && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (pin.length === PIN_DIGITS && !isWaiting) void send();
          }}
        >
          <TextInput
            ref={input}
            label={t('Ask for the PIN from the e-mail')}
            inputMode="numeric"
            autoComplete="off"
            value={pin}
            error={!isWaiting && pin === '' ? refused?.refusal?.message : undefined}
            // Cut here and not by the field: a pasted PIN may have spaces and invisible characters in it.
            onChange={(event) =>
              change(normaliseIdentifier(event.currentTarget.value).replaceAll(/\D/g, '').slice(0, PIN_DIGITS))
            }
          />
          <Button
            type="submit"
            mt="sm"
            fullWidth
            variant="default"
            loading={isWaiting}
            disabled={pin.length !== PIN_DIGITS && !isWaiting}
          >
            {t('Check PIN')}
          </Button>
        </form>
      )}
    </section>
  );
}
