import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Action,
  callers,
  type Grant,
  type Permission,
  permissions,
  type Scope,
  scopes,
} from '@quickfleet/shared/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliases } from '../../src/rest/aliases.ts';
import { guideNames } from '../../src/rest/guides/guides.ts';
import { audiences } from '../../src/rest/openapi/openapi.audiences.ts';
import { type ApiDocument, actionOf, buildDocument, methods } from '../../src/rest/openapi/openapi.ts';
import { appRouter } from '../../src/router.ts';
import type { Client } from '../support/app.ts';
import { NOWHERE, useWorld, type World } from '../support/contract.ts';
import { makeOrder, openByMail, openOrder } from '../support/factories.ts';

// Every row of the permission table, for every kind of caller, at every address that leads to it.

const world = useWorld();
const document: ApiDocument = buildDocument();
const actions = Object.keys(permissions).filter((name): name is Action => Object.hasOwn(permissions, name));
const rows: Readonly<Record<string, Permission>> = permissions;
const procedures = new Map(
  Object.entries<{ _def: { type: string } }>(appRouter._def.procedures as never).map(([name, procedure]) => [
    name,
    procedure._def.type,
  ]),
);

interface Surface {
  name: string;
  ask(client: Client, ids: Ids): Promise<number>;
}
/** Ids that an 'own' row may reach; all others name nothing. */
interface Ids {
  user: number;
}

const twinsOf = (path: string): string[] =>
  aliases.flatMap(([from, to]) => {
    if (path === from || path.startsWith(`${from}/`)) return [to + path.slice(from.length)];
    return path === to || path.startsWith(`${to}/`) ? [from + path.slice(to.length)] : [];
  });
const isOwnId = (action: string) =>
  ['users.update', 'orders.listOfDriver', 'planning.day', 'planning.setShift', 'drivers.runSheet'].includes(action);

function fill(path: string, action: string, { user }: Ids): string {
  const id = isOwnId(action) ? user : NOWHERE;
  return path
    .replace('{trackingValue}', 'QF000000000000')
    .replace('{key}', '0123456789abcdef0123456789abcdef.png')
    .replace('{subject}', 'order')
    .replaceAll(/\{\w+\}/g, String(id));
}

function restSurfaces(action: Action): Surface[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation || actionOf(operation.operationId) !== action) return [];
      return [path, ...twinsOf(path)].map((address) => ({
        name: `${method.toUpperCase()} ${address}`,
        async ask(client: Client, ids: Ids) {
          const verb = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;
          return (
            await client.call(
              verb[method],
              fill(address, action, ids),
              method === 'get' || method === 'delete' ? undefined : {},
            )
          ).statusCode;
        },
      }));
    }),
  );
}

function trpcSurface(action: Action): Surface[] {
  const type = procedures.get(action);
  if (!type) return [];
  return [
    {
      name: `tRPC ${type} ${action}`,
      async ask(client, ids) {
        const input = {
          id: isOwnId(action) ? ids.user : NOWHERE,
          driverId: ids.user,
          subject: 'order',
          trackingNumber: 'QF000000000000',
        };
        if (type === 'mutation') return (await client.post(`/trpc/${action}`, { id: input.id })).statusCode;
        const url = `/trpc/${action}?input=${encodeURIComponent(JSON.stringify(input))}`;
        if (type === 'query') return (await client.get(url)).statusCode;
        const answer = await client.get(url, { payloadAsStream: true, headers: { accept: 'text/event-stream' } });
        if (answer.statusCode !== 200) return answer.statusCode;
        return refusalIn(answer.stream());
      },
    },
  ];
}

const QUIET_MS = 60;
/** A refused subscription opens its stream and says so in the first messages; one that was let in stays quiet. */
async function refusalIn(stream: Readable): Promise<number> {
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  const statusIn = () => /"httpStatus":(\d+)/.exec(text)?.[1];
  await once(stream, 'data');
  const until = Date.now() + QUIET_MS;
  while (!statusIn() && Date.now() < until) await delay(5);
  stream.destroy();
  return Number(statusIn() ?? 200);
}

interface Person {
  name: string;
  client: Client;
  ids: Ids;
  /** What the table says for this caller. */
  grant(row: Permission): Grant;
  /** Of a refusal. */
  refusal: 401 | 403;
  /** The scope of the rows that this key is tried on; null for rows without one. */
  asked?: Scope | null;
}
const isTriedOn = ({ asked }: Person, row: Permission) =>
  asked === undefined || asked === (row.key === 'any' ? null : row.key);

