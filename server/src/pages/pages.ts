// The pages of the client, rendered by React in this process and filled into the templates of the build.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Brand } from '@quickfleet/shared/company/brand';
import { ofLanguage, type PageInput, type RenderedPage, WORDY } from '@quickfleet/shared/page';
import { type Frame, frames, paths } from '@quickfleet/shared/paths';
import { directionOf, type Language } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { inLanguage } from '../words/speak.ts';
import { loadRenderer } from './renderer.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Pages that are the same for everybody are compressed once and well, the others at every request and quickly. */
const EFFORT = { once: 9, each: 4 };

export type Encoding = 'br' | 'gzip' | undefined;
export type Page = (encoding: Encoding) => Promise<Buffer>;
export interface Pages {
  /** A page that is the same for everybody; the frame of the staff's screens without a name. */
  fixed: (frame: Frame | undefined, language: Language) => Page;
  render: (frame: Frame, input: PageInput, language: Language) => Promise<Page>;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
/** JSON that cannot end its script element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const fillSlot = (html: string, id: string, value: unknown) =>
  html.replace(
    new RegExp(`(<script type="application/json" id="${id}">)[^<]*`),
    (_, open: string) => open + inScript(value),
  );

function fill(template: string, { html, title, description, data }: RenderedPage): string {
  const named = template
    .replace(/(<title>|property="og:title" content=")[^<"]*/g, (_, tag: string) => tag + escapeHtml(title))
    .replace(
      /((?:name|property)="(?:og:)?description" content=")[^"]*/g,
      (_, tag: string) => tag + escapeHtml(description),
    );
  return fillSlot(named, 'quickfleet-page', data).replace(
    '<div id="root"></div>',
    () => `<div id="root">${html}</div>`,
  );
}

async function compress(plain: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'br') return compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return encoding === 'gzip' ? compressGzip(plain, { level: quality }) : plain;
}

const eachTime = (html: string): Page => {
  const plain = Buffer.from(html);
  return (encoding) => compress(plain, encoding, EFFORT.each);
};

async function once(html: string): Promise<Page> {
  const plain = Buffer.from(html);
  const [br, zipped] = [await compress(plain, 'br', EFFORT.once), await compress(plain, 'gzip', EFFORT.once)];
  return async (encoding) => (encoding === 'br' ? br : encoding === 'gzip' ? zipped : plain);
}

const fixedPaths: Record<Exclude<Frame, 'order' | 'quote' | 'delivery'>, string> = {
  home: paths.home,
  track: paths.track,
  auth: paths.signIn,
  adminAuth: paths.adminSignIn,
  driver: paths.driver,
  privacy: paths.privacy,
  terms: paths.terms,
  verify: paths.verify,
  embedTracking: paths.embedTracking,
  embedQuote: paths.embedQuote,
  my: paths.my,
  missing: '/not-found',
};

/** The pages of one language, of a company as it is. */
interface Spoken {
  fixed: (frame: Frame | undefined) => Page;
  render: (frame: Frame, input: PageInput) => Promise<Page>;
}

/** The frame of a page says what is in it. */
const withLanguage = (html: string, language: Language): string =>
  html
    .replace('<html lang="en"', `<html lang="${language}" dir="${directionOf(language)}"`)
    .replace(
      /(<noscript><p[^>]*>)[^<]*/,
      (_, tag: string) => tag + t('Parts of this page need JavaScript. Please switch it on and load the page again.'),
    );

/** Everything that is the same for everybody is rendered now; undefined without a build. */
async function renderPages(folder: string, brand: Brand, language: Language): Promise<Spoken | undefined> {
  const icon = brand.logo && `/favicon.svg?v=${brand.logo.url.slice(-12, -4)}`;
  const wordy: string[] = JSON.parse(await readFile(join(folder, WORDY), 'utf8').catch(() => '[]'));
  const read = async (name: string) => {
    const html = ofLanguage(await readFile(join(folder, `${name}.html`), 'utf8'), language, wordy);
    return (
      fillSlot(withLanguage(html, language), 'quickfleet-brand', brand)
        .replaceAll(/(property="og:site_name" content=")[^"]*/g, (_, tag: string) => tag + escapeHtml(brand.name))
        // Browsers keep a tab's icon by its address, whatever its headers say.
        .replace('href="/favicon.svg"', (link) => (icon ? `href="${icon}"` : link))
    );
  };
  const shell = await read('index').catch(() => undefined);
  if (shell === undefined) return undefined;
  const renderPage = await loadRenderer(folder, brand, language);
  const templates = new Map<Frame, string>();
  for (const frame of frames) templates.set(frame, await read(frame));
  const filled = async (frame: Frame, input: PageInput) => fill(templates.get(frame) ?? shell, await renderPage(input));

  const fixed = new Map<Frame | undefined, Page>();
  for (const [frame, path] of Object.entries(fixedPaths) as [Frame, string][])
    fixed.set(frame, await once(await filled(frame, { path })));
  const plainShell = await once(shell.replace(/<title>[^<]*/, () => `<title>${escapeHtml(brand.name)}`));
  return {
    fixed: (frame) => fixed.get(frame) ?? plainShell,
    render: async (frame, input) => eachTime(await filled(frame, input)),
  };
}

/**
 * The pages of a build as the company is now, in the language of their reader; undefined without a build. They are
 * rendered when the first one of a language is asked for, and again after a change.
 */
export async function loadPages(
  folder: string | undefined,
  brand: () => Brand,
  company: Language,
): Promise<Pages | undefined> {
  if (!folder) return undefined;
  const rendered = new Map<Language, { by: string; pages: Promise<Spoken | undefined> }>();
  const present = (language: Language): Promise<Spoken | undefined> =>
    inLanguage(language, () => {
      const latest = brand();
      const by = JSON.stringify(latest);
      const known = rendered.get(language);
      if (known?.by === by) return known.pages;
      const pages = renderPages(folder, latest, language).catch((error: unknown) => {
        rendered.delete(language);
        throw error;
      });
      rendered.set(language, { by, pages });
      return pages;
    });
  if ((await present(company)) === undefined) return undefined;
  const pagesIn = async (language: Language): Promise<Spoken> => {
    const pages = await present(language);
    if (!pages) throw new Error(`${folder} holds no build any more`);
    return pages;
  };
  return {
    fixed: (frame, language) => async (encoding) => (await pagesIn(language)).fixed(frame)(encoding),
    render: async (frame, input, language) => (await pagesIn(language)).render(frame, input),
  };
}
