// Back and Forward reach the window's listeners in the order in which they were registered, whatever their phase. Only one that is
// there before the router's own can keep a page standing, so this one is imported at the start.

let guard: ((event: PopStateEvent) => void) | undefined;
window.addEventListener('popstate', (event) => guard?.(event));

/** Who hears of Back and Forward first; give undefined to let everything pass again. */
export const setLeaveGuard = (next: ((event: PopStateEvent) => void) | undefined): void => {
  guard = next;
};
