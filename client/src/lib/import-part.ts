// What every `import()` of a build waits for; client/vite.config.ts puts it in the place of Vite's own helper.

/** A file of a part of the page did not arrive: the network failed. It can be asked for again. */
export class PartNotReached extends Error {
  override name = 'PartNotReached';
}

const arrived = new Map<string, Promise<void>>();

const fetchScript = async (href: string): Promise<void> => {
  const answer = await fetch(href).catch(() => undefined);
  // Its body too: what is cut later would be kept as failed.
  const body = await answer?.arrayBuffer().catch(() => undefined);
  if (!answer || !body || answer.status >= 500) throw new PartNotReached(href);
  if (!answer.ok) throw new Error(`${href} is no more`);
};
const addStyles = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new PartNotReached(href));
    };
    document.head.append(link);
  });
const isInPage = (href: string): boolean =>
  document.querySelector(`link[href="${href}"], script[src="${href}"]`) !== null;

function ready(href: string): Promise<void> {
  const known = arrived.get(href);
  if (known) return known;
  const coming = isInPage(href) ? Promise.resolve() : href.endsWith('.css') ? addStyles(href) : fetchScript(href);
  arrived.set(href, coming);
  coming.catch(() => arrived.delete(href));
  return coming;
}

/**
 * Imports a part of the page once all of its files are there. A browser remembers for as long as the page is open that
 * a script could not be fetched, and never asks for it again (https://github.com/whatwg/html/issues/6768): the files are
 * fetched first, and `import()` finds them in the browser's cache. Rejects with `PartNotReached` when one does not
 * arrive; the same call may be made again.
 */
export async function importPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => ready(`/${file}`)));
  return load();
}
