import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const isJson = (type: unknown) => typeof type === 'string' && type.startsWith('application/json');
const names = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));

/** What a read answers carries the hash of its bytes, unless it has a version; who has those bytes already gets 304. */
export function registerEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string' || payload === '')
      return payload;
    if (!request.url.startsWith('/api/') || !isJson(reply.getHeader('content-type'))) return payload;
    if (reply.hasHeader('etag')) return payload;
    const etag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', etag);
    if (!names(request.headers['if-none-match'] ?? '', etag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}
