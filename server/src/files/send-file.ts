import { t } from '@quickfleet/shared/words/t';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, errorBodyOf, notFound } from '../http/errors.ts';
import type { BytePart, FoundFile } from './files.ts';

/** A file as browsers get it, whole or in parts. */
export interface SentFile {
  type: string;
  /** Another one for every change of its bytes. */
  tag: string;
  /** Undefined when it is not there. */
  size(): Promise<number | undefined>;
  read(part?: BytePart): Promise<FoundFile | undefined>;
}

const without = (tag: string) => tag.trim().replace(/^W\//, '');
const names = (header: string, tag: string) =>
  header.trim() === '*' || header.split(',').some((given) => without(given) === tag);

/**
 * The one part that a Range header asks for (RFC 9110, 14.2). Undefined for none, for several, and for what cannot be
 * read: those get the whole file.
 */
function partOf(range: string | undefined, size: number): BytePart | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** Answers a file, whole, as the part that was asked for, or as unchanged. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
  const tag = `"${file.tag}"`;
  const { headers } = request;
  reply.header('etag', tag).header('accept-ranges', 'bytes');
  const isHead = request.method === 'HEAD';
  const isKnown = headers['if-none-match'] !== undefined && names(headers['if-none-match'], tag);
  const wantsPart = headers.range !== undefined && (headers['if-range'] ?? tag) === tag;
  if (isKnown || isHead || wantsPart) {
    const size = await file.size();
    if (size === undefined) throw notFound('Photo');
    if (isKnown) return reply.code(304).send();
    if (isHead) return reply.type(file.type).header('content-length', size).send();
    const part = partOf(headers.range, size);
    if (part === 'unsatisfiable') {
      const error = new DomainError('BAD_REQUEST', 'RANGE_NOT_SATISFIABLE', t('The file has no such part'));
      return reply
        .code(416)
        .header('content-range', `bytes */${size}`)
        .send({ ...errorBodyOf(error, request.id), status: 416 });
    }
    if (part) {
      const found = await file.read(part);
      if (!found) throw notFound('Photo');
      return reply
        .code(206)
        .type(file.type)
        .header('content-range', `bytes ${part.start}-${part.end}/${size}`)
        .header('content-length', part.end - part.start + 1)
        .send(found.stream);
    }
  }
  const found = await file.read();
  if (!found) throw notFound('Photo');
  return reply.type(file.type).header('content-length', found.size).send(found.stream);
}
