import { keysQuery } from '@quickfleet/shared/delivery/evidence/evidence';
import { KEYS_PATH } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { badRequest } from '../http/errors.ts';
import { procedures } from '../router.ts';
import { paperPaths } from './openapi/openapi.papers.ts';
import { restRoutes } from './routes.ts';

/** The fields of an input; undefined when they cannot be told. */
function fieldsOf(schema: unknown): string[] | undefined {
  if (schema === undefined || schema instanceof z.ZodVoid || schema instanceof z.ZodUndefined) return [];
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return fieldsOf(schema.unwrap());
  return undefined;
}
const ofProcedures = new Map(
  restRoutes.all.map(({ procedure, path }) => {
    const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
    const fields = fieldsOf(procedures[procedure]?._def.inputs?.[0]);
    return [procedure, fields?.filter((name) => !inPath.includes(name))];
  }),
);

/** What the descriptions of papers, tables and downloads say, by Fastify's form of the path. */
const described: ZodOpenApiPathsObject = paperPaths;
/** The parameters of the GET routes that no procedure describes: a route that is not listed stops the start. */
const ofPlainRoutes: Readonly<Partial<Record<string, readonly string[] | undefined>>> = {
  ...Object.fromEntries(
    Object.entries(described).map(([path, { get }]) => [
      path.replaceAll(/\{(\w+)\}/g, ':$1'),
      fieldsOf(get?.requestParams?.query),
    ]),
  ),
  '/files/:key': ['size', 'name'],
  [KEYS_PATH]: Object.keys(keysQuery.shape),
  [`${API_BASE}/imports/:id/failed.csv`]: [],
  '/u/:token': [],
  '/auth/email/:token': [],
  '/api/quotes': [],
  '/api/customers': [],
};

/** How many letters must be put in, taken out or changed to make one word of another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [at, sign] of [...from].entries()) {
    const next = [at + 1];
    for (let place = 0; place < to.length; place++)
      next.push(
        Math.min((row[place] ?? 0) + (sign === to[place] ? 0 : 1), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
const NAME_READ_MAX = 60;
/** The name that was most likely meant. */
const nearest = (name: string, known: readonly string[]): string | undefined =>
  known
    .map((one) => ({ one, far: distance(name.toLowerCase().slice(0, NAME_READ_MAX), one.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)[0]?.one;

function knownOf(request: FastifyRequest): readonly string[] | undefined {
  const { url = '', config } = request.routeOptions;
  return ofPlainRoutes[url] ?? ofProcedures.get(config.procedure ?? '');
}

const READS_QUERY = new Set(['GET', 'HEAD', 'DELETE']);
/**
 * A parameter that no call knows is refused: what filters nothing would answer everything. Names that begin with `_` are
 * let through, for those who must make an address new.
 */
export function refuseUnknownParameters(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (
      config?.procedure !== undefined ||
      ![method].flat().includes('GET') ||
      url.includes('*') ||
      url.startsWith('/trpc')
    )
      return;
    if (!ofPlainRoutes[url]) throw new Error(`Nothing says what the query of ${url} is`);
  });
  app.addHook('preValidation', async (request) => {
    if (!READS_QUERY.has(request.method)) return;
    const names = Object.keys(request.query ?? {}).filter((name) => !name.startsWith('_'));
    if (names.length === 0) return;
    const known = knownOf(request);
    const unknown = known && names.find((name) => !known.includes(name));
    if (unknown === undefined) return;
    const meant = nearest(unknown, known ?? []);
    const shown = unknown.slice(0, NAME_READ_MAX);
    const message = meant
      ? t('There is no parameter {name} here. Did you mean {meant}?', { name: shown, meant })
      : t('There is no parameter {name} here; this call takes none.', { name: shown });
    throw badRequest('UNKNOWN_PARAMETER', message, [{ path: shown, message }]);
  });
}
