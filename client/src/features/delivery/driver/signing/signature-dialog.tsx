import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { IconKeyboard, IconSignature } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SignaturePad, type SignaturePadHandle } from '../../../../components/signature/signature-pad.tsx';
import { formatCount } from '../../../../lib/words/format.ts';
import { type Leave, useDraft } from '../asking/use-draft.tsx';
import { BlobImage } from '../items/blob-image.tsx';
import { portal } from '../outbox/portal.ts';
import { locate } from '../outbox/storing/capture.ts';
import type { SignatureDraft } from '../outbox/storing/contents.ts';
import type { Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { notifyNoSignature, notifyPadNotReady, notifySignatureFailed, record } from '../portal/drivers-mutations.ts';
import { useWakeLock } from '../portal/use-wake-lock.ts';

/** What the signature of each stage is called, and what it does to the order. */
const signatureWords = {
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

interface SignatureReviewProps {
  order: Order;
  stage: Stage;
  picture: Blob;
  name: string;
  onBack: () => void;
  onConfirm: () => void;
}

/** The last step before a signature counts: the picture, who signed, and how many items it moves. */
function SignatureReview({ order, stage, picture, name, onBack, onConfirm }: SignatureReviewProps) {
  const { length } = order.items;
  const all = length === 1 ? '1 item' : `All ${formatCount(length, 'item')}`;
  const [isConfirmed, setConfirmed] = useState(false);
  const confirm = () => {
    setConfirmed(true);
    onConfirm();
  };
  return (
    <div className={styles.review}>
      <BlobImage
        blob={picture}
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
      <Stack gap="md">
        <div role="status">
          <Text fw={650} size="lg">
            {all} will be {signatureWords[stage].done}.
          </Text>
          <Text>
            Signed by {name}. {signatureWords[stage].after}
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap" align="stretch">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button flex={1} miw={0} onClick={confirm} disabled={isConfirmed} data-autofocus>
            {signatureWords[stage].confirm}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}

interface SignatureDialogProps {
  order: Order;
  stage: Stage;
  leave: Leave;
  onClose: () => void;
}

function SignatureForm({ order, stage, leave, onClose }: SignatureDialogProps) {
  // What was typed and drawn before the page was killed comes back, on the pad or under review.
  const [kept] = useState(() => {
    const draft = portal.draftOf(order.id, 'signature');
    return draft?.stage === stage ? draft : undefined;
  });
  const pad = useRef<SignaturePadHandle>(null);
  // At delivery, the signer is usually not the sender: only a recipient who is known is offered.
  const expected = order[`${stage}Contact`]?.name ?? (stage === 'pickup' ? order.customerName : '');
  const [name, setName] = useState(kept?.name ?? expected);
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
