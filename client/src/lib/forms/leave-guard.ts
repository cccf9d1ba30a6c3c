// Back and Forward reach the window's listeners in the order in which they were registered, whatever their phase. Only
// one that is there before the router's own can keep a page open, so this one is imported at the start.

interface LeaveGuard {
  /** Is called first on Back and Forward. */
  moved: (event: PopStateEvent) => void;
  /** Goes there once the person has agreed. */
  leaveFor: (target: string) => void;
}

let guard: LeaveGuard | undefined;
// The server renders pages without a window.
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => guard?.moved(event));

/** The guard that is asked before this page is left; undefined removes it. */
export const setLeaveGuard = (next: LeaveGuard | undefined): void => {
  guard = next;
};

/** For a way that is no link: whether the guard took over, to ask first. */
export const isLeftToGuard = (target: string): boolean => {
  guard?.leaveFor(target);
  return guard !== undefined;
};

export const isLeaveGuarded = (): boolean => guard !== undefined;
