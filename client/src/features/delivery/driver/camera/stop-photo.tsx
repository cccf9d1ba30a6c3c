import { Button, FileButton, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { UNDO_MS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconCamera, IconRotate } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useForAWhile } from '../../../../lib/hooks/use-for-a-while.ts';
import { useClickGuard } from '../../../../lib/live/use-click-guard.ts';
import { BlobImage } from '../items/blob-image.tsx';
import { roomFor } from '../items/item-photos.ts';
import { portal } from '../outbox/portal.ts';
import { canUndo, type Entry, type EntryOf, type Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { takeStopPhoto } from '../stop/take-photo.ts';
import { CameraView } from './camera-view.tsx';
import { usePageCamera } from './use-page-camera.ts';

export interface StopPhotoProps {
  order: Order;
  /** Those of the stop that the photo shows, the order among them. */
  orders: readonly Order[];
  stage: Stage;
  entries: readonly Entry[];
  isNeeded: boolean;
  /** Something else is open over the stop. */
  isCovered: boolean;
}

/** How many photos show the whole stop: those that every item has, and those that wait. */
function stopPhotos({ items }: Order, stage: Stage, entries: readonly Entry[]) {
  const list = stage === 'pickup' ? 'pickupImageUrls' : 'deliveryImageUrls';
  const waiting = entries.filter((entry) => entry.kind === 'stopPhoto' && entry.stage === stage).length;
  const [first, ...others] = items;
  const shared = first?.[list].filter((url) => others.every((item) => item[list].includes(url))) ?? [];
  const fullest = Math.max(0, ...items.map((item) => item[list].length));
  return { taken: shared.length + waiting, hasRoom: roomFor(fullest + waiting) > 0 };
}

function photoLabel(stage: Stage, count: number): string {
  if (count === 0) return stage === 'pickup' ? t('Photo of the whole pickup') : t('Photo of the whole delivery');
  return stage === 'pickup'
    ? t('Photo of the whole pickup, {count} taken', { count })
    : t('Photo of the whole delivery, {count} taken', { count });
}

/** The photo that was taken here last and is not sent yet. */
function useRetakeable(entries: readonly Entry[], stage: Stage): EntryOf<'stopPhoto'> | undefined {
  const found = entries
    .filter((entry) => entry.kind === 'stopPhoto')
    .findLast((entry) => entry.stage === stage && canUndo(entry));
  useForAWhile(found?.key, found ? Date.parse(found.at) + UNDO_MS - Date.now() + 1 : 0);
  return found;
}

/** What the shutter took, and another try while it is only on this phone. */
function Retake({ entry, onRetake }: { entry: EntryOf<'stopPhoto'>; onRetake: () => void }) {
  return (
    <div className={styles.retake} data-retake>
      <BlobImage blob={entry.photo.blob} alt="" />
      <Text role="status" lh={1.25}>
        {t('Photo taken')}
      </Text>
      <Button
        variant="default"
        leftSection={<IconRotate size={20} aria-hidden />}
        aria-label={t('Take this photo again')}
        onClick={onRetake}
      >
        {t('Again (a photo)')}
      </Button>
    </div>
  );
}

/**
 * One photo of the whole stop. The button opens the camera of the page and is its shutter then, in the same place. Where
 * the camera is refused or missing it opens the phone's own.
 */
export function StopPhoto({ order, orders, stage, entries, isNeeded, isCovered }: StopPhotoProps) {
  const reset = useRef<() => void>(null);
  const [isBusy, setBusy] = useState(false);
  const { taken, hasRoom } = stopPhotos(order, stage, entries);
  const camera = usePageCamera(hasRoom && taken === 0 && !isCovered);
  const last = useRetakeable(entries, stage);
  // The second of two taps on the shutter opens no camera.
  const hasJustShot = useClickGuard(last?.key ?? '') && last !== undefined;
  const isOn = camera.is === 'on';

  const keep = async (file: File | null | undefined, isUndoable = false) => {
    await takeStopPhoto(orders, stage, file ?? null, isUndoable);
    // The next shot of the camera may have the very same file name.
    reset.current?.();
  };
  const shoot = async (choose: () => void) => {
    setBusy(true);
    try {
      const file = await camera.shoot();
      if (!file) return choose();
      navigator.vibrate?.(30);
      await keep(file, true);
    } finally {
      setBusy(false);
    }
  };
  const press = (choose: () => void) => {
    if (hasJustShot) return;
    if (isOn) void shoot(choose);
    // Asked twice, or refused before: the phone's own camera opens only while the tap is fresh.
    else if (camera.isRefused || camera.is === 'starting') choose();
    else void camera.start().then((hasStarted) => hasStarted || choose());
  };
  const retake = async (entry: Entry) => {
    await portal.takeBack(entry);
    await camera.start();
  };

  return (
    <FileButton
      resetRef={reset}
      accept="image/*"
      capture="environment"
      onChange={(file) => void keep(file)}
      disabled={!hasRoom}
    >
      {({ onClick: choose }) => (
        <>
          {isOn && <CameraView camera={camera} onChoose={choose} />}
          {last && !isOn && <Retake entry={last} onRetake={() => void retake(last)} />}
          <Button
            variant={isNeeded || isOn ? 'filled' : 'default'}
            mih={48}
            px={4}
            disabled={!hasRoom || isBusy}
            leftSection={<IconCamera size={20} aria-hidden />}
            aria-label={photoLabel(stage, taken)}
            onClick={() => press(choose)}
          >
            {t('Photo')}
            {taken > 0 && ` · ${taken}`}
          </Button>
        </>
      )}
    </FileButton>
  );
}
