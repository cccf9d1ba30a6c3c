// Photos that a driver adds to an item: how many still fit, and which of the chosen files can be kept.

import { IMAGES_PER_ITEM_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { readableImage, UnreadableImageError } from '../../../../lib/files/shrink-image.ts';
import type { KeptPhoto } from '../outbox/storing/entries.ts';

const max = IMAGES_PER_ITEM_MAX;
export const roomFor = (count: number): number => Math.max(0, max - count);

export const roomText = (count: number): string =>
  roomFor(count) === 0
    ? t('An item has room for {max, plural, one {# photo} other {# photos}}.', { max })
    : t('{count} of at most {max} photos', { count, max });

/** What is said when more files were chosen than fit; undefined when all of them do. */
export const overflowText = (chosen: number, count: number): string | undefined => {
  const room = roomFor(count);
  if (chosen <= room) return undefined;
  return t(
    'An item has room for {max, plural, one {# photo} other {# photos}}: {over, plural, one {# of the {chosen} chosen was} other {# of the {chosen} chosen were}} not added.',
    { max, over: chosen - room, chosen },
  );
};

/** The bytes themselves: what a file chooser hands out may be gone after the app was closed. */
export async function keepPhoto(file: File): Promise<KeptPhoto> {
  const image = await readableImage(file);
  const blob = new Blob([await image.arrayBuffer()], { type: image.type });
  return { blob, name: image.name, isShrunk: false };
}

export const reasonOf = (error: unknown): string | undefined =>
  error instanceof UnreadableImageError ? error.message : undefined;
