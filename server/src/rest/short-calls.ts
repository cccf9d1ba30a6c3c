import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { procedures } from '../router.ts';
import { namesJson, type RestRoute, restRoutes, routeAt, takesBody } from './routes.ts';

/** A call with the input that the adapter would give its procedure. */
export interface ShortCall {
  route: RestRoute;
  input: Record<string, unknown> | undefined;
}
interface Kind {
  takesNothing: boolean;
  /** Parameters that are lists; one alone is a list of one. */
  lists: string[];
}

const isList = (schema: unknown): boolean =>
  schema instanceof z.ZodArray || (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodArray);
const listsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, leaf]) => (isList(leaf) ? [name] : []))
    : [];
const isNothing = (schema: unknown): boolean =>
  schema === undefined || schema instanceof z.ZodVoid || schema instanceof z.ZodUndefined;

const kinds = new Map<string, Kind>(
  restRoutes.all.flatMap(({ method, procedure }) => {
    const { type, inputs = [] } = procedures[procedure]?._def ?? {};
    // The adapter merges the inputs of a procedure built in several steps; none of ours is.
    if (inputs.length > 1 || (type === 'query') !== (method === 'GET')) return [];
    return [[procedure, { takesNothing: isNothing(inputs[0]), lists: listsOf(inputs[0]) }]];
  }),
);

function inputFromQuery(request: FastifyRequest, params: Record<string, string>, { lists }: Kind) {
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>))
    if (value) input[name] = Array.isArray(value) && value.length === 1 ? value[0] : value;
  Object.assign(input, params);
  for (const name of lists) if (input[name] !== undefined && !Array.isArray(input[name])) input[name] = [input[name]];
  return input;
}

/**
 * Calls go straight from Fastify to their procedures: the adapter dresses request and reply up as Node's own for each
 * one, which costs more than the work of a read itself (docs/performance.md). An address that a URL parser might read in
 * another way than Fastify did, and a body that is no JSON, are left to the adapter.
 */
export function shortCallOf(request: FastifyRequest): ShortCall | undefined {
  const path = request.url.split('?')[0] ?? '';
  if (!/^[\w/.~%-]+$/.test(path)) return undefined;
  const { route, params } = routeAt(request.method, path);
  const kind = route && kinds.get(route.procedure);
  if (!route || !kind) return undefined;
  if (!takesBody(request))
    return { route, input: kind.takesNothing ? undefined : inputFromQuery(request, params, kind) };
  if (!namesJson(request)) return undefined;
  return { route, input: kind.takesNothing ? undefined : Object.assign({}, request.body, params) };
}
