import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { errorCodes } from '@quickfleet/shared/error-codes';
import { eventTypes } from '@quickfleet/shared/messages/events';
import { merchantActions, type Permission, permissions, scopes } from '@quickfleet/shared/permissions';
import { describe, expect, it } from 'vitest';
import { audiences } from '../../src/rest/openapi/openapi.audiences.ts';
import type { JsonSchema } from '../../src/rest/openapi/openapi.examples.ts';
import { type ApiDocument, actionOf, buildDocument, methods, type Operation } from '../../src/rest/openapi/openapi.ts';
import { restRoutes } from '../../src/rest/routes.ts';
import { expectError, NOWHERE, useWorld } from '../support/contract.ts';
import { requireDeclared } from '../support/declared.ts';
import { makePaidQuote, ok, orderBody } from '../support/factories.ts';
import { createChecker, schemaErrors } from '../support/json-schema.ts';

const world = useWorld();
const document: ApiDocument = buildDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
);
const successOf = ({ responses }: Operation) => Object.entries(responses).filter(([status]) => status.startsWith('2'));

const bodyOf = ({ $ref = '' }: JsonSchema): JsonSchema =>
  document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {};
const isFile = (schema: JsonSchema | undefined) => schema?.format === 'binary' || schema?.items?.format === 'binary';
const needsFile = ({ required = [], properties = {} }: JsonSchema) => required.some((name) => isFile(properties[name]));

const namesOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).map(([path, item]) => [path, methods.map((method) => item[method]?.operationId)]);
/** What every reference of a document leads to is there. */
function expectReferences(described: ApiDocument): void {
  for (const [, ref = ''] of JSON.stringify(described).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = ref
      .split('/')
      .reduce<unknown>(
        (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
        described,
      );
    expect(target, ref).toBeDefined();
  }
}

/** Every call that older clients make (docs/promises.md, C), written out. */
const SECTION_7 = `
GET /api/user
POST /api/login
POST /api/register
POST /api/logout
GET /api/v1/users/me
GET /api/v1/users
PUT /api/v1/users/{id}
DELETE /api/v1/users/{id}
POST /api/v1/customers
GET /api/v1/customers/{id}
PUT /api/v1/customers/{id}
DELETE /api/v1/customers/{id}
GET /api/v1/customers
GET /api/customers
POST /api/v1/quotes
GET /api/v1/quotes/{id}
PUT /api/v1/quotes/{id}
DELETE /api/v1/quotes/{id}
GET /api/v1/quotes
GET /api/quotes
POST /api/v1/quotes/{id}/send-email
POST /api/v1/quotes/{id}/convert-to-order
POST /api/v1/orders
GET /api/v1/orders/{id}
PUT /api/v1/orders/{id}
DELETE /api/v1/orders/{id}
GET /api/v1/orders
POST /api/v1/orders/{id}/assign
PUT /api/v1/orders/{id}/status
GET /api/v1/orders/driver/{driverId}
GET /api/v1/orders/tracking/{trackingValue}
POST /api/v1/upload
POST /api/v1/uploads
POST /api/driver/access
POST /api/driver/signature
POST /api/driver/pickup/{id}
POST /api/driver/delivery/{id}
POST /api/driver/transit/{id}
POST /api/v1/driver/order/{orderId}/items
PUT /api/v1/driver/items/{itemId}
DELETE /api/v1/driver/items/{itemId}
GET /api/email-templates
POST /api/email-templates
GET /api/email-templates/{id}
PUT /api/email-templates/{id}
DELETE /api/email-templates/{id}
POST /api/email-templates/{id}/test
POST /api/email-templates/initialize
POST /api/v1/users
GET /api/v1/stats`
  .trim()
  .split('\n');

describe('the codes of errors', () => {
  it('C60 are an enum of the description with their statuses on a page, and every answer has one of them', async () => {
    const known = Object.keys(errorCodes);
    expect(document.components.schemas['Error']?.properties?.['code']?.anyOf).toEqual([
      { type: 'string', enum: known },
      { type: 'string' },
    ]);
    const docs = resolve(import.meta.dirname, '../../../docs/api');
    const pages = ['error-codes.md', 'error-codes-409.md'].map((page) => readFile(join(docs, page), 'utf8'));
    const rows = [...(await Promise.all(pages)).join('').matchAll(/^\| `(\w+)` \| ([\d, ]+) \| .+ \|$/gm)].map(
      ([, code, status]) => [code, status],
    );
    const coded = Object.entries(errorCodes).map(([code, [status]]) => [code, [status].flat().join(', ')]);
    expect(rows.toSorted()).toEqual(coded.toSorted());
    // Nobody's, nothing's and nowhere's call of each operation; expectError asks the table for its code.
    for (const { path, method } of operations) {
      const url = path.replaceAll(/\{\w+\}/g, String(NOWHERE));
      const answer = await world.visitor.call(method.toUpperCase() as 'GET', url);
      if (answer.statusCode >= 400) expectError(answer, answer.statusCode);
    }
  });
});

describe('openapi.json', () => {
  it('holds every call exactly as older clients make it', () => {
    const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(SECTION_7.filter((call) => !described.includes(call))).toEqual([]);
    expect(new Set(described).size).toBe(described.length);
  });

  it('is what the routers say today, byte for byte', async () => {
    const file = await readFile(join(resolve(import.meta.dirname, '../../..'), 'openapi.json'), 'utf8');
    expect(file === `${JSON.stringify(buildDocument(), null, 2)}\n`, 'run: npm run openapi').toBe(true);
    expect(JSON.stringify(buildDocument())).toBe(JSON.stringify(document));
  });

  it('is sound OpenAPI 3.1: references, parameters, tags, ids and schemas', () => {
    expect(document.openapi).toBe('3.1.0');
    expectReferences(document);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { path, operation } of operations) {
      const declared = (operation.parameters ?? []).flatMap((parameter) => ('$ref' in parameter ? [] : [parameter]));
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        declared.filter((parameter) => parameter.in === 'path' && parameter.required).map(({ name }) => name),
      ).toEqual(inPath);
      expect(new Set(declared.map(({ name, in: where }) => `${where} ${name}`)).size).toBe(declared.length);
      expect(
        operation.tags.every((tag) => tags.includes(tag)),
        `${operation.operationId} has a tag without a description in openapi.words.ts`,
      ).toBe(true);
      expect(operation.summary.length).toBeGreaterThan(3);
      expect(operation.security?.length).toBeGreaterThan(0);
    }
    for (const [name, schema] of Object.entries(document.components.schemas))
      expect(schemaErrors(schema), name).toBeUndefined();
  });

  it('says the real success status, and the one error body for everything else', () => {
    for (const { path, method, operation } of operations) {
      const successes = successOf(operation);
      // A create that knows an externalId answers 200 with what exists.
      const isKnown = ['customersCreate', 'ordersCreate', 'quotesCreate'].includes(operation.operationId);
      if (isKnown) expect(successes.shift()?.[0]).toBe('200');
      expect(successes, operation.operationId).toHaveLength(1);
      const route = restRoutes.all.find(
        (one) => operation.operationId === one.procedure.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()),
      );
      if (route) expect(successes[0]?.[0]).toBe(String(route.status));
      if (path !== '/files/{key}' && !/(\.(zip|pdf|xml|zpl|csv|xlsx|ics)|\/download)$/.test(path))
        expect(Object.keys(successes[0]?.[1].content ?? {})).toEqual(['application/json']);
      const errors = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'));
      const statuses = errors.map(([status]) => status);
      for (const status of ['400', '401', '429', '500', '503']) expect(statuses, `${method} ${path}`).toContain(status);
      for (const [, { $ref }] of errors) expect($ref).toMatch(/^#\/components\/responses\/\w+$/);
    }
    for (const [name, { content }] of Object.entries(document.components.responses))
      expect(content?.['application/json']?.schema, name).toEqual({ $ref: '#/components/schemas/Error' });
  });

  it('C65 has an example for every call and parameter, and every example fits its schema', () => {
    const check = createChecker(document);
    const expectFit = (pointer: string[], example: unknown) => {
      expect(example, pointer.join(' ')).toBeDefined();
      const validate = check(pointer);
      expect(validate(example) ? [] : validate.errors, `${pointer.join(' ')} ${JSON.stringify(example)}`).toEqual([]);
    };
    for (const { path, method, operation } of operations) {
      for (const [index, parameter] of (operation.parameters ?? []).entries())
        if (!('$ref' in parameter))
          expectFit(['paths', path, method, 'parameters', String(index), 'schema'], parameter.example);
      for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
        if (type === 'application/json')
          expectFit(['paths', path, method, 'requestBody', 'content', type, 'schema'], media.example);
        // A form that needs a file has none: a file cannot be written down.
        else expect(media.example === undefined, operation.operationId).toBe(needsFile(bodyOf(media.schema)));
      }
      for (const [status, { content }] of successOf(operation)) {
        const media = content?.['application/json'];
        if (media)
          expectFit(
            ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'],
            media.example,
          );
      }
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      expectFit(
        ['components', 'responses', name, 'content', 'application/json', 'schema'],
        content?.['application/json']?.example,
      );
    }
  });

  it('C65 names every body, and the form-data bodies with their files', () => {
    for (const { operation } of operations)
      for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
        expect(schema.$ref, operation.operationId).toMatch(/^#\/components\/schemas\/[A-Z]\w+$/);
    const filesOf = (schema: JsonSchema = {}) =>
      Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => (isFile(inner) ? [name] : []));
    const forms = operations.flatMap(({ path, operation }) => {
      const form = operation.requestBody?.content['multipart/form-data'];
      return form ? [[path, ...filesOf(bodyOf(form.schema))]] : [];
    });
    expect(forms).toEqual([
      ['/api/v1/orders/{id}/attempts', 'photos', 'signature'],
      ['/api/v1/bank-statements', 'file'],
      ['/api/driver/access'],
      ['/api/driver/delivery/{id}', 'deliveryImages'],
      ['/api/driver/evidence', 'photos', 'signature'],
      ['/api/driver/pickup/{id}', 'pickupImages'],
      ['/api/driver/pin'],
      ['/api/driver/scan'],
      ['/api/driver/signature', 'signature'],
      ['/api/driver/transit/{id}', 'transitImages'],
      ['/api/v1/driver/items/{itemId}', 'images'],
      ['/api/v1/driver/order/{orderId}/items'],
      ['/api/v1/driver/orders/{id}/photos', 'photos'],
      ['/api/v1/driver/stops/{id}/arrive'],
      ['/api/v1/driver/stops/{id}/attempts', 'photos', 'signature'],
      ['/api/v1/driver/stops/{id}/photos', 'photos'],
      ['/api/v1/driver/stops/{id}/pin'],
      ['/api/v1/driver/stops/{id}/scan'],
      ['/api/v1/driver/stops/{id}/signature', 'signature'],
      ['/api/v1/upload', 'file'],
      ['/api/v1/uploads', 'files'],
      ['/api/v1/imports', 'file'],
    ]);
  });
});

