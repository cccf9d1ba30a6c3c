import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brand } from '@quickfleet/shared/company/brand';
import type { PageInput } from '@quickfleet/shared/page';
import type { Frame } from '@quickfleet/shared/paths';
import type { Language } from '@quickfleet/shared/words/languages';
import { heavy } from '../process/heavy/heavy.ts';
import { pageKind } from '../process/heavy/kinds.ts';
import { inBackground } from '../process/outside/background.ts';
import { inLanguage } from '../words/speak.ts';
import { type Encoding, encodingFor } from './rendering/packing.ts';
import type { PackedPage } from './rendering/pages.work.ts';

const rendering = heavy<typeof import('./rendering/pages.work.ts')>(
  pageKind,
  new URL('./rendering/pages.work.ts', import.meta.url),
);

/** Makes a page for a reader who takes these encodings. */
export type Page = (accepts: string) => Promise<{ bytes: Buffer; encoding: Encoding }>;
export interface Pages {
  /** A page that is the same for everybody; the frame of the staff's screens without a name. */
  fixed: (frame: Frame | undefined, language: Language) => Page;
  render: (frame: Frame, input: PageInput, language: Language) => Page;
}
type Fixed = ReadonlyMap<Frame | undefined, PackedPage>;

/** How long a page is shown again to whoever would see the same: its times are told in minutes. */
const KEPT_MS = 10_000;
const KEPT_MAX = 200;
/**
 * The pages of somebody that were asked for last. They are found again by all that is on them, so that nobody gets another
 * one's, and whoever looks every few seconds costs no rendering.
 */
class KeptPages {
  readonly #pages = new Map<string, { brand: Brand; at: number; made: Promise<Uint8Array> }>();

  get(brand: Brand, by: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const now = performance.now();
    const known = this.#pages.get(by);
    if (known?.brand === brand && now - known.at < KEPT_MS) return known.made;
    const made = make();
    this.#pages.delete(by);
    this.#pages.set(by, { brand, at: now, made });
    made.catch(() => this.#pages.delete(by));
    for (const [oldest] of this.#pages) {
      if (this.#pages.size <= KEPT_MAX) break;
      this.#pages.delete(oldest);
    }
    return made;
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/**
 * The pages of a build as the company is now, in the language of their reader; undefined without a build. They are
 * rendered when the first one of a language is asked for, and again after a change, in a process apart.
 */
export async function loadPages(
  folder: string | undefined,
  /** The same object for as long as nothing has changed. */
  brand: () => Brand,
  company: Language,
): Promise<Pages | undefined> {
  const isBuilt =
    folder !== undefined &&
    (await access(join(folder, 'index.html')).then(
      () => true,
      () => false,
    ));
  if (!isBuilt) return undefined;
  const kept = new KeptPages();
  const rendered = new Map<Language, { brand: Brand; pages: Promise<Fixed> }>();
  const fixedIn = (language: Language): Promise<Fixed> =>
    inLanguage(language, () => {
      const latest = brand();
      const known = rendered.get(language);
      if (known?.brand === latest) return known.pages;
      const pages = rendering
        .run('renderFixed', { folder, brand: latest, language })
        .then(
          (all) =>
            new Map(
              all.map(([frame, { plain, br, gzip }]) => [
                frame,
                { plain: bytesOf(plain), br: bytesOf(br), gzip: bytesOf(gzip) },
              ]),
            ),
        );
      rendered.set(language, { brand: latest, pages });
      pages.catch(() => rendered.get(language)?.pages === pages && rendered.delete(language));
      return pages;
    });
  // The first visitor should not wait for it, and the server should not either.
  inBackground('The first page', () => fixedIn(company));
  return {
    fixed: (frame, language) => async (accepts) => {
      const encoding = encodingFor(accepts, ['br', 'gzip']);
      const all = await fixedIn(language);
      const page = all.get(frame) ?? all.get(undefined);
      if (!page) throw new Error(`${folder} has no page of the staff`);
      return { bytes: bytesOf(page[encoding ?? 'plain']), encoding };
    },
    render: (frame, input, language) => async (accepts) => {
      const encoding = accepts.includes('gzip') ? 'gzip' : undefined;
      const made = await kept.get(brand(), JSON.stringify([frame, language, encoding, input]), () =>
        inLanguage(language, () =>
          rendering.run('renderOne', { folder, brand: brand(), language, frame, input, encoding }),
        ),
      );
      return { bytes: bytesOf(made), encoding };
    },
  };
}
