import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { badRequest } from '../http/errors.ts';
import { heavy } from '../process/heavy/heavy.ts';
import { paperKind } from '../process/heavy/kinds.ts';
import { barOf, barStyle, guidePage, REFERENCE, SEARCH, searchPage } from './guides/guide-pages.ts';
import { addressOf, type Guide, guideNames, readGuides } from './guides/guides.ts';
import { type Audience, audiences } from './openapi/openapi.audiences.ts';
import type { ApiDocument } from './openapi/openapi.ts';
import { info } from './openapi/openapi.words.ts';

const compress = promisify(gzip);
const DESCRIPTION = `${API_BASE}/openapi.json`;

const describing = heavy<typeof import('./openapi/served.ts')>(
  paperKind,
  new URL('./openapi/served.ts', import.meta.url),
);
/** The whole, and the part of each audience: made when it is first asked for. */
const documents = new Map<Audience | 'all', Promise<ApiDocument>>();
function documentOf(audience: Audience | 'all'): Promise<ApiDocument> {
  const known = documents.get(audience);
  if (known) return known;
  const made = describing.run('servedDescription', { audience }).then((text): ApiDocument => JSON.parse(text));
  documents.set(audience, made);
  made.catch(() => documents.delete(audience));
  return made;
}

/** What this installation calls its API. */
const titleOf = (config: Config, title: string = info.title): string =>
  title.replace('QuickFleet', () => config.BRAND_NAME);
/** The description as this installation serves it, under its own name and address. */
async function describe(config: Config, audience: Audience | 'all'): Promise<string> {
  const document = await documentOf(audience);
  const servers = [{ url: config.PUBLIC_URL ?? '/' }];
  return JSON.stringify({
    ...document,
    info: { ...document.info, title: titleOf(config, document.info.title) },
    servers,
  });
}

/** What Scalar shows, and none of what it would fetch from or send to its makers. */
const appearance = {
  url: DESCRIPTION,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  defaultOpenFirstTag: false,
  documentDownloadType: 'json',
  favicon: '/favicon.svg',
  customCss: `${barStyle}
:root { --scalar-custom-header-height: 56px; }
.scalar-app { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace; }
.light-mode { --scalar-color-2: #5f6368; --scalar-color-3: #5d6673; --scalar-color-accent: #0b5fa5; --scalar-color-blue: #0068ab; --scalar-color-green: #00704a; --scalar-color-orange: #b03c00; --scalar-color-red: #c40000; }
.dark-mode { --scalar-color-3: #a3acb8; --scalar-color-accent: #7cc0ff; --scalar-color-red: #ff7070; }`,
} as const;

const INLINE = /<script type="text\/javascript">([\s\S]*?)<\/script>/g;

/** Names the page's language, which Scalar leaves out, and what it is about; the bar of the guides is above it. */
const complete = (html: string, title: string): string =>
  html
    .replace(/<body[^>]*>/, (body) => body + barOf(title, true))
    .replace('<html>', '<html lang="en">')
    .replace('</title>', () => `</title><meta name="description" content="Every call of the ${title}, with examples">`);

/** The one policy of the server, with the page's own inline scripts named by their hashes. */
function withScripts(policy: string, html: string): string {
  const hashes = [...html.matchAll(INLINE)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return policy.replace("script-src 'self'", () => ["script-src 'self'", ...hashes].join(' '));
}

/**
 * Scalar's plugin in a separate application. Its script of four megabytes and the parsers of descriptions are loaded
 * when the reference is opened for the first time.
 */
async function openReference(title: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await app.register(scalar, {
    routePrefix: REFERENCE,
    configuration: { ...appearance, pageTitle: `${title} reference` },
  });
  return app;
}

/**
 * GET /api/v1/openapi.json, its parts below /openapi/ and /api/v1/openapi/, the guides of docs/api at /docs/ with a
 * search, and the reference at /docs/reference/ by Scalar, all of it from this server. Each answer is the same for
 * everybody: made, compressed and tagged when it is first asked for, so that no start waits for it.
 */
export async function registerDocs(app: FastifyInstance, config: Config): Promise<void> {
  const made = new Map<string, { etag: string; gzip: Buffer }>();
  const texts = new Map<string, string>();
  const description = async (audience: Audience | 'all') => {
    // Made again when the company has another name.
    const key = `${audience} ${config.BRAND_NAME}`;
    const text = texts.get(key) ?? (await describe(config, audience));
    texts.set(key, text);
    return text;
  };
  await app.register(async (docs) => {
    // Scalar's own handler resolves addresses against the host that the request names.
    docs.addHook('onRequest', async ({ host }) => {
      if (!URL.canParse(`http://${host}`)) throw badRequest('BAD_ADDRESS', t('The address is not valid'));
    });
    docs.addHook('onSend', async (request, reply, payload) => {
      if (typeof payload !== 'string' || reply.statusCode !== 200) return payload;
      const text = payload;
      if (String(reply.getHeader('content-type')).startsWith('text/html'))
        reply.header('content-security-policy', withScripts(String(reply.getHeader('content-security-policy')), text));
      // What somebody looked for is looked for again.
      if (request.routeOptions.url === SEARCH) return payload;
      const path = `${request.routeOptions.url} ${config.BRAND_NAME}`;
      const known = made.get(path) ?? {
        etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
        gzip: await compress(text),
      };
      made.set(path, known);
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: known.etag });
      if (request.headers['if-none-match'] === known.etag) {
        reply.code(304);
        return '';
      }
      if (!String(request.headers['accept-encoding'] ?? '').includes('gzip')) return text;
      reply.header('content-encoding', 'gzip').removeHeader('content-length');
      return known.gzip;
    });
    const serve = (path: string, audience: Audience | 'all') =>
      docs.get(path, { config: { output: 'fixed' } }, async (_request, reply) => {
        const text = await description(audience);
        return (
          reply
            // The description is public: tools on other hosts may read it from a browser.
            .headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
            .type('application/json; charset=utf-8')
            .send(text)
        );
      });
    serve(DESCRIPTION, 'all');
    for (const audience of audiences)
      for (const base of ['', API_BASE]) serve(`${base}/openapi/${audience}.json`, audience);
    let reference: { title: string; app: Promise<FastifyInstance> } | undefined;
    let guides: Promise<Guide[]> | undefined;
    for (const name of await guideNames())
      docs.get(addressOf(name), { config: { output: 'fixed' } }, async (_request, reply) => {
        guides ??= readGuides();
        const all = await guides;
        const guide = all.find((one) => one.name === name);
        if (!guide) return reply.callNotFound();
        return reply.type('text/html; charset=utf-8').send(guidePage(all, guide, titleOf(config)));
      });
    docs.get<{ Querystring: { q?: string } }>(SEARCH, { config: { output: 'fixed' } }, async ({ query }, reply) => {
      guides ??= readGuides();
      const found = searchPage(await guides, await documentOf('all'), query.q ?? '', titleOf(config));
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(found);
    });
    for (const path of [`${REFERENCE}/`, `${REFERENCE}/js/scalar.js`])
      docs.get(path, async ({ url, host }, reply) => {
        const title = titleOf(config);
        if (reference?.title !== title) reference = { title, app: openReference(title) };
        const { statusCode, headers, payload } = await (await reference.app).inject({ url, headers: { host } });
        const { location, 'content-type': type } = headers;
        if (location) return reply.redirect(location, statusCode);
        const isPage = String(type).startsWith('text/html');
        return reply
          .code(statusCode)
          .type(String(type))
          .send(isPage ? complete(payload, title) : payload);
      });
  });
}
