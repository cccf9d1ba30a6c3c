import { API_BASE } from '@quickfleet/shared/paths';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../lib/errors.ts';
import { appRouter } from '../router.ts';
import type { ProcedureMeta } from '../trpc.ts';

interface RestRoute {
  method: string;
  /** Below /api/v1, with {parameters}. */
  path: string;
  procedure: string;
  /** Of a success. */
  status: number;
  etag: ProcedureMeta['etag'];
  honorsIfMatch: boolean;
  /** Takes form data without files beside JSON. */
  takesForms: boolean;
}
type Meta = ProcedureMeta & { openapi?: { method: string; path: string; contentTypes?: readonly string[] } };

const routes: RestRoute[] = Object.entries<{ _def: { meta?: Meta } }>(appRouter._def.procedures as never).flatMap(
  ([procedure, { _def }]) =>
    _def.meta?.openapi
      ? [
          {
            procedure,
            method: _def.meta.openapi.method,
            path: _def.meta.openapi.path,
            status: _def.meta.status ?? 200,
            etag: _def.meta.etag,
            honorsIfMatch: _def.meta.honorsIfMatch ?? false,
            takesForms: _def.meta.openapi.contentTypes?.includes('multipart/form-data') ?? false,
          },
        ]
      : [],
);

const byProcedure = new Map(routes.map((route) => [route.procedure, route]));
/** What the procedures publish over REST. */
export const restRoutes = {
  all: routes as readonly RestRoute[],
  of: (procedure: string): RestRoute | undefined => byProcedure.get(procedure),
};

const matchers = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${API_BASE}${route.path.replaceAll(/\{([^}]+)\}/g, '(?<$1>[^/]+)')}/?$`),
}));
/** The call behind an address, with the parameters that the path gives to its procedure as they stand there. */
export function routeAt(method: string, path: string): { route?: RestRoute; params: Record<string, string> } {
  const found = matchers.find(({ route, pattern }) => route.method === method && pattern.test(path));
  return { ...(found ? { route: found.route } : {}), params: { ...found?.pattern.exec(path)?.groups } };
}

/** Every call under /api, form-data routes included: asked for 404, 405 and Allow. Letter case counts. */
export interface RouteTable {
  add(method: string | string[], url: string): void;
  methodsOf(path: string): string[];
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{[^}]+\}|:[A-Za-z]+/g, '[^/]+')}/?$`);

/** In the order in which Allow names them. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function createRouteTable(): RouteTable {
  const known = routes.map(({ method, path }) => ({ method, matches: pattern(API_BASE + path) }));
  return {
    add(method, url) {
      if (!url.startsWith('/api/') || url.includes('*')) return;
      for (const one of [method].flat()) if (one !== 'HEAD') known.push({ method: one, matches: pattern(url) });
    },
    methodsOf(path) {
      const found = new Set(known.filter(({ matches }) => matches.test(path)).map(({ method }) => method));
      return METHODS.filter((method) => found.has(method));
    },
  };
}

/** 405 with Allow for a path that exists with other methods, else 404. */
export function noSuchCall(table: RouteTable, request: FastifyRequest): DomainError {
  const allowed = table.methodsOf(request.url.split('?')[0] ?? '');
  const shown = request.originalUrl.split('?')[0];
  if (allowed.length === 0) return new DomainError('NOT_FOUND', 'NO_SUCH_CALL', `There is no call ${shown}`);
  return new DomainError('METHOD_NOT_SUPPORTED', 'METHOD_NOT_ALLOWED', `${shown} takes ${allowed.join(', ')}`, {
    headers: { allow: allowed.join(', ') },
  });
}
