import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { Order } from '@quickfleet/shared/orders';
import type { Strokes } from '@quickfleet/shared/strokes';
import { IconKeyboard, IconSignature } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SignaturePad, type SignaturePadHandle } from '../../components/signature-pad.tsx';
import { hideToast } from '../../lib/toast.ts';
import styles from './driver.module.css';
import { notifyNoSignature, notifyPadNotReady, notifySignatureFailed, record } from './drivers-mutations.ts';
import { locate } from './outbox/capture.ts';
import type { Stage } from './outbox/entries.ts';
import { SignatureReview } from './signature-review.tsx';
import { signatureWords } from './signature-words.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface SignatureDialogProps {
  order: Order;
  stage: Stage;
  onClose: () => void;
}

function SignatureForm({ order, stage, onClose }: SignatureDialogProps) {
  const pad = useRef<SignaturePadHandle>(null);
  /** What the picture was drawn from. */
  const drawn = useRef<Strokes>(undefined);
  // At the door somebody else signs than the one who sent it.
  const [name, setName] = useState(stage === 'pickup' ? order.customerName : '');
  const [nameError, setNameError] = useState<string>();
  const [relation, setRelation] = useState('');
  const asksRelation = order.proof[stage].signerRelation;
  const [isTyped, setTyped] = useState(false);
  const [picture, setPicture] = useState<Blob>();
  useWakeLock();
  useEffect(locate, []);
  // On a phone that lies on its side it would cover half of the pad.
  useEffect(hideToast, []);

  const clear = () => {
    setTyped(false);
    pad.current?.clear();
  };
  const save = async () => {
    if (!pad.current?.isReady()) return notifyPadNotReady();
    if (pad.current.isEmpty()) return notifyNoSignature();
    if (name.trim() === '') return setNameError('Customer name is required');
    if (asksRelation && relation.trim() === '') return setNameError('Say who they are to the recipient');
    try {
      drawn.current = pad.current.toStrokes();
      setPicture(await pad.current.toPng());
    } catch {
      notifySignatureFailed(stage);
    }
  };
  const confirm = async (image: Blob) => {
    try {
      const fileName = `signature-${order.quoteId ?? order.id}-${Date.now()}.png`;
      const customerName = name.trim();
      const strokes = drawn.current ? { strokes: drawn.current } : {};
      const action = { kind: 'signature' as const, stage, image, fileName, customerName, ...strokes };
      await record(order.id, asksRelation ? { ...action, relation: relation.trim() } : action);
      onClose();
    } catch {
      notifySignatureFailed(stage);
      setPicture(undefined);
    }
  };

  return (
    <>
      {picture && (
        <SignatureReview
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
          {asksRelation && (
            <TextInput
              label="Who are they to the recipient?"
              withAsterisk
              value={relation}
              onChange={(event) => setRelation(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
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
  return (
    <Modal
      opened={stage !== undefined}
      onClose={onClose}
      title={stage && signatureWords[stage].title}
      size={520}
      classNames={{ inner: styles.signInner ?? '', content: styles.signContent ?? '' }}
      radius="lg"
      closeOnClickOutside={false}
      padding="md"
    >
      {stage && <SignatureForm order={order} stage={stage} onClose={onClose} />}
    </Modal>
  );
}
