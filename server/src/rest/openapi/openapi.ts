import { errorCodes } from '@quickfleet/shared/error-codes';
import { errorBody } from '@quickfleet/shared/errors';
import { API_BASE } from '@quickfleet/shared/paths';
import { type Permission, permissions } from '@quickfleet/shared/permissions';
import { generateOpenApiDocument } from 'trpc-openapi';
import type { z } from 'zod';
import { SESSION_COOKIE } from '../../people/auth/session-cookie.ts';
import { appRouter, procedures } from '../../router.ts';
import { aliases } from '../aliases.ts';
import { restRoutes } from '../routes.ts';
import { eventSchemas, eventWebhooks, openAnswer, reachedFrom, webhookHeaders } from './openapi.events.ts';
import { exampleOf, exampleOfCall, type JsonSchema, type Schemas } from './openapi.examples.ts';
import { formPaths } from './openapi.forms.ts';
import { accessOf, errorResponses, errorsOf, everyHeader, headerRefs, headers } from './openapi.responses.ts';
import { info, tags } from './openapi.words.ts';

// The description of the whole REST contract: what trpc-openapi reads off the procedures, joined by the form-data
// routes and put right where the generator does not know better (addresses, status codes, the error body, who may,
// headers, examples).

interface Media {
  schema: JsonSchema;
  example?: unknown;
}
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}
export interface Answer {
  $ref?: string;
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, Media>;
}
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
}
export const methods = ['get', 'post', 'put', 'delete'] as const;
type Method = (typeof methods)[number];
export type PathItem = Partial<Record<Method, Operation>> & {
  /** Of all its methods. */
  parameters?: (Parameter | { $ref: string })[];
};
export interface ApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    contact: { name: string };
    license: { name: string; identifier: string };
    description: string;
  };
  servers: { url: string }[];
  security?: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, object>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Answer>;
    headers: Record<string, object>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, object>;
  };
}

const camel = (action: string) => action.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());
const actions = new Map<string, string>([
  ...Object.keys(permissions).map((action): [string, string] => [camel(action), action]),
  ['uploadsStoreMany', 'uploads.store'],
  ['inboundReceiveShopify', 'inbound.receive'],
  ['inboundReceiveWoocommerce', 'inbound.receive'],
  ['reportsCsv', 'reports.get'],
  ['reportsXlsx', 'reports.get'],
  ...['orders', 'quotes', 'customers', 'invoices', 'payments', 'mailbox', 'accounting', 'activity'].flatMap(
    (subject): [string, string][] => [
      [`${subject}Csv`, `${subject}.list`],
      [`${subject}Xlsx`, `${subject}.list`],
    ],
  ),
]);
/** The row of the permission table behind a call. */
export const actionOf = (operationId: string): string => actions.get(operationId) ?? operationId;
const rows: Readonly<Record<string, Permission>> = permissions;
/** The procedures' inputs; one may have an example if all fields together would say nothing. */
const inputs: Record<string, { _def: { inputs: z.ZodType[] } } | undefined> = procedures;

const securitySchemes = {
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Set by POST /api/login; a requirement names the roles that may, or none where all of them may',
  },
  driverSession: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Set by POST /api/driver/access; opens one order',
  },
  emailSession: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Set by POST /auth/link/open; sees what was ordered with one e-mail address',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'Made by an admin; the roles of a requirement are the scopes that the key needs',
  },
};
const parameters: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes a repeat safe: for 24 hours the same key and body get the first answer again',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '5e1f0c6a-2b1d-4c8e-9f3a-7d6b5a4c3e2f',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of what you read; 412 when somebody changed it since',
    schema: { type: 'string' },
    example: '"quote-42-v3"',
  },
};

