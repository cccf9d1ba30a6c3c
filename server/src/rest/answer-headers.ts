import type { FastifyInstance } from 'fastify';
import type { AnswerNotes, LimitState } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What services noted for the headers of this answer. */
    notes: AnswerNotes | null;
  }
}

const isCall = (url: string) => /^\/(api|trpc|files)(\/|\?|$)/i.test(url);
const number = (value: unknown) => Number(value ?? 0);

/**
 * Names each answer of a call, and says in RateLimit-Policy and RateLimit (IETF draft-ietf-httpapi-ratelimit-headers)
 * how much of each limit is left. The general limit's own X-RateLimit-* headers are given in that form too.
 */
export function registerAnswerHeaders(app: FastifyInstance): void {
  app.decorateRequest('notes', null);
  app.addHook('onSend', async (request, reply, payload) => {
    const general = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => {
      const value = reply.getHeader(name);
      reply.removeHeader(name);
      return value;
    });
    if (!isCall(request.originalUrl)) return payload;
    reply.header('x-request-id', request.id);
    if (request.notes?.isReplay) reply.header('idempotent-replayed', 'true');
    const [max, left, wait] = general;
    // By name: the calls of a batch count the same limit several times, and the last one knows what is left.
    const byName = new Map<string, LimitState>((request.notes?.limits ?? []).map((limit) => [limit.name, limit]));
    if (max !== undefined)
      byName.set('general', { name: 'general', max: number(max), seconds: 60, left: number(left), wait: number(wait) });
    const counts = [...byName.values()];
    if (counts.length > 0) {
      reply.header(
        'ratelimit-policy',
        counts.map((count) => `"${count.name}";q=${count.max};w=${count.seconds}`).join(', '),
      );
      reply.header('ratelimit', counts.map((count) => `"${count.name}";r=${count.left};t=${count.wait}`).join(', '));
    }
    return payload;
  });
}
