import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Role } from '@quickfleet/shared/roles';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { followSettings } from '../../src/company/settings/live-settings.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { ormOptions } from '../../src/db/orm.config.ts';
import { openFileStore } from '../../src/files/files-pair.ts';
import { openIncoming } from '../../src/files/incoming.ts';
import type { Services } from '../../src/http/context.ts';
import { EventHub } from '../../src/http/streams/events.ts';
import { createEventLog } from '../../src/messages/events/event-log.ts';
import { objectReaders } from '../../src/operations/developers/object-readers.ts';
import { User } from '../../src/people/users/user.entity.ts';
import { createSecrets } from '../../src/security/secrets.ts';
import { cloneDatabase } from './clone.ts';
import { requireDeclared } from './declared.ts';
import { quickHash } from './quick-hash.ts';

export const PASSWORD = 'a-good-password-1';
type Answer = LightMyRequestResponse;
type Call = Omit<InjectOptions, 'method' | 'url'>;

/** One browser or one program: keeps its cookies, or sends its key. */
export interface Client {
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown, more?: Call): Promise<Answer>;
  get(url: string, more?: Call): Promise<Answer>;
  post(url: string, body?: unknown, more?: Call): Promise<Answer>;
  put(url: string, body?: unknown, more?: Call): Promise<Answer>;
  delete(url: string, more?: Call): Promise<Answer>;
  /** Sends form data: text fields and files by field name. */
  form(
    method: 'POST' | 'PUT',
    url: string,
    fields: Record<string, string | string[]>,
    files?: FormFile[],
    headers?: Record<string, string>,
  ): Promise<Answer>;
  cookies: Map<string, string>;
}
export interface FormFile {
  field: string;
  name: string;
  type: string;
  bytes: Buffer;
}

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  databaseUrl: string;
  /** Runs SQL on the test's own database: how tests look at the rows. */
  sql<T = Record<string, unknown>>(query: string, ...params: unknown[]): Promise<T[]>;
  client(options?: { key?: string; ip?: string }): Client;
  /** A user of this role, signed in. */
  as(role: Role): Promise<Client & { userId: number; username: string }>;
  setClock(at: Date | undefined): void;
  close(): Promise<void>;
}

export function multipartBody(
  fields: Record<string, string | string[]>,
  files: readonly FormFile[],
): { payload: Buffer; contentType: string } {
  const boundary = `----quickfleet${Math.random().toString(16).slice(2)}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields).flatMap(([of, values]) => [values].flat().map((one) => [of, one])))
    parts.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`));
  for (const file of files) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`,
      ),
      file.bytes,
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { payload: Buffer.concat(parts), contentType: `multipart/form-data; boundary=${boundary}` };
}

function createClient(app: FastifyInstance, key: string | undefined, ip: string): Client {
  const cookies = new Map<string, string>();
  const call: Client['call'] = async (method, url, body, more = {}) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body as never }),
      ...more,
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...more.headers,
      },
    });
    requireDeclared(method, url, answer.statusCode);
    for (const { name, value, maxAge, expires } of answer.cookies) {
      if (value === '' || maxAge === 0 || (expires && expires.getTime() < Date.now())) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    call,
    get: (url, more) => call('GET', url, undefined, more),
    post: (url, body, more) => call('POST', url, body, more),
    put: (url, body, more) => call('PUT', url, body, more),
    delete: (url, more) => call('DELETE', url, undefined, more),
    form(method, url, fields, files = [], headers = {}) {
      const { payload, contentType } = multipartBody(fields, files);
      return call(method, url, payload, { headers: { 'content-type': contentType, ...headers } });
    },
  };
}

/**
 * The real app on a separate PostgreSQL database; only clock and limits are set by the test. `through` puts something
 * between the app's calls and that database: it gets the address and returns the one to use.
 */
export async function createTestApp(
  settings: Partial<Config> = {},
  through: (databaseUrl: string) => Promise<string> = async (databaseUrl) => databaseUrl,
  options: Parameters<typeof buildApp>[1] = {},
): Promise<TestApp> {
  const clone = await cloneDatabase(inject('templateUrl'));
  const dataDir = await mkdtemp(join(tmpdir(), 'quickfleet-files-'));
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const config = readConfig({ DATA_DIR: dataDir, LIMIT_SCALE: '1000', PUBLIC_URL: 'http://quickfleet.test' }, settings);
  const orm = await MikroORM.init({ ...ormOptions(await through(clone.url)), logger: () => undefined });
  const events = new EventHub(clone.url, log);
  let fixed: Date | undefined;
  const services: Services = {
    config,
    orm,
    secrets: createSecrets('test-secret-test-secret-test-secret-1'),
    files: await openFileStore(config),
    incoming: await openIncoming(join(dataDir, 'incoming')),
    events,
    eventLog: createEventLog(objectReaders),
    clock: () => fixed ?? new Date(),
    log,
  };
  await followSettings(services);
  await events.start();
  const app = await buildApp(services, options);
  await app.ready();
  let users = 0;
  let addresses = 0;
  const client: TestApp['client'] = ({ key, ip } = {}) =>
    createClient(app, key, ip ?? `10.9.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`);
  return {
    app,
    services,
    databaseUrl: clone.url,
    sql: (query, ...params) => orm.em.fork().execute(query, params),
    client,
    async as(role) {
      const username = `${role}-${++users}`;
      const em = orm.em.fork();
      const user = em.create(User, {
        username,
        passwordHash: quickHash(PASSWORD),
        role,
        firstName: `First${users}`,
        lastName: `Last${users}`,
        phone: '+1 555 0100',
      });
      await em.flush();
      const browser = client();
      const answer = await browser.post('/api/login', { username, password: PASSWORD });
      if (answer.statusCode !== 200) throw new Error(`sign-in of ${username} failed: ${answer.body}`);
      return { ...browser, userId: user.id, username };
    },
    setClock: (at) => {
      fixed = at;
    },
    async close() {
      await app.close();
      await events.close();
      await orm.close(true);
      await clone.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
