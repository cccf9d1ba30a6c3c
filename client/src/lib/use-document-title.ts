import { useEffect } from 'react';
import { brand } from './brand.ts';

let shownPath: string | undefined;

const descriptionTag = (): HTMLMetaElement | null => document.querySelector('meta[name="description"]');

/** Sets the tab's title and, after navigation inside the app, moves the focus to the page's h1. A public page says what it is about, too. */
export function useDocumentTitle(title: string, description?: string): void {
  useEffect(() => {
    document.title = title === brand.name ? title : `${title} · ${brand.name}`;
  }, [title]);

  useEffect(() => {
    const tag = descriptionTag();
    if (!tag || !description) return;
    const before = tag.content;
    tag.content = description;
    return () => {
      tag.content = before;
    };
  }, [description]);

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
