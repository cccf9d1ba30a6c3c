import { type RefObject, useEffect } from 'react';
import { useIsHydrated } from './use-is-hydrated.ts';

/**
 * For a part of the prerendered page: gives `data-waking` while it is not alive yet, and then presses the buttons that
 * were pressed meanwhile (public/before-paint.js marks them).
 */
export function useWaking(root: RefObject<HTMLElement | null>): { isAwake: boolean; waking: { 'data-waking'?: true } } {
  const isAwake = useIsHydrated();
  useEffect(() => {
    if (!isAwake) return;
    for (const button of root.current?.querySelectorAll<HTMLButtonElement>('button[data-pressed-early]') ?? []) {
      button.removeAttribute('data-pressed-early');
      button.click();
    }
  }, [isAwake]);
  return { isAwake, waking: isAwake ? {} : { 'data-waking': true } };
}
