// What every `import()` of a build waits for; client/vite.config.ts puts it in the place of Vite's own helper.

/** A file of a part of the page did not arrive: the network failed. It can be asked for again. */
export class PartNotReached extends Error {
  override name = 'PartNotReached';
}

const isStyle = (href: string): boolean => href.endsWith('.css');
const isInPage = (href: string): boolean =>
  document.querySelector(`link[href="${href}"], script[src="${href}"]`) !== null;

function addLink(href: string): HTMLLinkElement {
  const rel = isStyle(href) ? 'stylesheet' : 'modulepreload';
  const link = Object.assign(document.createElement('link'), { rel, crossOrigin: '', href });
  document.head.append(link);
  return link;
}
const addStyles = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = addLink(href);
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new PartNotReached(href));
    };
  });
async function fetchScript(href: string): Promise<void> {
  const answer = await fetch(href).catch(() => undefined);
  // Its body too: a script that is cut in the middle has not arrived.
  const body = await answer?.arrayBuffer().catch(() => undefined);
  if (!answer || !body || answer.status >= 500) throw new PartNotReached(href);
  if (!answer.ok) throw new Error(`${href} is no more`);
}

const arrived = new Map<string, Promise<void>>();
function ready(href: string): Promise<void> {
  const known = arrived.get(href);
  if (known) return known;
  const coming = isInPage(href) ? Promise.resolve() : isStyle(href) ? addStyles(href) : fetchScript(href);
  arrived.set(href, coming);
  coming.catch(() => arrived.delete(href));
  return coming;
}

/** Lets the browser answer a press between two requests, each of which takes a slow phone milliseconds to start. */
const pause = async (): Promise<void> => globalThis.scheduler?.yield?.();

let hasScreen = false;
/** The first screen of this page is there: what is imported from now on can fail without it. */
export const screenIsShown = (): void => {
  hasScreen = true;
};

/**
 * Imports a part of the page once all of its files are there. A browser remembers for as long as the page is open that
 * a script could not be fetched, and never asks for it again (https://github.com/whatwg/html/issues/6768): the files are
 * fetched first, and `import()` finds them in the browser's cache. Rejects with `PartNotReached` when one does not
 * arrive; the same call may be made again. Scripts of the first screen are not fetched first, which would make it a tenth
 * slower; without them the page has to be loaded again anyway.
 */
export async function importPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const hrefs = files.map((file) => `/${file}`);
  if (!hasScreen) for (const href of hrefs) if (!isStyle(href) && !isInPage(href)) addLink(href);
  const coming: Promise<void>[] = [];
  for (const href of hrefs) {
    coming.push(ready(href));
    if (hasScreen) await pause();
  }
  await Promise.all(coming);
  return load();
}
