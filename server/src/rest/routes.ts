import { API_BASE } from '@quickfleet/shared/paths';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../lib/errors.ts';
import { appRouter } from '../router.ts';
import type { ProcedureMeta } from '../trpc.ts';

export interface RestRoute {
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

/** Patterns of addresses by their third part, `orders` of /api/v1/orders: of some two hundred a few are looked at. */
class Addresses<T> {
  readonly #byPart = new Map<string, { pattern: RegExp; value: T }[]>();

  /** Parameters of `path` are written `{id}` or `:id`; those in braces are named in what is found. */
  add(path: string, value: T): void {
    const part = path.split('/')[3] ?? '';
    const source = path.replaceAll(/\{([^}]+)\}/g, '(?<$1>[^/]+)').replaceAll(/:[A-Za-z]+/g, '[^/]+');
    const key = /[{:]/.test(part) ? '' : part;
    this.#byPart.set(key, [...(this.#byPart.get(key) ?? []), { pattern: new RegExp(`^${source}/?$`), value }]);
  }

  *at(path: string): Generator<{ value: T; params: Record<string, string> }> {
    for (const key of new Set([path.split('/')[3] ?? '', '']))
      for (const { pattern, value } of this.#byPart.get(key) ?? []) {
        const found = pattern.exec(path);
        if (found) yield { value, params: { ...found.groups } };
      }
  }
}

const addresses = new Addresses<RestRoute>();
for (const route of routes) addresses.add(API_BASE + route.path, route);
/** The call behind an address, with the parameters that the path gives to its procedure as they stand there. */
export function routeAt(method: string, path: string): { route?: RestRoute; params: Record<string, string> } {
  for (const { value, params } of addresses.at(path)) if (value.method === method) return { route: value, params };
  return { params: {} };
}

const TAKES_BODY = new Set(['POST', 'PUT', 'PATCH']);
/** Whether a call's input is its body, and not its query. */
export const takesBody = ({ method }: FastifyRequest): boolean => TAKES_BODY.has(method);
export const namesJson = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

/** Every call under /api, form-data routes included: asked for 404, 405 and Allow. Letter case counts. */
export interface RouteTable {
  add(method: string | string[], url: string): void;
  methodsOf(path: string): string[];
}

/** In the order in which Allow names them. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function createRouteTable(): RouteTable {
  const known = new Addresses<string>();
  for (const { method, path } of routes) known.add(API_BASE + path, method);
  return {
    add(method, url) {
      if (!url.startsWith('/api/') || url.includes('*')) return;
      for (const one of [method].flat()) if (one !== 'HEAD') known.add(url, one);
    },
    methodsOf(path) {
      const found = new Set([...known.at(path)].map(({ value }) => value));
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
