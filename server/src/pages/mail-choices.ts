// /u/{token}: a reader switches the mails about a step off and on. The link is in the header of each such mail (RFC 8058).

import type { Brand } from '@quickfleet/shared/company/brand';
import { isMailStep, type MailStep, mailStepWords, stepsLike } from '@quickfleet/shared/messages/mail-steps';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '../client.ts';
import { commitOnce } from '../db/transaction.ts';
import type { RequestContext, Services } from '../http/context.ts';
import { DomainError } from '../http/errors.ts';
import { countTry } from '../http/limits.ts';
import { choose, type OptOutLink, readChoices, readOptOutToken } from '../messages/outbox/mail-opt-outs.ts';
import { escapeHtml } from './escape-html.ts';
import { sendSmallPage, takeSmallForms } from './small-page.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
interface Asked {
  Params: { token: string };
  Body: Record<string, string> | null;
}
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

function contentOf(brand: Brand, link: OptOutLink, rows: string): string {
  const intro = escapeHtml(
    link.step === 'report_sent'
      ? t('Choose whether reports are mailed to {address}.', { address: ADDRESS })
      : t('Choose which e-mails about the steps of a delivery are sent to {address}.', { address: ADDRESS }),
  );
  return `      <h1>${escapeHtml(t('Your e-mails from {company}', { company: brand.name }))}</h1>
      <p>${intro.replace(ADDRESS, () => `<strong dir="auto">${escapeHtml(link.address)}</strong>`)}</p>
      <ul>${rows}</ul>
      <p>${escapeHtml(t('You still get what you need or asked for: prices, receipts, PINs, and news of what went wrong.'))}</p>`;
}

/** GET shows the choices and changes nothing, so that mail scanners burn nothing; POST without a field is the one click. */
export async function registerMailChoices(app: FastifyInstance, services: Services, getContext: GetContext) {
  takeSmallForms(app);
  const show = async (reply: FastifyReply, link: OptOutLink) => {
    const choices = await readChoices({ em: services.orm.em.fork() }, link);
    const rows = choices.map((choice) => stepRow(choice, choice.step === link.step)).join('');
    const brand = brandOf(services);
    return sendSmallPage(reply, brand, { title: t('Your e-mails'), content: contentOf(brand, link, rows) });
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
