import type { JsonSchema, Schemas } from './openapi.examples.ts';
import { anyRefusal, anyRefusals, everyHeader } from './openapi.responses.ts';
import type { Answer, ApiDocument, Operation, PathItem } from './openapi.ts';

// What the served description says once, where openapi.json says it with every call or every schema.

/** A paragraph of a description. */
const WHO = /(?:^|\n\n)Who: [^\n]*/;

const eachCall = ({ paths }: ApiDocument, change: (operation: Operation) => Operation): Record<string, PathItem> =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]): [string, PathItem] => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, change(operation)])),
    ]),
  );

/** Of every answer, and of every answer to a change. */
const commonHeaders = [...everyHeader, 'Idempotent-Replayed'];
/** Without the headers that every answer has. */
function withoutCommon({ headers = {}, ...answer }: Answer): Answer {
  const own = Object.entries(headers).filter(([name]) => !commonHeaders.includes(name));
  return { ...answer, ...(own.length > 0 ? { headers: Object.fromEntries(own) } : {}) };
}

/**
 * `default` of each call: the refusals that any call may answer with, which say nothing about this one, and the headers
 * of every answer.
 */
function mergeCommon(document: ApiDocument): ApiDocument {
  const ofCall = (operation: Operation): Operation => {
    const kept = Object.entries(operation.responses).flatMap(([status, answer]): [string, Answer][] => {
      if (answer.$ref === undefined) return [[status, withoutCommon(answer)]];
      return anyRefusals.has(status) ? [] : [[status, answer]];
    });
    return {
      ...operation,
      // Who may call it, in words: `security` says the same.
      ...(operation.description && { description: operation.description.replace(WHO, '') }),
      responses: { ...Object.fromEntries(kept), default: { $ref: '#/components/responses/Refused' } },
    };
  };
  const paths = eachCall(document, ofCall);
  const text = JSON.stringify(paths);
  const { components } = document;
  const used = Object.entries(components.responses).filter(([name]) =>
    text.includes(`"#/components/responses/${name}"`),
  );
  return {
    ...document,
    paths,
    components: { ...components, responses: { ...Object.fromEntries(used), Refused: anyRefusal } },
  };
}

/** A schema of fewer fields is not worth being the base of another one. */
const BASE_FIELDS_MIN = 6;
const isPlain = ({ type, properties, additionalProperties, anyOf, oneOf }: JsonSchema): boolean =>
  type === 'object' && properties !== undefined && additionalProperties === undefined && !anyOf && !oneOf;

/** A body that may come as form data too has one schema. */
function mergeForms(document: ApiDocument): ApiDocument {
  const { schemas } = document.components;
  const named = ({ $ref = '' }: JsonSchema) => $ref.split('/').at(-1) ?? '';
  const gone = new Set<string>();
  const ofCall = (operation: Operation): Operation => {
    const { 'application/json': json, 'multipart/form-data': form, ...others } = operation.requestBody?.content ?? {};
    if (!json || !form || JSON.stringify(schemas[named(json.schema)]) !== JSON.stringify(schemas[named(form.schema)]))
      return operation;
    gone.add(named(form.schema));
    const content = { 'application/json': json, 'multipart/form-data': { ...form, schema: json.schema }, ...others };
    return { ...operation, requestBody: { ...operation.requestBody, content } };
  };
  const paths = eachCall(document, ofCall);
  const kept = Object.entries(schemas).filter(([name]) => !gone.has(name));
  return { ...document, paths, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

/** What many schemas begin with, by what it is called. */
const heads: Readonly<Record<string, readonly string[]>> = {
  PageHead: ['page', 'limit', 'total', 'totalPages'],
  EventHead: ['id', 'timestamp', 'sequence'],
};
const extended = (base: string, { type: _, properties = {}, required = [], ...rest }: JsonSchema, known: object) => {
  const more = required.filter((field) => !(field in known));
  const own: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !(field in known))),
    ...(more.length > 0 ? { required: more } : {}),
  };
  return { ...rest, allOf: [{ $ref: `#/components/schemas/${base}` }, own] };
};

