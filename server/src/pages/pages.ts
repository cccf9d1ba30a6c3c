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
import { compress, EFFORT, type Encoding } from './rendering/packing.ts';
import type { PackedPage } from './rendering/pages.work.ts';

const rendering = heavy<typeof import('./rendering/pages.work.ts')>(
  pageKind,
  new URL('./rendering/pages.work.ts', import.meta.url),
);

export type Page = (encoding: Encoding) => Promise<Buffer>;
export interface Pages {
  /** A page that is the same for everybody; the frame of the staff's screens without a name. */
  fixed: (frame: Frame | undefined, language: Language) => Page;
  render: (frame: Frame, input: PageInput, language: Language) => Promise<Page>;
}
type Fixed = ReadonlyMap<Frame | undefined, PackedPage>;

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
    fixed: (frame, language) => async (encoding) => {
      const all = await fixedIn(language);
      const page = all.get(frame) ?? all.get(undefined);
      if (!page) throw new Error(`${folder} has no page of the staff`);
      return bytesOf(page[encoding ?? 'plain']);
    },
    render: async (frame, input, language) => {
      const html = await inLanguage(language, () =>
        rendering.run('renderOne', { folder, brand: brand(), language, frame, input }),
      );
      const plain = Buffer.from(html);
      return (encoding) => compress(plain, encoding, EFFORT.each);
    },
  };
}
