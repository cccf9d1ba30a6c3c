import { otherForms } from '@quickfleet/shared/base/primitives';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, type DomainError } from '../errors.ts';

// What a body may say (docs/api/changes.md). A field is known when the call takes it or the thing at that address has it,
// so that what was read can be sent back; another is refused where it looks like a slip, and named otherwise.

/** The schemas of the thing that a field of this place has inside: `order` of a recurring job. */
export type ThingsInside = (name: string) => readonly unknown[];
const nothingInside: ThingsInside = () => [];

/** The objects that a schema may be, and whether it takes any field. */
function objectsOf(schema: unknown, into: { objects: Set<z.ZodObject>; isOpen: boolean }): typeof into {
  if (!(schema instanceof z.ZodType)) return into;
  objectsOf(otherForms.get(schema), into);
  if (schema instanceof z.ZodObject) {
    into.objects.add(schema);
    const { catchall } = schema._zod.def;
    if (catchall && !(catchall instanceof z.ZodNever)) into.isOpen = true;
  } else if (schema instanceof z.ZodPipe) {
    // Of a preprocessed one, what comes out of it is what its sender writes.
    if (!(schema.in instanceof z.ZodTransform)) objectsOf(schema.in, into);
    if (!(schema.out instanceof z.ZodTransform)) objectsOf(schema.out, into);
  } else if (schema instanceof z.ZodUnion) for (const option of schema.options) objectsOf(option, into);
  else if (schema instanceof z.ZodIntersection) {
    objectsOf(schema._zod.def.left, into);
    objectsOf(schema._zod.def.right, into);
  } else if (schema instanceof z.ZodArray) objectsOf(schema.element, into);
  else if (schema instanceof z.ZodTuple) for (const item of schema._zod.def.items) objectsOf(item, into);
  else if (schema instanceof z.ZodLazy) objectsOf(schema.unwrap(), into);
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional
  )
    objectsOf(schema.unwrap(), into);
  else if (
    schema instanceof z.ZodUnknown ||
    schema instanceof z.ZodAny ||
    schema instanceof z.ZodRecord ||
    schema instanceof z.ZodCustom
  )
    into.isOpen = true;
  return into;
}

/** What is known at one place of a body. Deeper places are made when a body reaches them. */
export class KnownFields {
  readonly isOpen: boolean;
  /** The names that this call takes; a slip is most likely one of them. */
  readonly own: readonly string[];
  readonly #taken: ReadonlySet<string>;
  readonly #schemas = new Map<string, { own: Set<unknown>; more: Set<unknown> }>();
  readonly #inner = new Map<string, KnownFields>();
  readonly #things: ThingsInside;

