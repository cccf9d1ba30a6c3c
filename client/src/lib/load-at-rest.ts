const AT_REST_MS = 1000;
/** Soon, in browsers without `requestIdleCallback`. */
const whenAtRest = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: AT_REST_MS });
  else setTimeout(work, AT_REST_MS);
};

let before: Promise<unknown> = Promise.resolve();
/**
 * Loads ahead what will be wanted, as soon as the page is at rest, so that it does not delay its first load; one piece
 * after the other, in the order in which they were asked for, so that what somebody waits for by then finds room on the
 * line.
 */
export const loadAtRest = (load: () => Promise<unknown>): void =>
  whenAtRest(() => {
    before = before.then(load).catch(() => undefined);
  });
