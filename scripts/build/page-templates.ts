// Writes a template for every page that the server renders: the frame that Vite built, what the page loads, and the
// styles that it shows at first.
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import beasties from 'beasties';
import type { InlineConfig, Manifest } from 'vite';
import { loadRenderer } from '../../server/src/pages/rendering/renderer.ts';
import { defaultBrand } from '../../shared/src/company/brand.ts';
import { requestKinds } from '../../shared/src/company/request-kinds.ts';
import type { DeliveryPage } from '../../shared/src/delivery/tracking/delivery-page.ts';
import { type PageInput, rendererIn } from '../../shared/src/page.ts';
import type { Frame } from '../../shared/src/paths.ts';
import { sampleOrders } from './sample-orders.ts';
import { sampleQuotes } from './sample-quotes.ts';
import { writeRenderers } from './words.ts';

// The package's types describe its CommonJS half, where the class is one step further in.
const Beasties = beasties as unknown as typeof beasties.default;

const form = { typed: 'ada', problem: 'Username or password is not right' };
const orders: PageInput[] = sampleOrders.map((order) => ({
  path: `/track/${order.trackingNumber}`,
  tracked: { trackingNumber: order.trackingNumber, order },
}));
const refused = { error: 'Order not found', message: '', code: 'ORDER_NOT_FOUND', status: 404, requestId: '' };
const missing: PageInput = { path: '/track/QF1', tracked: { trackingNumber: 'QF1', refused } };

const path = '/q/a';
const token = 'a';
const quotes: PageInput[] = [
  ...sampleQuotes.map((quote) => ({ path, quoted: { token, quote } })),
  ...(['accept', 'decline', 'ask', 'date'] as const).map((which) => ({
    path,
    quoted: { token, quote: sampleQuotes[0] },
    form: { ...form, which },
  })),
  { path, quoted: { token, refused } },
  { path },
];

const requests: DeliveryPage['requests'] = (['accepted', 'waiting', 'refused'] as const).map((state) => ({
  ...{ kind: 'note', state, text: 'Gate code 4711', place: null, photoUrl: '/files/a.webp' },
  reason: 'No longer possible',
  ...{ createdAt: '2026-03-02T08:00:00.000Z', decidedAt: null },
}));
/** One of them was asked for a rating, the other sees it. */
const rated = {
  customer: { rating: null, canRate: true },
  recipient: { rating: { stars: 4, words: 'On time', createdAt: '2026-03-02T08:00:00.000Z' }, canRate: false },
};
const deliveries: PageInput[] = [
  ...sampleOrders.flatMap((order) =>
    (['customer', 'recipient'] as const).map((reader) => ({
      path: '/t/a',
      mailed: {
        token,
        delivery: {
          ...order,
          ...(reader === 'recipient' && { pickupAddress: '' }),
          reader,
          language: null,
          pins: [{ stop: reader === 'recipient' ? 'delivery' : 'pickup', pin: '482913' } as const],
          requests,
          ...rated[reader],
          proofToken: reader === 'customer' ? 'a' : null,
          hasReceipt: reader === 'customer',
        },
        options: { kinds: [...requestKinds], windows: [] },
      },
    })),
  ),
  { path: '/t/a', mailed: { token, refused } },
  { path: '/t/a' },
];

/**
 * Where a page's code is, with what it loads at once, and every variant of its first paint: their styles are part of the
 * template. `next` is what the page shows to who comes with a code, or comes back. With late letters the typeface is
 * asked for when the styles need it, behind everything else.
 */
const framed: Record<Frame, { source: string | string[]; looks: PageInput[]; next?: string; hasLateLetters?: true }> = {
  home: { source: 'src/pages/home.tsx', looks: [{ path: '/' }] },
  track: { source: 'src/pages/tracking.tsx', looks: [{ path: '/track' }] },
  order: { source: 'src/pages/tracking.tsx', looks: [...orders, missing, { path: '/track/QF1' }] },
  quote: { source: 'src/pages/quote.tsx', looks: quotes },
  delivery: { source: 'src/pages/delivery.tsx', looks: deliveries },
  auth: { source: 'src/pages/sign-in.tsx', looks: [{ path: '/auth' }, { path: '/auth', form }] },
  adminAuth: { source: 'src/pages/sign-in.tsx', looks: [{ path: '/admin/auth' }, { path: '/admin/auth', form }] },
  driver: {
    source: 'src/pages/driver.tsx',
    looks: [{ path: '/driver' }, { path: '/driver', form }],
    next: 'src/features/delivery/driver/order/open-order.tsx',
    // They are a second of a slow line, and the order comes first. The worker has them for the next time.
    hasLateLetters: true,
  },
  privacy: { source: 'src/pages/legal/privacy.tsx', looks: [{ path: '/privacy' }] },
  terms: { source: 'src/pages/legal/terms.tsx', looks: [{ path: '/terms' }] },
  imprint: { source: 'src/pages/legal/imprint.tsx', looks: [{ path: '/imprint' }] },
  verify: { source: 'src/pages/verify.tsx', looks: [{ path: '/verify' }] },
  embedTracking: { source: 'src/pages/embed-tracking.tsx', looks: [{ path: '/embed/tracking' }] },
  embedQuote: { source: ['src/pages/embed-quote.tsx', 'src/pages/home.tsx'], looks: [{ path: '/embed/quote' }] },
  my: {
    source: 'src/pages/my.tsx',
    looks: [{ path: '/my' }, { path: '/my', form }, { path: '/my', form: { ...form, which: 'sent' } }],
  },
  missing: { source: 'src/pages/not-found.tsx', looks: [{ path: '/not-found' }] },
};

