// Which entry is sent next, and which have stepped aside. What the server refused waits for the driver's decision and
// holds back only what cannot be sent without it.

import { type Entry, hasRightEnded, holdsEvidence, isEvidence, needsNewRight } from '../storing/entries.ts';

const dependsOn = (entry: Entry, other: Entry): boolean =>
  other.seq !== entry.seq &&
  other.kind === 'addItem' &&
  other.orderId === entry.orderId &&
  'itemId' in entry &&
  entry.itemId === other.itemId;

/** Evidence may be handed in when nothing else may: a right that is missing for an action says nothing about a photo. */
const lacksRight = (entry: Entry, other: Entry): boolean =>
  other.orderId === entry.orderId && needsNewRight(other.refusal) && (isEvidence(other) || !isEvidence(entry));

/** Nothing is wrong with it, but it cannot be sent before another entry is decided about. */
export const isHeld = (entry: Entry, entries: readonly Entry[]): boolean =>
  entries.some((other) => other.refusal && (dependsOn(entry, other) || lacksRight(entry, other)));

/** The first entry that can be sent now. */
export const nextEntry = (entries: readonly Entry[], isPaused: (orderId: number) => boolean): Entry | undefined =>
  entries.find((entry) => !entry.refusal && !isPaused(entry.orderId) && !isHeld(entry, entries));

/** The first refused entry whose evidence the office does not have yet, and may have. */
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
 * What the screen shows as done: all that waits, also for want of a right. What the server refused for good is not
 * done, nor is what was done to an item that it refused.
 */
export function shownAsDone(entries: readonly Entry[], orderId: number): Entry[] {
  const own = entries.filter((entry) => entry.orderId === orderId);
  const isRefused = ({ refusal }: Entry) => refusal !== undefined && !needsNewRight(refusal);
  return own.filter((entry) => !isRefused(entry) && !own.some((other) => isRefused(other) && dependsOn(entry, other)));
}
