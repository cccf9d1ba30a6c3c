import { API_KEY_CALLS_BUFFER, API_KEY_CALLS_DAYS } from '@quickfleet/shared/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { run } from '../../db/rows.ts';
import { every } from '../../process/outside/background.ts';
import type { Services } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the key that this request showed, even when it was refused. */
    apiKeyId: number | null;
  }
}

interface Call {
  key_id: number;
  at: string;
  method: string;
  path: string;
  status: number;
  address: string;
  /** Fields of the body that nothing knows. */
  unknown_fields: readonly string[] | null;
}
const FLUSH_MS = 1000;
const BATCH = 500;
const PATH_MAX = 300;

/** A token in an address opens something: the address is kept without it. */
function pathOf(request: FastifyRequest): string {
  const { url = '' } = request.routeOptions;
  const path = url.includes(':token') ? url : (request.originalUrl.split('?')[0] ?? '');
  return path.slice(0, PATH_MAX);
}

/**
 * Logs the calls of API keys, without bodies, in batches after the answers. When the database is too slow, the buffer
 * fills up, further calls are dropped, and the log says how many.
 */
export function logKeyCalls(app: FastifyInstance, { orm, clock, log }: Services): void {
  let waiting: Call[] = [];
  let lost = 0;
  let writing = Promise.resolve();

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      try {
        await run(
          orm.em.fork(),
          `insert into api_key_calls (key_id, at, method, path, status, address, unknown_fields)
             select key_id, at, method, path, status, address, unknown_fields from json_to_recordset(?::json)
               as call (key_id int, at timestamptz, method text, path text, status int, address text, unknown_fields text[])`,
          [JSON.stringify(batch)],
        );
      } catch (error) {
        log.warn({ err: error, calls: batch.length }, 'calls of API keys could not be kept yet');
        waiting = [...batch, ...waiting].slice(-API_KEY_CALLS_BUFFER);
        return;
      }
    }
    if (lost > 0) log.warn({ calls: lost }, 'calls of API keys were not kept: there were too many');
    lost = 0;
  };
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };

  app.decorateRequest('apiKeyId', null);
  app.addHook('onResponse', async (request, reply) => {
    if (request.apiKeyId === null) return;
    if (waiting.length >= API_KEY_CALLS_BUFFER) {
      lost++;
      return;
    }
    waiting.push({
      key_id: request.apiKeyId,
      at: clock().toISOString(),
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      address: request.ip,
      unknown_fields: request.notes?.unknownFields ?? null,
    });
  });
  const timer = every(FLUSH_MS, 'Writing down the calls of keys', flush);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flush();
  });
}

/** Deletes calls older than API_KEY_CALLS_DAYS. */
export const forgetKeyCalls = ({ orm, clock }: Services): Promise<number> =>
  run(orm.em.fork(), 'delete from api_key_calls where at < ?::timestamptz - make_interval(days => ?)', [
    clock(),
    API_KEY_CALLS_DAYS,
  ]);
