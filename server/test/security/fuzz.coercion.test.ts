import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { restRoutes } from '../../src/rest/routes.ts';
import { appRouter } from '../../src/router.ts';
import { useWorld } from '../support/contract.ts';
import { ok, quoteBody } from '../support/factories.ts';

// trpc-openapi switches coercion on inside the schemas it is given, for tRPC callers too (docs/security.md, TR-1). Ours
// must leave it nothing to switch on.

const world = useWorld();
type Schema = z.core.$ZodType;
interface Defined {
  _def: { type: string; inputs: Schema[]; meta?: { openapi?: unknown } };
}
const procedures = Object.entries<Defined>(appRouter._def.procedures as never);
const published = procedures.filter(([name]) => restRoutes.all.some((route) => route.procedure === name));

/** The leaves that the adapter looks for, found the way it looks for them (trpc-openapi, utils/zod). */
function coercible(schema: Schema, path: string): string[] {
  const unwrap = (type: Schema): Schema => {
    if (
      type instanceof z.ZodOptional ||
      type instanceof z.ZodNullable ||
      type instanceof z.ZodDefault ||
      type instanceof z.ZodPrefault
    )
      return unwrap(type.unwrap());
    if (type instanceof z.ZodArray) return unwrap(type.element);
    if (type instanceof z.ZodLazy) return unwrap(type.unwrap());
    return type;
  };
  const found = unwrap(schema);
  if (
    found instanceof z.ZodNumber ||
    found instanceof z.ZodBoolean ||
    found instanceof z.ZodDate ||
    found instanceof z.ZodBigInt
  )
    return [path];
  return found instanceof z.ZodObject
    ? Object.entries(found.shape).flatMap(([name, inner]) => coercible(inner, `${path}.${name}`))
    : [];
}
/** The object behind `preprocess` and `transform`, as the adapter unwraps it. */
function bodyOf(schema: Schema): Schema {
  if (!(schema instanceof z.ZodPipe)) return schema;
  return bodyOf(schema.def.out instanceof z.ZodTransform ? schema.def.in : schema.def.out);
}
const inputsOf = ([name, { _def }]: [string, Defined]) => _def.inputs.map((input) => [name, bodyOf(input)] as const);

const lookalikes = ['false', null, '', [], '0x10', true];
interface Probe {
  name: string;
  type: string;
  input: Record<string, unknown>;
}
/** Every field of every published input, with each value that coercion would let through. */
const probes: Probe[] = published.flatMap((entry) =>
  inputsOf(entry).flatMap(([name, body]) => {
    if (!(body instanceof z.ZodObject)) return [];
    const rest = { id: 2_147_483_646, driverId: 2_147_483_646 };
    return Object.keys(body.shape).flatMap((field) =>
      lookalikes.map((value) => ({ name, type: entry[1]._def.type, input: { ...rest, [field]: value } })),
    );
  }),
);

/** What tRPC says to a probe: the issues of a refusal, or that the schema let it pass. */
async function answerOf({ name, type, input }: Probe): Promise<string> {
  const url = `/trpc/${name}`;
  const answer =
    type === 'mutation'
      ? await world.admin.post(url, input)
      : await world.admin.get(`${url}?input=${encodeURIComponent(JSON.stringify(input))}`);
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  if (answer.statusCode !== 400) return 'passes';
  return JSON.stringify(answer.json<{ error: { data: { issues?: unknown } } }>().error.data.issues);
}

describe('the coercion trap', () => {
  it('no published input has a bare number, boolean or date', () => {
    expect(published.flatMap(inputsOf).flatMap(([name, body]) => coercible(body, name))).toEqual([]);
  });

  it('finds such leaves where they are', () => {
    expect(
      coercible(
        z.object({
          a: z.number().optional(),
          b: z.object({ c: z.boolean() }),
          d: z.array(z.date()),
          e: z.union([z.number(), z.string()]),
        }),
        '',
      ),
    ).toEqual(['.a', '.b.c', '.d']);
  });

  it('a tRPC call answers the same before and after the REST calls', async () => {
    // Nobody may sign out or change the caller in between.
    const asked = probes.filter(({ name }) => !/^auth\.|^drivers\.leave|^users\.(create|update)/.test(name));
    const before: string[] = [];
    for (const probe of asked) before.push(await answerOf(probe));
    for (const { method, path, procedure } of restRoutes.all) {
      if (/logout|leave/.test(procedure)) continue;
      const url = `/api/v1${path.replaceAll(/\{\w+\}/g, '2147483646')}`;
      const verb = (['GET', 'POST', 'PUT', 'DELETE'] as const).find((known) => known === method) ?? 'GET';
      await world.app
        .client()
        .call(verb, url, verb === 'POST' || verb === 'PUT' ? { price: null, isActive: 'false' } : undefined);
      await world.admin.call(
        verb,
        url,
        verb === 'POST' || verb === 'PUT' ? { price: null, isActive: 'false' } : undefined,
      );
    }
    const after: string[] = [];
    for (const probe of asked) after.push(await answerOf(probe));
    console.log(`${asked.length} tRPC probes before and after ${restRoutes.all.length} REST calls`);
    expect(asked.length).toBeGreaterThan(300);
    expect(after).toEqual(before);
  }, 120_000);

  it('a null price over REST is a 400 and leaves the price alone, and so it is over tRPC', async () => {
    const { id } = ok<{ id: number }>(await world.admin.post('/api/v1/quotes', quoteBody()));
    ok(await world.admin.put(`/api/v1/quotes/${id}`, { price: '12.5', paymentUrl: 'https://pay.example.com/x' }));
    for (const price of [null, '', [], false, 'false']) {
      expect((await world.admin.put(`/api/v1/quotes/${id}`, { price })).statusCode).toBe(400);
      expect((await world.admin.post('/trpc/quotes.update', { id, price })).statusCode).toBe(400);
    }
    for (const bad of ['0x10', '1e3', ' 1', '01', true, null, [1]])
      expect(
        (await world.admin.post('/trpc/quotes.update', { id: bad, notes: 'x' })).statusCode,
        JSON.stringify(bad),
      ).toBe(400);
    expect(await world.app.sql('select status, price::text, notes from quotes where id = ?', id)).toEqual([
      { status: 'sent', price: '12.50', notes: 'Ring twice' },
    ]);
  });
});
