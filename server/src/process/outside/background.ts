import { reportLost } from './failures.ts';

/** Does what nobody waits for. What fails of it is a line of the log. */
export function inBackground(what: string, work: () => unknown): void {
  const run = async () => {
    try {
      await work();
    } catch (error) {
      reportLost(what, error);
    }
  };
  void run();
}

/** Does something once, after so many milliseconds. What fails of it is a line of the log. */
export function after(milliseconds: number, what: string, work: () => unknown): NodeJS.Timeout {
  return setTimeout(() => inBackground(what, work), milliseconds);
}

/**
 * Does something every so many milliseconds; a turn that is still on its way is not begun a second time. What fails of it
 * is a line of the log, and the next turn comes.
 */
export function every(milliseconds: number, what: string, work: () => unknown): NodeJS.Timeout {
  let isOnItsWay = false;
  const turn = async () => {
    isOnItsWay = true;
    try {
      await work();
    } finally {
      isOnItsWay = false;
    }
  };
  return setInterval(() => {
    if (!isOnItsWay) inBackground(what, turn);
  }, milliseconds);
}
