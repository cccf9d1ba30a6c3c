// Which entry is sent next. A refused entry waits for the driver's decision and holds back only what depends on it.

import { type Entry, hasRightEnded, holdsEvidence, isEvidence, needsNewRight } from '../storing/entries.ts';

const dependsOn = (entry: Entry, other: Entry): boolean =>
  other.seq !== entry.seq &&
  other.kind === 'addItem' &&
  other.orderId === entry.orderId &&
  'itemId' in entry &&
  entry.itemId === other.itemId;

/** Evidence may be uploaded when nothing else may: a missing right for an action does not stop a photo. */
const lacksRight = (entry: Entry, other: Entry): boolean =>
  other.orderId === entry.orderId && needsNewRight(other.refusal) && (isEvidence(other) || !isEvidence(entry));

/** It cannot be sent before another entry is decided. */
export const isHeld = (entry: Entry, entries: readonly Entry[]): boolean =>
  entries.some((other) => other.refusal && (dependsOn(entry, other) || lacksRight(entry, other)));

/** The first entry that can be sent now. */
export const nextEntry = (entries: readonly Entry[], isPaused: (orderId: number) => boolean): Entry | undefined =>
  entries.find((entry) => !entry.refusal && !isPaused(entry.orderId) && !isHeld(entry, entries));

/** The first refused entry with evidence that the office does not have yet. */
export const nextToHandIn = (entries: readonly Entry[], isPaused: (orderId: number) => boolean): Entry | undefined =>
  entries.find((entry) => {
    if (!holdsEvidence(entry) || entry.handIn || isPaused(entry.orderId)) return false;
    const isEnded = entries.some((other) => other.orderId === entry.orderId && hasRightEnded(other.refusal));
    return entry.refusal && !needsNewRight(entry.refusal) ? true : isEnded && !isEvidence(entry);
  });

/** What waits behind a refused entry and goes with it when it is removed: all that was done to an item never added. */
export const heldBehind = (entry: Entry, entries: readonly Entry[]): Entry[] =>
  entries.filter((other) => dependsOn(other, entry));

/**
 * What the screen shows as done: everything that waits, also for a new right. Entries refused for good are not done,
 * nor is anything done to an item that was refused.
 */
export function shownAsDone(entries: readonly Entry[], orderId: number): Entry[] {
  const own = entries.filter((entry) => entry.orderId === orderId);
  const isRefused = ({ refusal }: Entry) => refusal !== undefined && !needsNewRight(refusal);
  return own.filter((entry) => !isRefused(entry) && !own.some((other) => isRefused(other) && dependsOn(entry, other)));
}
