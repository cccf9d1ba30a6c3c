import type { LabelFormat } from '@quickfleet/shared/company/papers';
import { useSyncExternalStore } from 'react';
import { readStored, store } from '../storage/local-store.ts';

const KEY = 'quickfleet-label-format';
const subscribers = new Set<() => void>();

// Without the list of the schema, which would bring the checking library along.
const isFormat = (stored: string | null): stored is LabelFormat =>
  stored === 'a6' || stored === 'a4' || stored === 'letter';
const read = (): LabelFormat => {
  const stored = readStored(KEY);
  return isFormat(stored) ? stored : '100x150';
};
let chosen: LabelFormat | undefined;
const present = (): LabelFormat => {
  chosen ??= read();
  return chosen;
};
const subscribe = (subscriber: () => void) => {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
};
const choose = (format: LabelFormat): void => {
  chosen = format;
  store(KEY, format);
  for (const notify of subscribers) notify();
};

/** The label size of this browser's printer, remembered here for every print button. */
export const useLabelFormat = (): [LabelFormat, (format: LabelFormat) => void] => [
  useSyncExternalStore(subscribe, present, () => '100x150'),
  choose,
];
