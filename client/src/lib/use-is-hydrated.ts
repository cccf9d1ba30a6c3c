import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False in the page as it was built and in the first render over it; true as soon as the page is alive. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
