import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { type Brand, defaultBrand, telOf } from '@quickfleet/shared/brand';
import { type Frame, frameOf, isKnownPath } from '@quickfleet/shared/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from './context.ts';
import { errorBodyOf, notFound } from './lib/errors.ts';
import { noSuchCall, type RouteTable } from './rest/routes.ts';

const YEAR = 31_536_000;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

interface Page {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}
export type Pages = (path: string) => Page | undefined;

export const brandOf = ({ config }: Services): Brand => ({
  name: config.BRAND_NAME,
  supportPhone: config.SUPPORT_PHONE,
  supportEmail: config.SUPPORT_EMAIL,
  publicUrl: config.PUBLIC_URL ?? '',
  timeZone: config.BUSINESS_TIMEZONE,
  allowRegistration: config.ALLOW_REGISTRATION,
  isDemo: config.isDemo,
  build: process.env['QUICKFLEET_BUILD'] ?? 'v1.0',
});

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
/** JSON that cannot end the script element it stands in. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The prerendered pages hold the default company's words; here they become this one's. */
function inWordsOf(brand: Brand, html: string): string {
  const words: Record<string, string> = {
    [defaultBrand.supportPhone]: escapeHtml(brand.supportPhone),
    [telOf(defaultBrand.supportPhone)]: telOf(brand.supportPhone),
    [defaultBrand.supportEmail]: escapeHtml(brand.supportEmail),
    [defaultBrand.name]: escapeHtml(brand.name),
  };
  // In one pass, so that no word is replaced inside another that has just been written.
  return html.replace(new RegExp(Object.keys(words).map(RegExp.escape).join('|'), 'g'), (word) => words[word] ?? word);
}

async function preparePage(html: string, brand: Brand): Promise<Page> {
  const branded = inWordsOf(brand, html).replace(
    /(<script type="application\/json" id="quickfleet-brand">)[^<]*(<\/script>)/,
    (_, open: string, close: string) => `${open}${inScript(brand)}${close}`,
  );
  const plain = Buffer.from(brand.isDemo ? branded.replace('<html', '<html data-demo') : branded);
  return {
    plain,
    br: await compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: await compressGzip(plain),
  };
}

/** The built pages with this company's brand in them, prepared once at start; undefined without a build. */
export async function loadClient(folder: string | undefined, services: Services): Promise<Pages | undefined> {
  if (!folder) return undefined;
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined);
  const shell = await read('index.html');
  if (!shell) return undefined;
  const brand = brandOf(services);
  const prepare = async (name: string) => preparePage((await read(`${name}.html`)) ?? shell, brand);
  const other = await prepare('index');
  const framed: Record<Frame, Page> = {
    home: await prepare('home'),
    track: await prepare('track'),
    order: await prepare('order'),
    auth: await prepare('auth'),
    adminAuth: await prepare('adminAuth'),
    driver: await prepare('driver'),
  };
  return (path) => {
    const frame = frameOf(path);
    return frame ? framed[frame] : other;
  };
}

/** Scripts, styles, fonts and icons of the build, precompressed; names with a hash in them never change. */
export async function registerAssets(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (!folder) return;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '**/.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes(`${join('assets', '')}`) ? `public, max-age=${YEAR}, immutable` : 'no-cache',
      );
    },
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, status: number) {
  const accepts = String(request.headers['accept-encoding'] ?? '');
  const encoding = accepts.includes('br') ? 'br' : accepts.includes('gzip') ? 'gzip' : undefined;
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .send(page[encoding ?? 'plain']);
}

const isCall = (path: string) => /^\/(api|trpc|files)(\/|$)/i.test(path);

/**
 * Whatever no route answered: a JSON 404 or 405 for a call, the page for a screen, the page with status 404 for any
 * other path.
 */
export const notFoundHandler =
  (table: RouteTable, pages: Pages | undefined) => (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (isCall(path)) throw noSuchCall(table, request);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound('Page');
    const page = pages?.(path);
    if (!page || path.startsWith('/assets/')) return reply.code(404).send(errorBodyOf(notFound('Page'), request.id));
    // Somebody's order and the staff's screens stay out of search engines; the pages that anybody may look for do not.
    if (/^\/(track\/.|admin(\/|$))/.test(path)) reply.header('x-robots-tag', 'noindex');
    return sendPage(request, reply, page, isKnownPath(path) ? 200 : 404);
  };
