import { roles } from '@quickfleet/shared/roles';
import { isPlain } from './openapi.bases.ts';
import type { JsonSchema } from './openapi.examples.ts';
import { anyRefusal, anyRefusals, everyHeader } from './openapi.responses.ts';
import { type Answer, type ApiDocument, methods, type Operation, type PathItem } from './openapi.ts';

// What the served description says once, where openapi.json says it with every call or every schema.

/** A paragraph of a description. */
const WHO = /(?:^|\n\n)Who: [^\n]*/;

const eachCall = ({ paths }: ApiDocument, change: (operation: Operation) => Operation): Record<string, PathItem> =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]): [string, PathItem] => [
      path,
      Object.fromEntries(methods.flatMap((method) => (item[method] ? [[method, change(item[method])] as const] : []))),
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
 * `4XX` of each call: the refusals that any call may answer with, which say nothing about this one, and the headers
 * of every answer.
 */
function mergeCommon(document: ApiDocument): ApiDocument {
  const ofCall = (operation: Operation): Operation => {
    const kept = Object.entries(operation.responses).flatMap(([status, answer]): [string, Answer][] => {
      if (answer.$ref === undefined) return [[status, withoutCommon(answer)]];
      return anyRefusals.has(status) ? [] : [[status, answer]];
    });
    const { description } = operation;
    return {
      ...operation,
      // Who may call it, in words: `security` says the same. A call that needs no other word keeps these.
      ...(description && { description: description.replace(WHO, '') || description }),
      responses: { ...Object.fromEntries(kept), '4XX': { $ref: '#/components/responses/Refused' } },
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

/** Without what says nothing: an empty description, and no parameters. */
const withoutEmpty = ({ parameters, description, ...operation }: Operation): Operation => ({
  ...operation,
  ...(description ? { description } : {}),
  ...(parameters && parameters.length > 0 ? { parameters } : {}),
});

/** What a call needs; no role is named where all of them may. */
const needsOf = ({ security }: Operation): Operation['security'] =>
  security?.map(({ sessionCookie, ...others }) =>
    sessionCookie ? { sessionCookie: sessionCookie.length < roles.length ? sessionCookie : [], ...others } : others,
  );

/** What most calls need is said of the whole; a call says what it needs instead. */
function withCommonSecurity(document: ApiDocument): ApiDocument {
  const lengths = new Map<string, number>();
  eachCall(document, (operation) => {
    const text = JSON.stringify(needsOf(operation));
    lengths.set(text, (lengths.get(text) ?? 0) + text.length);
    return operation;
  });
  const [[common] = ['']] = [...lengths].toSorted(([, a], [, b]) => b - a);
  const paths = eachCall(document, (operation) => {
    const { security: _, ...rest } = operation;
    const security = needsOf(operation);
    return JSON.stringify(security) === common ? rest : { ...rest, ...(security && { security }) };
  });
  return { ...document, security: JSON.parse(common), paths };
}

/** Parameters that all methods of an address take are those of the address. */
function withSharedParameters(document: ApiDocument): ApiDocument {
  const ofPath = (item: PathItem): PathItem => {
    const operations = methods.flatMap((method) => item[method] ?? []);
    const [first, ...others] = operations.map(
      ({ parameters = [] }) => new Map(parameters.map((parameter) => [JSON.stringify(parameter), parameter])),
    );
    const shared = [...(first ?? [])].filter(([text]) => others.every((one) => one.has(text)));
    if (others.length === 0 || shared.length === 0) return item;
    const texts = new Set(shared.map(([text]) => text));
    const withoutShared = ({ parameters = [], ...operation }: Operation): Operation =>
      withoutEmpty({ ...operation, parameters: parameters.filter((one) => !texts.has(JSON.stringify(one))) });
    const own = methods.flatMap((method) => (item[method] ? [[method, withoutShared(item[method])] as const] : []));
    return { parameters: shared.map(([, parameter]) => parameter), ...Object.fromEntries(own) };
  };
  const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, ofPath(item)]));
  return { ...document, paths };
}

/** The same description, with what all calls may refuse said once, and a name for each larger answer. */
export function saidOnce(document: ApiDocument): ApiDocument {
  const merged = nameAnswers(mergeForms(mergeCommon(document)));
  return withSharedParameters(withCommonSecurity({ ...merged, paths: eachCall(merged, withoutEmpty) }));
}
