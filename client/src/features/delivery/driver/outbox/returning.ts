// Whether this phone has an order open is in its memory, which takes a moment to read. A mark that can be read at once
// decides what stands there meanwhile: the code card, or nothing that would flash by (public/before-paint.js reads the
// same key).
const KEY = 'quickfleet-driver-open';

export function isReturning(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function markReturning(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the code card shows for a moment.
  }
}
