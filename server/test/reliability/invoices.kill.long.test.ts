import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startProcess } from '../support/process.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
const INVOICES = 200;
const CALLERS = 16;
/** The server dies once so many are answered. */
const KILLS = [40, 90, 150];
let dir: string;
let server: ServerProcess | undefined;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-invoices-'));
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

type Call = <T>(method: string, path: string, body?: unknown, key?: string) => Promise<T | undefined>;
/** The server, with a signed-in admin; a call without an answer, or refused, is undefined. */
async function launch(): Promise<Call> {
  const { username: ADMIN_USERNAME, password: ADMIN_PASSWORD } = ADMIN;
  const settings = {
    DATA_DIR: dir,
    PORT: '0',
    ADMIN_USERNAME,
    ADMIN_PASSWORD,
    LIMIT_SCALE: '1000',
    LOG_LEVEL: 'silent',
  };
  server = await startProcess(settings);
  const { url } = server;
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return async (method, path, body, key) => {
    try {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { ...headers, cookie, ...(key ? { 'idempotency-key': key } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answer.ok ? await answer.json() : undefined;
    } catch {
      return undefined;
    }
  };
}

interface Row {
  id: number;
  number: string | null;
  state: string;
}
async function readAll(call: Call): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < INVOICES; page++) {
    const answer = await call<{ data: Row[] }>('GET', `/invoices?limit=100&page=${page}`);
    if (!answer || answer.data.length === 0) break;
    rows.push(...answer.data);
  }
  return rows;
}

it(`C590 ${INVOICES} invoices issued by ${CALLERS} callers under three kill -9 have numbers without gap or double`, async () => {
  let call = await launch();
  const customer = await call<{ id: number }>('POST', '/customers', { name: 'Ada', email: 'ada@example.com' });
  const lines = [{ description: 'Storage', unitPrice: '100' }];
  const limit = pLimit(CALLERS);
  const drafts = await Promise.all(
    Array.from({ length: INVOICES }, () =>
      limit(() => call<Row>('POST', '/invoices', { customerId: customer?.id, lines })),
    ),
  );
  const ids = drafts.flatMap((draft) => draft?.id ?? []);
  expect(ids).toHaveLength(INVOICES);
  const answered = new Map<number, string | null>();
  for (const kill of [...KILLS, Number.POSITIVE_INFINITY]) {
    let isDead = false;
    await Promise.all(
      ids
        .filter((id) => !answered.has(id))
        .map((id) =>
          limit(async () => {
            if (isDead) return;
            const issued = await call<Row>('POST', `/invoices/${id}/issue`, {}, `issue-${id}`);
            if (issued) answered.set(id, issued.number);
            if (answered.size < kill || isDead) return;
            isDead = true;
            await server?.end('SIGKILL');
          }),
        ),
    );
    if (isDead) call = await launch();
  }
  const rows = await readAll(call);
  expect(rows.filter(({ state }) => state !== 'issued')).toEqual([]);
  const numbers = rows.map(({ number }) => Number(number?.split('-')[1])).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: INVOICES }, (_, at) => at + 1));
  // What was answered before the server died is what is there.
  expect(rows.filter(({ id, number }) => answered.get(id) !== number)).toEqual([]);
}, 900_000);
