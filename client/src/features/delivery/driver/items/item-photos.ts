// Photos that a driver adds to an item: how many still fit, and which of the chosen files can be kept.

import { IMAGES_PER_ITEM_MAX } from '@quickfleet/shared/limits';
import { readableImage, UnreadableImageError } from '../../../../lib/files/shrink-image.ts';
import { formatCount } from '../../../../lib/words/format.ts';
import type { KeptPhoto } from '../outbox/storing/entries.ts';

export const roomFor = (count: number): number => Math.max(0, IMAGES_PER_ITEM_MAX - count);

export const roomText = (count: number): string =>
  roomFor(count) === 0
    ? `An item has room for ${formatCount(IMAGES_PER_ITEM_MAX, 'photo')}.`
    : `${count} of at most ${IMAGES_PER_ITEM_MAX} photos`;

/** What is said when more files were chosen than fit; undefined when all of them do. */
export const overflowText = (chosen: number, count: number): string | undefined => {
  const room = roomFor(count);
  if (chosen <= room) return undefined;
  return `An item has room for ${formatCount(IMAGES_PER_ITEM_MAX, 'photo')}: ${chosen - room} of the ${chosen} chosen ${chosen - room === 1 ? 'was' : 'were'} not added.`;
};

/** The bytes themselves: what a file chooser hands out may be gone after the app was closed. */
export async function keepPhoto(file: File): Promise<KeptPhoto> {
  const image = await readableImage(file);
  const blob = new Blob([await image.arrayBuffer()], { type: image.type });
  return { blob, name: image.name, isShrunk: false };
}

export const reasonOf = (error: unknown): string | undefined =>
  error instanceof UnreadableImageError ? error.message : undefined;
