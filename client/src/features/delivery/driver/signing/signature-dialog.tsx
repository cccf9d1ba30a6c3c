import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { IconKeyboard, IconSignature } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SignaturePad, type SignaturePadHandle } from '../../../../components/signature/signature-pad.tsx';
import { hideToast } from '../../../../lib/toast.ts';
import { type Leave, useDraft } from '../asking/use-draft.tsx';
import { locate } from '../outbox/storing/capture.ts';
import { draftKey, type SignatureDraft } from '../outbox/storing/drafts.ts';
import type { Stage } from '../outbox/storing/entries.ts';
import { portal } from '../outbox/use-portal.ts';
import styles from '../portal/driver.module.css';
import { notifyNoSignature, notifyPadNotReady, notifySignatureFailed, record } from '../portal/drivers-mutations.ts';
import { useWakeLock } from '../portal/use-wake-lock.ts';
import { SignatureReview } from './signature-review.tsx';
import { signatureWords } from './signature-words.ts';

interface SignatureDialogProps {
  order: Order;
  stage: Stage;
  leave: Leave;
  onClose: () => void;
}

function signatureDraftOf(order: Order, stage: Stage): SignatureDraft | undefined {
  const kept = portal.getState().drafts.get(draftKey({ orderId: order.id, dialog: 'signature' }));
  return kept?.dialog === 'signature' && kept.stage === stage ? kept : undefined;
}

function SignatureForm({ order, stage, leave, onClose }: SignatureDialogProps) {
  // A signature from before the page was killed: the review comes back with it.
  const [kept] = useState(() => signatureDraftOf(order, stage));
  const pad = useRef<SignaturePadHandle>(null);
  /** What the picture was drawn from. */
  const drawn = useRef(kept?.strokes);
  // At delivery, the signer is usually not the sender.
  const [name, setName] = useState(kept?.name ?? (stage === 'pickup' ? order.customerName : ''));
  const [nameError, setNameError] = useState<string>();
  const [relation, setRelation] = useState(kept?.relation ?? '');
  const asksRelation = order.proof[stage].signerRelation;
  const [isTyped, setTyped] = useState(kept?.isTyped ?? false);
  const [strokes, setStrokes] = useState(kept?.strokes);
  const [picture, setPicture] = useState(kept?.picture);
  const draft: SignatureDraft = {
    ...{ dialog: 'signature', orderId: order.id, stage, name, relation, isTyped },
    ...(picture ? { picture } : {}),
    ...(strokes ? { strokes } : {}),
  };
  const { askDialog, saving } = useDraft(draft, leave, onClose);
  useWakeLock();
  useEffect(locate, []);
  // In landscape it would cover half of the pad.
  useEffect(hideToast, []);

  const clear = () => {
    setTyped(false);
    setStrokes(undefined);
    pad.current?.clear();
  };
  const save = async () => {
    if (!pad.current?.isReady()) return notifyPadNotReady();
    if (pad.current.isEmpty()) return notifyNoSignature();
    if (name.trim() === '') return setNameError('Customer name is required');
    if (asksRelation && relation.trim() === '') return setNameError('Enter their relation to the recipient');
    try {
      setPicture(await pad.current.toPng());
    } catch {
      notifySignatureFailed(stage);
    }
  };
  const confirm = async (image: Blob) => {
    try {
      const fileName = `signature-${order.quoteId ?? order.id}-${Date.now()}.png`;
      const customerName = name.trim();
      const drawn = strokes && !isTyped ? { strokes } : {};
      const action = { kind: 'signature' as const, stage, image, fileName, customerName, ...drawn };
      const full = asksRelation ? { ...action, relation: relation.trim() } : action;
      await saving((key) => record(order.id, full, key));
      onClose();
      // The next step is at the top.
      scrollTo({ top: 0 });
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
            before={kept?.strokes}
            onDraw={setStrokes}
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
              label="Relation to the recipient"
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
                setStrokes(undefined);
                pad.current?.reset();
              }}
            >
              Reset Pad
            </Button>
          </Group>
          <Button onClick={() => void save()}>Save Signature</Button>
        </Stack>
      </div>
      {askDialog}
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
  const leave: Leave = useRef(undefined);
  return (
    <Modal
      opened={stage !== undefined}
      onClose={() => leave.current?.()}
      title={stage && signatureWords[stage].title}
      size={520}
      classNames={{ inner: styles.signInner ?? '', content: styles.signContent ?? '' }}
      radius="lg"
      closeOnClickOutside={false}
      padding="md"
    >
      {stage && <SignatureForm order={order} stage={stage} leave={leave} onClose={onClose} />}
    </Modal>
  );
}
