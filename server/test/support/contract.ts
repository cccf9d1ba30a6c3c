import { type ErrorCode, errorCodes } from '@quickfleet/shared/error-codes';
import { type ErrorBody, errorBody } from '@quickfleet/shared/errors';
import type { Role } from '@quickfleet/shared/roles';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Config } from '../../src/config.ts';
import { type Client, createTestApp, type TestApp } from './app.ts';
import { ok } from './factories.ts';

/** The largest id there can be: nothing has it. */
export const NOWHERE = 2_147_483_647;

const strictError = errorBody.strict();

/** The one error body (M01), with this status; answers it for a closer look. */
export function expectError(answer: LightMyRequestResponse, status: number, code?: string): ErrorBody {
  expect(answer.statusCode, answer.body).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = strictError.parse(answer.json());
  expect(body.status).toBe(status);
  expect(body.message).toBe(body.error);
  expect(body.error).not.toMatch(
    /^(Bad Request|Not Found|Unauthorized|Forbidden|Internal Server Error)$|Invalid input|SQL|select |at .*\.[jt]s/,
  );
  expect(errorCodes, `the table of codes has ${body.code}`).toHaveProperty(body.code);
  expect([errorCodes[body.code as ErrorCode][0]].flat(), body.code).toContain(status);
  expect(body.requestId).toMatch(/^[0-9a-f]{16}$/);
  if (answer.headers['x-request-id'] !== undefined) expect(answer.headers['x-request-id']).toBe(body.requestId);
  if (status === 400) expect(body.issues?.length).toBeGreaterThan(0);
  if (code) expect(body.code).toBe(code);
  return body;
}

/** A 400 with `path` and `message` in its first issue. */
export function expectIssue(answer: LightMyRequestResponse, path: string, message: string): void {
  const body = expectError(answer, 400);
  expect(body.issues).toContainEqual({ path, message });
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Ask = [method: Method, url: string, body?: unknown];
type SignedIn = Client & { userId: number; username: string };
export type Scope = string;

export interface World {
  app: TestApp;
  admin: SignedIn;
  dispatcher: SignedIn;
  driver: SignedIn;
  customer: SignedIn;
  /** Somebody without a session. */
  visitor: Client;
  /** A program with a key that holds these scopes. */
  program(...scopes: Scope[]): Promise<Client>;
}

/** One app with somebody of each role, for the tests of a file. */
export function useWorld(settings: Partial<Config> = {}): World {
  let world: World | undefined;
  const present = () => {
    if (!world) throw new Error('the world is made before the first test');
    return world;
  };
  beforeAll(async () => {
    const app = await createTestApp(settings);
    const admin = await app.as('admin');
    const program: World['program'] = async (...scopes) => {
      const { key } = ok<{ key: string }>(await admin.post('/api/v1/api-keys', { name: 'A program', scopes }));
      return app.client({ key });
    };
    world = {
      app,
      admin,
      dispatcher: await app.as('dispatcher'),
      driver: await app.as('driver'),
      customer: await app.as('customer'),
      visitor: app.client(),
      program,
    };
  });
  afterAll(() => world?.app.close());
  return {
    get app() {
      return present().app;
    },
    get admin() {
      return present().admin;
    },
    get dispatcher() {
      return present().dispatcher;
    },
    get driver() {
      return present().driver;
    },
    get customer() {
      return present().customer;
    },
    get visitor() {
      return present().visitor;
    },
    program: (...scopes) => present().program(...scopes),
  };
}

/** Nobody gets 401 and each of the roles 403, whatever the call would do; every address of a call is asked. */
export async function expectRefused(
  world: World,
  asks: readonly Ask[],
  roles: readonly Role[],
  nobody: 401 | 'let in' = 401,
): Promise<void> {
  for (const [method, url, body] of asks) {
    if (nobody === 401) expectError(await world.visitor.call(method, url, body), 401);
    for (const role of roles) expectError(await world[role].call(method, url, body), 403, 'FORBIDDEN');
  }
}
