import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerNotes, LimitState } from '../http/context.ts';
import { etagOf } from '../http/optimistic-lock.ts';
import type { RestRoute } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What services noted for the headers of this answer. */
    notes: AnswerNotes | null;
  }
}

const isCall = (url: string) => /^\/(api|trpc|files)(\/|\?|$)/i.test(url);
const number = (value: unknown) => Number(value ?? 0);

/** `299 - "Unknown fields: colour"` (RFC 7234, 5.5): names of a stranger, so nothing of them can end the header. */
const warningOf = (paths: readonly string[]): string =>
  `299 - "Unknown fields: ${paths.map((path) => path.replaceAll(/[^\w.$-]/g, '?')).join(', ')}"`;

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
    const { unknownFields } = request.notes ?? {};
    if (unknownFields) reply.header('warning', warningOf(unknownFields));
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

interface PageCounts {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  totalIsEstimate?: true;
  nextCursor?: string | null;
}
const isPage = (data: unknown): data is PageCounts =>
  typeof data === 'object' &&
  data !== null &&
  'totalPages' in data &&
  'page' in data &&
  'limit' in data &&
  'total' in data;

/** The same of a page that a cursor began: only the next one is known. */
function cursorHeaders(url: URL, { total, nextCursor }: PageCounts): Record<string, string> {
  if (!nextCursor) return { 'X-Total-Count': String(total) };
  url.searchParams.set('cursor', nextCursor);
  return { Link: `<${url.pathname}${url.search}>; rel="next"`, 'X-Total-Count': String(total) };
}

/** Link (RFC 8288) and X-Total-Count of a page; which one is the last is only told when it is known. */
function pageHeaders(request: FastifyRequest, data: PageCounts): Record<string, string> {
  const url = new URL(request.originalUrl, 'http://localhost');
  if (url.searchParams.get('cursor')) return cursorHeaders(url, data);
  url.searchParams.set('page', '0');
  url.searchParams.set('limit', String(data.limit));
  // Written once for all links, of which only the page's number differs.
  const [before, after] = `${url.pathname}${url.search}`.split(/(?<=[?&]page=)0(?=&|$)/);
  const link = (page: number, rel: string) => `<${before}${page}${after}>; rel="${rel}"`;
  const last = Math.max(1, data.totalPages);
  const links = [
    link(1, 'first'),
    ...(data.page > 1 ? [link(data.page - 1, 'prev')] : []),
    ...(data.page < data.totalPages ? [link(data.page + 1, 'next')] : []),
    ...(data.totalIsEstimate ? [] : [link(last, 'last')]),
  ];
  return { Link: links.join(', '), 'X-Total-Count': String(data.total) };
}

const isVersioned = (data: unknown): data is { id: number; version: number } =>
  typeof data === 'object' &&
  data !== null &&
  'id' in data &&
  'version' in data &&
  typeof data.id === 'number' &&
  typeof data.version === 'number';

/** What the headers of a REST answer say of its data: the pages around it, or the row's ETag. */
export const answerHeadersOf = (
  { etag }: RestRoute,
  request: FastifyRequest,
  answer: unknown,
): Record<string, string> => ({
  ...(isPage(answer) ? pageHeaders(request, answer) : {}),
  ...(etag && isVersioned(answer) ? { ETag: etagOf(etag, answer.id, answer.version) } : {}),
});
