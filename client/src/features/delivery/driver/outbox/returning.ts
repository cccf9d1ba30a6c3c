// Reading the database takes a moment. This flag in localStorage decides immediately whether the code card is shown
// while it is read (public/before-paint.js reads the same key).
const KEY = 'quickfleet-driver-open';

export function hasOpenOrderFlag(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function setOpenOrderFlag(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the code card shows for a moment.
  }
}