describe('events in the description', () => {
  it('M52 are one schema for each type, a union by type, and the webhooks of OpenAPI 3.1', () => {
    const { schemas } = document.components;
    const { oneOf, discriminator } = schemas['Event'] ?? {};
    expect(Object.keys(discriminator?.mapping ?? {})).toEqual(eventTypes);
    expect(oneOf).toHaveLength(eventTypes.length);
    expect(schemas['OrderDeliveredEvent']?.properties?.['type']).toEqual({ type: 'string', const: 'order.delivered' });
    expect(schemas['OrderDeliveredEvent']?.properties?.['data']).toEqual({ $ref: '#/components/schemas/Order' });
    expect(Object.keys(document.webhooks)).toEqual([...eventTypes, 'webhook.test']);
  });

  it('M52 are in the feed as their schemas say', async () => {
    ok(await world.admin.post('/api/v1/orders', orderBody()));
    await makePaidQuote(world.app, world.admin);
    const program = await world.program(...scopes);
    const { data } = ok<{ data: { type: string }[] }>(await program.get('/api/v1/events?limit=500'));
    expect(new Set(data.map(({ type }) => type.split('.')[0]))).toEqual(new Set(['order', 'quote', 'customer']));
    const validate = createChecker(document)(['components', 'schemas', 'Event']);
    for (const event of data) expect(validate(event) ? [] : validate.errors, event.type).toEqual([]);
  });

  it('M53 answers are open: further fields, types of events and codes of errors break nothing', () => {
    const { schemas } = document.components;
    const requests = new Set(Object.keys(schemas).filter((name) => /(?:Body|Form)$/.test(name)));
    const closed = Object.entries(schemas).filter(
      ([name, schema]) => !requests.has(name) && JSON.stringify(schema).includes('"additionalProperties":false'),
    );
    expect(closed.map(([name]) => name)).toEqual([]);
    expect(schemas['WebhookDelivery']?.properties?.['type']?.anyOf?.at(-1)).toEqual({ type: 'string' });
  });
});

describe('a body that need not be sent', () => {
  it('C65 is missed by no call that says so', async () => {
    const optional = operations.filter(({ operation }) => operation.requestBody?.required === false);
    expect(optional.length).toBeGreaterThan(5);
    for (const { path, method, operation } of optional) {
      const client = path.includes('/driver/') ? world.driver : world.admin;
      const nowhere = path.replaceAll('{day}', '2026-03-01').replaceAll(/\{\w+\}/g, String(NOWHERE));
      const answer = await client.call(method.toUpperCase() as 'POST', nowhere);
      expect([200, 201, 404], `${operation.operationId} ${answer.body}`).toContain(answer.statusCode);
    }
  });
});

