// What was asked for is stored as values and as what the person typed; its readers have their own words for the rest.

import type { LeavePlace, RequestKind } from '@quickfleet/shared/company/request-kinds';
import type { Window } from '@quickfleet/shared/quoting/window-rules';
import { message, t } from '@quickfleet/shared/words/t';
import { type Part, wordOf } from '../../company/history/values.ts';
import { notesInWords, placeInWords } from '../../company/leave-words.ts';
import { windowOnTheClocks } from '../../words/speak.ts';

/** Stored where nobody typed a reason. */
export const NO_REASON = 'No reason given';
export const NEWER_REQUEST = 'A newer request took its place';
const ours: ReadonlyMap<string, ReturnType<typeof message>> = new Map([
  [NO_REASON, message('No reason given')],
  [NEWER_REQUEST, message('A newer request took its place')],
]);
export const reasonInWords = (reason: string): string => {
  const known = ours.get(reason);
  return known ? t(known) : reason;
};

/** The same for the history. */
export function reasonForHistory(reason: string): Part {
  if (reason === NO_REASON) return wordOf('requestReason', 'none');
  return reason === NEWER_REQUEST ? wordOf('requestReason', 'newer') : reason;
}

interface Asked {
  kind: RequestKind;
  place: LeavePlace | null;
  window: Window | null;
  text: string;
}
/**
 * 'Leave with a neighbour: Miller', or the time that was asked for, to who reads it now. Without a place it is of before
 * places were stored.
 */
export function textInWords({ kind, place, window, text }: Asked): string {
  if (kind === 'window') return (window && windowOnTheClocks(window)) ?? text;
  if (kind === 'leave_at') return place ? placeInWords(place, text) : notesInWords(text);
  return kind === 'cancel' ? reasonInWords(text) : text;
}
