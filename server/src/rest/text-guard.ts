import type { Readable } from 'node:stream';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notUtf8 } from '../http/bodies/utf8.ts';
import { badRequest, DomainError } from '../http/errors.ts';
import { Inspected } from '../process/outside/streams.ts';
import { isCallPath } from './aliases.ts';

const isDecodable = (text: string) => {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
};

const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
/** A media type reads the same in any letter case; its parameters, like a boundary, stay as they came. */
function readContentType({ headers }: FastifyRequest): void {
  const given = headers['content-type'];
  if (given === undefined) return;
  const charset = CHARSET.exec(given)?.[1]?.toLowerCase();
  if (charset !== undefined && !UTF8.has(charset))
    throw new DomainError(
      'UNSUPPORTED_MEDIA_TYPE',
      'UNSUPPORTED_CONTENT_TYPE',
      t('Send text as UTF-8; other character sets are not read here'),
    );
  headers['content-type'] = given.replace(/^[^;]*/, (type) => type.trimEnd().toLowerCase());
}

const IS_TEXT = /^(?:application\/(?:json|x-www-form-urlencoded)|text\/plain)/;
/** Passes a body on as long as its bytes are UTF-8. What decodes a body later would put U+FFFD for the others. */
function utf8Only(body: Readable): Readable {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return new Inspected(body, (piece) => {
    try {
      decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw notUtf8();
    }
  });
}

/** An address of a call that cannot be decoded is refused by a hook, so that its answer has all headers. */
export function guardAddresses(app: FastifyInstance): void {
  // After onRequest, where the general limit counts; an address without a call is counted and answered elsewhere.
  app.addHook('preParsing', async (request) => {
    if (request.is404) return;
    if (isCallPath(request.originalUrl) && !isDecodable(request.originalUrl))
      throw badRequest('BAD_ADDRESS', t('The address is not valid'));
  });
}

/** Text is UTF-8 in address and body, or the call is refused: what cannot be read would be stored as U+FFFD. */
export function guardText(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    readContentType(request);
  });
  app.addHook('preParsing', async (request, _reply, payload) =>
    IS_TEXT.test(request.headers['content-type'] ?? '') ? utf8Only(payload) : payload,
  );
}
