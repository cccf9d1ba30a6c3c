import { errorBody } from '@quickfleet/shared/errors';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

// The border: nothing leaves the server that an output schema does not name.

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The schema of what a route sends as JSON. `procedures`: they have checked it. `fixed`: it is the same for
     * everybody and holds no row. A route without one sends no JSON at all.
     */
    output?: z.ZodType | 'procedures' | 'fixed';
  }
}

/** The data with what its schema names and nothing else. What does not fit the schema is our fault, a 500. */
export function strip<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause: result.error });
}

/** The output of a subscription: each message is checked by the schema. */
export const each = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .custom<AsyncIterable<z.input<Schema>>>(
      (messages) => typeof messages === 'object' && messages !== null && Symbol.asyncIterator in messages,
    )
    .transform((messages) => stripEach(schema, messages));

async function* stripEach<Schema extends z.ZodType>(schema: Schema, messages: AsyncIterable<z.input<Schema>>) {
  for await (const message of messages) yield strip(schema, message);
}

/**
 * The same schema with its compiled parser, for outputs of many rows. tRPC checks outputs by `parseAsync`, and zod
 * compiles the synchronous way alone: a page of 20 orders takes two to five times as long without.
 */
export function compiled<Schema extends z.ZodType>(schema: Schema): z.ZodLazy<Schema> {
  const outer = z.lazy(() => schema);
  outer._zod.run = (payload, ctx) => schema._zod.run(payload, { ...ctx, async: false });
  return outer;
}

const isJson = (reply: FastifyReply): boolean => /^application\/json\b/.test(String(reply.getHeader('content-type')));

/** Every JSON answer of the server passes here: errors too, and whatever a later route sends. */
export function guardOutputs(app: FastifyInstance): void {
  const checked = new WeakSet<FastifyReply>();
  app.addHook('preSerialization', async ({ routeOptions }, reply, payload) => {
    const schema = reply.statusCode >= 400 ? errorBody : routeOptions.config?.output;
    if (!(schema instanceof z.ZodType)) throw new Error(`${routeOptions.url} sends JSON without an output schema`);
    checked.add(reply);
    return strip(schema, payload);
  });
  app.addHook('onSend', async ({ routeOptions }, reply, payload) => {
    const output = routeOptions.config?.output;
    const isAllowed = checked.has(reply) || output === 'procedures' || output === 'fixed';
    if (payload && isJson(reply) && !isAllowed) {
      reply.removeHeader('content-type');
      throw new Error(`${routeOptions.url} sends JSON that no schema has checked`);
    }
    return payload;
  });
}
