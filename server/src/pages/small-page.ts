import { ownShades } from '@quickfleet/shared/company/accent';
import type { Brand } from '@quickfleet/shared/company/brand';
import { directionOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DomainError, statusOf } from '../http/errors.ts';
import { escapeHtml } from './escape-html.ts';

const BODY_BYTES_MAX = 16 * 1024;

/** Takes the fields of a form, which a mail program may also send as form data; what that says is known. */
export function takeSmallForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, _body, done) => done(null, {}),
  );
}

/** As the header of the other public pages has it. */
function headOf({ name, logo }: Brand): string {
  const words = `<span>${escapeHtml(name)}</span>`;
  if (!logo) return `<img src="/favicon.svg" alt="" width="28" height="28" />${words}`;
  const { url, width, height, isWide } = logo;
  const alt = isWide ? escapeHtml(name) : '';
  const image = `<img class="logo" src="${escapeHtml(url)}?size=thumb" alt="${alt}" width="${width}" height="${height}" />`;
  return isWide ? image : image + words;
}

/** A page that a mail leads to, whole without scripts. `content` is HTML. */
function smallPage(brand: Brand, { title, content }: { title: string; content: string }): string {
  const shades = brand.shades ?? ownShades;
  return `<!doctype html>
<html lang="${language()}" dir="${directionOf(language())}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/favicon.svg" />
    <title>${escapeHtml(title)} · ${escapeHtml(brand.name)}</title>
    <style>
      body { margin: 0; font: 17px/1.5 system-ui, sans-serif; color: #0b1f33; background: #f7f9fb; }
      header { max-width: 34rem; margin: 0 auto; padding: 1rem; }
      header a { display: inline-flex; gap: 10px; align-items: center; min-height: 44px; color: inherit; font-weight: 700;
        text-decoration: none; }
      :focus-visible { outline: 2px solid ${shades[7]}; outline-offset: 2px; }
      main { max-width: 34rem; margin: 4vh auto; padding: 0 1rem; }
      p, small { overflow-wrap: anywhere; }
      ul { list-style: none; margin: 1.5rem 0; padding: 0; }
      li { display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding: 0.75rem 0;
        border-top: 1px solid #8795a455; }
      small { display: block; }
      button { min-height: 44px; padding: 0 1rem; font: inherit; white-space: nowrap; color: inherit;
        background: transparent; border: 1px solid #6b7a8a; border-radius: 8px; cursor: pointer; }
      button.main { color: #fff; background: ${shades[8]}; border-color: ${shades[8]}; }
      @media (prefers-color-scheme: dark) {
        body { color: #e6edf5; background: #0b1622; }
        :focus-visible { outline-color: ${shades[4]}; }
        .logo { padding: 4px; background: #fff; border-radius: 6px; }
      }
    </style>
  </head>
  <body>
    <header><a href="/">${headOf(brand)}</a></header>
    <main>
${content}
    </main>
  </body>
</html>
`;
}

/** Answers with such a page: for its reader alone, and kept nowhere. */
export const sendSmallPage = (reply: FastifyReply, brand: Brand, page: { title: string; content: string }) =>
  reply
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(smallPage(brand, page));

/**
 * Refuses a form that somebody sends too often, without rendering the page that it is on: whoever sends a thousand of them
 * must not make a thousand pages. Answers undefined where the page itself says what is wrong.
 */
export function sendTooOften(
  { originalUrl }: FastifyRequest,
  reply: FastifyReply,
  error: DomainError,
  brand: Brand,
): FastifyReply | undefined {
  const status = statusOf(error);
  if (status !== 429) return undefined;
  const kept = t('Your browser still has what you typed: go back to it.');
  const again = `<a href="${escapeHtml(originalUrl.split('?')[0] ?? '/')}">${escapeHtml(t('Try again'))}</a>`;
  const content = `<h1>${escapeHtml(error.message)}</h1>\n<p>${escapeHtml(kept)}</p>\n<p>${again}</p>`;
  return sendSmallPage(reply.code(status).headers({ ...error.headers }), brand, { title: error.message, content });
}
