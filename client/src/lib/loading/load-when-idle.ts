const AT_REST_MS = 1000;
/** After a second in browsers without `requestIdleCallback`. */
const whenAtRest = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: AT_REST_MS });
  else setTimeout(work, AT_REST_MS);
};

let before: Promise<unknown> = Promise.resolve();
/**
 * Preloads a part of the page once the page is idle. Parts load one at a time, in the order of the calls, so that requests
 * that the user is waiting for are not queued behind them. A part that fails does not stop the next one.
 */
export const loadWhenIdle = (load: () => Promise<unknown>): void =>
  whenAtRest(() => {
    before = before.then(load).catch(() => undefined);
  });