/** The address without a version that a procedure answers too, where it has one (docs/promises.md, C). */
function publicPath(path: string): string {
  const full = (/^\/(api|calendar|files|\.well-known)\//.test(path) ? path : API_BASE + path).replace(
    '{trackingNumber}',
    '{trackingValue}',
  );
  for (const [from, to] of aliases) {
    // Of the portal's calls only the access has no version in the specification.
    const isUnversioned = from === '/api/driver' ? full === `${to}/access` : full === to || full.startsWith(`${to}/`);
    if (isUnversioned) return from + full.slice(to.length);
  }
  return full;
}
/** The same call under its other address. */
function twinOf(path: string): string | undefined {
  for (const [from, to] of aliases) {
    if (path === from || path.startsWith(`${from}/`)) return to + path.slice(from.length);
    if (path === to || path.startsWith(`${to}/`)) return from + path.slice(to.length);
  }
  return undefined;
}

/** Whether an example has every required field. It cannot contain files: a form that requires one has no example. */
const isWhole = (example: unknown, { required = [] }: JsonSchema) =>
  typeof example === 'object' && example !== null && required.every((name) => Reflect.get(example, name) !== undefined);

/** What the address names is not in the body. */
const withoutPath = (example: unknown, path: string): unknown =>
  typeof example === 'object' && example !== null && !Array.isArray(example)
    ? Object.fromEntries(Object.entries(example).filter(([name]) => !path.includes(`{${name}}`)))
    : example;

/** Names the request bodies of a call (`OrdersCreateBody`); generated clients use the names for their types. */
function nameBodies({ operationId, requestBody }: Operation, schemas: Record<string, JsonSchema>): void {
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    if (media.schema.$ref) continue;
    const kind = type === 'multipart/form-data' ? 'Form' : 'Body';
    const name = operationId.charAt(0).toUpperCase() + operationId.slice(1) + kind;
    if (schemas[name]) throw new Error(`${name} names two schemas`);
    schemas[name] = media.schema;
    media.schema = { $ref: `#/components/schemas/${name}` };
  }
}

const isPage = (schema: JsonSchema | undefined, schemas: Schemas) =>
  (schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? schema)?.properties?.['totalPages'] !== undefined;
/** Calls without an Idempotency-Key that a state can refuse. */
const refusable = new Set([
  'accounting.datev',
  'invoices.paper',
  'invoices.xml',
  'my.invoiceXml',
  'my.invoicePaper',
  'my.invoices',
  'mailbox.testServer',
  'exports.download',
  'my.addresses',
  'my.again',
  'my.orders',
  'my.paper',
  'my.quote',
  'my.receipt',
  'my.statement',
  'my.statementTable',
  'my.quotes',
  'reports.mine',
  'quotes.paper',
  'quotes.receipt',
  'quotePage.paper',
  'quotePage.receipt',
  'sandbox.reset',
]);
/** Calls whose fields are all optional, and that need one of them. */
const needsOneField: ReadonlySet<string> = new Set(['calendars.create', 'payments.match']);
/** Calls with a body or query that names something that may not exist. */
const namesOthers = new Set([
  'savedReports.create',
  'invoices.create',
  'invoices.run',
  'account.reset',
  'signInLinks.open',
  'apiKeys.create',
  'calendars.create',
  'charges.propose',
  'drivers.captureSignature',
  'drivers.current',
  'drivers.delay',
  'drivers.handIn',
  'drivers.pin',
  'drivers.scan',
  'evidence.proofs',
  'inbound.create',
  'incidents.create',
  'invitations.join',
  'my.addresses',
  'my.book',
  'my.orders',
  'my.price',
  'my.quotes',
  'reports.mine',
  'my.saveAddress',
  'orders.create',
  'orders.labels',
  'orders.labelsZpl',
  'payments.receive',
  'planning.moves',
  'planning.reschedule',
  'recurring.create',
  'sandbox.reset',
]);
/** Calls that make nothing when the same body with its externalId has made it before. */
const knowsNumbers = new Set(['customers.create', 'orders.create', 'quotes.create']);
const noTransaction = new Set([
  'auth.login',
  'auth.logout',
  'auth.passkey',
  'drivers.access',
  'drivers.leave',
  'inbound.receive',
  'inbound.retry',
  'mailbox.testServer',
  'sandbox.reset',
  'tracking.unlock',
]);

