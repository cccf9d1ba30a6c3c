import { z } from 'zod';
import { KnownFields } from '../http/bodies/known-fields.ts';
import { procedures } from '../router.ts';
import { type RestRoute, restRoutes } from './routes.ts';

const inputsOf = ({ procedure, method }: RestRoute): unknown[] =>
  method === 'GET' ? [] : (procedures[procedure]?._def.inputs ?? []);
const outputOf = ({ procedure }: RestRoute): unknown => procedures[procedure]?._def.output;

/** The object or list that a schema is, whatever is around it. */
function plain(schema: unknown): unknown {
  if (schema instanceof z.ZodLazy || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return plain(schema.unwrap());
  return schema;
}
const partOf = (schema: unknown, name: string): unknown => {
  const whole = plain(schema);
  return whole instanceof z.ZodObject ? whole.shape[name] : undefined;
};
/** Of a page its rows, and of an answer with several lists theirs: whoever reads a list sends its rows back. */
function rowsOf(schema: unknown, isList: boolean): unknown[] {
  const rows = partOf(schema, 'data');
  if (rows) return [rows];
  const whole = plain(schema);
  if (!isList || !(whole instanceof z.ZodObject)) return [whole];
  const lists = Object.values(whole.shape).filter((part) => plain(part) instanceof z.ZodArray);
  return lists.length > 0 ? lists : [whole];
}

const routesByPath = Map.groupBy(restRoutes.all, ({ path }) => path);
const OWN_PATH = /\/\{\w+\}$/;
const listPath = (path: string): string => path.replace(OWN_PATH, '');
/** The calls that read, make and change the thing at an address: `/orders` and `/orders/{id}`, and nothing below them. */
const callsOfThing = (path: string): RestRoute[] =>
  [...routesByPath].flatMap(([one, routes]) =>
    listPath(one) === listPath(path) ? routes.filter(({ method }) => method !== 'DELETE') : [],
  );

/** What a part of a thing is read as, which has no address to be read at: `charges` of `/orders/{id}/charges`. */
function partRead(path: string): unknown[] {
  const [, whole, name] = /^(.+)\/([\w-]+)$/.exec(listPath(path)) ?? [];
  const parent = routesByPath.get(whole ?? '')?.find(({ method }) => method === 'GET');
  return parent && name ? [partOf(outputOf(parent), name)] : [];
}

/**
 * Every schema of the thing at an address: as it is read, made and changed. Where nothing is read, the body is that of
 * an act, such as `/orders/{id}/cancel`, whatever its call answers.
 */
function schemasOfThing(path: string): unknown[] {
  const calls = callsOfThing(path);
  const inputs = calls.flatMap(inputsOf);
  if (!calls.some(({ method }) => method === 'GET')) return [...inputs, ...partRead(path)];
  const hasOwnPaths = calls.some((call) => OWN_PATH.test(call.path));
  const isList = (call: RestRoute) => hasOwnPaths && call.method === 'GET' && !OWN_PATH.test(call.path);
  return [...inputs, ...calls.flatMap((call) => rowsOf(outputOf(call), isList(call)))];
}

/** Where a body has a thing inside, as the calls of that thing read it. */
const thingsInside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/quotes': { data: '/quotes' },
  '/recurring-orders': { order: '/orders' },
  '/invoices/reminders': { invoices: '/invoices/reminders' },
};

const made = new Map<string, KnownFields>();
/** What the body of a call may say. Made when the call is first used. */
export function knownFieldsOf(route: RestRoute): KnownFields {
  const known = made.get(route.procedure);
  if (known) return known;
  const own = procedures[route.procedure]?._def.inputs ?? [];
  const inside = thingsInside[listPath(route.path)] ?? {};
  const fields = new KnownFields(own, schemasOfThing(route.path), (name) =>
    inside[name] ? schemasOfThing(inside[name]) : [],
  );
  made.set(route.procedure, fields);
  return fields;
}