describe('a refusal in any test of the server', () => {
  it('C65 that the description does not declare fails that test', async () => {
    expect(() => requireDeclared('GET', '/api/v1/orders/42?x=1', 404)).not.toThrow();
    expect(() => requireDeclared('GET', '/api/v1/orders/42', 412)).toThrow('does not declare 412 for GET');
  });
});

describe('the served description', () => {
  it('is the same document under this installation’s address, for tools on other hosts too', async () => {
    const answer = await world.visitor.get('/api/v1/openapi.json');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    const served = answer.json<ApiDocument>();
    expect(namesOf(served)).toEqual(namesOf(document));
    expectReferences(served);
    expect(answer.json<ApiDocument>().servers).toEqual([{ url: 'http://quickfleet.test' }]);
  });

  it('M50 is three documents besides, of the calls without a key, of a customer’s key and of the company’s', async () => {
    const whole = await world.visitor.get('/api/v1/openapi.json');
    const all = new Map(operations.map(({ operation }) => [operation.operationId, actionOf(operation.operationId)]));
    const rows: Readonly<Record<string, Permission>> = permissions;
    const may = {
      public: (action: string) => rows[action]?.anonymous !== 'no',
      merchant: (action: string) => merchantActions.some((one) => one === action),
      company: (action: string) => rows[action]?.key !== null,
    };
    for (const audience of audiences) {
      const answer = await world.visitor.get(`/openapi/${audience}.json`);
      expect(answer.body).toBe((await world.visitor.get(`/api/v1/openapi/${audience}.json`)).body);
      const part = answer.json<ApiDocument>();
      expectReferences(part);
      const ids = namesOf(part).flatMap(([, named]) => [named].flat().filter(Boolean));
      const wanted = [...all].filter(([, action]) => may[audience](action)).map(([id]) => id);
      expect(ids.toSorted()).toEqual(wanted.toSorted());
      expect(Object.keys(part.webhooks).some((type) => type.startsWith('customer.'))).toBe(audience === 'company');
      expect(answer.rawPayload.length).toBeLessThan(whole.rawPayload.length);
    }
  });

  it('C710 is at most 700 kB as a whole, with every call, field and sentence', async () => {
    const { rawPayload } = await world.visitor.get('/api/v1/openapi.json');
    expect(rawPayload.length).toBeLessThanOrEqual(700_000);
    const text = rawPayload.toString();
    const sentences = (part: unknown) => [
      ...new Set(
        [...JSON.stringify(part).matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)].map(([, words = '']) => words),
      ),
    ];
    for (const { path, method, operation } of operations) {
      expect(text, `${method} ${path}`).toContain(JSON.stringify(operation.summary));
      // Who may call it is said by `security`.
      const [own = ''] = (operation.description ?? '').split(/(?:^|\n\n)Who: /);
      expect(text, `${method} ${path}`).toContain(JSON.stringify(own).slice(1, -1));
    }
    const missing = sentences(document.components.schemas).filter(
      (words) => !text.includes(`"description":"${words}"`),
    );
    expect(missing).toEqual([]);
    // A format says how a day or a time is written.
    expect(text).not.toMatch(/"format":"date(-time)?","pattern"|"pattern":"[^"]*","format":"date/);
  });

  it('C710 has a schema by each name that another schema refers to, and the fields that it had', async () => {
    const served = (await world.visitor.get('/api/v1/openapi.json')).json<ApiDocument>();
    const fieldsOf = (schema: JsonSchema, schemas: Record<string, JsonSchema>): string[] => {
      const at = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
      return [...Object.keys(at.properties ?? {}), ...(at.allOf ?? []).flatMap((part) => fieldsOf(part, schemas))];
    };
    const parts = new Set(
      [...JSON.stringify(document.components.schemas).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
        ([, name = '']) => name,
      ),
    );
    for (const name of parts) {
      const known = fieldsOf(document.components.schemas[name] ?? {}, document.components.schemas);
      const named = served.components.schemas[name];
      expect(named, name).toBeDefined();
      expect(fieldsOf(named ?? {}, served.components.schemas).toSorted(), name).toEqual(known.toSorted());
    }
  });

  it('M51 says of what repeats the same as once: every example that it refers to fits', async () => {
    const served = (await world.visitor.get('/api/v1/openapi.json')).json<ApiDocument>();
    const check = createChecker(served);
    const examples: Record<string, { value: unknown }> = Reflect.get(served.components, 'examples');
    let fitted = 0;
    const expectMedia = (
      pointer: string[],
      media: { example?: unknown; examples?: Record<string, { $ref: string }> },
    ) => {
      const name = media.examples?.['example']?.$ref.split('/').at(-1) ?? '';
      const example = media.example ?? examples[name]?.value;
      const validate = check([...pointer, 'content', 'application/json', 'schema']);
      expect(validate(example) ? [] : validate.errors, pointer.join(' ')).toEqual([]);
      fitted++;
    };
    for (const [path, item] of Object.entries(served.paths))
      for (const method of methods)
        for (const [status, answer] of Object.entries(item[method]?.responses ?? {})) {
          if (!status.startsWith('2')) continue;
          const name = answer.$ref?.split('/').at(-1);
          const { content } = name === undefined ? answer : (served.components.responses[name] ?? {});
          const media = content?.['application/json'];
          const pointer =
            name === undefined ? ['paths', path, method, 'responses', status] : ['components', 'responses', name];
          if (media) expectMedia(pointer, media);
        }
    expect(fitted).toBeGreaterThan(200);
  });

  it('is readable at /docs/reference/, with scripts of this server alone, which are compressed and revalidated', async () => {
    expect((await world.visitor.get('/docs/reference')).headers.location).toBe('/docs/reference/');
    const page = await world.visitor.get('/docs/reference/');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('<html lang="en">');
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses).toEqual(['/docs/', '/docs/reference/', 'js/scalar.js']);
    const policy = String(page.headers['content-security-policy']);
    const inline = [...page.body.matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)];
    expect(inline).toHaveLength(1);
    const hash = createHash('sha256')
      .update(inline[0]?.[1] ?? '')
      .digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("connect-src 'self';");

    const accept = { 'accept-encoding': 'gzip' };
    const script = await world.visitor.get('/docs/reference/js/scalar.js', { headers: accept });
    expect(script.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' });
    expect(script.rawPayload.length).toBeLessThan(1_500_000);
    expect(gunzipSync(script.rawPayload).length).toBeGreaterThan(1_000_000);
    for (const path of ['/docs/', '/docs/reference/', '/docs/reference/js/scalar.js', '/api/v1/openapi.json']) {
      const { etag } = (await world.visitor.get(path)).headers;
      const again = await world.visitor.get(path, { headers: { 'if-none-match': String(etag) } });
      expect([again.statusCode, again.body], path).toEqual([304, '']);
    }
  });
});

