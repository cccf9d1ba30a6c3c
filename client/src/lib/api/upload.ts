import { API_BASE } from '@quickfleet/shared/paths';
import { shrinkImage } from '../files/shrink-image.ts';
import { sendForm } from './http.ts';

/** What the server can decode. Named one by one: with image/* Safari hands over HEIC, which nothing here can read. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
export const isImageFile = (file: File): boolean => file.type.startsWith('image/');

export interface UploadOptions {
  signal?: AbortSignal;
  onProgress?: (part: number) => void;
}

async function store(file: File, options: UploadOptions): Promise<string> {
  // With the first photo, because the checking library is heavier than all the rest of the picker.
  const { uploadedOne } = await import('@quickfleet/shared/company/uploads');
  const form = new FormData();
  form.append('file', await shrinkImage(file));
  const { file: stored } = await sendForm(`${API_BASE}/upload`, form, {
    ...options,
    parse: (json) => uploadedOne.parse(json),
  });
  return stored.url;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Stores one photo and gives the URL that quotes and items take. One after the other: a phone has memory for one photo
 * at a time, and the first answer sets the cookie that lets this browser see the others.
 */
export function uploadImage(file: File, options: UploadOptions = {}): Promise<string> {
  const mine = last.then(() => store(file, options));
  last = mine.catch(() => undefined);
  return mine;
}
