import { IMAGES_PER_ITEM_MAX, UPLOAD_FILE_BYTES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isAbort, messageOf, statusOf } from '../../lib/api/error-message.ts';
import { isImageFile, uploadImage } from '../../lib/api/upload.ts';
import { formatBytes } from '../../lib/words/format.ts';

export interface PendingImage {
  id: number;
  file: File;
  preview: string;
  /** 0 to 1 */
  progress: number;
  /** Present once the upload has failed. */
  error?: string;
  /** The file itself was refused: another try would end the same. */
  isRefused?: boolean;
}

export interface ImageUploadEvents {
  onUploaded?: (file: File) => void;
  onUploadFailed?: (error: unknown, file: File) => void;
  /** Not an image, too large or too many; `reason` is a sentence. */
  onRejected?: (file: File, reason: 'type' | 'size' | 'count') => void;
}

interface Options extends ImageUploadEvents {
  value: string[];
  onChange: (urls: string[]) => void;
  onBusyChange?: (isBusy: boolean) => void;
  /** Failed photos that were neither tried again nor removed yet. */
  onFailedChange?: (hasFailed: boolean) => void;
}

const FILE_REFUSED = [400, 413, 415, 422];

let lastId = 0;

/** The files that are uploading, next to the stored URLs; they may finish in any order. */
export function useImageUploads(options: Options) {
  const [pending, setPending] = useState<PendingImage[]>([]);
  const latest = useRef(options);
  const urls = useRef(options.value);
  const controllers = useRef(new Map<number, AbortController>());
  const previews = useRef(new Set<string>());

  useLayoutEffect(() => {
    latest.current = options;
    urls.current = options.value;
  });

  const uploading = pending.filter((image) => image.error === undefined).length;
  const failed = pending.length - uploading;
  // Reported in the same commit as the display: a form sent as soon as the last photo is shown must not be refused
  // because of a photo that is still uploading.
  useLayoutEffect(() => {
    latest.current.onBusyChange?.(uploading > 0);
    latest.current.onFailedChange?.(failed > 0);
  }, [uploading, failed]);
  useEffect(
    () => () => {
      for (const controller of controllers.current.values()) controller.abort();
      for (const preview of previews.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  const change = (next: string[]) => {
    urls.current = next;
    latest.current.onChange(next);
  };
  const patch = (id: number, changes: Partial<PendingImage>) =>
    setPending((all) => all.map((image) => (image.id === id ? { ...image, ...changes } : image)));
  const drop = (image: PendingImage) => {
    controllers.current.get(image.id)?.abort();
    controllers.current.delete(image.id);
    URL.revokeObjectURL(image.preview);
    previews.current.delete(image.preview);
    setPending((all) => all.filter(({ id }) => id !== image.id));
  };

  const send = async (image: PendingImage) => {
    const controller = new AbortController();
    controllers.current.set(image.id, controller);
    patch(image.id, { progress: 0, error: undefined });
    try {
      const url = await uploadImage(image.file, {
        signal: controller.signal,
        onProgress: (progress) => patch(image.id, { progress }),
      });
      change([...urls.current, url]);
      drop(image);
      latest.current.onUploaded?.(image.file);
    } catch (error) {
      if (isAbort(error)) return;
      const isRefused = FILE_REFUSED.includes(statusOf(error) ?? 0);
      patch(image.id, { error: messageOf(error, t('Failed to upload image')), isRefused });
      latest.current.onUploadFailed?.(error, image.file);
    }
  };

  const refusal = (file: File, place: number) => {
    if (!isImageFile(file)) return 'type';
    if (file.size > UPLOAD_FILE_BYTES_MAX) return 'size';
    return place >= IMAGES_PER_ITEM_MAX ? 'count' : undefined;
  };

  const add = (files: readonly File[]) => {
    const accepted: PendingImage[] = [];
    for (const file of files) {
      const reason = refusal(file, urls.current.length + pending.length + accepted.length);
      if (reason) {
        latest.current.onRejected?.(file, reason);
        continue;
      }
      lastId += 1;
      const preview = URL.createObjectURL(file);
      previews.current.add(preview);
      accepted.push({ id: lastId, file, preview, progress: 0 });
    }
    setPending((all) => [...all, ...accepted]);
    for (const image of accepted) void send(image);
  };

  return {
    pending,
    isUploading: uploading > 0,
    add,
    retry: send,
    cancel: drop,
    remove: (url: string) => change(urls.current.filter((kept) => kept !== url)),
  };
}

export const imageLimitText = t('PNG, JPG, GIF or WebP, up to {size} each, at most {max} photos.', {
  size: formatBytes(UPLOAD_FILE_BYTES_MAX),
  max: IMAGES_PER_ITEM_MAX,
});
