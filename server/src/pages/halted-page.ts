import type { Server } from 'node:http';
import { isLanguage, languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import Negotiator from 'negotiator';
import type { Config } from '../config.ts';
import { plainServer } from '../process/outside/connections.ts';
import { nameRequest } from '../security/secrets.ts';
import { inLanguage } from '../words/speak.ts';
import { escapeHtml } from './escape-html.ts';

type Company = Pick<Config, 'BRAND_NAME' | 'SUPPORT_PHONE' | 'SUPPORT_EMAIL' | 'language'>;

/** What the page says; the reason itself is for the log, because everybody may read this. */
function page({ BRAND_NAME, SUPPORT_PHONE, SUPPORT_EMAIL }: Company, language: string, at: Date): string {
  const title = t('{brand} is not available right now', { brand: BRAND_NAME });
  const lines = [
    t('Please call {phone} or write to {email}.', { phone: SUPPORT_PHONE, email: SUPPORT_EMAIL }),
    t(
      'The server stopped several times within a minute, the last time at {time} UTC. It is not started again right away, so that somebody can look at it. Nothing that was confirmed is lost.',
      { time: at.toISOString().slice(0, 16).replace('T', ' ') },
    ),
    t(
      'If you run this server: its log says why it stopped, and npm run doctor what to do. It is tried again within ten minutes, or now if you stop it and start it again.',
    ),
  ];
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(title)}</title>
    <style>
      body { margin: 0; font: 17px/1.5 system-ui, sans-serif; color: #0b1f33; background: #f7f9fb; }
      main { max-width: 34rem; margin: 15vh auto 0; padding: 0 1rem; }
      @media (prefers-color-scheme: dark) { body { color: #e6edf5; background: #0b1622; } }
    </style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
${lines.map((line) => `      <p>${escapeHtml(line)}</p>`).join('\n')}
    </main>
  </body>
</html>
`;
}

/** As every call answers an error. */
function errorBody({ BRAND_NAME }: Company): string {
  const message = t('{brand} is not available right now', { brand: BRAND_NAME });
  return JSON.stringify({ error: message, message, code: 'UNAVAILABLE', status: 503, requestId: nameRequest() });
}

const RETRY_SECONDS = 60;

/** Answers everything with 503 while the server is not started again: people with a page, programs with an error. */
export const haltedServer = (company: Company, at: Date): Server =>
  plainServer((request, answer) => {
    const [wanted] = request.headers['accept-language'] ? new Negotiator(request).languages([...languages]) : [];
    const language = isLanguage(wanted) ? wanted : company.language;
    const isPage = /\btext\/html\b/.test(request.headers.accept ?? '');
    const body = inLanguage(language, () => (isPage ? page(company, language, at) : errorBody(company)));
    answer
      .writeHead(503, {
        'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
        'content-language': language,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'retry-after': String(RETRY_SECONDS),
        connection: 'close',
      })
      .end(request.method === 'HEAD' ? undefined : body);
  });
