import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False in the prerendered page and in its first render here; true once the page is hydrated. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
