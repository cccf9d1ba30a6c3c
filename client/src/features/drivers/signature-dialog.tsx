import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Order } from '@quickfleet/shared/orders';
import { IconKeyboard, IconSignature } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SignaturePad, type SignaturePadHandle } from '../../components/signature-pad.tsx';
import { formatCount } from '../../lib/format.ts';
import styles from './driver.module.css';
import { notifyNoSignature, notifyPadNotReady, notifySignatureFailed, record } from './drivers-mutations.ts';
import type { Stage } from './outbox/entries.ts';
import { useWakeLock } from './use-wake-lock.ts';

const words = {
  pickup: {
    title: 'Pickup Customer Signature',
    done: 'picked up',
    confirm: 'Confirm pickup',
    after: 'The order then counts as picked up.',
  },
  delivery: {
    title: 'Delivery Customer Signature',
    done: 'delivered',
    confirm: 'Confirm delivery',
    after: 'This ends the order and cannot be undone.',
  },
} as const;

interface SignatureDialogProps {
  order: Order;
  stage: Stage;
  onClose: () => void;
}

/** Looked at once more before it counts: what was signed, by whom, and how many items it moves. */
function Review({
  order,
  stage,
  picture,
  name,
  onBack,
  onConfirm,
}: {
  order: Order;
  stage: Stage;
  picture: Blob;
  name: string;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  const { length } = order.items;
  const all = length === 1 ? '1 item' : `All ${formatCount(length, 'item')}`;
  const [isConfirmed, setConfirmed] = useState(false);
  const confirm = () => {
    setConfirmed(true);
    onConfirm();
  };
  return (
    <Stack gap="md">
      {url && (
        <img
          src={url}
          alt={`Signature of ${name}`}
          style={{
            width: '100%',
            maxWidth: 450,
            margin: '0 auto',
            background: '#fff',
            borderRadius: 8,
            border: '1px solid #cbd5df',
          }}
        />
      )}
      <div role="status">
        <Text fw={650} size="lg">
          {all} will be {words[stage].done}.
        </Text>
        <Text>
          Signed by {name}. {words[stage].after}
        </Text>
      </div>
      <div className={styles.confirm}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button onClick={confirm} disabled={isConfirmed} data-autofocus>
          {words[stage].confirm}
        </Button>
      </div>
    </Stack>
  );
}

function SignatureForm({ order, stage, onClose }: SignatureDialogProps) {
  const pad = useRef<SignaturePadHandle>(null);
  // At the door somebody else signs than the one who sent it.
  const [name, setName] = useState(stage === 'pickup' ? order.customerName : '');
  const [nameError, setNameError] = useState<string>();
  const [isTyped, setTyped] = useState(false);
  const [picture, setPicture] = useState<Blob>();
  useWakeLock();

  const clear = () => {
    setTyped(false);
    pad.current?.clear();
  };
  const save = async () => {
    if (!pad.current?.isReady()) return notifyPadNotReady();
    if (pad.current.isEmpty()) return notifyNoSignature();
    if (name.trim() === '') return setNameError('Customer name is required');
    try {
      setPicture(await pad.current.toPng());
    } catch {
      notifySignatureFailed(stage);
    }
  };
  const confirm = async (image: Blob) => {
    try {
      const fileName = `signature-${order.quoteId ?? order.id}-${Date.now()}.png`;
      await record(order.id, { kind: 'signature', stage, image, fileName, customerName: name.trim() });
      onClose();
    } catch {
      notifySignatureFailed(stage);
      setPicture(undefined);
    }
  };

  return (
    <>
      {picture && (
        <Review
          order={order}
          stage={stage}
          picture={picture}
          name={name.trim()}
          onBack={() => setPicture(undefined)}
          onConfirm={() => void confirm(picture)}
        />
      )}
      <div className={styles.sign} hidden={picture !== undefined}>
        <Stack gap="xs">
          <SignaturePad
            ref={pad}
            label={isTyped ? `Signature by typed name: ${name}` : 'Signature: draw here with a finger'}
            {...(isTyped ? { typedName: name } : {})}
          />
          <Button
            variant="subtle"
            leftSection={isTyped ? <IconSignature size={20} aria-hidden /> : <IconKeyboard size={20} aria-hidden />}
            onClick={() => setTyped(!isTyped)}
          >
            {isTyped ? 'Draw the signature' : 'Sign with the typed name'}
          </Button>
        </Stack>
        <Stack gap="md">
          <TextInput
            label="Customer name"
            withAsterisk
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setNameError(undefined);
            }}
            error={nameError}
            autoComplete="off"
            enterKeyHint="done"
          />
          <Group grow>
            <Button variant="default" px={4} onClick={clear}>
              Clear Signature
            </Button>
            <Button
              variant="default"
              px={4}
              onClick={() => {
                setTyped(false);
                pad.current?.reset();
              }}
            >
              Reset Pad
            </Button>
          </Group>
          <Button onClick={() => void save()}>Save Signature</Button>
        </Stack>
      </div>
    </>
  );
}

export function SignatureDialog({
  order,
  stage,
  onClose,
}: {
  order: Order;
  stage: Stage | undefined;
  onClose: () => void;
}) {
  // A phone that lies on its side: all of its little height for the pad.
  const isLow = useMediaQuery('(orientation: landscape) and (max-height: 500px)');
  return (
    <Modal
      opened={stage !== undefined}
      onClose={onClose}
      title={stage && words[stage].title}
      size={520}
      fullScreen={isLow}
      radius={isLow ? 0 : 'lg'}
      closeOnClickOutside={false}
      padding="md"
    >
      {stage && <SignatureForm order={order} stage={stage} onClose={onClose} />}
    </Modal>
  );
}
