import { Button, Modal, Radio, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type AttemptStop, type Place, places, placeWords, starterReasons } from '@quickfleet/shared/failure-words';
import { ATTEMPT_PHOTOS_MAX } from '@quickfleet/shared/limits';
import type { Order } from '@quickfleet/shared/orders';
import { useEffect, useState } from 'react';
import { AttemptItems, type ItemResult } from './attempt-items.tsx';
import { AttemptPhotos } from './attempt-photos.tsx';
import styles from './driver.module.css';
import { notifyPhotoFailed, record } from './drivers-mutations.ts';
import { keepPhoto, reasonOf } from './item-photos.ts';
import { locate } from './outbox/capture.ts';
import type { KeptPhoto } from './outbox/entries.ts';
import { PositionAsk } from './position-ask.tsx';

/** `failed`: it does not work out, wholly or in part. `done`: handed over without a signature, or back at the sender. */
export interface AttemptAsk {
  stop: AttemptStop;
  mode: 'failed' | 'done';
}
const titles: Record<AttemptStop, Record<AttemptAsk['mode'], string>> = {
  pickup: { failed: 'Can’t pick up', done: 'Picked up without a signature' },
  delivery: { failed: 'Can’t deliver', done: 'Delivered without a signature' },
  return: { failed: 'Can’t return', done: 'Back with the sender' },
};

function AttemptForm({ order, ask, onClose }: { order: Order; ask: AttemptAsk; onClose: () => void }) {
  const { stop, mode } = ask;
  const isFailed = mode === 'failed';
  const reasons = (order.failureReasons ?? starterReasons).filter(
    (reason) => stop === 'return' || reason.stop === 'both' || reason.stop === stop,
  );
  const [arrivedAt] = useState(() => new Date().toISOString());
  const [code, setCode] = useState('');
  const [isPartial, setPartial] = useState(false);
  const [results, setResults] = useState<ItemResult[]>(() =>
    order.items.map(({ id, quantity }) => ({ itemId: id, delivered: quantity, damaged: false })),
  );
  const [place, setPlace] = useState<Place | null>(null);
  const [signerName, setSignerName] = useState('');
  const [noteCustomer, setNoteCustomer] = useState('');
  const [noteOffice, setNoteOffice] = useState('');
  const [photos, setPhotos] = useState<KeptPhoto[]>([]);
  const [problem, setProblem] = useState('');
  useEffect(locate, []);
  const reason = reasons.find((one) => one.code === code);
  const needsPhoto = isFailed ? (reason?.rule.photo ?? false) : stop !== 'return';
  const needsNote = isFailed && (reason?.rule.note ?? false);

  const addPhotos = async (files: readonly File[]) => {
    setProblem('');
    for (const file of files.slice(0, ATTEMPT_PHOTOS_MAX - photos.length)) {
      try {
        const photo = await keepPhoto(file);
        setPhotos((known) => [...known, photo]);
      } catch (error) {
        notifyPhotoFailed(stop === 'pickup' ? 'pickup' : 'delivery', reasonOf(error));
      }
    }
  };
  const findProblem = (): string => {
    if (isFailed && !reason) return 'Choose a reason';
    if (!isFailed && stop !== 'return' && !place) return 'Say with whom or where it was left';
    if (needsPhoto && photos.length === 0) return 'Take a photo';
    return needsNote && noteOffice.trim() === '' && noteCustomer.trim() === '' ? 'Write a note' : '';
  };
  const save = async () => {
    const missing = findProblem();
    setProblem(missing);
    if (missing) return;
    await record(order.id, {
      kind: 'attempt',
      stop,
      outcome: isFailed ? (isPartial ? 'partial' : 'failed') : 'done',
      ...(reason && isFailed ? { reason: reason.code } : {}),
      ...(place ? { place } : {}),
      noteCustomer: noteCustomer.trim(),
      noteOffice: noteOffice.trim(),
      signerName: signerName.trim(),
      items: isFailed && isPartial ? results : [],
      photos,
      arrivedAt,
    });
    onClose();
  };

  return (
    <Stack gap="md">
      {isFailed && (
        <Radio.Group label="Why?" size="lg" withAsterisk value={code} onChange={setCode}>
          <div className={styles.reasons}>
            {reasons.map((one) => (
              <Radio key={one.code} value={one.code} label={one.name} size="md" className={styles.reason ?? ''} />
            ))}
          </div>
        </Radio.Group>
      )}
      {isFailed && stop !== 'return' && (
        <Switch
          size="md"
          label={stop === 'pickup' ? 'A part of it was picked up' : 'A part of it was handed over'}
          checked={isPartial}
          onChange={(event) => setPartial(event.currentTarget.checked)}
        />
      )}
      {isPartial && <AttemptItems items={order.items} results={results} onChange={setResults} />}
      {!isFailed && (
        <>
          <Select
            label={stop === 'return' ? 'Given back' : 'Left'}
            withAsterisk={stop !== 'return'}
            placeholder="Choose"
            data={places.map((value) => ({ value, label: placeWords[value] }))}
            value={place}
            onChange={setPlace}
          />
          <TextInput
            label="Name of who took it"
            value={signerName}
            onChange={(event) => setSignerName(event.currentTarget.value)}
            autoComplete="off"
          />
        </>
      )}
      <AttemptPhotos
        label={titles[stop][mode]}
        isNeeded={needsPhoto}
        photos={photos}
        onFiles={(files) => void addPhotos(files)}
        onRemove={(photo) => setPhotos((known) => known.filter((one) => one !== photo))}
      />
      {isFailed && (
        <Textarea
          label="Note for the customer"
          autosize
          value={noteCustomer}
          onChange={(event) => setNoteCustomer(event.currentTarget.value)}
        />
      )}
      <Textarea
        label="Note for the office"
        withAsterisk={needsNote}
        autosize
        value={noteOffice}
        onChange={(event) => setNoteOffice(event.currentTarget.value)}
      />
      <PositionAsk />
      <div className={styles.dialogFoot}>
        {problem && (
          <Text c="var(--mantine-color-error)" role="alert" mb={6}>
            {problem}
          </Text>
        )}
        <Button size="lg" fullWidth onClick={() => void save()}>
          Save: {titles[stop][mode]}
        </Button>
      </div>
    </Stack>
  );
}

export function AttemptDialog({
  order,
  ask,
  onClose,
}: {
  order: Order;
  ask: AttemptAsk | undefined;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={ask !== undefined}
      onClose={onClose}
      title={ask && titles[ask.stop][ask.mode]}
      size={520}
      radius="lg"
      closeOnClickOutside={false}
      padding="md"
    >
      {ask && <AttemptForm order={order} ask={ask} onClose={onClose} />}
    </Modal>
  );
}
