const LOCK = 'quickfleet-driver-outbox';

/**
 * Runs `work` unless another tab is at it, and answers whether it ran. Without Web Locks (plain http on a local
 * network) each tab runs it, and the idempotency keys keep each action single.
 */
export async function inOneTab(work: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) {
    await work();
    return true;
  }
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}
