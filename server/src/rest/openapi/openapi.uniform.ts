import type { JsonSchema } from './openapi.examples.ts';
import { type ApiDocument, methods } from './openapi.ts';

// One way to write a schema, so that two that say the same are the same text.

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The words of a schema in one order, its type first. Fields keep the order in which people read them. */
function ordered({ type, ...rest }: JsonSchema): JsonSchema {
  const others = Object.fromEntries(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { ...(type && { type }), ...others };
}

/** `anyOf` of one simple type and null is a list of types, as other nullable types are written. */
function withTypes(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [one, two] = anyOf ?? [];
  if (!one || !two || anyOf?.length !== 2 || schema.type !== undefined) return schema;
  const [nothing, other] = one.type === 'null' ? [one, two] : [two, one];
  const isSimple = typeof other.type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(other.type);
  if (nothing.type !== 'null' || !isSimple || other.enum || other.const !== undefined) return schema;
  if (Object.keys(nothing).length > 1 || Object.keys(other).some((key) => key in rest)) return schema;
  return { ...rest, ...other, type: [String(other.type), 'null'] };
}

/** What has an example as a whole says it a second time by those of its fields. */
function uniform(given: JsonSchema, keepsExamples: boolean): JsonSchema {
  // A name is always a string.
  const { examples, propertyNames: _, ...rest } = given;
  const inner = (schema: JsonSchema) => uniform(schema, keepsExamples);
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = rest;
  return ordered(
    withTypes({
      ...rest,
      ...(examples && keepsExamples && { examples }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([field, schema]) => [field, inner(schema)])),
      }),
      ...(items && { items: inner(items) }),
      ...(anyOf && { anyOf: anyOf.map(inner) }),
      ...(oneOf && { oneOf: oneOf.map(inner) }),
      ...(allOf && { allOf: allOf.map(inner) }),
      ...(isFields(additionalProperties) && { additionalProperties: inner(additionalProperties) }),
    }),
  );
}

/** The bodies whose call has no example: one that needs a file, which cannot be written down. */
function withoutExample({ paths }: ApiDocument): ReadonlySet<string> {
  const operations = Object.values(paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));
  const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
  return new Set(
    bodies.flatMap(({ schema, example }) => (example === undefined ? [schema.$ref?.split('/').at(-1) ?? ''] : [])),
  );
}

/** The same description with its schemas written in one way. */
export function inOneForm(document: ApiDocument): ApiDocument {
  const keep = withoutExample(document);
  const { components } = document;
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, uniform(schema, keep.has(name))]),
  );
  return { ...document, components: { ...components, schemas } };
}
