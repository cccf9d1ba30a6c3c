import { type ComponentType, lazy } from 'react';

const RELOADED_KEY = 'quickfleet-reloaded';

// Storage may be switched off: then a page is never reloaded by itself, because nothing would stop the second time.
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

/** A promise that hands out its value at once: React renders what is there already without a fallback in between. */
function settled<T>(value: T): Promise<T> {
  const promise = Promise.resolve(value);
  Reflect.set(promise, 'then', (use: (value: T) => void) => use(value));
  return promise;
}

/**
 * `React.lazy` for a named export: `lazyNamed(() => import('./x.tsx').then((m) => m.X))`. After `preload` it renders at
 * once.
 */
export function lazyNamed<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let ready: { default: ComponentType<Props> } | undefined;
  const preload = async () => {
    ready ??= { default: await load() };
    return ready;
  };
  return Object.assign(
    lazy(() => (ready ? settled(ready) : loadOrReload(preload))),
    { preload },
  );
}

/** Waits out a missing network; never rejects, because the page can do without what is asked for here. */
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
 * `lazyNamed` for a part that a page stands without: cut off, its Suspense fallback stays instead of the whole page
 * falling.
 */
export const lazyExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => loadWhenever(async () => ({ default: await load() })));
