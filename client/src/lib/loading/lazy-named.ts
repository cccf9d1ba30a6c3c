import { type ComponentType, createElement, lazy, useState } from 'react';
import { PartNotReached } from './import-part.ts';

const RELOADED_KEY = 'quickfleet-reloaded';

/**
 * Notes that the page is loaded again because of this error; false when it was before in this tab. Each part has its own
 * error: while one stays broken, the others of the page arrive. Without storage a page is never loaded again by itself,
 * because nothing would stop a loop.
 */
function noteReload(error: unknown): boolean {
  // The same file has other words before and after the page is loaded again.
  const key = `${RELOADED_KEY} ${/\/assets\/[\w./-]+/.exec(String(error))?.[0] ?? error}`;
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '1');
    return true;
  } catch {
    return false;
  }
}

const LONGEST_PAUSE_MS = 30_000;

/** Asks again and again for a part that does not arrive; rejects when it is no more. */
export async function untilArrived<T>(load: () => Promise<T>, tries = 0): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof PartNotReached)) throw error;
    await new Promise((resolve) => {
      window.addEventListener('online', resolve, { once: true });
      if (navigator.onLine) setTimeout(resolve, Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** tries));
    });
    return untilArrived(load, tries + 1);
  }
}

/** After a new release the old chunks are gone: load the page again, once for each of them, instead of failing. */
async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await untilArrived(load);
  } catch (error) {
    if (!navigator.onLine || !noteReload(error)) throw error;
    location.reload();
    return new Promise(() => {});
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

/** Never rejects, because the page works without what is loaded here. */
const loadIfThere = <T>(load: () => Promise<T>): Promise<T> => untilArrived(load).catch(() => new Promise(() => {}));

/**
 * `lazyNamed` for a part that a page can do without: offline, its Suspense fallback stays instead of the whole page
 * failing.
 */
export const lazyExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => loadIfThere(async () => ({ default: await load() })));
