import { t } from '@quickfleet/shared/words/t';
import { use, useEffect } from 'react';
import { PageContext } from '../page.ts';
import { brand, inBrief, quoteWithin } from '../words/brand.ts';

let shownPath: string | undefined;

/** The default description, as in index.html. */
const OF_THE_COMPANY = t(
  '{delivery} with real-time tracking, {care}. Request a quote and get your price {quoteWithin}.',
  { ...inBrief, quoteWithin },
);

/**
 * Sets the tab's title and, after navigation inside the app, moves the focus to the page's h1. A public page says what
 * it is about, too.
 */
export function useDocumentTitle(title: string, description = OF_THE_COMPANY): void {
  const whole = title === brand.name ? title : `${title} · ${brand.name}`;
  const { head } = use(PageContext);
  if (head) Object.assign(head, { title: whole, description });

  useEffect(() => {
    document.title = whole;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [whole, description]);

  useEffect(() => {
    const arrived = shownPath !== undefined && shownPath !== location.pathname;
    shownPath = location.pathname;
    // A fragment names its own target, and the first page starts at its top.
    if (!arrived || location.hash) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
}