  /** @param more other schemas of the same thing: as it is read, made and changed */
  constructor(own: readonly unknown[], more: readonly unknown[] = [], things: ThingsInside = nothingInside) {
    this.#things = things;
    const add = (schemas: readonly unknown[], from: 'own' | 'more') => {
      const found = { objects: new Set<z.ZodObject>(), isOpen: false };
      for (const schema of schemas) objectsOf(schema, found);
      for (const object of found.objects)
        for (const [name, schema] of Object.entries(object.shape)) {
          const known = this.#schemas.get(name) ?? { own: new Set(), more: new Set() };
          known[from].add(schema);
          this.#schemas.set(name, known);
        }
      return found;
    };
    const { objects, isOpen } = add(own, 'own');
    this.own = [...this.#schemas.keys()];
    this.#taken = new Set(this.own);
    this.isOpen = isOpen || objects.size === 0;
    if (!this.isOpen) add(more, 'more');
  }

  has(name: string): boolean {
    return this.#schemas.has(name);
  }
  /** Whether only answers have this name, and the call takes one like it that the body lacks: `customerId`. */
  isForAnother(name: string, body: object): boolean {
    return !this.#taken.has(name) && this.own.some((one) => isSlip(name, one) && !Object.hasOwn(body, one));
  }
  get names(): string[] {
    return [...this.#schemas.keys()];
  }
  inside(name: string): KnownFields {
    const made = this.#inner.get(name);
    if (made) return made;
    const { own = [], more = [] } = this.#schemas.get(name) ?? {};
    // What no call of the thing takes, and only its answers have, is sent back as it was read.
    const inner =
      [...own].length > 0 ? new KnownFields([...own], [...more, ...this.#things(name)]) : new KnownFields([...more]);
    this.#inner.set(name, inner);
    return inner;
  }
}

/** A word with one letter missing, doubled, wrong or swapped, or an `s` too many. */
export function isSlip(given: string, meant: string): boolean {
  if (meant.length < 2 || given === meant || Math.abs(given.length - meant.length) > 1) return false;
  let at = 0;
  while (at < given.length && given[at] === meant[at]) at++;
  const rest = given.slice(at);
  const wanted = meant.slice(at);
  if (given.length > meant.length) return rest.slice(1) === wanted && (rest[0] === 's' || rest[0] === given[at - 1]);
  // A wrong letter of two is another word.
  if (meant.length < 3) return false;
  if (given.length < meant.length) return rest === wanted.slice(1);
  return (
    rest.slice(1) === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}
const meantBy = (name: string, known: KnownFields): string | undefined =>
  known.own.find((one) => isSlip(name, one)) ?? known.names.find((one) => isSlip(name, one));

interface Unknown {
  name: string;
  path: string;
  known: KnownFields;
}
const UNKNOWN_MAX = 20;
const SHOWN_MAX = 60;

function look(value: object, known: KnownFields, path: string, found: Unknown[]): void {
  if (known.isOpen) return;
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries())
      if (typeof one === 'object' && one !== null) look(one, known, `${path}${at}.`, found);
    return;
  }
  for (const name in value) {
    const inner: unknown = Reflect.get(value, name);
    if (!known.has(name) || known.isForAnother(name, value)) {
      if (found.length < UNKNOWN_MAX) found.push({ name, path: path + name, known });
    } else if (typeof inner === 'object' && inner !== null) look(inner, known.inside(name), `${path}${name}.`, found);
  }
}

const asked = ({ headers }: FastifyRequest): boolean => headers['quickfleet-strict'] === 'true';

interface Judged {
  /** For what is most likely a slip, and for any when the caller is strict. */
  refusal?: DomainError;
  unknown: string[];
}
function judge(request: FastifyRequest, body: object, known: KnownFields): Judged {
  const found: Unknown[] = [];
  look(body, known, '', found);
  const issues = found.flatMap(({ name, path, known: place }) => {
    const shown = path.slice(0, SHOWN_MAX);
    const meant = meantBy(name, place);
    if (meant !== undefined)
      return [
        { path: shown, message: t('There is no field {name} here. Did you mean {meant}?', { name: shown, meant }) },
      ];
    return asked(request) ? [{ path: shown, message: t('There is no field {name} here', { name: shown }) }] : [];
  });
  const [first] = issues;
  const unknown = found.map(({ path }) => path.slice(0, SHOWN_MAX));
  return first ? { refusal: badRequest('UNKNOWN_FIELD', first.message, issues), unknown } : { unknown };
}
function note({ notes }: FastifyRequest, unknown: readonly string[]): void {
  if (notes && unknown.length > 0)
    notes.unknownFields = [...(notes.unknownFields ?? []), ...unknown].slice(0, UNKNOWN_MAX);
}

/**
 * Looks for fields of a body that nothing knows. One that is most likely a slip is refused with 400 `UNKNOWN_FIELD`, and
 * so is every one when the header `Quickfleet-Strict: true` asks for that; any other is noted, for `Warning` and for the
 * calls of the key. Of a body without them, each field is looked up once.
 *
 * @param refusable called before a refusal: throws for a caller who may not make this call at all
 */
export function refuseUnknownFields(
  request: FastifyRequest,
  body: object,
  known: KnownFields,
  refusable?: () => void,
): void {
  const { refusal, unknown } = judge(request, body, known);
  if (refusal) {
    refusable?.();
    throw refusal;
  }
  note(request, unknown);
}

/** The same for each entry of a list, which its call refuses alone: `refusedEntries` of the notes. */
export function noteUnknownFieldsOfEntries(
  request: FastifyRequest,
  { field, entries }: { field: string; entries: unknown },
  known: KnownFields,
): void {
  const { notes } = request;
  if (!notes || !Array.isArray(entries)) return;
  const refused = new Map<number, DomainError>();
  for (const [index, entry] of entries.entries()) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { refusal, unknown } = judge(request, entry, known);
    if (refusal) refused.set(index, refusal);
    else
      note(
        request,
        unknown.map((path) => `${field}.${index}.${path}`),
      );
  }
  notes.refusedEntries = refused;
}

const ofForms = new WeakMap<z.ZodType, KnownFields>();
/**
 * The fields of form data, or of a JSON body in its place, as the schema reads them.
 *
 * @param files names of the form that are no fields of the schema
 * @param thing what the form makes or changes, as it is read
 */
export function readFields<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
  fields: Record<string, unknown>,
  { files = [], thing }: { files?: readonly string[]; thing?: z.ZodType } = {},
): z.output<S> {
  const others = z.object(Object.fromEntries(files.map((name) => [name, z.unknown()])));
  const known = ofForms.get(schema) ?? new KnownFields([schema, others], [thing]);
  ofForms.set(schema, known);
  refuseUnknownFields(request, fields, known);
  return schema.parse(fields);
}
