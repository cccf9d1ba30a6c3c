import type { JsonSchema, Schemas } from './openapi.examples.ts';

// Fields that several schemas have in common, written once: a schema is `allOf` of them and of its own.

/** A schema of fewer fields is not worth being the base of another one. */
const BASE_FIELDS_MIN = 6;
export const isPlain = ({ type, properties, additionalProperties, anyOf, oneOf }: JsonSchema): boolean =>
  type === 'object' && properties !== undefined && additionalProperties === undefined && !anyOf && !oneOf;

const page = ['page', 'limit', 'total', 'totalPages'];
/** What many schemas with such a name begin with, by what it is called; the longer one first. */
const heads: Readonly<Record<string, { of: RegExp; fields: readonly string[] }>> = {
  ListHead: { of: /Page$/, fields: [...page, 'totalIsEstimate', 'nextCursor'] },
  PageHead: { of: /./, fields: page },
  EventHead: { of: /Event$/, fields: ['id', 'timestamp', 'sequence'] },
  OrderEventData: { of: /^Order\w+Event$/, fields: ['object', 'data'] },
  QuoteEventData: { of: /^Quote\w+Event$/, fields: ['object', 'data'] },
};
/** What these schemas say the same of, by what it is called. */
const shared: Readonly<Record<string, readonly string[]>> = {
  PhoneFields: [
    ...['AttemptsCreateForm', 'StopsAttemptsForm', 'DriversDeliveryForm', 'DriversHandInForm', 'DriversPickupForm'],
    ...['DriversTransitForm', 'DriversPinBody', 'DriversScanBody', 'StopsPinBody', 'StopsScanBody'],
  ],
  AttemptFields: ['AttemptsCreateForm', 'StopsAttemptsForm'],
  SignatureFields: ['DriversCaptureSignatureForm', 'StopsSignatureForm'],
  OrderOrQuoteFields: [
    'OrdersCreateBody',
    'OrdersUpdateBody',
    'QuotesBookBody',
    'QuotesCreateBody',
    'QuotesUpdateBody',
  ],
  OrderFields: ['OrdersCreateBody', 'OrdersUpdateBody'],
  QuoteFields: ['QuotesBookBody', 'QuotesUpdateBody'],
  OrderSummary: ['OrderRow', 'TrackedOrder', 'MyOrder'],
  OrderProgress: ['OrderRow', 'TrackedOrder'],
  QuoteSummary: ['CustomerQuote', 'Quote'],
  InvoiceSummary: ['Invoice', 'InvoiceRow', 'MyInvoice'],
  InvoiceFields: ['Invoice', 'InvoiceRow'],
  AttemptSummary: ['Attempt', 'TrackedAttempt'],
  LineFields: ['LinePreset', 'QuoteLine', 'QuoteLineWithAmount'],
  RevisionSummary: ['CustomerQuoteRevision', 'QuoteRevision'],
};

/** A schema’s own fields: all, or those that it has besides its bases. */
const ownOf = (schema: JsonSchema): JsonSchema => schema.allOf?.at(-1) ?? schema;

/** The schema with a further base, which has the fields that are `known` and the bases that are not in `left`. */
function extended(base: string, schema: JsonSchema, known: object, left: readonly JsonSchema[]): JsonSchema {
  const { allOf, ...rest } = schema;
  const { type: _, properties = {}, required = [], ...more } = ownOf(schema);
  const needed = required.filter((field) => !(field in known));
  const own: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !(field in known))),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
  return { ...(allOf ? rest : more), allOf: [...left, { $ref: `#/components/schemas/${base}` }, own] };
}

/** Each field as a text, by which two schemas are compared. */
const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): Map<string, string> =>
  new Map(
    Object.entries(properties).map(([field, inner]) => [
      field,
      `${field} ${required.includes(field)} ${JSON.stringify(inner)}`,
    ]),
  );

/** What a schema has besides its own fields. */
const basesOf = ({ allOf = [] }: JsonSchema): JsonSchema[] => allOf.slice(0, -1);