/** Pages and events with what all of them have in one place. */
function withHeads(schemas: Schemas): Record<string, JsonSchema> {
  const made: Record<string, JsonSchema> = { ...schemas };
  for (const [head, fields] of Object.entries(heads)) {
    const headOf = ({ properties = {}, required = [] }: JsonSchema) =>
      fields.every((field) => required.includes(field))
        ? JSON.stringify(fields.map((field) => properties[field]))
        : undefined;
    const like = Map.groupBy(
      Object.entries(made).filter(([, schema]) => isPlain(schema)),
      ([, schema]) => headOf(schema),
    );
    like.delete(undefined);
    const [most = []] = [...like.values()].toSorted((a, b) => b.length - a.length);
    const [first] = most;
    if (!first || most.length < 3) continue;
    const properties = Object.fromEntries(fields.map((field) => [field, first[1].properties?.[field] ?? {}]));
    made[head] = { type: 'object', properties, required: [...fields] };
    for (const [name, schema] of most) made[name] = extended(head, schema, properties);
  }
  return made;
}

/** Shorter answers are not worth a name. */
const NAMED_FROM = 200;
/** The answers of calls that have no name yet: `OrdersCountsAnswer`. */
function nameAnswers(document: ApiDocument): ApiDocument {
  const schemas: Record<string, JsonSchema> = { ...document.components.schemas };
  const ofCall = (operation: Operation): Operation => {
    const responses = Object.entries(operation.responses).map(([status, answer]): [string, Answer] => {
      const media = answer.content?.['application/json'];
      if (!media || !isPlain(media.schema) || JSON.stringify(media.schema).length < NAMED_FROM) return [status, answer];
      const { operationId } = operation;
      const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer`;
      schemas[name] = media.schema;
      const named = { ...media, schema: { $ref: `#/components/schemas/${name}` } };
      return [status, { ...answer, content: { ...answer.content, 'application/json': named } }];
    });
    return { ...operation, responses: Object.fromEntries(responses) };
  };
  const paths = eachCall(document, ofCall);
  return { ...document, paths, components: { ...document.components, schemas } };
}

/** `Order` with further fields is `allOf` of `Order` and these. */
function withBases(schemas: Schemas): Record<string, JsonSchema> {
  const texts = new Map(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const { properties = {}, required = [] } = schema;
      const fields = Object.entries(properties).map(
        ([field, inner]) => `${field} ${required.includes(field)} ${JSON.stringify(inner)}`,
      );
      return isPlain(schema) && fields.length >= BASE_FIELDS_MIN ? [[name, new Set(fields)] as const] : [];
    }),
  );
  const baseOf = (name: string): string | undefined => {
    const own = texts.get(name);
    if (!own) return undefined;
    const [base] = [...texts]
      .filter(([other, fields]) => other !== name && fields.size < own.size && fields.isSubsetOf(own))
      .toSorted(([, a], [, b]) => b.size - a.size);
    return base?.[0];
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const base = baseOf(name);
      const known = schemas[base ?? '']?.properties;
      if (base === undefined || !known) return [name, schema];
      return [name, extended(base, schema, known)];
    }),
  );
}

/** Without what says nothing: an empty description, and no parameters. */
const withoutEmpty = ({ parameters, description, ...operation }: Operation): Operation => ({
  ...operation,
  ...(description ? { description } : {}),
  ...(parameters && parameters.length > 0 ? { parameters } : {}),
});

/** The same description, with what all calls may refuse and what schemas have from another one said once. */
export function saidOnce(document: ApiDocument): ApiDocument {
  const merged = nameAnswers(mergeForms(mergeCommon(document)));
  const { components } = merged;
  const paths = eachCall(merged, withoutEmpty);
  return { ...merged, paths, components: { ...components, schemas: withBases(withHeads(components.schemas)) } };
}
