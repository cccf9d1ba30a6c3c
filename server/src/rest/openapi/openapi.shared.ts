import { withBases } from './openapi.bases.ts';
import { saidOnce } from './openapi.once.ts';
import type { ApiDocument } from './openapi.ts';
import { inOneForm } from './openapi.uniform.ts';

// The description as it is served: what it says several times is written once, below `components`. A reader who follows
// the references has the same document.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = { [name: string]: Json };
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Shorter ones are not worth a reference, which an example takes more for. */
const SHARED_FROM = 45;
const EXAMPLE_FROM = 110;

/** Names for what is shared: of what is said more than once, the name that it has most often. */
class Shared {
  readonly #section: string;
  readonly #from: number;
  readonly #taken: Set<string>;
  readonly #times = new Map<string, number>();
  readonly #wanted = new Map<string, Map<string, number>>();
  readonly #names = new Map<string, string>();
  readonly made: Fields = {};
  constructor(section: string, taken: Iterable<string>, from = SHARED_FROM) {
    this.#section = section;
    this.#from = from;
    this.#taken = new Set(taken);
  }
  /** Answers whether it is the first of these. */
  count(value: Json, wanted: string): boolean {
    const text = JSON.stringify(value);
    const times = (this.#times.get(text) ?? 0) + 1;
    const names = this.#wanted.get(text) ?? new Map<string, number>();
    this.#wanted.set(text, names.set(wanted, (names.get(wanted) ?? 0) + 1));
    if (text.length >= this.#from) this.#times.set(text, times);
    return times === 1;
  }
  /** A reference to what is said several times; the value itself otherwise. */
  put(value: Json, inner: (value: Json) => Json = (same) => same): Json {
    const text = JSON.stringify(value);
    if ((this.#times.get(text) ?? 0) < 2) return inner(value);
    const [[most] = ['']] = [...(this.#wanted.get(text) ?? [])].toSorted(([, a], [, b]) => b - a);
    const known = this.#names.get(text) ?? this.#name(most);
    if (!this.#names.has(text)) {
      this.#names.set(text, known);
      this.made[known] = inner(value);
    }
    return { $ref: `#/components/${this.#section}/${known}` };
  }
  #name(wanted: string): string {
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n++) name = wanted + n;
    this.#taken.add(name);
    return name;
  }
}

const capital = (word: string): string =>
  word
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('') || 'Part';
/** Kubb takes a component of several types for one that names itself, and never ends. */
const isMixed = ({ type }: Fields): boolean => Array.isArray(type) && type.filter((one) => one !== 'null').length > 1;
const isSchema = (value: Json): value is Fields =>
  isFields(value) &&
  !isMixed(value) &&
  (typeof value['type'] === 'string' || Array.isArray(value['type']) || Array.isArray(value['anyOf']));

/** Calls `see` with each schema inside of one, the deepest last, and the name that it has there. */
function walkSchemas(schema: Json, name: string, see: (schema: Json, name: string) => Json): Json {
  if (!isFields(schema)) return schema;
  const inner = (value: Json, as: string) => (isSchema(value) ? see(value, as) : walkSchemas(value, as, see));
  const out: Fields = { ...schema };
  if (isFields(schema['properties']))
    out['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([field, value]) => [field, inner(value, capital(field))]),
    );
  if (isFields(schema['items'])) out['items'] = inner(schema['items'], name.replace(/s$/, ''));
  for (const list of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[list])) out[list] = schema[list].map((option) => inner(option, name));
  if (isFields(schema['additionalProperties']))
    out['additionalProperties'] = inner(schema['additionalProperties'], name);
  return out;
}

/** Repeated schemas inside of those that have a name. */
function shareSchemas(schemas: Fields): Fields {
  const shared = new Shared('schemas', Object.keys(schemas));
  // What is inside of a repeated one is written once with it.
  const count = (schema: Json, name: string): Json =>
    shared.count(schema, name) ? walkSchemas(schema, name, count) : schema;
  for (const [name, schema] of Object.entries(schemas)) walkSchemas(schema, name, count);
  const put = (schema: Json, name: string): Json => shared.put(schema, (value) => walkSchemas(value, name, put));
  const named = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, walkSchemas(schema, name, put)]),
  );
  return Object.fromEntries(Object.entries({ ...named, ...shared.made }).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const mediaOf = (part: Json | undefined): Fields[] =>
  isFields(part) && isFields(part['content']) ? Object.values(part['content']).filter(isFields) : [];
const fieldsIn = (value: Json | undefined): Fields => (isFields(value) ? value : {});
/** The answers of a call that are written with it. */
const answersOf = ({ responses }: Fields): [string, Fields][] =>
  Object.entries(fieldsIn(responses)).flatMap(([status, answer]) =>
    isFields(answer) && answer['$ref'] === undefined ? [[status, answer]] : [],
  );
/** The name of the first schema of a body or an answer. */
const nameIn = (part: Json | undefined): string => {
  const [schema] = mediaOf(part).map((media) => fieldsIn(media['schema']));
  return (
    String(schema?.['$ref'] ?? '')
      .split('/')
      .at(-1) || 'Success'
  );
};

/** Repeated examples of bodies and answers. */
function shareExamples(operations: readonly Fields[]): Fields {
  const shared = new Shared('examples', [], EXAMPLE_FROM);
  const parts = operations.flatMap((operation) => [
    operation['requestBody'],
    ...answersOf(operation).map(([, answer]) => answer),
  ]);
  for (const part of parts)
    for (const { example } of mediaOf(part)) if (example !== undefined) shared.count(example, nameIn(part));
  for (const media of parts.flatMap(mediaOf)) {
    const { example } = media;
    if (example === undefined) continue;
    const put = fieldsIn(shared.put(example, (value) => ({ value })));
    if (typeof put['$ref'] !== 'string') continue;
    delete media['example'];
    media['examples'] = { example: put };
  }
  return shared.made;
}

/** Repeated parameters of calls and addresses. */
function shareParameters(parts: readonly Fields[], known: Fields): Fields {
  const shared = new Shared('parameters', Object.keys(known));
  const own = (list: Json | undefined): Fields[] => (Array.isArray(list) ? list.filter(isFields) : []);
  for (const parameter of parts.flatMap(({ parameters }) => own(parameters)))
    if (parameter['$ref'] === undefined) shared.count(parameter, String(parameter['name']).replaceAll(/[^\w.-]/g, ''));
  for (const part of parts)
    if (part['parameters']) part['parameters'] = own(part['parameters']).map((parameter) => shared.put(parameter));
  return { ...known, ...shared.made };
}

/** Repeated answers. */
function shareAnswers(operations: readonly Fields[], known: Fields): Fields {
  const shared = new Shared('responses', Object.keys(known));
  // Orval adds `Response` to the name, which is the name of another thing then.
  for (const operation of operations)
    for (const [, answer] of answersOf(operation)) shared.count(answer, `${nameIn(answer)}Ok`);
  for (const operation of operations)
    for (const [status, answer] of answersOf(operation)) fieldsIn(operation['responses'])[status] = shared.put(answer);
  return { ...known, ...shared.made };
}

const ANY_REF = /"#\/components\/schemas\/([^"]+)"/g;
/** One that says nothing else, so that what it leads to may be in its place. */
const WHOLE_REF = /\{"\$ref":"#\/components\/schemas\/([^"]+)"\}/g;
const countOf = (text: string, refs: RegExp): Map<string, number> => {
  const times = new Map<string, number>();
  for (const [, name = ''] of text.matchAll(refs)) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
};