/** What is read at an address of its own. */
const thingsOf = (paths: Readonly<Record<string, PathItem>>, schemas: Schemas): JsonSchema[] =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    const { $ref } = get?.responses['200']?.content?.['application/json']?.schema ?? {};
    return path.endsWith('}') && $ref ? (schemas[$ref.split('/').at(-1) ?? ''] ?? []) : [];
  });

/** The errors that only this operation names. */
const namedErrorsOf = ({ responses }: Operation): Record<string, Answer> =>
  Object.fromEntries(Object.entries(responses).filter(([, answer]) => '$ref' in answer));

function completeAnswer(
  action: string,
  operation: Operation,
  schemas: Schemas,
  things: readonly JsonSchema[],
  isIdempotent: boolean,
): Record<string, Answer> {
  const [found, answer = {}] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [
    '200',
    {},
  ];
  const route = restRoutes.of(action);
  const content = answer.content ?? {};
  const media = content['application/json'];
  if (media) media.example = exampleOfCall(media.schema, schemas, things);
  const names = [
    ...everyHeader,
    ...(route?.etag ? ['ETag'] : []),
    ...(isPage(media?.schema, schemas) ? ['Link', 'X-Total-Count'] : []),
    ...(action.endsWith('.all') ? ['Link'] : []),
    ...(isIdempotent ? ['Idempotent-Replayed'] : []),
  ];
  const status = String(route?.status ?? found);
  const success = {
    description: answer.description === 'Successful response' ? 'OK' : (answer.description ?? 'OK'),
    headers: headerRefs(names),
    content,
  };
  const known = { ...success, description: 'The same call with this externalId made it before; nothing was made now' };
  return { ...(knowsNumbers.has(action) ? { 200: known } : {}), [status]: success };
}

