/** The part of JSON Schema that our description uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
}
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** A thing of fewer fields is shown whole inside of any answer. */
const THING_FIELDS_MIN = 20;
const SAMPLE_TIME = '2026-03-01T09:30:00.000Z';
const typesOf = (schema: JsonSchema): string[] => [schema.type ?? []].flat();

const isNullable = (schema: JsonSchema): boolean =>
  typesOf(schema).includes('null') || (schema.anyOf?.some(({ type }) => type === 'null') ?? false);

const namesThing = ({ $ref, anyOf = [] }: JsonSchema): boolean => $ref !== undefined || anyOf.some(namesThing);

const resolved = (given: JsonSchema, schemas: Schemas): JsonSchema =>
  given.$ref ? (schemas[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given;

/** The largest of the `things` that this answer has all fields of, besides further ones: a scan and its order. */
function thingWithin(answer: JsonSchema, things: readonly JsonSchema[]): JsonSchema {
  const fields = new Set(Object.keys(answer.properties ?? {}));
  const within = things.filter(({ properties = {} }) => {
    const names = Object.keys(properties);
    const isLarge = names.length >= THING_FIELDS_MIN && names.length < fields.size;
    return isLarge && names.every((name) => fields.has(name));
  });
  const size = ({ properties = {} }: JsonSchema) => Object.keys(properties).length;
  return within.toSorted((a, b) => size(b) - size(a))[0] ?? {};
}

/**
 * An example of a call's answer. Of what other calls read (`things`) it shows what cannot be missing: a thing that the
 * answer has further fields of, and the rows of things that are not what a list is about.
 */
export function exampleOfCall(given: JsonSchema, schemas: Schemas, things: readonly JsonSchema[]): unknown {
  const [option] = given.anyOf ?? [];
  if (option?.$ref) return exampleOfCall(option, schemas, things);
  const answer = resolved(given, schemas);
  const example = exampleOfAnswer(given, schemas);
  if (!answer.properties || typeof example !== 'object' || example === null || things.includes(answer)) return example;
  const { properties: within = {} } = thingWithin(answer, things);
  const brief = Object.entries(answer.properties).map(([name, inner]) => {
    const isRows = inner.items !== undefined && things.includes(resolved(inner.items, schemas));
    if (isRows && name !== 'data') return [name, []];
    return [name, within[name] ? exampleOfAnswer(inner, schemas, true) : Reflect.get(example, name)];
  });
  return Object.fromEntries(brief.filter(([, value]) => value !== undefined));
}

/**
 * An example of an answer. A thing inside of another one, such as a row of a list, is shown as it is when it has nothing
 * that it may lack: its own call shows it whole.
 */
export function exampleOfAnswer(given: JsonSchema, schemas: Schemas, isInside = false): unknown {
  const schema = resolved(given, schemas);
  if (isInside && isNullable(schema)) return null;
  if (isInside && schema.items && !schema.minItems) return [];
  if (schema.examples) return schema.examples[0];
  const [option] =
    schema.oneOf ?? schema.anyOf?.filter(({ type, const: only }) => type !== 'null' && only !== '') ?? [];
  if (option) return exampleOfAnswer(option, schemas, isInside);
  if (schema.properties) {
    const { required = [] } = schema;
    const shown = Object.entries(schema.properties).filter(([name]) => !isInside || required.includes(name));
    const fields = shown.map(
      ([name, inner]) => [name, exampleOfAnswer(inner, schemas, isInside || namesThing(inner))] as const,
    );
    return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
  }
  if (schema.items) {
    const example = exampleOfAnswer(schema.items, schemas, true);
    return example === undefined ? undefined : [example];
  }
  return exampleOf(schema, schemas);
}

/**
 * An example of a schema, put together from those that its parts bring along (`.meta({ example })`); undefined for a
 * file, which cannot be written down.
 */
export function exampleOf(given: JsonSchema, schemas: Schemas): unknown {
  const schema = given.$ref ? (schemas[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given;
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) {
    const option = schema.anyOf.find(({ type, const: only }) => type !== 'null' && only !== '');
    return exampleOf(option ?? {}, schemas);
  }
  if (schema.oneOf) return exampleOf(schema.oneOf[0] ?? {}, schemas);
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, inner]) => [name, exampleOf(inner, schemas)] as const);
    return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
  }
  if (schema.items) {
    const example = exampleOf(schema.items, schemas);
    return example === undefined ? undefined : [example];
  }
  const types = typesOf(schema);
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return schema.default ?? schema.minimum ?? 1;
  if (schema.format === 'binary') return undefined;
  return schema.format === 'date-time' ? SAMPLE_TIME : 'text';
}
