import { t } from '@quickfleet/shared/words/t';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../http/errors.ts';
import type { ProcedureMeta } from '../http/trpc.ts';
import { appRouter } from '../router.ts';

export interface RestRoute {
  method: string;
  /** Below /api/v1, with {parameters}. */
  path: string;
  procedure: string;
  /** Of a success. */
  status: number;
  etag: ProcedureMeta['etag'];
  honorsIfMatch: boolean;
  requires: ProcedureMeta['requires'];
  entries: ProcedureMeta['entries'];
  /** Accepts form data without files in addition to JSON. */
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
            requires: _def.meta.requires,
            entries: _def.meta.entries,
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
class Addresses {
  readonly #byPart = new Map<string, { pattern: RegExp; method: string }[]>();

  /** Parameters of `path` are written `:id`. */
  add(path: string, method: string): void {
    const part = path.split('/')[3] ?? '';
    const source = path.replaceAll(/:[A-Za-z]+/g, '[^/]+');
    const key = part.includes(':') ? '' : part;
    this.#byPart.set(key, [...(this.#byPart.get(key) ?? []), { pattern: new RegExp(`^${source}/?$`), method }]);
  }

  methodsAt(path: string): Set<string> {
    const near = [...new Set([path.split('/')[3] ?? '', ''])].flatMap((key) => this.#byPart.get(key) ?? []);
    return new Set(near.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
  }
}

/** Every call under /api, form-data routes included: asked for 404, 405 and Allow. Letter case counts. */
export interface RouteTable {
  add(method: string | string[], url: string): void;
  methodsOf(path: string): string[];
}

/** In the order in which Allow names them. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function createRouteTable(): RouteTable {
  const known = new Addresses();
  return {
    add(method, url) {
      if (!url.startsWith('/api/') || url.includes('*')) return;
      for (const one of [method].flat()) if (one !== 'HEAD') known.add(url, one);
    },
    methodsOf(path) {
      const found = known.methodsAt(path);
      return METHODS.filter((method) => found.has(method));
    },
  };
}

/** 405 with Allow for a path that exists with other methods, else 404. */
export function noSuchCall(table: RouteTable, request: FastifyRequest): DomainError {
  const allowed = table.methodsOf(request.url.split('?')[0] ?? '');
  const [shown = ''] = request.originalUrl.split('?');
  if (allowed.length === 0)
    return new DomainError('NOT_FOUND', 'NO_SUCH_CALL', t('There is no call {call}', { call: shown }));
  return new DomainError(
    'METHOD_NOT_SUPPORTED',
    'METHOD_NOT_ALLOWED',
    t('{call} takes {methods}', { call: shown, methods: allowed.join(', ') }),
    {
      headers: { allow: allowed.join(', ') },
    },
  );
}
