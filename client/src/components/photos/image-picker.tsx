import { Loader, Stack, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ChangeEvent, type ComponentType, type DragEvent, Suspense, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { imageTypes } from '../../lib/api/upload.ts';
import { useTakenOver } from '../../lib/hooks/use-taken-over.ts';
import { lazyExtra } from '../../lib/loading/lazy-named.ts';
import type { DropAreaProps } from './image-dropzone.tsx';
import styles from './image-picker.module.css';
import { PendingTile, StoredTile } from './image-picker-tile.tsx';
import { type ImageUploadEvents, imageLimitText, useImageUploads } from './use-image-uploads.ts';

const ImageViewer = lazyExtra(() => import('./image-viewer.tsx').then((m) => m.ImageViewer));

export interface ImagePickerProps extends ImageUploadEvents {
  value: string[];
  onChange: (urls: string[]) => void;
  /** True while a photo is uploading: the form waits before it submits. */
  onBusyChange?: (isBusy: boolean) => void;
  /** True while a photo that failed is shown: the form names it before it sends without it. */
  onFailedChange?: (hasFailed: boolean) => void;
  label?: string;
  /** Names the item to readers: 'Item 2'. */
  itemName?: string;
  /** The file field's name, in a form that the browser may send itself. */
  fieldName?: string | undefined;
  /** Desktop forms take dropped files too. Never on a phone: recent Android hides the camera there. */
  canDrop?: boolean;
  /** What files are dropped on, where it is not the plain field itself. */
  DropArea?: ComponentType<DropAreaProps>;
  disabled?: boolean;
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Picks, uploads, shows and removes the photos of one item; the form shows the toasts. */
export function ImagePicker({
  value,
  onChange,
  onBusyChange,
  onFailedChange,
  label = t('Photos'),
  itemName = t('Item'),
  fieldName,
  canDrop = false,
  DropArea,
  disabled = false,
  ...events
}: ImagePickerProps) {
  const { pending, isUploading, add, retry, cancel, remove } = useImageUploads({
    value,
    onChange,
    onBusyChange,
    onFailedChange,
    ...events,
  });
  const [viewed, setViewed] = useState<{ url: string; name: string }>();
  const [isViewing, setViewing] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const tiles = useRef<HTMLUListElement>(null);
  const [isOver, setOver] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const inputId = useId();
  const isClosed = disabled || isUploading;

  // Chosen before hydration.
  const input = useRef<HTMLInputElement>(null);
  useTakenOver(() => {
    const early = input.current?.files;
    if (!input.current || !early || early.length === 0) return;
    add([...early]);
    input.current.value = '';
  });

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    add([...(event.currentTarget.files ?? [])]);
    // The same file can be chosen again after it was removed.
    event.currentTarget.value = '';
  };
  const dropping = {
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // Without this the browser would leave the page and open the photo instead.
      event.preventDefault();
      setOver(!isClosed);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (!isClosed) add([...event.dataTransfer.files]);
    },
  };

  /** The focus goes to the photo that takes the place, or to where photos are added. */
  const takeOut = (at: number, out: () => void) => {
    flushSync(out);
    const left = [...(tiles.current?.children ?? [])];
    const next = left[Math.min(at, left.length - 1)]?.querySelector<HTMLElement>('button[data-remove]');
    const field = document.getElementById(inputId) ?? root.current?.querySelector<HTMLElement>('button');
    (next ?? field)?.focus();
  };

  const inside = (
    <span className={styles.inside}>
      <IconPhotoPlus size={20} aria-hidden />
      <span>{canDrop ? t('Click or drop photos here') : t('Add photos')}</span>
      {isUploading && (
        <span className={styles.overlay} role="status">
          <Loader size="xs" aria-hidden />
          {t('Uploading...')}
        </span>
      )}
    </span>
  );
  const name = `${label}, ${itemName}`;
  const limitId = `${inputId}-limit`;

  return (
    <Stack gap={8} ref={root}>
      <Text size="sm" fw={500} component="span">
        {label}
      </Text>
      {(value.length > 0 || pending.length > 0) && (
        <ul ref={tiles} className={styles.tiles}>
          {value.map((url, at) => {
            const name = t('{item}, photo {number}', { item: itemName, number: at + 1 });
            const view = () => {
              opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
              setViewed({ url, name });
              setViewing(true);
            };
            return (
              <StoredTile
                key={url}
                url={url}
                name={name}
                onView={view}
                onRemove={() => takeOut(at, () => remove(url))}
              />
            );
          })}
          {pending.map((image, at) => (
            <PendingTile
              key={image.id}
              image={image}
              onRetry={() => void retry(image)}
              onCancel={() => takeOut(value.length + at, () => cancel(image))}
            />
          ))}
        </ul>
      )}
      {canDrop && DropArea ? (
        <DropArea name={name} describedBy={limitId} isClosed={isClosed} onFiles={add}>
          {inside}
        </DropArea>
      ) : (
        <label
          className={styles.add}
          data-disabled={isClosed || undefined}
          data-over={isOver || undefined}
          htmlFor={inputId}
          {...(canDrop ? dropping : {})}
        >
          <input
            ref={input}
            id={inputId}
            className="visually-hidden"
            type="file"
            name={fieldName}
            multiple
            accept={imageTypes.join(',')}
            disabled={isClosed}
            onChange={choose}
            aria-label={name}
            aria-describedby={limitId}
          />
          {inside}
        </label>
      )}
      <Text size="xs" c="dimmed" id={limitId}>
        {value.length > 0 ? `${t('{count} image(s) uploaded.', { count: value.length })} ` : ''}
        {imageLimitText}
      </Text>
      {viewed && (
        <Suspense>
          <ImageViewer
            image={viewed}
            isOpen={isViewing}
            onClose={() => setViewing(false)}
            onClosed={() => opener.current?.focus()}
          />
        </Suspense>
      )}
    </Stack>
  );
}