/**
 * What a page loads besides the frame: its chunks, named early, and its styles, without which it would stand bare for a
 * moment.
 */
function linksOf(manifest: Manifest, source: string | string[], html: string): string {
  const { chunks, styles } = filesOf(manifest, source);
  const absent = (file: string) => !html.includes(file);
  return [
    ...styles.filter(absent).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.filter(absent).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n    ');
}

/** The chunks and styles of a piece of code and of all that it imports. */
function filesOf(manifest: Manifest, source: string | string[]): { chunks: string[]; styles: string[] } {
  const chunks = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string, seen = new Set<string>()) => {
    const entry = manifest[name];
    if (!entry || seen.has(name)) return;
    seen.add(name);
    chunks.add(entry.file);
    for (const style of entry.css ?? []) styles.add(style);
    for (const imported of entry.imports ?? []) visit(imported, seen);
  };
  for (const page of [source].flat()) visit(page);
  return { chunks: [...chunks], styles: [...styles] };
}

/**
 * The server holds the bundle's text for as long as it runs: V8 keeps a letter beyond Latin-1 in two bytes, and with it
 * every other one.
 */
async function narrow(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await writeFile(file, text.replace(/[\u0100-\uffff]/g, escaped));
}

const RENDERER = rendererIn('en');
/** The folder of the bundles that render pages, in that of the pages. */
export const RENDERERS = dirname(RENDERER);
/** Runs one build of Vite. */
export type Bundle = (config: InlineConfig) => Promise<void>;

/** One bundle with everything in it, which runs wherever it lies, for each language. */
export async function buildRenderer(folder: string, bundle: Bundle): Promise<void> {
  await bundle({
    logLevel: 'error',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: 'src/render.tsx',
      outDir: join(folder, RENDERERS),
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      minify: true,
      rolldownOptions: { output: { entryFileNames: basename(RENDERER), format: 'cjs' } },
    },
  });
  for (const file of await writeRenderers(join(folder, RENDERER))) await narrow(file);
}

/**
 * What is rendered must not wait for anything: the styles that it shows come inside, the whole sheets and the scripts
 * behind it.
 */
async function withOwnStyles(folder: string, html: string, next: readonly string[]): Promise<string> {
  const styles = new Beasties({
    path: folder,
    publicPath: '/',
    preload: 'body',
    pruneSource: false,
    fonts: false,
    reduceInlineStyles: false,
    // What the page is marked with in the browser (client/public/before-paint.js), and what beasties cannot match.
    allowRules: [
      /\[dir=["']?rtl/,
      /^:root\[data-mantine-color-scheme/,
      /^html\[data-/,
      /^:root(:root)?:has\(\[data-driver\]\)/,
    ],
    logLevel: 'warn',
  });
  // The page is light until a script knows better. Here it is both, so that the rules of both are found.
  const dark = 'data-mantine-color-scheme="dark"';
  const inlined = await styles.process(html.replace('<body', `<body ${dark}`));
  return withLateScripts(inlined.replace(` ${dark}`, ''), next);
}

/**
 * Names the page's scripts, and the next ones, to the one that asks for them after the first paint
 * (client/public/before-paint.js).
 */
function withLateScripts(html: string, next: readonly string[]): string {
  const entry = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
  const chunk = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
  const first = '<script src="/before-paint.js"';
  const chunks = [...html.matchAll(chunk)].map(([, href]) => href);
  const [, src] = entry.exec(html) ?? [];
  if (!src || chunks.length === 0 || !html.includes(first)) throw new Error('The frame names no scripts.');
  const later = next.map((file) => `/${file}`).filter((href) => href !== src && !chunks.includes(href));
  const rest = later.length > 0 ? ` data-next="${later.join(' ')}"` : '';
  return html
    .replaceAll(chunk, '')
    .replace(entry, '')
    .replace(first, `${first} data-entry="${src}" data-chunks="${chunks.join(' ')}"${rest}`);
}

/** Writes the templates, home.html and so on, into the folder of the pages and their renderers. */
export async function writeTemplates(folder: string): Promise<void> {
  // With a map, so that the room for one is among the styles of the first paint.
  const renderPage = await loadRenderer(folder, { ...defaultBrand, map: { kind: 'style', url: '' } }, 'en');
  const shell = await readFile(join(folder, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  for (const [name, { source, looks, next, hasLateLetters }] of Object.entries(framed)) {
    const pages = await Promise.all(looks.map(renderPage));
    const start = hasLateLetters ? shell.replace(/\s*<link rel="preload" as="font"[^>]*>/, '') : shell;
    const frame = start.replace('</head>', () => `  ${linksOf(manifest, source, shell)}\n  </head>`);
    const html = pages.map((page) => page.html).join('');
    const styled = await withOwnStyles(
      folder,
      frame.replace('<div id="root"></div>', () => `<div id="root"><i id="from"></i>${html}<i id="to"></i></div>`),
      next ? filesOf(manifest, next).chunks : [],
    );
    const template = styled.replace(/<i id="from"><\/i>[\s\S]*<i id="to"><\/i>/, '');
    await writeFile(join(folder, `${name}.html`), template);
  }
}
