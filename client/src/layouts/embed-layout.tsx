import { MantineThemeProvider } from '@mantine/core';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { roomyTheme } from '../theme.ts';

/** A form that is sent before its scripts leads to a page that is shown in no frame. */
export const EMBED_TARGET = '_blank';

/** Tells the page around how high this one is. A page of another origin than it says it is gets no message. */
function useSizeMessages(content: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const around = new URLSearchParams(location.search).get('from');
    const element = content.current;
    if (!element || window.parent === window || !around || !URL.canParse(around)) return;
    const { origin } = new URL(around);
    const observer = new ResizeObserver(() =>
      window.parent.postMessage({ quickfleet: 'size', height: Math.ceil(element.offsetHeight) }, origin),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
}

/** The pages that a link leads to may not be shown in a frame: they open in a tab. */
function openInTab(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!link || !href || href.startsWith('#') || /^(?:mailto|tel):/.test(href)) return;
  event.preventDefault();
  event.stopPropagation();
  window.open(link.href, '_blank', 'noopener');
}

/** /embed/tracking and /embed/quote: what /embed.js shows in a page of another site, without header and footer. */
export function EmbedLayout({ children }: { children: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  useSizeMessages(content);
  return (
    <MantineThemeProvider theme={roomyTheme}>
      <main ref={content} onClickCapture={openInTab}>
        {children}
      </main>
    </MantineThemeProvider>
  );
}
