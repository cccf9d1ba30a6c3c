import type { JsonSchema, Schemas } from '../../src/rest/openapi/openapi.examples.ts';

/** A small seeded generator (mulberry32): the same seed gives the same cases. */
export interface Random {
  next(): number;
  int(min: number, max: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  chance(part: number): boolean;
}
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return { next, int, pick: (from) => from[int(0, from.length - 1)] ?? from[0], chance: (part) => next() < part };
}

/** Values that have broken servers before. */
export const nasty: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e21,
  2 ** 31,
  2 ** 53,
  9.2e18,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0x10',
  '007',
  '1.005',
  'false',
  'true',
  'null',
  'undefined',
  'NaN',
  '9223372036854775808',
  '99999999999999999999',
  [],
  [null],
  [[]],
  ['x'],
  {},
  { $ne: null },
  { $like: '%' },
  { length: 5 },
  { toString: 'x' },
  { constructor: { prototype: {} } },
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '💥',
  'ÄÖÜ',
  "' or 1=1--",
  '%',
  '_',
  '\\',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{customerName}}',
  'a\r\nBcc: b@example.com',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  'x'.repeat(300),
  'x'.repeat(6000),
  '0000-00-00',
  '0000-01-01',
  '2026-02-30',
  '9999-12-31',
  '+275760-09-13',
  '2026-01-01T25:00:00Z',
  'infinity',
  '-infinity',
  'now',
  'epoch',
  '1',
  1,
  '12.50',
  '2026-03-01',
  '2026-03-01T09:30:00Z',
  'a@example.com',
  'https://pay.example.com',
]; // prettier-ignore

const words = ['Box of books', 'Ada Sender', '1 Pickup Street\nSpringfield', 'Lamp', 'x', 'Grüße 🌍'] as const;
const typesOf = (schema: JsonSchema): string[] => [schema.type ?? 'string'].flat();
export const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

/**
 * What a generated request may name: ids that there are, and by field name values that mean something to the server.
 */
export interface Known {
  ids: readonly number[];
  named: Readonly<Record<string, readonly unknown[]>>;
}

/** A value that the schema allows, as far as the schema says what it allows. */
export function valid(given: JsonSchema, schemas: Schemas, random: Random, known: Known, name = ''): unknown {
  const schema = resolve(given, schemas);
  const inner = (part: JsonSchema | undefined, field = name) => valid(part ?? {}, schemas, random, known, field);
  const named = known.named[name] ?? [];
  if (named.length > 0 && random.chance(0.7)) return named[random.int(0, named.length - 1)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[random.int(0, schema.enum.length - 1)];
  if (schema.anyOf?.length) return inner(schema.anyOf[random.int(0, schema.anyOf.length - 1)]);
  // A mail server that is tried is asked immediately: only this machine is.
  if (/^smtps?:/.test(String(schema.examples?.[0]))) return 'smtp://127.0.0.1:9';
  if (schema.examples?.length && random.chance(0.5)) return schema.examples[0];
  if (schema.properties) {
    const entries = Object.entries(schema.properties).filter(
      ([field]) => schema.required?.includes(field) || random.chance(0.5),
    );
    return Object.fromEntries(entries.map(([field, part]) => [field, inner(part, field)]));
  }
  const types = typesOf(schema);
  const type = types[random.int(0, types.length - 1)];
  if (type === 'null') return null;
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'array') {
    if (/\/files\//.test(JSON.stringify(schema.examples ?? ''))) return [];
    return Array.from({ length: random.int(schema.minItems ?? 0, 3) }, () => inner(schema.items));
  }
  if (type === 'integer' || type === 'number') {
    if (schema.maximum === 2_147_483_647 && known.ids.length > 0 && random.chance(0.9))
      return known.ids[random.int(0, known.ids.length - 1)];
    return random.int(schema.minimum ?? 0, Math.min(schema.maximum ?? 1000, (schema.minimum ?? 0) + 100));
  }
  return text(schema, random);
}

function text(schema: JsonSchema, random: Random): string {
  if (schema.format === 'date-time') return new Date(1_700_000_000_000 + random.int(0, 10 ** 9)).toISOString();
  if (schema.format === 'date') return `20${random.int(24, 35)}-0${random.int(1, 9)}-1${random.int(0, 9)}`;
  if (schema.format === 'email') return `fuzz${random.int(1, 400)}@example.com`;
  if (schema.format === 'uri') return `https://pay.example.com/${random.int(1, 99)}`;
  if (schema.pattern) return `fuzz${random.int(1, 9999)}`;
  const base = `${random.pick(words)} ${random.int(1, 999)}`;
  return (schema.minLength ?? 0) > base.length
    ? base.padEnd(schema.minLength ?? 0, 'x')
    : base.slice(0, schema.maxLength ?? base.length);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with one place changed: a field replaced, dropped or added, somewhere inside. */
export function mutate(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.int(0, value.length - 1);
    return value.map((inner, index) => (index === at ? mutate(inner, random) : inner));
  }
  if (isRecord(value)) {
    const names = Object.keys(value);
    const name = names[random.int(0, names.length - 1)];
    if (name === undefined || random.chance(0.1))
      return {
        ...value,
        [random.pick(['id', 'role', 'status', 'extra', 'constructor', 'toString'])]: random.pick(nasty),
      };
    if (random.chance(0.15)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    return { ...value, [name]: mutate(value[name], random) };
  }
  return random.pick(nasty);
}

/** Bodies that are no object of ours at all, as raw text. */
export const rawBodies: readonly [string, ...string[]] = [
  '',
  ' ',
  '{',
  '}',
  '[]',
  '[1,2]',
  '"text"',
  'null',
  '12',
  'true',
  '{"a":}',
  "{'a':1}",
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"id":1}{"id":2}',
  '\ufeff{}',
  '\u0000',
  '{"name":"\\u0000"}',
  '{"name":"\\ud800"}',
  `{"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  `{"long":"${'x'.repeat(20_000)}"}`,
  '{"a":1,"a":2}',
  '{"n":1e999}',
  '{"id":9223372036854775808}',
]; // prettier-ignore

/** Path values that are no ids; dot segments are asked over a real socket, because a client resolves them itself. */
export const badSegments: readonly [string, ...string[]] = [
  '0',
  '-1',
  '1.5',
  '01',
  '1e3',
  '0x10',
  'abc',
  'null',
  'undefined',
  '2147483648',
  '9223372036854775808',
  '%00',
  '%20',

  '%ff',
  'x'.repeat(200),
  "1'--",
  '1;2',
  '٣',
  '[]',
  '{}',
  'true',
  '1,2',
  '*',
]; // prettier-ignore