/** Makes these fields of the first schema, and the bases that all of them have, the base of all. */
function moveToBase(made: Record<string, JsonSchema>, base: string, names: readonly string[], fields: string[]): void {
  const schemas = names.map((name) => made[name] ?? {});
  const { properties = {}, required = [] } = ownOf(schemas[0] ?? {});
  const moved = Object.fromEntries(fields.map((field) => [field, properties[field] ?? {}]));
  const needed = fields.filter((field) => required.includes(field));
  const has = (schema: JsonSchema, { $ref }: JsonSchema) => basesOf(schema).some((one) => one.$ref === $ref);
  const common = basesOf(schemas[0] ?? {}).filter((one) => schemas.every((schema) => has(schema, one)));
  for (const [place, schema] of schemas.entries()) {
    const left = basesOf(schema).filter(({ $ref }) => !common.some((one) => one.$ref === $ref));
    made[names[place] ?? ''] = extended(base, schema, moved, left);
  }
  const own: JsonSchema = { type: 'object', properties: moved, ...(needed.length > 0 ? { required: needed } : {}) };
  made[base] = common.length > 0 ? { allOf: [...common, own] } : own;
}

/** Pages and events with what all of them have in one place. */
function moveHeads(made: Record<string, JsonSchema>): void {
  for (const [head, { of, fields }] of Object.entries(heads)) {
    const like = Map.groupBy(
      Object.keys(made).filter((name) => of.test(name) && isPlain(ownOf(made[name] ?? {}))),
      (name) => {
        const own = fieldsOf(ownOf(made[name] ?? {}));
        return fields.every((field) => own.has(field)) ? fields.map((field) => own.get(field)).join() : undefined;
      },
    );
    like.delete(undefined);
    const [most = []] = [...like.values()].toSorted((a, b) => b.length - a.length);
    if (most.length >= 3) moveToBase(made, head, most, [...fields]);
  }
}

/** The fields that are the same in all of these. */
function sameOf(schemas: readonly JsonSchema[]): string[] {
  const [first = new Map<string, string>(), ...others] = schemas.map(fieldsOf);
  return [...first].flatMap(([field, text]) => (others.every((own) => own.get(field) === text) ? [field] : []));
}

/** What all kinds of one thing have: `ReportHead`. */
function moveKinds(made: Record<string, JsonSchema>): void {
  for (const [name, { anyOf: kinds = [], ...rest }] of Object.entries(made)) {
    const [first] = kinds;
    if (!first || kinds.length < 3 || !kinds.every(isPlain)) continue;
    const same = sameOf(kinds);
    if (same.length < 3) continue;
    const parts = Object.fromEntries(kinds.map((kind, at): [string, JsonSchema] => [String(at), kind]));
    moveToBase(parts, `${name}Head`, Object.keys(parts), same);
    made[`${name}Head`] = parts[`${name}Head`] ?? {};
    made[name] = { ...rest, anyOf: kinds.map((kind, at) => parts[String(at)] ?? kind) };
  }
}

function moveShared(made: Record<string, JsonSchema>): void {
  for (const [base, all] of Object.entries(shared)) {
    // A part of the description may lack some of them.
    const names = all.filter((name) => made[name] !== undefined);
    if (names.length < 2) continue;
    const same = sameOf(names.map((name) => ownOf(made[name] ?? {})));
    if (same.length > 2) moveToBase(made, base, names, same);
  }
}

/** `Order` with further fields is `allOf` of `Order` and these. */
function moveWhole(made: Record<string, JsonSchema>): void {
  const texts = new Map(
    Object.entries(made).flatMap(([name, schema]) => {
      const fields = new Set(isPlain(schema) ? fieldsOf(schema).values() : []);
      return fields.size >= BASE_FIELDS_MIN ? [[name, fields] as const] : [];
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
  const plain = { ...made };
  for (const [name, schema] of Object.entries(plain)) {
    const base = baseOf(name);
    const known = plain[base ?? '']?.properties;
    if (base !== undefined && known) made[name] = extended(base, schema, known, []);
  }
}

/** The same schemas, with what several of them have in common written once. */
export function withBases(schemas: Schemas): Record<string, JsonSchema> {
  const made: Record<string, JsonSchema> = { ...schemas };
  moveWhole(made);
  moveHeads(made);
  moveShared(made);
  moveKinds(made);
  return made;
}
