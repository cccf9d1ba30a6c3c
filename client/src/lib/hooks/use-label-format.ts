import { useSyncExternalStore } from 'react';
import type { LabelPaper } from '../addresses/paper-links.ts';
import { readStored, store } from '../storage/local-store.ts';

const KEY = 'quickfleet-label-format';
const subscribers = new Set<() => void>();

// Without the list of the schema, which would bring the checking library along.
/** Every choice, in the order of the menu. */
export const labelPapers: readonly LabelPaper[] = [
  ...(['100x150', 'a6', 'a4', 'letter'] as const),
  ...(['zpl 100x150 203', 'zpl 100x150 300', 'zpl 4x6 203', 'zpl 4x6 300'] as const),
];
const read = (): LabelPaper => {
  const stored = readStored(KEY);
  return labelPapers.find((paper) => paper === stored) ?? '100x150';
};
let chosen: LabelPaper | undefined;
const present = (): LabelPaper => {
  chosen ??= read();
  return chosen;
};
const subscribe = (subscriber: () => void) => {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
};
const choose = (format: LabelPaper): void => {
  chosen = format;
  store(KEY, format);
  for (const notify of subscribers) notify();
};

/** The paper of this browser's printer, remembered here for every print button. */
export const useLabelFormat = (): [LabelPaper, (format: LabelPaper) => void] => [
  useSyncExternalStore(subscribe, present, () => '100x150'),
  choose,
];
