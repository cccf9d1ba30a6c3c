import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { callLinks } from '@quickfleet/shared/base/contact/call-links';
import { canonicalPath, isKnownPath } from '@quickfleet/shared/canonical-path';
import { hoverOf, ownShades, type Shades, textOn } from '@quickfleet/shared/company/accent';
import type { Brand } from '@quickfleet/shared/company/brand';
import { frameOf, isEmbedPath, MAP_FILE, paths } from '@quickfleet/shared/paths';
import { isLanguage, type Language } from '@quickfleet/shared/words/languages';
import { language, message, said } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCompany } from './company/settings/company.service.ts';
import { clockWords, hoursInWords } from './company/settings/hours-words.ts';
import { logoAsIcon } from './company/settings/logo.ts';
import type { Config } from './config.ts';
import type { Services } from './http/context.ts';
import { errorBodyOf, notFound } from './http/errors.ts';
import { deliveryPage } from './pages/delivery-page.ts';
import type { Page, Pages } from './pages/pages.ts';
import { quotePage } from './pages/quote-page.ts';
import { trackingPage } from './pages/tracking-page.ts';
import { SESSION_COOKIE } from './people/auth/session-cookie.ts';
import { noSuchCall, type RouteTable } from './rest/routes.ts';
import { keepLanguage, LANGUAGE_COOKIE, speakToCustomer } from './words/speak.ts';

const YEAR = 31_536_000;
/**
 * The reader of labels is WebAssembly, which no page may run: only its worker gets a separate policy that allows it.
 */
const LABEL_READER = /[\\/]label-reader\.worker-[^\\/]*\.js(\.br|\.gz)?$/;
const LABEL_READER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const EMBED_SCRIPT = /[\\/]embed\.js(\.br|\.gz)?$/;

const numbers = new Map<string, string | null>();
/** The number to dial for the company's phone; reading one takes longer than sending a page. */
function telOf({ SUPPORT_PHONE: phone, BUSINESS_COUNTRY: country }: Config): string | null {
  const by = `${country} ${phone}`;
  const tel = numbers.get(by) ?? callLinks(phone, country)?.tel ?? null;
  if (numbers.size > 20) numbers.clear();
  numbers.set(by, tel);
  return tel;
}

function mapOf({ MAP_STYLE_URL, MAP_PMTILES_PATH }: Config): Brand['map'] {
  if (MAP_STYLE_URL) return { kind: 'style', url: MAP_STYLE_URL };
  return MAP_PMTILES_PATH ? { kind: 'pmtiles', url: MAP_FILE } : null;
}

const ribbonWords = said({
  demo: message('Demo data'),
  sandbox: message('Sandbox: test data, no e-mails are sent'),
});

const accentOf = (fill: string | null): Brand['accent'] =>
  fill === null ? null : { fill, hover: hoverOf(fill), text: textOn(fill) };

const makeBrand = (config: Config): Brand => ({
  name: config.BRAND_NAME,
  supportPhone: config.SUPPORT_PHONE,
  supportTel: telOf(config),
  country: config.BUSINESS_COUNTRY,
  supportEmail: config.SUPPORT_EMAIL,
  publicUrl: config.PUBLIC_URL ?? '',
  timeZone: config.BUSINESS_TIMEZONE,
  hourCycle: config.hourCycle,
  hours: config.hours,
  hoursText: hoursInWords(config.hours, config.hourCycle),
  sameDayText: config.hours.sameDayUntil && clockWords(config.hours.sameDayUntil, config.hourCycle),
  areaServed: config.areaServed,
  imprint: config.imprint,
  promises: config.promises,
  logo: config.logo,
  shades: config.shades,
  accent: accentOf(config.accent),
  site: config.site,
  map: mapOf(config),
  allowRegistration: config.ALLOW_REGISTRATION,
  ribbon: config.ribbon && ribbonWords[config.ribbon],
  build: process.env['QUICKFLEET_BUILD'] ?? 'v1.0',
});

/** What of the settings the pages show: the same values are the same brand. */
const shownOf = (config: Config): readonly unknown[] => [
  ...[config.BRAND_NAME, config.SUPPORT_PHONE, config.SUPPORT_EMAIL, config.BUSINESS_COUNTRY, config.BUSINESS_TIMEZONE],
  ...[config.PUBLIC_URL, config.MAP_STYLE_URL, config.MAP_PMTILES_PATH, config.ALLOW_REGISTRATION, config.hourCycle],
  ...[config.hours, config.areaServed, config.imprint, config.promises, config.logo, config.shades, config.accent],
  ...[config.site, config.ribbon],
];
interface MadeBrand {
  from: readonly unknown[];
  by: string;
  brand: Brand;
}
const brands = new WeakMap<Config, Map<Language, MadeBrand>>();
/** The company in the reader's language: made once, and the same object until a setting that it shows is another. */
export function brandOf({ config }: Services): Brand {
  const made = brands.get(config) ?? new Map<Language, MadeBrand>();
  brands.set(config, made);
  const from = shownOf(config);
  const before = made.get(language());
  if (before?.from.every((part, at) => Object.is(part, from[at]))) return before.brand;
  const brand = makeBrand(config);
  const by = JSON.stringify(brand);
  const now = before?.by === by ? { ...before, from } : { from, by, brand };
  made.set(language(), now);
  return now.brand;
}

/** The product's mark in the company's colour. */
const inColours = (svg: string, shades: Shades | null): string =>
  shades === null ? svg : ownShades.reduce((drawn, own, at) => drawn.replaceAll(own, shades[at] ?? own), svg);

