// The pages of the client, rendered by React and filled into the templates of the build. A process apart does it: what a
// changed setting or a first reader of a language costs is not waited for by anybody else.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brand } from '@quickfleet/shared/company/brand';
import { ofLanguage, type PageInput, type RenderedPage, type RenderPage, WORDY } from '@quickfleet/shared/page';
import { type Frame, frames, paths } from '@quickfleet/shared/paths';
import { directionOf, type Language } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { escapeHtml } from '../escape-html.ts';
import { packBrotli, packGzip } from './packing.ts';
import { loadRenderer } from './renderer.ts';

/** For whom pages are rendered, out of which build. */
export interface PageOrder {
  folder: string;
  brand: Brand;
  language: Language;
}
/** One page that is the same for everybody, packed as browsers take it. */
export interface PackedPage {
  plain: Uint8Array;
  br: Uint8Array;
  gzip: Uint8Array;
}

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

/** The frame of a page says what is in it. */
const withLanguage = (html: string, language: Language): string =>
  html
    .replace('<html lang="en"', `<html lang="${language}" dir="${directionOf(language)}"`)
    .replace(
      /(<noscript><p[^>]*>)[^<]*/,
      (_, tag: string) => tag + t('Parts of this page need JavaScript. Please switch it on and load the page again.'),
    )
    .replace(/data-words="[^"]*/, () => `data-words="${escapeHtml(t('Still loading. Your tap is kept.'))}`);

interface Spoken {
  shell: string;
  templates: ReadonlyMap<Frame, string>;
  renderPage: RenderPage;
}
async function load({ folder, brand, language }: PageOrder): Promise<Spoken> {
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
  const shell = await read('index');
  const renderPage = await loadRenderer(folder, brand, language);
  const templates = new Map<Frame, string>();
  for (const frame of frames) templates.set(frame, await read(frame));
  return { shell, templates, renderPage };
}

/** Of each language the company as it was last: pages come one after the other for the same one. */
const loaded = new Map<Language, { by: string; spoken: Promise<Spoken> }>();
function spokenOf(order: PageOrder): Promise<Spoken> {
  const by = order.folder + JSON.stringify(order.brand);
  const known = loaded.get(order.language);
  if (known?.by === by) return known.spoken;
  const spoken = load(order);
  loaded.set(order.language, { by, spoken });
  spoken.catch(() => loaded.delete(order.language));
  return spoken;
}

async function filled(order: PageOrder, frame: Frame, input: PageInput): Promise<string> {
  const { shell, templates, renderPage } = await spokenOf(order);
  return fill(templates.get(frame) ?? shell, await renderPage(input));
}

const fixedPaths: Record<Exclude<Frame, 'order' | 'quote' | 'delivery'>, string> = {
  home: paths.home,
  track: paths.track,
  auth: paths.signIn,
  adminAuth: paths.adminSignIn,
  driver: paths.driver,
  privacy: paths.privacy,
  terms: paths.terms,
  imprint: paths.imprint,
  verify: paths.verify,
  embedTracking: paths.embedTracking,
  embedQuote: paths.embedQuote,
  my: paths.my,
  missing: '/not-found',
};

async function packed(html: string): Promise<PackedPage> {
  const plain = Buffer.from(html);
  return { plain, br: await packBrotli(plain), gzip: await packGzip(plain) };
}

/** Everything that is the same for everybody; without a name the frame of the staff's screens. */
export async function renderFixed(order: PageOrder): Promise<[Frame | undefined, PackedPage][]> {
  const { shell } = await spokenOf(order);
  const named = shell.replace(/<title>[^<]*/, () => `<title>${escapeHtml(order.brand.name)}`);
  const pages: [Frame | undefined, PackedPage][] = [[undefined, await packed(named)]];
  for (const [frame, path] of Object.entries(fixedPaths) as [Frame, string][])
    pages.push([frame, await packed(await filled(order, frame, { path }))]);
  return pages;
}

/** One page of somebody, packed as it is sent. */
export async function renderOne({
  frame,
  input,
  encoding,
  ...order
}: PageOrder & { frame: Frame; input: PageInput; encoding: 'gzip' | undefined }): Promise<Uint8Array> {
  const plain = Buffer.from(await filled(order, frame, input));
  return encoding ? packGzip(plain) : plain;
}
