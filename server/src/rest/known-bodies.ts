import { z } from 'zod';
import { KnownFields } from '../http/bodies/known-fields.ts';
import { procedures } from '../router.ts';
import { type RestRoute, restRoutes } from './routes.ts';

/** What a call takes as its body, and what it answers. */
function schemasOf({ procedure, method }: RestRoute): unknown[] {
  const { inputs = [], output } = procedures[procedure]?._def ?? {};
  return [...(method === 'GET' ? [] : inputs), ...rowsOf(output)];
}
/** Of a page its rows: whoever reads a list sends those back. */
function rowsOf(schema: unknown): unknown[] {
  const rows = schema instanceof z.ZodObject ? schema.shape['data'] : undefined;
  return [rows instanceof z.ZodType ? rows : schema];
}

const routesByPath = Map.groupBy(restRoutes.all, ({ path }) => path);
const OWN_PATH = /\/\{\w+\}$/;
/** The calls that read, make and change the thing at an address: `/orders` and `/orders/{id}`, and nothing below them. */
const callsOfThing = (path: string): RestRoute[] =>
  [...routesByPath].flatMap(([one, routes]) =>
    one.replace(OWN_PATH, '') === path.replace(OWN_PATH, '') ? routes : [],
  );
/** Every schema of a thing, by its name or that of one of them: `order` and `orders`. */
const schemasNamed = (name: string): unknown[] => [`/${name}`, `/${name}s`].flatMap(callsOfThing).flatMap(schemasOf);

const made = new Map<string, KnownFields>();
/** What the body of a call may say. Made when the call is first used. */
export function knownFieldsOf(route: RestRoute): KnownFields {
  const known = made.get(route.procedure);
  if (known) return known;
  const own = procedures[route.procedure]?._def.inputs ?? [];
  const fields = new KnownFields(own, callsOfThing(route.path).flatMap(schemasOf), schemasNamed);
  made.set(route.procedure, fields);
  return fields;
}
