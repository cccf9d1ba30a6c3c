import { z } from 'zod';
import { KnownFields } from '../http/bodies/known-fields.ts';
import { procedures } from '../router.ts';
import { type RestRoute, restRoutes } from './routes.ts';

/** `orders` of `orders.create`, and of `/orders/{id}/paid`. */
const thingsOf = ({ procedure, path }: Pick<RestRoute, 'procedure' | 'path'>): string[] => [
  procedure.split('.')[0] ?? '',
  path.split('/')[1] ?? '',
];
const schemasOf = ({ procedure }: RestRoute): unknown[] => {
  const { inputs = [], output } = procedures[procedure]?._def ?? {};
  return [...inputs, output];
};
/** The rows of a page, and what is under `data` alone: whoever reads a list sends its rows back. */
function withRows(schema: unknown): unknown[] {
  const rows = schema instanceof z.ZodObject ? schema.shape['data'] : undefined;
  return rows instanceof z.ZodType ? [schema, rows] : [schema];
}

const things = Map.groupBy(
  restRoutes.all.flatMap((route) => [...new Set(thingsOf(route))].map((thing) => ({ thing, route }))),
  ({ thing }) => thing,
);
/** Every schema of a thing, by its name or that of one of them: `order` and `orders`. */
const schemasOfThing = (name: string): unknown[] =>
  (things.get(name) ?? things.get(`${name}s`) ?? []).flatMap(({ route }) => schemasOf(route).flatMap(withRows));

const made = new Map<string, KnownFields>();
/** What the body of a call may say. Made when the call is first used. */
export function knownFieldsOf(route: RestRoute): KnownFields {
  const known = made.get(route.procedure);
  if (known) return known;
  const own = procedures[route.procedure]?._def.inputs ?? [];
  const more = thingsOf(route).flatMap(schemasOfThing);
  const fields = new KnownFields(own, more, schemasOfThing);
  made.set(route.procedure, fields);
  return fields;
}
