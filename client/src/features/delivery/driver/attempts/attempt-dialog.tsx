import { Button, Modal, Radio, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import {
  type AttemptStop,
  type Place,
  places,
  placeWords,
  starterReasons,
} from '@quickfleet/shared/company/proof/failure-words';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { ATTEMPT_PHOTOS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { useRef, useState } from 'react';
import { DialogTitle } from '../asking/dialog-title.tsx';
import { type Leave, useDraft } from '../asking/use-draft.tsx';
import { stopWaiting } from '../charges/waiting.ts';
import { keepPhoto, reasonOf } from '../items/item-photos.ts';
import { PositionAsk } from '../order/position-ask.tsx';
import { portal } from '../outbox/portal.ts';
import { locate } from '../outbox/storing/capture.ts';
import type { AttemptDraft } from '../outbox/storing/contents.ts';
import styles from '../portal/driver.module.css';
import { notifyPhotoFailed, record } from '../portal/drivers-mutations.ts';
import { AttemptItems, AttemptPhotos, type ItemResult } from './attempt-fields.tsx';

/**
 * `failed`: the stop failed, or only some items were handed over. `done`: handed over without a signature, or returned.
 */
export interface AttemptAsk {
  stop: AttemptStop;
  mode: 'failed' | 'done';
  /** Where it was wished to be left. */
  place?: Place | null;
}
const titles: Record<AttemptStop, Record<AttemptAsk['mode'], string>> = {
  pickup: { failed: t('Can’t pick up'), done: t('Picked up without a signature') },
  delivery: { failed: t('Can’t deliver'), done: t('Delivered without a signature') },
  return: { failed: t('Can’t return'), done: t('Back with the sender') },
};

const NO_PHOTO = t('Take a photo');

/** The draft the phone kept, else an empty one. */
function attemptDraftOf(order: Order, { stop, mode, place = null }: AttemptAsk): AttemptDraft {
  const kept = portal.draftOf(order.id, 'attempt');
  if (kept?.stop === stop && kept.mode === mode) return kept;
  return {
    ...{ dialog: 'attempt', orderId: order.id, stop, mode, arrivedAt: new Date().toISOString(), code: '' },
    ...{ isPartial: false, place, signerName: '', noteCustomer: '', noteOffice: '', photos: [] },
    results: order.items.map(({ id, quantity }) => ({ itemId: id, delivered: quantity, damaged: false })),
  };
}

interface AttemptFormProps {
  order: Order;
  /** More orders of the same stop that it counts for. */
  others: readonly Order[];
  ask: AttemptAsk;
  leave: Leave;
  onClose: () => void;
}
function AttemptForm({ order, others, ask, leave, onClose }: AttemptFormProps) {
  const { stop, mode } = ask;
  const isFailed = mode === 'failed';
  const reasons = (order.failureReasons ?? starterReasons.map((one) => ({ ...one, name: t(one.name) }))).filter(
    (reason) => stop === 'return' || reason.stop === 'both' || reason.stop === stop,
  );
  const [draft, setDraft] = useState(() => attemptDraftOf(order, ask));
  const alsoFor = others.map(({ id }) => id);
  const set = (changes: Partial<AttemptDraft>) => setDraft((known) => ({ ...known, ...changes }));
  const { askDialog, saving } = useDraft({ ...draft, alsoFor }, leave, onClose, locate);
  const { code, isPartial, results, place, signerName, noteCustomer, noteOffice, photos } = draft;
  const [problem, setProblem] = useState('');
  const camera = useRef<HTMLButtonElement>(null);
  const [isSaving, setSaving] = useState(false);
  const reason = reasons.find((one) => one.code === code);
  const needsPhoto = isFailed ? (reason?.rule.photo ?? false) : stop !== 'return';
  // A neighbour is somebody: the recipient has to know whom to ask.
  const isNameAsked = ask.place === 'neighbour' && place === 'neighbour';
  const needsNote = isFailed && (reason?.rule.note ?? false);

  const addPhotos = async (files: readonly File[]) => {
    setProblem('');
    for (const file of files.slice(0, ATTEMPT_PHOTOS_MAX - photos.length)) {
      try {
        const photo = await keepPhoto(file);
        setDraft((known) => ({ ...known, photos: [...known.photos, photo] }));
      } catch (error) {
        notifyPhotoFailed(stop === 'pickup' ? 'pickup' : 'delivery', reasonOf(error));
      }
    }
  };
  const findProblem = (): string => {
    if (isFailed && !reason) return t('Choose a reason');
    if (!isFailed && stop !== 'return' && !place) return t('Choose with whom or where it was left');
    const isLeft = ({ itemId, delivered }: ItemResult) =>
      order.items.some(
        ({ id, quantity, isPickedUp, isDelivered }) =>
          id === itemId && delivered < quantity && !(stop === 'pickup' ? isPickedUp : isDelivered),
      );
    if (isFailed && isPartial && !results.some(isLeft)) return t('Enter how many items are not handed over');
    if (isNameAsked && signerName.trim() === '') return t('Enter the name of who took it');
    if (needsPhoto && photos.length === 0) return NO_PHOTO;
    return needsNote && noteOffice.trim() === '' && noteCustomer.trim() === '' ? t('Write a note') : '';
  };
  const save = async () => {
    const missing = findProblem();
    setProblem(missing);
    if (missing === NO_PHOTO) camera.current?.click();
    if (missing) return;
    setSaving(true);
    const action = {
      kind: 'attempt' as const,
      stop,
      outcome: isFailed ? (isPartial ? ('partial' as const) : ('failed' as const)) : ('done' as const),
      ...(reason && isFailed ? { reason: reason.code } : {}),
      ...(place ? { place } : {}),
      noteCustomer: noteCustomer.trim(),
      noteOffice: noteOffice.trim(),
      signerName: signerName.trim(),
      items: isFailed && isPartial ? results : [],
      photos,
      arrivedAt: draft.arrivedAt,
    };
    // Nobody waits at a stop that is over.
    for (const one of [order, ...others]) await stopWaiting(one);
    await saving((key) => record([order.id, ...alsoFor], action, key));
    onClose();
  };

  return (
    <Stack gap="md">
      {isFailed && (
        <Radio.Group label={t('Why?')} size="lg" withAsterisk value={code} onChange={(value) => set({ code: value })}>
          <div className={styles.reasons}>
            {reasons.map((one) => (
              <Radio key={one.code} value={one.code} label={one.name} size="md" className={styles.reason ?? ''} />
            ))}
          </div>
        </Radio.Group>
      )}
      {isFailed && stop !== 'return' && others.length === 0 && (
        <Switch
          size="md"
          label={stop === 'pickup' ? t('Only some items were picked up') : t('Only some items were handed over')}
          checked={isPartial}
          onChange={(event) => set({ isPartial: event.currentTarget.checked })}
        />
      )}
      {isPartial && <AttemptItems items={order.items} results={results} onChange={(next) => set({ results: next })} />}
      {!isFailed && (
        <>
          <Select
            label={stop === 'return' ? t('Given back') : t('Left (with whom or where)')}
            withAsterisk={stop !== 'return'}
            placeholder={t('Choose')}
            data={places.map((value) => ({ value, label: placeWords[value] }))}
            value={place}
            onChange={(value) => set({ place: value })}
          />
          <TextInput
            label={t('Name of who took it')}
            withAsterisk={isNameAsked}
            value={signerName}
            onChange={(event) => set({ signerName: event.currentTarget.value })}
            autoComplete="off"
          />
        </>
      )}
      <AttemptPhotos
        label={titles[stop][mode]}
        isNeeded={needsPhoto}
        camera={camera}
        photos={photos}
        onFiles={(files) => void addPhotos(files)}
        onRemove={(photo) => set({ photos: photos.filter((one) => one !== photo) })}
      />
      {isFailed && (
        <Textarea
          label={t('Note for the customer')}
          autosize
          value={noteCustomer}
          onChange={(event) => set({ noteCustomer: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t('Note for the office')}
        withAsterisk={needsNote}
        autosize
        value={noteOffice}
        onChange={(event) => set({ noteOffice: event.currentTarget.value })}
      />
      <PositionAsk />
      <div className={styles.dialogFoot}>
        {problem && (
          <Text c="var(--mantine-color-error)" role="alert" mb={6}>
            {problem}
          </Text>
        )}
        <Button size="lg" fullWidth loading={isSaving} onClick={() => void save()}>
          {t('Save: {what}', { what: titles[stop][mode] })}
        </Button>
      </div>
      {askDialog}
    </Stack>
  );
}

export function AttemptDialog({
  order,
  others = [],
  ask,
  onClose,
}: {
  order: Order;
  others?: readonly Order[];
  ask: AttemptAsk | undefined;
  onClose: () => void;
}) {
  const leave: Leave = useRef(undefined);
  return (
    <Modal
      opened={ask !== undefined}
      onClose={() => leave.current?.()}
      title={ask && <DialogTitle title={titles[ask.stop][ask.mode]} order={order} others={others} />}
      size={520}
      radius="lg"
      padding="md"
    >
      {ask && <AttemptForm order={order} others={others} ask={ask} leave={leave} onClose={onClose} />}
    </Modal>
  );
}
