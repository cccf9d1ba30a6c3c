const WAIT_MS = 4000;

function goTo(target: HTMLElement): void {
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ behavior: smooth ? 'smooth' : 'auto' });
}

/** Scrolls to an in-page target and moves the focus there; waits a little for a page that is still loading. */
export function goToHash(hash: string): () => void {
  const id = hash.replace(/^#/, '');
  const present = document.getElementById(id);
  if (!id || present) {
    if (present) goTo(present);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const arrived = document.getElementById(id);
    if (!arrived) return;
    observer.disconnect();
    goTo(arrived);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), WAIT_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

const hasBegun = (form: Element): boolean =>
  form.contains(document.activeElement) ||
  [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => field.value !== field.defaultValue,
  );

/** The same for the address a page was opened at, unless the visitor has begun to type before the scripts came. */
export function arriveAtHash(hash: string): (() => void) | undefined {
  const present = document.getElementById(hash.replace(/^#/, ''));
  return present && hasBegun(present) ? undefined : goToHash(hash);
}
