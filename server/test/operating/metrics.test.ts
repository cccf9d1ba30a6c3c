import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTracing } from '../../src/tracing.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { closeServer } from '../support/close-server.ts';
import { makeQuote, ok, orderBody } from '../support/factories.ts';

const TOKEN = 'a-token-for-the-test';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ METRICS_TOKEN: TOKEN, SMTP_URL: 'smtp://127.0.0.1:9' });
});
afterAll(() => app.close());

/** The value of one line of /metrics. */
async function metric(line: string): Promise<number> {
  const answer = await app.client().get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.statusCode).toBe(200);
  const found = answer.body.split('\n').find((text) => text.startsWith(`${line} `));
  return found ? Number(found.slice(line.length + 1)) : Number.NaN;
}

describe('what an operator sees from outside', () => {
  it('V01 the queue and its age, mails by state, pool, database, files, disk, streams', async () => {
    await makeQuote(app);
    await app.sql(`update emails set created_at = now() - interval '90 seconds'`);
    await app.sql(`update graphile_worker._private_jobs set run_at = now() - interval '60 seconds'`);
    expect(await metric('quickfleet_jobs{state="waiting"}')).toBe(1);
    expect(await metric('quickfleet_job_oldest_seconds')).toBeGreaterThanOrEqual(60);
    expect(await metric('quickfleet_mails{state="queued"}')).toBe(1);
    expect(await metric('quickfleet_mails{state="failed"}')).toBe(0);
    expect(await metric('quickfleet_mail_oldest_seconds')).toBeGreaterThanOrEqual(90);
    expect(await metric('quickfleet_database_up')).toBe(1);
    expect(await metric('quickfleet_database_bytes')).toBeGreaterThan(1_000_000);
    expect(await metric('quickfleet_pool_connections{state="open"}')).toBeGreaterThan(0);
    expect(await metric('quickfleet_pool_connections{state="waiting"}')).toBe(0);
    expect(await metric('quickfleet_disk_bytes{state="free"}')).toBeGreaterThan(0);
    expect(await metric('quickfleet_streams{holder="known"}')).toBe(0);
    expect(await metric('quickfleet_files')).toBeGreaterThanOrEqual(0);
    await app.sql(`update emails set status = 'failed'`);
    expect(await metric('quickfleet_mails{state="failed"}')).toBe(1);
  });

  it('V02 what was refused, by rule, over every transport, and the time of statements', async () => {
    const refused = (code: string, status: number) =>
      metric(`quickfleet_error_answers_total{code="${code}",status="${status}"}`);
    const before = Number((await refused('SIGN_IN_REQUIRED', 401)) || 0);
    const stranger = app.client();
    expect((await stranger.get('/api/v1/orders')).statusCode).toBe(401);
    expect((await stranger.get('/trpc/orders.list?input=%7B%7D')).statusCode).toBe(401);
    expect(await refused('SIGN_IN_REQUIRED', 401)).toBe(before + 2);
    const statements = await metric('quickfleet_database_seconds_count');
    ok(await stranger.get('/readyz'));
    expect(await metric('quickfleet_database_seconds_count')).toBeGreaterThan(statements);
  });

  it('N22 callers who hang up before their answer are no failure of ours', async () => {
    const staff = await app.as('admin');
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const failures = async () => {
      const { body } = await app.client().get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
      return body.match(/^quickfleet_error_answers_total\{.*status="5.*$/gm);
    };
    const before = await failures();
    // The line is cut when the answer begins to be packed.
    app.app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      response.once('pipe', () => request.socket.destroy());
    });
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // Its answer is so large that it is packed piece by piece.
    const items = Array.from({ length: 100 }, () => ({ name: 'Crate', description: randomBytes(400).toString('hex') }));
    const call = {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'accept-encoding': 'br' },
      body: JSON.stringify(orderBody({ items })),
    };
    await expect(fetch(`${address}/api/v1/orders`, call)).rejects.toThrow();
    ok(await staff.get('/api/v1/orders'));
    expect(await failures()).toEqual(before);
  });
});

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

describe('the dashboard and the alerts in docs/monitoring', () => {
  it('V04 ask only for what /metrics answers', async () => {
    await app.client().get('/api/v1/orders');
    const answer = await app.client().get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    for (const file of ['grafana-dashboard.json', 'alerts.yml']) {
      const text = await readFile(new URL(`../../../docs/monitoring/${file}`, import.meta.url), 'utf8');
      const asked = new Set(text.match(/\b(?:quickfleet|process|http_request)_[a-z_]+/g));
      expect(asked.size).toBeGreaterThan(5);
      for (const name of asked) expect(answer.body, name).toMatch(new RegExp(`^${name}[ {]`, 'm'));
    }
  });
});

describe('traces', () => {
  it('V03 go to the collector that is named: a span for the call and one for each statement, without addresses', async () => {
    const spans: SentSpan[] = [];
    const collector = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString());
        for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
    const address = collector.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const tracing = await startTracing({
      ...app.services.config,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    const traced = await createTestApp({}, undefined, { tracing });
    const admin = await traced.as('admin');
    const answer = await admin.get('/api/v1/quotes?q=Tamarisk');
    expect(answer.statusCode).toBe(200);
    await makeQuote(traced, {
      pickupAddress: '7 Tamarisk Lane',
      customer: { name: 'T', email: 'tamarisk@example.com' },
    });
    await tracing?.stop();
    await traced.close();
    await closeServer(collector);

    const attributeOf = (span: SentSpan, key: string) =>
      span.attributes.find((attribute) => attribute.key === key)?.value.stringValue;
    const call = spans.find((span) => attributeOf(span, 'quickfleet.request_id') === answer.headers['x-request-id']);
    expect(attributeOf(call as SentSpan, 'http.request.method')).toBe('GET');
    const statements = spans.filter((span) => span.traceId === call?.traceId && attributeOf(span, 'db.system.name'));
    expect(statements.map(({ name }) => name)).toContain('SELECT');
    for (const span of spans) expect(JSON.stringify(span)).not.toMatch(/tamarisk/i);
  });
});
