import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { restRoutes } from '../../src/rest/routes.ts';
import { procedures } from '../../src/router.ts';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';

const LENGTH = 50_000;
/**
 * The promise is 50 ms on an otherwise idle machine. Here other work runs at the same time; a quadratic expression over
 * so long a text takes seconds.
 */
const HELD_MS_MAX = 400;
/** What made expressions of public reports take long: a run of what a pattern repeats, then what it does not end in. */
const RUNS = [
  '.',
  ' ',
  '0',
  '!',
  '/',
  '\t',
  'a',
  '+A',
  '{{',
  'http://',
  'www.',
  '\n ',
  '=',
  '@.',
  '-',
  '\u200b',
  '%41',
];
const texts = RUNS.map((run) => `${run.repeat(Math.ceil(LENGTH / run.length)).slice(0, LENGTH - 2)}x`);

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

/** The names of all text fields of an input, however deep, as paths. */
function textFields(schema: unknown, path: string[] = [], depth = 0): string[][] {
  if (depth > 6) return [];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, part]) => textFields(part, [...path, name], depth + 1));
  if (schema instanceof z.ZodArray) return textFields(schema.element, [...path, '0'], depth + 1);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textFields(schema.unwrap(), path, depth + 1);
  if (schema instanceof z.ZodPipe)
    return [...textFields(schema.in, path, depth + 1), ...textFields(schema.out, path, depth + 1)];
  return path.length > 0 ? [path] : [];
}
function bodyWith(paths: readonly string[][], text: string): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const path of paths) {
    let at: Record<string, unknown> = body;
    for (const [place, name] of path.entries()) {
      if (place === path.length - 1) at[name] ??= text;
      else {
        const next = (typeof at[name] === 'object' ? at[name] : {}) as Record<string, unknown>;
        at[name] = next;
        at = next;
      }
    }
  }
  return JSON.parse(JSON.stringify(body), (_key, value) =>
    typeof value === 'object' && value !== null && Object.keys(value).join() === '0' ? [value['0']] : value,
  );
}

/** The longest time in which no other request could be served, in milliseconds. */
async function heldBy(work: () => Promise<unknown>): Promise<number> {
  const watch = monitorEventLoopDelay({ resolution: 5 });
  watch.enable();
  await work();
  await new Promise((done) => setTimeout(done, 10));
  watch.disable();
  return watch.max / 1e6;
}

describe('a text of 50,000 characters', { timeout: 600_000 }, () => {
  it('N14 in every text field of every call holds nobody up', async () => {
    const slow: string[] = [];
    const json = { headers: { 'content-type': 'application/json' } };
    for (const { method, path, procedure } of restRoutes.all) {
      if (method !== 'POST' && method !== 'PUT') continue;
      const fields = textFields(procedures[procedure]?._def.inputs?.[0]);
      const url = `/api/v1${path.replaceAll(/\{[^}]+\}/g, '1')}`;
      if (fields.length === 0) continue;
      for (const text of texts) {
        const body = JSON.stringify(bodyWith(fields, text));
        const call = () => admin.call(method, url, body, json);
        // A moment that belonged to the machine is not there again.
        let held = await heldBy(call);
        if (held > HELD_MS_MAX) held = await heldBy(call);
        if (held > HELD_MS_MAX)
          slow.push(`${method} ${url} ${JSON.stringify(text.slice(0, 10))}: ${Math.round(held)} ms`);
      }
    }
    expect(slow).toEqual([]);
  });

  it('N14 in a preview holds nobody up, and previews have a limit', async () => {
    const preview = (content: string) =>
      admin.post('/api/v1/email-templates/preview', { type: 'customer', subject: 'A', content });
    const slow: string[] = [];
    for (const text of [...texts, `http://${'.'.repeat(49_900)}x`, `Label: http://a/${'!'.repeat(49_000)}x`]) {
      const held = Math.min(await heldBy(() => preview(text)), await heldBy(() => preview(text)));
      if (held > HELD_MS_MAX) slow.push(`${JSON.stringify(text.slice(0, 10))}: ${Math.round(held)} ms`);
    }
    expect(slow).toEqual([]);
    const limited = await createTestApp({ LIMIT_SCALE: 0.2 });
    const staff = await limited.as('dispatcher');
    const answers: number[] = [];
    for (let n = 0; n < 14; n++)
      answers.push(
        (await staff.post('/api/v1/email-templates/preview', { type: 'customer', subject: 'A', content: 'B' }))
          .statusCode,
      );
    expect(answers).toEqual([...Array(12).fill(200), 429, 429]);
    await limited.close();
  });
});
