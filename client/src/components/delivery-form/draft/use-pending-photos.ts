import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';

export type OpenState = 'uploading' | 'failed';
export interface PendingPhotos {
  /** Whether an item has photos in this state. */
  mark: (itemKey: string, state: OpenState, isSo: boolean) => void;
  /** The item is gone, and its photos with it. */
  forget: (itemKey: string) => void;
  /** Why the form cannot be sent yet. */
  obstacle: { title: string; text: string } | undefined;
}

const obstacles: Record<OpenState, { title: string; text: string }> = {
  uploading: {
    title: t('One moment'),
    text: t('Some photos are still uploading. Wait until they are done, or cancel them.'),
  },
  failed: {
    title: t('A photo is missing'),
    text: t('A photo could not be uploaded. Try it again or remove it.'),
  },
};

/** Which photos are neither stored nor removed: a form is not sent without them in silence. */
export function usePendingPhotos(): PendingPhotos {
  const [open, setOpen] = useState<readonly string[]>([]);
  const name = (itemKey: string, state: OpenState) => `${state} ${itemKey}`;
  const without = (names: readonly string[], ...gone: string[]) => names.filter((known) => !gone.includes(known));
  const states: readonly OpenState[] = ['uploading', 'failed'];
  const present = states.find((state) => open.some((known) => known.startsWith(state)));

  return {
    mark: (itemKey, state, isSo) =>
      setOpen((names) => [...without(names, name(itemKey, state)), ...(isSo ? [name(itemKey, state)] : [])]),
    forget: (itemKey) => setOpen((names) => without(names, ...states.map((state) => name(itemKey, state)))),
    obstacle: present && obstacles[present],
  };
}