/**
 * Writes a schema where it is used, where its name is longer than what it saves: it has one use, or it is short. The
 * innermost first, as they make others shorter. Those in `named` keep their names.
 */
function withoutSpareNames(document: ApiDocument, named: ReadonlySet<string>): ApiDocument {
  const { schemas } = document.components;
  const text = JSON.stringify(document);
  const [all, whole] = [countOf(text, ANY_REF), countOf(text, WHOLE_REF)];
  const spare = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const uses = all.get(name) ?? 0;
    if (named.has(name) || uses !== whole.get(name)) continue;
    const own = JSON.stringify(schema);
    const reference = name.length + '{"$ref":"#/components/schemas/"}'.length;
    if (uses * own.length <= uses * reference + own.length + name.length + 4) spare.set(name, own);
  }
  for (const [name, own] of spare)
    if ([...countOf(own, ANY_REF).keys()].some((inner) => spare.has(inner))) spare.delete(name);
  if (spare.size === 0) return document;
  const made: ApiDocument = JSON.parse(text.replace(WHOLE_REF, (ref, name: string) => spare.get(name) ?? ref));
  for (const name of spare.keys()) delete made.components.schemas[name];
  return withoutSpareNames(made, named);
}

/** The same description, with what it repeats written once. */
function withShared(document: ApiDocument): ApiDocument {
  const made: ApiDocument = JSON.parse(JSON.stringify(document));
  // The same object without the names of its parts.
  const { paths, components: parts }: Record<string, unknown> = { ...made };
  if (!isFields(parts) || !isFields(paths)) return document;
  const items = Object.values(paths).filter(isFields);
  const operations = items.flatMap((item) => Object.values(item).filter(isFields));
  parts['schemas'] = shareSchemas(fieldsIn(parts['schemas']));
  parts['examples'] = shareExamples(operations);
  parts['responses'] = shareAnswers(operations, fieldsIn(parts['responses']));
  parts['parameters'] = shareParameters([...items, ...operations], fieldsIn(parts['parameters']));
  return made;
}

/**
 * The description as it is served: nothing of it is left out, and what it repeats is written once. What only one call
 * says is written with it; the parts of things keep their names.
 */
export function served(document: ApiDocument): ApiDocument {
  const once = inOneForm(saidOnce(document));
  const schemas = withBases(once.components.schemas);
  const bases = Object.keys(schemas).filter((name) => !once.components.schemas[name]);
  const parts = countOf(JSON.stringify(document.components.schemas), ANY_REF).keys();
  return withoutSpareNames(
    withShared({ ...once, components: { ...once.components, schemas } }),
    new Set([...bases, ...parts]),
  );
}
