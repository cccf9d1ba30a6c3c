import { type ComponentType, createElement, lazy, useState } from 'react';

const RELOADED_KEY = 'quickfleet-reloaded';

// Without storage a page is never reloaded automatically, because nothing would stop a loop.
const wasReloaded = (): boolean => {
  try {
    return sessionStorage.getItem(RELOADED_KEY) !== null;
  } catch {
    return true;
  }
};
const markReloaded = (isSo: boolean): void => {
  try {
    if (isSo) sessionStorage.setItem(RELOADED_KEY, '1');
    else sessionStorage.removeItem(RELOADED_KEY);
  } catch {
    // Nothing to mark then.
  }
};

/** After a new release the old chunks are gone: load the page again, once, instead of failing. */
async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await load();
    markReloaded(false);
    return loaded;
  } catch (error) {
    if (navigator.onLine && !wasReloaded()) {
      markReloaded(true);
      location.reload();
      return new Promise(() => {});
    }
    throw error;
  }
}

/**
 * `React.lazy` for a named export: `lazyNamed(() => import('./x.tsx').then((m) => m.X))`. Mounted after `preload`, it
 * is the component itself and renders immediately; `React.lazy` would show the fallback first.
 */
export function lazyNamed<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | undefined;
  const preload = async () => {
    ready ??= await load();
    return { default: ready };
  };
  const Late = lazy(() => loadOrReload(preload));
  // Kept for as long as it is mounted: another component in its place would lose its state.
  // biome-ignore lint/correctness/noComponentHookFactories: called once per page, outside of any component
  const Named = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => ready ?? Late);
    return createElement(Shown, props);
  };
  return Object.assign(Named, { preload });
}

/** Waits out a missing network; never rejects, because the page works without what is loaded here. */
async function loadWhenever<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (navigator.onLine) return new Promise(() => {});
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return loadWhenever(load);
  }
}

/**
 * `lazyNamed` for a part that a page can do without: offline, its Suspense fallback stays instead of the whole page
 * failing.
 */
export const lazyExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => loadWhenever(async () => ({ default: await load() })));
