// /u/{token}: a reader switches the mails about a step off and on. The link is in the header of each such mail (RFC 8058).

import { ownShades } from '@quickfleet/shared/company/accent';
import type { Brand } from '@quickfleet/shared/company/brand';
import { isMailStep, type MailStep, mailStepWords, stepsLike } from '@quickfleet/shared/messages/mail-steps';
import { directionOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '../client.ts';
import { commitOnce } from '../db/transaction.ts';
import type { RequestContext, Services } from '../http/context.ts';
import { DomainError } from '../http/errors.ts';
import { countTry } from '../http/limits.ts';
import { choose, type OptOutLink, readChoices, readOptOutToken } from '../messages/outbox/mail-opt-outs.ts';
import { escapeHtml } from './pages.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
interface Asked {
  Params: { token: string };
  Body: Record<string, string> | null;
}
const BODY_BYTES_MAX = 16 * 1024;
/** Where the address goes, with its own markup. */
const ADDRESS = '\u0001';

/** Rejects with 404. */
async function findLink(ctx: RequestContext, token: string): Promise<OptOutLink> {
  await countTry(ctx, 'mailChoices');
  const link = readOptOutToken(ctx.services.secrets, token);
  if (link) return link;
  const sentence = t('This link is not complete. Please use the one in your latest e-mail from us');
  throw new DomainError('NOT_FOUND', 'LINK_ENDED', sentence);
}

function stepRow({ step, isOff }: { step: MailStep; isOff: boolean }, isAsked: boolean): string {
  const words = escapeHtml(mailStepWords[step]);
  const button = escapeHtml(isOff ? t('Switch on') : t('Switch off'));
  const state = escapeHtml(isOff ? t('Off: you get no e-mail about this') : t('On'));
  return `<li><span>${words}<small>${state}</small></span>
    <form method="post"><input type="hidden" name="step" value="${step}" /><input type="hidden" name="off" value="${!isOff}" />
    <button ${isAsked && !isOff ? 'class="main"' : ''} aria-label="${button}: ${words}">${button}</button></form></li>`;
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

function pageOf(brand: Brand, link: OptOutLink, rows: string): string {
  const name = escapeHtml(brand.name);
  const shades = brand.shades ?? ownShades;
  const intro = escapeHtml(
    t('Choose which e-mails about the steps of a delivery are sent to {address}.', { address: ADDRESS }),
  );
  return `<!doctype html>
<html lang="${language()}" dir="${directionOf(language())}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/favicon.svg" />
    <title>${escapeHtml(t('Your e-mails'))} · ${name}</title>
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
      <h1>${escapeHtml(t('Your e-mails from {company}', { company: brand.name }))}</h1>
      <p>${intro.replace(ADDRESS, () => `<strong dir="auto">${escapeHtml(link.address)}</strong>`)}</p>
      <ul>${rows}</ul>
      <p>${escapeHtml(t('You still get what you need or asked for: prices, receipts, PINs, and news of what went wrong.'))}</p>
    </main>
  </body>
</html>
`;
}

/** GET shows the choices and changes nothing, so that mail scanners burn nothing; POST without a field is the one click. */
export async function registerMailChoices(app: FastifyInstance, services: Services, getContext: GetContext) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  // A mail program may send its one field this way too; what it says is known.
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, _body, done) => done(null, {}),
  );
  const show = async (reply: FastifyReply, link: OptOutLink) => {
    const choices = await readChoices({ em: services.orm.em.fork() }, link);
    const rows = choices.map((choice) => stepRow(choice, choice.step === link.step)).join('');
    return reply
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(pageOf(brandOf(services), link, rows));
  };
  app.get<Asked>('/u/:token', async (request, reply) => {
    const ctx = await getContext(request, reply);
    return show(reply, await findLink(ctx, request.params.token));
  });
  app.post<Asked>('/u/:token', async (request, reply) => {
    const ctx = await getContext(request, reply);
    const link = await findLink(ctx, request.params.token);
    const { step = '', off } = request.body ?? {};
    const isOneClick = step === '';
    if (!isOneClick && !(isMailStep(step) && stepsLike(link.step).includes(step)))
      return reply.redirect(request.url, 303);
    const chosen = { ...link, step: isMailStep(step) ? step : link.step };
    await commitOnce(services, (em) => choose({ ...ctx, em, grant: 'own' }, chosen, isOneClick || off === 'true'));
    return isOneClick ? show(reply, link) : reply.redirect(request.url, 303);
  });
}
