import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconKeyboard, IconSignature } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { SignaturePad, type SignaturePadHandle } from '../../../../components/signature/signature-pad.tsx';
import { DialogTitle } from '../asking/dialog-title.tsx';
import { type Leave, useDraft } from '../asking/use-draft.tsx';
import { SignedCharges } from '../charges/signed-charges.tsx';
import { stopWaiting } from '../charges/waiting.ts';
import { portal } from '../outbox/portal.ts';
import { locate } from '../outbox/storing/capture.ts';
import type { SignatureDraft } from '../outbox/storing/contents.ts';
import type { Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { notifyNoSignature, notifyPadNotReady, notifySignatureFailed, record } from '../portal/drivers-mutations.ts';
import { useWakeLock } from '../portal/use-wake-lock.ts';

const titles = { pickup: t('Pickup Customer Signature'), delivery: t('Delivery Customer Signature') } as const;

interface SignatureDialogProps {
  order: Order;
  /** More orders of the same stop that are signed for. */
  others: readonly Order[];
  stage: Stage;
  leave: Leave;
  onClose: () => void;
}

function SignatureForm({ order, others, stage, leave, onClose }: SignatureDialogProps) {
  // What was typed and drawn before the page was killed, or before the driver undid it, comes back on the pad.
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
  const asksRelation = [order, ...others].some(({ proof }) => proof[stage].signerRelation);
  // Where the rules of the stop say what they want, and a name is not among it, none is asked for.
  const isNameAsked = [order, ...others].some(({ proof }) => !proof[stage].isSaid || proof[stage].signerName);
  const alsoFor = others.map(({ id }) => id);
  const [isTyped, setTyped] = useState(kept?.isTyped ?? false);
  const [strokes, setStrokes] = useState(kept?.strokes);
  const [isSaving, setSaving] = useState(false);
  const draft: SignatureDraft = {
    ...{ dialog: 'signature', orderId: order.id, alsoFor, stage, name, relation, isTyped },
    ...(strokes ? { strokes } : {}),
  };
  const { askDialog, saving } = useDraft(draft, leave, onClose, locate);
  useWakeLock();

  const clear = () => {
    setTyped(false);
    setStrokes(undefined);
    pad.current?.clear();
  };
  const save = async () => {
    if (!pad.current?.isReady()) return notifyPadNotReady();
    if (pad.current.isEmpty()) return notifyNoSignature();
    if (name.trim() === '' && isNameAsked) return setNameError(t('Customer name is required'));
    if (asksRelation && relation.trim() === '') return setNameError(t('Enter their relation to the recipient'));
    setSaving(true);
    try {
      const image = await pad.current.toPng();
      const fileName = `signature-${order.quoteId ?? order.id}-${Date.now()}.png`;
      const customerName = name.trim();
      const drawn = strokes && !isTyped ? { strokes } : {};
      const action = { kind: 'signature' as const, stage, image, fileName, customerName, ...drawn };
      const full = asksRelation ? { ...action, relation: relation.trim() } : action;
      // First, so that it is signed with what it says, and an undone signature leaves it.
      for (const one of [order, ...others]) await stopWaiting(one);
      await saving((key) => record([order.id, ...alsoFor], full, key, true));
      onClose();
      // The next step is at the top.
      scrollTo({ top: 0 });
    } catch {
      notifySignatureFailed(stage);
      setSaving(false);
    }
  };

  return (
    <>
      <div className={styles.sign}>
        <Stack gap="xs">
          <SignaturePad
            ref={pad}
            label={isTyped ? t('Signature by typed name: {name}', { name }) : t('Signature: draw here with a finger')}
            {...(isTyped ? { typedName: name } : {})}
            before={kept?.strokes}
            onDraw={setStrokes}
          />
          <Button
            variant="subtle"
            leftSection={isTyped ? <IconSignature size={20} aria-hidden /> : <IconKeyboard size={20} aria-hidden />}
            onClick={() => setTyped(!isTyped)}
          >
            {isTyped ? t('Draw the signature') : t('Sign with the typed name')}
          </Button>
        </Stack>
        <Stack gap="md">
          {[order, ...others].map((one) => (
            <SignedCharges key={one.id} order={one} />
          ))}
          <TextInput
            label={t('Customer name')}
            withAsterisk={isNameAsked}
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
              label={t('Relation to the recipient')}
              withAsterisk
              value={relation}
              onChange={(event) => setRelation(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
          <Group grow>
            <Button variant="default" px={4} onClick={clear}>
              {t('Clear Signature')}
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
              {t('Reset Pad')}
            </Button>
          </Group>
          <Button onClick={() => void save()} disabled={isSaving}>
            {t('Save Signature')}
          </Button>
        </Stack>
      </div>
      {askDialog}
    </>
  );
}

export function SignatureDialog({
  order,
  others = [],
  stage,
  onClose,
}: {
  order: Order;
  others?: readonly Order[];
  stage: Stage | undefined;
  onClose: () => void;
}) {
  const leave: Leave = useRef(undefined);
  return (
    <Modal
      opened={stage !== undefined}
      onClose={() => leave.current?.()}
      title={stage && <DialogTitle title={titles[stage]} order={order} others={others} />}
      size={520}
      classNames={{ inner: styles.signInner ?? '', content: styles.signContent ?? '' }}
      radius="lg"
      padding="md"
    >
      {stage && <SignatureForm order={order} others={others} stage={stage} leave={leave} onClose={onClose} />}
    </Modal>
  );
}
