// A dialog that lives in the URL is a step forward in the history: Back closes it, and closing it by hand goes the same
// step back.

const isOwnStep = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && Reflect.get(state, 'isDialog') === true;
};

/** `write` pushes the URL with the dialog in it. */
export function openInUrl(write: () => void): void {
  write();
  history.replaceState({ isDialog: true }, '');
}

/** `write` replaces the URL by one with another dialog, which closes as the one before would have. */
export function swapInUrl(write: () => void): void {
  const { state } = history;
  write();
  history.replaceState(state, '');
}

/** `write` replaces the URL by one without the dialog; needed only when the page was opened with it, by a link. */
export function closeInUrl(write: () => void): void {
  if (isOwnStep()) history.back();
  else write();
}