describe('the guides at /docs', () => {
  it('C576 are all that the map of docs/api names, next to the reference, whole without scripts and light', async () => {
    const map = await world.visitor.get('/docs/', { headers: { 'accept-encoding': 'gzip' } });
    // The first view loads nothing else but its icon.
    expect(gunzipSync(map.rawPayload).length).toBeLessThan(60_000);
    const { body } = await world.visitor.get('/docs/');
    expect(body).not.toContain('<script');
    const guides = [...body.matchAll(/<li><a href="(\/docs\/[^"#]*)"/g)].map(([, address = '']) => address);
    for (const name of [
      'quick-start',
      'webhooks',
      'lists',
      'import-export',
      'errors',
      'changelog',
      'recipes/shop-to-order',
    ])
      expect(guides).toContain(`/docs/${name}`);
    expect(body).toContain('<a href="/docs/reference/">Reference</a>');
    const pages = new Map<string, string>();
    for (const address of guides) {
      const page = await world.visitor.get(address);
      expect([page.statusCode, page.headers['content-type']], address).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body, address).toContain('<html lang="en">');
      pages.set(address, page.body);
    }
    for (const [address, html] of pages)
      for (const [, path = '', anchor] of html.matchAll(/href="(\/docs\/[^"#]*)(?:#([^"]*))?"/g)) {
        if (path.startsWith('/docs/reference/')) continue;
        expect([address, path, pages.has(path)]).toEqual([address, path, true]);
        if (anchor) expect(pages.get(path), `${address} ${path}`).toContain(` id="${anchor}"`);
      }
    expect((await world.visitor.get('/docs/nothing')).statusCode).toBe(404);
  });

  it('C577 are searched together with the calls, and what is looked for stays text', async () => {
    const search = async (words: string) =>
      (await world.visitor.get(`/docs/search?q=${encodeURIComponent(words)}`)).body;
    const found = await search('signature retries');
    expect(found).toContain('href="/docs/webhooks');
    expect(await search('POST /api/v1/orders/batch')).toContain(
      'href="/docs/reference/#tag/orders/POST/api/v1/orders/batch"',
    );
    expect(await search('zzz-nothing')).toContain('Nothing has all of these words.');
    const odd = await search('"><img src=x>');
    expect(odd).toContain('value="&quot;&gt;&lt;img');
    expect(odd).not.toContain('<img');
  });
});
