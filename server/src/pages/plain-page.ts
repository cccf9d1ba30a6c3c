import { STATUS_CODES } from 'node:http';
import { ownShades } from '@quickfleet/shared/company/accent';
import type { Brand } from '@quickfleet/shared/company/brand';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DomainError, errorBodyOf, statusOf } from '../http/errors.ts';
import { escapeHtml } from './escape-html.ts';

const isCall = (path: string) => /^\/(api|trpc|files|docs|assets)(\/|\?|$)/i.test(path);

/** Whether a person waits for a page: not a program, and not a page's own call. */
export const wantsPage = ({ originalUrl, headers }: FastifyRequest): boolean =>
  !isCall(originalUrl) && /\btext\/html\b/.test(headers.accept ?? '');

/**
 * The sentence of an error as a page that needs nothing else: neither scripts, which could not run at this address, nor
 * the database.
 */
export function sendErrorPage(request: FastifyRequest, reply: FastifyReply, error: DomainError, brand: Brand) {
  const status = statusOf(error);
  const { error: sentence, requestId } = errorBodyOf(error, request.id);
  const title = STATUS_CODES[status] ?? 'Error';
  return reply
    .code(status)
    .headers({ ...error.headers })
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · ${escapeHtml(brand.name)}</title>
    <style>
      body { margin: 0; font: 17px/1.5 system-ui, sans-serif; color: #0b1f33; background: #f7f9fb; }
      main { max-width: 32rem; margin: 15vh auto 0; padding: 0 1rem; text-align: center; }
      p { margin: 0.5rem 0; }
      a { color: ${(brand.shades ?? ownShades)[7]}; }
      @media (prefers-color-scheme: dark) {
        body { color: #e6edf5; background: #0b1622; }
        a { color: ${(brand.shades ?? ownShades)[4]}; }
      }
    </style>
  </head>
  <body>
    <main>
      <p>${status}</p>
      <h1>${title}</h1>
      <p>${escapeHtml(sentence)}</p>
      <p><a href="">Try again</a> or <a href="/">go to the home page</a></p>
      <p><small>Request ${escapeHtml(requestId)}</small></p>
    </main>
  </body>
</html>
`);
}