function completeOperation(
  path: string,
  method: Method,
  operation: Operation,
  schemas: Schemas,
  things: readonly JsonSchema[],
): Operation {
  const operationId = operation.operationId.replace(/-(.)/, (_, letter: string) => letter.toUpperCase());
  const action = actionOf(operationId);
  const row = rows[action];
  if (!row) throw new Error(`${operationId} has no row in the permission table`);
  const access = accessOf(row);
  const isChange = method !== 'get';
  const isIdempotent = isChange && !noTransaction.has(action);
  const honorsIfMatch = restRoutes.of(action)?.honorsIfMatch ?? false;
  const named = (operation.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? parameter : completeParameter(parameter, path, schemas),
  );
  const body = operation.requestBody;
  for (const media of Object.values(body?.content ?? {})) {
    const given = inputs[action]?._def.inputs[0]?.meta()?.example ?? exampleOf(media.schema, schemas);
    const example = withoutPath(given, path);
    if (isWhole(example, media.schema)) media.example = example;
    // A POST with only optional fields needs no body. A PUT does: it says what to change.
    const isNeeded = media.schema.required?.length || media.schema.$ref || needsOneField.has(action);
    if (body && method === 'post' && !isNeeded) body.required = false;
  }
  const twin = twinOf(path);
  const description = [operation.description, access.sentence, twin && `Also at \`${twin}\`.`]
    .filter(Boolean)
    .join('\n\n');
  const errors = errorsOf({
    isChange,
    mayMiss: path.includes('{') || namesOthers.has(action),
    isIdempotent,
    mayConflict: isIdempotent || refusable.has(action),
    honorsIfMatch,
  });
  return {
    operationId,
    summary: operation.summary,
    description,
    tags: operation.tags,
    security: access.security,
    parameters: [
      ...named,
      ...(isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(honorsIfMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ],
    ...(operation.requestBody ? { requestBody: operation.requestBody } : {}),
    responses: {
      ...completeAnswer(action, operation, schemas, things, isIdempotent),
      ...errors,
      ...namedErrorsOf(operation),
    },
  };
}

function completeParameter({ name: given, ...parameter }: Parameter, path: string, schemas: Schemas): Parameter {
  const name = path.includes('{trackingValue}') && given === 'trackingNumber' ? 'trackingValue' : given;
  tidy(parameter.schema);
  const { description: own, examples: _, ...schema } = parameter.schema;
  const description = parameter.description ?? own;
  return {
    name,
    in: parameter.in,
    ...(parameter.required ? { required: true } : {}),
    ...(description ? { description } : {}),
    schema,
    example: exampleOf(parameter.schema, schemas),
  };
}

/**
 * Removes limits that only repeat JavaScript's own, patterns of days and times that `format` names already, and those
 * with Unicode classes (`\p{L}`), which most languages cannot compile; `example` becomes `examples`, as in JSON Schema.
 */
function tidy(schema: JsonSchema): void {
  if (schema.pattern?.includes('\\p{') || schema.format?.startsWith('date')) delete schema.pattern;
  if ('example' in schema) schema.examples = [schema.example];
  delete schema.example;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  for (const part of [...parts, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) tidy(part);
}

const rank = (operation: Operation | undefined) => {
  const at = tags.findIndex(({ name }) => name === operation?.tags[0]);
  return at < 0 ? tags.length : at;
};
const rankOf = (item: PathItem) =>
  Math.min(...methods.map((method) => (item[method] ? rank(item[method]) : tags.length)));

const byName = (schemas: Schemas): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Requests stay as strict as they are. */
function openAnswers(paths: Readonly<Record<string, PathItem>>, schemas: Schemas): void {
  const operations = Object.values(paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));
  const ofRequests = reachedFrom(
    operations.flatMap(({ requestBody, parameters: named }) => [requestBody, named]),
    schemas,
  );
  for (const [name, schema] of Object.entries(schemas)) {
    if (ofRequests.has(name)) continue;
    openAnswer(schema);
    const { code } = schema.properties ?? {};
    if (name === 'Error' && code) openAnswer(code, true);
  }
  for (const { responses } of operations)
    for (const { content } of Object.values(responses))
      for (const { schema } of Object.values(content ?? {})) openAnswer(schema);
}

/** The OpenAPI 3.1 document; the same input gives the same bytes. */
export function buildDocument(): ApiDocument {
  const generated = generateOpenApiDocument(appRouter, {
    ...info,
    openApiVersion: '3.1.0',
    baseUrl: '/',
    paths: formPaths,
    defs: { Error: errorBody },
    securitySchemes: {},
  });
  const document: ApiDocument = JSON.parse(JSON.stringify(generated));
  const kept = Object.entries(document.components.schemas).filter(([name]) => !name.startsWith('error.'));
  const schemas = Object.fromEntries(kept);
  for (const schema of Object.values(schemas)) tidy(schema);
  const { code } = schemas['Error']?.properties ?? {};
  if (code) code.enum = Object.keys(errorCodes);
  Object.assign(schemas, eventSchemas(schemas));
  const paths: Record<string, PathItem> = {};
  const things = thingsOf(document.paths, schemas);
  for (const [path, item] of Object.entries(document.paths)) {
    const target = publicPath(path);
    const complete: PathItem = {};
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      for (const { content } of [operation.requestBody ?? {}, ...Object.values(operation.responses)])
        for (const { schema } of Object.values(content ?? {})) tidy(schema);
      const whole = completeOperation(target, method, operation, schemas, things);
      nameBodies(whole, schemas);
      complete[method] = whole;
    }
    paths[target] = { ...paths[target], ...complete };
  }
  openAnswers(paths, schemas);
  const webhooks = eventWebhooks();
  const reached = reachedFrom([paths, webhooks, errorResponses], schemas);
  for (const name of Object.keys(schemas)) if (!reached.has(name)) delete schemas[name];
  const ordered = Object.entries(paths).toSorted(
    ([a, itemA], [b, itemB]) => rankOf(itemA) - rankOf(itemB) || (a < b ? -1 : 1),
  );
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: tags.filter(({ name }) =>
      ordered.some(([, item]) => methods.some((method) => item[method]?.tags.includes(name))),
    ),
    paths: Object.fromEntries(ordered),
    webhooks,
    components: {
      schemas: byName(schemas),
      responses: errorResponses,
      headers,
      parameters: { ...parameters, ...webhookHeaders },
      securitySchemes,
    },
  };
}
