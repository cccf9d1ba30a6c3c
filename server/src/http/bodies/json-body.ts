import { message, t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, toDomainError } from '../errors.ts';
import { requireWhole } from './utf8.ts';

const DEPTH_MAX = 50;

/** Whether lists and objects are nested deeper than any body of ours: walking them would take the whole stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const symbol = text[at];
    if (isInText) {
      if (symbol === '\\') at++;
      else if (symbol === '"') isInText = false;
    } else if (symbol === '"') isInText = true;
    else if (symbol === '{' || symbol === '[') depth++;
    else if (symbol === '}' || symbol === ']') depth--;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

const FORBIDDEN_NAME = message('A field of the body has a name that is not allowed: __proto__ or constructor');
const isJson = (text: string): boolean => {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
};

/**
 * JSON bodies: an empty one is none, since old clients name the JSON type on every call (docs/security.md, TR-3);
 * `__proto__` and `constructor` are refused, and so is what is nested without end.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, body: string, done) => {
    if (body.trim() === '') return done(null, undefined);
    if (isTooDeep(body)) return done(badRequest('INVALID_JSON', t('The request body is nested too deeply')));
    return parse(request, body, (error, value) => {
      try {
        if (!error) requireWhole(value, body);
        done(error && isJson(body) ? badRequest('INVALID_JSON', t(FORBIDDEN_NAME)) : error, value);
      } catch (refused) {
        done(toDomainError(refused));
      }
    });
  });
}
