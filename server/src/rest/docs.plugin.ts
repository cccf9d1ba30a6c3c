import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { API_BASE } from '@quickfleet/shared/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { renderDocs } from './docs/docs.page.ts';
import { type ApiDocument, buildDocument } from './openapi.ts';

const FOLDER = join(import.meta.dirname, 'docs');
const compress = promisify(gzip);

interface File {
  type: string;
  plain: Buffer;
  gzip: Buffer;
}
const prepare = async (type: string, text: string): Promise<File> => ({
  type,
  plain: Buffer.from(text),
  gzip: await compress(text),
});

/** The description as this installation serves it: under its own name and address. */
function describe(config: Config): ApiDocument {
  const document = buildDocument();
  const title = document.info.title.replace('QuickFleet', () => config.BRAND_NAME);
  return { ...document, info: { ...document.info, title }, servers: [{ url: config.PUBLIC_URL ?? '/' }] };
}

/** GET /api/v1/openapi.json and the readable reference at /docs; made when somebody asks for the first time. */
export async function registerDocs(app: FastifyInstance, config: Config): Promise<void> {
  const base = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`;
  const makers: Record<string, () => Promise<File>> = {
    [`${API_BASE}/openapi.json`]: () => prepare('application/json; charset=utf-8', JSON.stringify(describe(config))),
    '/docs': () => prepare('text/html; charset=utf-8', renderDocs(describe(config), base)),
    '/docs/docs.css': async () => prepare('text/css; charset=utf-8', await readFile(join(FOLDER, 'docs.css'), 'utf8')),
    '/docs/docs.js': async () =>
      prepare('text/javascript; charset=utf-8', await readFile(join(FOLDER, 'docs.js'), 'utf8')),
  };
  const made = new Map<string, Promise<File>>();
  for (const [path, make] of Object.entries(makers)) {
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const file = await (made.get(path) ?? made.set(path, make()).get(path));
      if (!file) throw new Error(`nothing was made for ${path}`);
      const isZipped = String(request.headers['accept-encoding'] ?? '').includes('gzip');
      if (isZipped) reply.header('content-encoding', 'gzip');
      // The description is public: tools on other hosts may read it from a browser.
      if (path.endsWith('.json'))
        reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
      return reply
        .type(file.type)
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
        .send(isZipped ? file.gzip : file.plain);
    });
  }
}
