import type { ApiDocument } from './openapi.ts';

// The description as it is served: what it says several times is written once, below `components`. A reader who follows
// the references has the same document.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = { [name: string]: Json };
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Shorter ones are not worth a reference. */
const SHARED_FROM = 60;

/** Names for what is shared: of what is said more than once, the name that it had first. */
class Shared {
  readonly #section: string;
  readonly #taken: Set<string>;
  readonly #times = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly made: Fields = {};
  constructor(section: string, taken: Iterable<string>) {
    this.#section = section;
    this.#taken = new Set(taken);
  }
  count(value: Json): void {
    const text = JSON.stringify(value);
    if (text.length >= SHARED_FROM) this.#times.set(text, (this.#times.get(text) ?? 0) + 1);
  }
  /** A reference to what is said several times; the value itself otherwise. */
  put(value: Json, wanted: string, inner: (value: Json) => Json = (same) => same): Json {
    const text = JSON.stringify(value);
    if ((this.#times.get(text) ?? 0) < 2) return inner(value);
    const known = this.#names.get(text) ?? this.#name(wanted);
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
  const count = (schema: Json, name: string): Json => {
    shared.count(schema);
    return walkSchemas(schema, name, count);
  };
  for (const [name, schema] of Object.entries(schemas)) walkSchemas(schema, name, count);
  const put = (schema: Json, name: string): Json => shared.put(schema, name, (value) => walkSchemas(value, name, put));
  const named = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, walkSchemas(schema, name, put)]),
  );
  return Object.fromEntries(Object.entries({ ...named, ...shared.made }).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What has an example as a whole says it a second time by those of its fields. */
function withoutExamples(schema: Json): Json {
  if (!isFields(schema)) return schema;
  const { examples: _, ...rest } = schema;
  return walkSchemas(rest, '', (inner) => withoutExamples(inner));
}

const methodsOf = (item: Fields): Fields[] => Object.values(item).filter(isFields);
const mediaOf = (part: Json | undefined): Fields[] =>
  isFields(part) && isFields(part['content']) ? Object.values(part['content']).filter(isFields) : [];

/** The same description, with what it repeats written once. */
export function withShared(document: ApiDocument): ApiDocument {
  const made: ApiDocument = JSON.parse(JSON.stringify(document));
  // The same object without the names of its parts.
  const copy: Record<string, unknown> = { ...made };
  const { components } = copy;
  if (!isFields(components) || !isFields(components['schemas'])) return document;
  const paths = isFields(copy['paths']) ? copy['paths'] : {};
  const operations = Object.values(paths).filter(isFields).flatMap(methodsOf);
  const hasNoExample = new Set(
    operations.flatMap(({ requestBody }) =>
      mediaOf(requestBody).flatMap(({ schema, example }) =>
        example === undefined && isFields(schema) ? [String(schema['$ref']).split('/').at(-1)] : [],
      ),
    ),
  );
  components['schemas'] = shareSchemas(
    Object.fromEntries(
      Object.entries(components['schemas']).map(([name, schema]) => [
        name,
        hasNoExample.has(name) ? schema : withoutExamples(schema),
      ]),
    ),
  );
  const examples = new Shared('examples', []);
  const answers = new Shared(
    'responses',
    Object.keys(isFields(components['responses']) ? components['responses'] : {}),
  );
  const parameters = new Shared(
    'parameters',
    Object.keys(isFields(components['parameters']) ? components['parameters'] : {}),
  );
  const answersOf = ({ responses }: Fields): [Fields, string, Fields][] =>
    isFields(responses)
      ? Object.entries(responses).flatMap(([status, answer]) =>
          isFields(answer) && answer['$ref'] === undefined ? [[responses, status, answer]] : [],
        )
      : [];
  const nameIn = (answer: Json | undefined): string => {
    const [schema] = mediaOf(answer).map((media) => media['schema']);
    const ref = isFields(schema) && typeof schema['$ref'] === 'string' ? schema['$ref'] : '';
    return ref.split('/').at(-1) || 'Success';
  };
  const eachMedia = (operation: Fields): [Fields, string][] => [
    ...mediaOf(operation['requestBody']).map((media): [Fields, string] => [media, nameIn(operation['requestBody'])]),
    ...answersOf(operation).flatMap(([, , answer]) =>
      mediaOf(answer).map((media): [Fields, string] => [media, nameIn(answer)]),
    ),
  ];
  for (const operation of operations) {
    for (const [media] of eachMedia(operation)) if (media['example'] !== undefined) examples.count(media['example']);
    for (const parameter of Array.isArray(operation['parameters']) ? operation['parameters'] : [])
      parameters.count(parameter);
  }
  for (const operation of operations) {
    for (const [media, name] of eachMedia(operation)) {
      const { example } = media;
      if (example === undefined) continue;
      const put = examples.put(example, name, (value) => ({ value }));
      if (!isFields(put) || typeof put['$ref'] !== 'string') continue;
      delete media['example'];
      media['examples'] = { example: put };
    }
    if (Array.isArray(operation['parameters']))
      operation['parameters'] = operation['parameters'].map((parameter) =>
        parameters.put(
          parameter,
          isFields(parameter) ? String(parameter['name'] ?? 'Parameter').replaceAll(/[^\w.-]/g, '') : '',
        ),
      );
  }
  for (const operation of operations) for (const [, , answer] of answersOf(operation)) answers.count(answer);
  // Orval adds `Response` to the name, which is the name of another thing then.
  for (const operation of operations)
    for (const [responses, status, answer] of answersOf(operation))
      responses[status] = answers.put(answer, `${nameIn(answer)}Ok`);
  components['examples'] = examples.made;
  components['responses'] = { ...(isFields(components['responses']) ? components['responses'] : {}), ...answers.made };
  components['parameters'] = {
    ...(isFields(components['parameters']) ? components['parameters'] : {}),
    ...parameters.made,
  };
  return made;
}
