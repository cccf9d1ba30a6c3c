const WAIT_MS = 4000;

const isTyping = (): boolean => document.activeElement?.matches('input, textarea, select') ?? false;

function goTo(target: HTMLElement): void {
  // The browser has scrolled there long before the page's scripts came: whoever has begun to type stays in the field.
  if (isTyping()) return;
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