async function people(of: World): Promise<Person[]> {
  const order = await makeOrder(of.app, of.dispatcher);
  const phone = await openOrder(of.app, order);
  const nobody = { user: NOWHERE };
  const owner = await openByMail(of.app, 'hana@example.com');
  const roles = callers.filter((caller) => caller !== 'anonymous' && caller !== 'code' && caller !== 'email');
  const keyOf = async (name: string, held: readonly Scope[], asked: Scope | null): Promise<Person> => ({
    name: `a key for ${name}`,
    client: await of.program(...held),
    ids: nobody,
    grant: (row) =>
      row.key === 'any' || (row.key !== null && [row.key, ...(row.also ?? [])].some((scope) => held.includes(scope)))
        ? 'yes'
        : 'no',
    refusal: 403,
    asked,
  });
  const keys = await Promise.all(
    scopes.flatMap((scope) => [
      keyOf(scope, [scope], scope),
      keyOf(
        `all but ${scope}`,
        scopes.filter((other) => other !== scope),
        scope,
      ),
    ]),
  );
  keys.push(await keyOf('everything', scopes, null));
  return [
    { name: 'anonymous', client: of.visitor, ids: nobody, grant: (row) => row.anonymous, refusal: 401 },
    { name: 'code', client: phone, ids: nobody, grant: (row) => row.code, refusal: 401 },
    { name: 'email', client: owner, ids: nobody, grant: (row) => row.email, refusal: 401 },
    ...roles.map(
      (role): Person => ({
        name: role,
        client: of[role],
        ids: { user: of[role].userId },
        grant: (row) => row[role],
        refusal: 403,
      }),
    ),
    ...keys,
  ];
}

let everyone: Person[] = [];
let cases = 0;
beforeAll(async () => {
  everyone = await people(world);
});
afterAll(() => {
  console.log(`${cases} generated permission cases of ${actions.length} rows`);
});

// What ends a session comes last.
const inOrder = actions.toSorted((a, b) => Number(/logout|leave/.test(a)) - Number(/logout|leave/.test(b)));

describe('X06 the permission table is what the server does, for every caller on every surface', () => {
  for (const action of inOrder) {
    const row: Permission = permissions[action];
    const surfaces = [...restSurfaces(action), ...trpcSurface(action)];
    it(`X06 ${action}: ${surfaces.length} surfaces`, async () => {
      expect(surfaces.length, 'a row without any call').toBeGreaterThan(0);
      for (const surface of surfaces) {
        for (const person of everyone.filter((one) => isTriedOn(one, row))) {
          const status = await surface.ask(person.client, person.ids);
          cases++;
          const told = `${person.name} at ${surface.name} got ${status}`;
          if (person.grant(row) === 'no') expect(status, told).toBe(person.refusal);
          else expect([401, 403, 405, 500, 503], told).not.toContain(status);
        }
      }
    });
  }
});

describe('X06 nothing is outside the table', () => {
  it('X06 every procedure has a row', () => {
    expect([...procedures.keys()].filter((name) => !rows[name])).toEqual([]);
  });

  it('X06 every route of the server is described, and every described call has a row', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      methods.flatMap((method) =>
        item[method] ? [path, ...twinsOf(path)].map((address) => `${method.toUpperCase()} ${address}`) : [],
      ),
    );
    const shape = (route: string) => route.replaceAll(/:\w+(\|:\w+)*|\{\w+\}/g, '*');
    const known = new Set([...described.map(shape), ...OPEN, ...BY_LINK, REDIRECT]);
    const served = routesOf(world).filter(
      (route) =>
        !/^(HEAD|OPTIONS|TRACE|SEARCH|CONNECT|PATCH|PROPFIND|PROPPATCH|MKCOL|COPY|MOVE|LOCK|UNLOCK|MKCALENDAR|REPORT|QUERY) /.test(
          route,
        ) && !/ (\/trpc\/\*|\*)$/.test(shape(route)),
    );
    expect(served.length).toBeGreaterThan(15);
    expect(served.map(shape).filter((route) => !known.has(route))).toEqual([]);
    for (const item of Object.values(document.paths))
      for (const method of methods)
        if (item[method]) expect(rows[actionOf(item[method].operationId)], item[method].operationId).toBeDefined();
  });

  it('X06 what has no row is open to everyone, and tells nothing', async () => {
    for (const route of OPEN) {
      const path = route.replace('GET ', '');
      for (const { client, name } of everyone) expect((await client.get(path)).statusCode, `${name} ${path}`).toBe(200);
    }
    expect((await world.visitor.get('/healthz')).json()).toEqual({ status: 'ok' });
  });
});

/** Leads to the page with the slash, on which the page's own addresses rest. */
const REDIRECT = 'GET /docs/reference';
/** A page and no call: its sealed link alone is the right to it (C337). */
const BY_LINK = ['GET /u/*', 'POST /u/*', 'GET /auth/email/*', 'POST /auth/email/*'];
/** Calls that need no permission: whether the server lives, and its own description. */
const OPEN = [
  ...['GET /healthz', 'GET /readyz', 'GET /docs/reference/', 'GET /docs/reference/js/scalar.js'],
  ...['GET /docs/search', 'GET /api/v1/openapi.json'],
  ...(await guideNames()).map((name) => `GET ${name === '' ? '/docs' : `/docs/${name}`}`),
  ...audiences.flatMap((one) => [`GET /openapi/${one}.json`, `GET /api/v1/openapi/${one}.json`]),
];

/** METHOD path of every route that Fastify serves, read off its own print. */
function routesOf({ app }: World): string[] {
  const tree = app.app.printRoutes({ commonPrefix: false });
  const trail: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path = '', verbs] = /^([\s│├└─]*)(\S*)(?: \(([^)]+)\))?$/.exec(line) ?? [];
    const depth = Math.floor(indent.length / 4);
    trail.splice(Math.max(0, depth - 1));
    trail.push(path);
    return verbs ? verbs.split(', ').map((verb) => `${verb} ${trail.join('')}`) : [];
  });
}
