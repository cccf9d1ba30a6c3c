import { Button, FileButton } from '@mantine/core';
import { UNDO_MS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconRotate } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useForAWhile } from '../../../../lib/hooks/use-for-a-while.ts';
import { photoButton, type StopPhotoProps, stopPhotos, tool } from '../order/photo-button.tsx';
import { portal } from '../outbox/portal.ts';
import { canUndo, type Entry, type Stage } from '../outbox/storing/entries.ts';
import { takeStopPhoto } from '../stop/take-photo.ts';
import { CameraView } from './camera-view.tsx';
import { usePageCamera } from './use-page-camera.ts';

/** The photo that was taken here last and is not sent yet: it can be taken again. */
function useRetakeable(entries: readonly Entry[], stage: Stage): Entry | undefined {
  const found = entries.findLast((entry) => entry.kind === 'stopPhoto' && entry.stage === stage && canUndo(entry));
  useForAWhile(found?.key, found ? Date.parse(found.at) + UNDO_MS - Date.now() + 1 : 0);
  return found;
}

/**
 * One photo of the whole stop: by the camera in the page where that is allowed, with its shutter in the bar, and by the
 * phone's own camera otherwise.
 */
export function StopPhoto({ order, orders, stage, entries, isNeeded }: StopPhotoProps) {
  const reset = useRef<() => void>(null);
  const [isBusy, setBusy] = useState(false);
  const { taken, hasRoom } = stopPhotos(order, stage, entries);
  const camera = usePageCamera(hasRoom && taken === 0);
  const last = useRetakeable(entries, stage);
  const keep = async (file: File | null | undefined, isUndoable = false) => {
    await takeStopPhoto(orders, stage, file ?? null, isUndoable);
    // The next shot of the camera may have the very same file name.
    reset.current?.();
  };
  const shoot = async () => {
    setBusy(true);
    try {
      const file = await camera.shoot();
      if (!file) return;
      camera.stop();
      navigator.vibrate?.(30);
      await keep(file, true);
    } finally {
      setBusy(false);
    }
  };
  const retake = async (entry: Entry) => {
    await portal.takeBack(entry);
    await camera.start();
  };
  const look = photoButton(stage, taken, isNeeded);
  if (camera.is === 'on')
    return (
      <CameraView
        {...{ camera, isBusy }}
        label={look['aria-label']}
        resetRef={reset}
        onShoot={() => void shoot()}
        onFile={(file) => {
          camera.stop();
          void keep(file);
        }}
      />
    );
  return (
    <>
      <FileButton
        resetRef={reset}
        accept="image/*"
        capture="environment"
        onChange={(file) => void keep(file)}
        disabled={!hasRoom}
      >
        {({ onClick: choose }) => (
          <Button
            {...look}
            disabled={!hasRoom || isBusy}
            onClick={() => void camera.start().then((isOn) => isOn || choose())}
          />
        )}
      </FileButton>
      {last && (
        <Button
          {...tool}
          leftSection={<IconRotate size={20} aria-hidden />}
          aria-label={t('Take this photo again')}
          onClick={() => void retake(last)}
        >
          {t('Again (a photo)')}
        </Button>
      )}
    </>
  );
}