/** Scripts, styles, fonts and icons of the build, precompressed; names with a hash in them never change. */
export async function registerAssets(
  app: FastifyInstance,
  folder: string | undefined,
  services: Services,
): Promise<void> {
  if (!folder) return;
  const mark = await readFile(join(folder, 'favicon.svg'), 'utf8').catch(() => undefined);
  if (mark !== undefined)
    app.get('/favicon.svg', { config: { output: 'fixed' } }, async (_request, reply) =>
      reply
        .type('image/svg+xml')
        .header('cache-control', 'no-cache')
        .send((await logoAsIcon(services)) ?? inColours(mark, services.config.shades)),
    );
  const common: FastifyStaticOptions = {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes(`${join('assets', '')}`) ? `public, max-age=${YEAR}, immutable` : 'no-cache',
      );
      // Pages of other sites load it.
      if (EMBED_SCRIPT.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
      if (LABEL_READER.test(path)) reply.header('content-security-policy', LABEL_READER_POLICY);
    },
  };
  // More than a thousand files: a route for each would take a start half a second.
  await app.register(fastifyStatic, {
    ...common,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    allowedPath: (path) => !/\.(?:br|gz)$/.test(path),
  });
  await app.register(fastifyStatic, {
    ...common,
    wildcard: false,
    decorateReply: false,
    globIgnore: ['assets/**', '**/favicon.svg', '**/*.html', '**/*.br', '**/*.gz', '**/.vite/**', '**/.server/**'],
  });
}

export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, status: number) {
  const { bytes, encoding } = await page(String(request.headers['accept-encoding'] ?? ''));
  if (encoding) reply.header('content-encoding', encoding);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ vary: 'accept-encoding, accept-language, cookie', 'content-language': request.language })
    .send(bytes);
}

/** The page of an address that leads nowhere. */
export const sendMissing = (request: FastifyRequest, reply: FastifyReply, pages: Pages) =>
  sendPage(request, reply, pages.fixed('missing', request.language), 404);

/** Lets the sites of the company's settings show this page in a frame; every other page is shown in none. */
async function allowFrames({ orm }: Services, reply: FastifyReply): Promise<void> {
  const { origins } = (await readCompany(orm.em.fork())).embeds;
  const policy = String(reply.getHeader('content-security-policy'));
  const ancestors = origins.length > 0 ? origins.join(' ') : "'none'";
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${ancestors}`));
  // It knows no list of sites, and browsers that know the policy go by that.
  reply.removeHeader('x-frame-options').header('x-robots-tag', 'noindex').header('cache-control', 'no-store');
}

const isCall = (path: string) => /^\/(api|trpc|files)(\/|$)/i.test(path);
/** A search that was sent as a plain form. */
const searchedFor = ({ query }: FastifyRequest): string => {
  const typed: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'trackingNumber') : undefined;
  return typeof typed === 'string' ? canonicalPath(paths.trackNumber(typed)) : paths.track;
};

/**
 * Whatever no route answered: a JSON 404 or 405 for a call, the page for a screen, the page with status 404 for any
 * other path.
 */
export const notFoundHandler =
  (services: Services, table: RouteTable, pages: Pages | undefined) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/', query] = request.url.split('?');
    if (isCall(path)) throw noSuchCall(table, request);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound('Page');
    if (!pages || path.startsWith('/assets/')) return reply.code(404).send(errorBodyOf(notFound('Page'), request.id));
    const canonical = canonicalPath(path);
    if (canonical !== path) return reply.redirect(query ? `${canonical}?${query}` : canonical, 308);
    const parameters = new URLSearchParams(query);
    const chosen = parameters.get(LANGUAGE_COOKIE);
    if (isLanguage(chosen)) {
      parameters.delete(LANGUAGE_COOKIE);
      const rest = parameters.size > 0 ? `?${parameters}` : '';
      // Two slashes at its beginning would name another site.
      return keepLanguage(request, reply, chosen).redirect(path.replace(/^[/\\]+/, '/') + rest, 303);
    }
    const searched = path === paths.track ? searchedFor(request) : path;
    if (searched !== path) return reply.redirect(searched, 303);
    // Somebody's order or quote and the staff's screens stay out of search engines; the pages that anybody may look for do not.
    if (/^\/(track\/.|[qt]\/.|auth\/.|join\/.|(admin|my)(\/|$))/.test(path)) reply.header('x-robots-tag', 'noindex');
    if (isEmbedPath(path)) await allowFrames(services, reply);
    // What a session may see at /my is asked for by the browser.
    const frame = path === paths.my && request.cookies[SESSION_COOKIE] ? undefined : frameOf(path);
    if (frame !== 'order' && frame !== 'quote' && frame !== 'delivery')
      return sendPage(request, reply, pages.fixed(frame, request.language), isKnownPath(path) ? 200 : 404);
    const render = { order: trackingPage, quote: quotePage, delivery: deliveryPage }[frame];
    const { input, status } = await render(services, request, path);
    // The plain form of the home page leads here.
    if (query === 'submitted') input.form = { which: 'submitted', typed: '', problem: '' };
    // A star in a mail leads here. It is chosen in the form, and rates nothing.
    const [, stars] = frame === 'delivery' ? (/^stars=([1-5])$/.exec(query ?? '') ?? []) : [];
    if (stars) input.form = { which: 'rating', typed: '', problem: '', values: { stars } };
    const language = speakToCustomer(request, (input.quoted?.quote ?? input.mailed?.delivery)?.language);
    const page = pages.render(frame, input, language);
    return sendPage(request, reply.header('cache-control', 'no-store'), page, status);
  };
