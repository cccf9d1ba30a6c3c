// /auth/email/{token}: whoever reads the address that a customer had before confirms the new one.

import { accountPaths } from '@quickfleet/shared/people/account-paths';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '../client.ts';
import { commitOnce } from '../db/transaction.ts';
import type { AppContext, RequestContext, Services } from '../http/context.ts';
import { countTry } from '../http/limits.ts';
import { confirmByLink, findByEmailToken } from '../people/customers/customers.confirm.ts';
import { escapeHtml } from './escape-html.ts';
import { sendSmallPage, takeSmallForms } from './small-page.ts';

type GetContext = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
interface Asked {
  Params: { token: string };
}

/** GET shows the address and changes nothing, so that mail scanners confirm nothing. */
export async function registerEmailConfirm(app: FastifyInstance, services: Services, getContext: GetContext) {
  takeSmallForms(app);
  const path = accountPaths.confirmEmail(':token');
  const contextOf = async (request: FastifyRequest, reply: FastifyReply): Promise<AppContext> => {
    const ctx = await getContext(request, reply);
    await countTry(ctx, 'mailChoices');
    return { ...ctx, em: services.orm.em.fork(), grant: 'own' };
  };
  const show = (reply: FastifyReply, sentence: string, rest: string) =>
    sendSmallPage(reply, brandOf(services), {
      title: t('Your e-mail address'),
      content: `<h1>${escapeHtml(t('Your e-mail address'))}</h1><p>${escapeHtml(sentence)}</p>${rest}`,
    });
  app.get<Asked>(path, async (request, reply) => {
    const ctx = await contextOf(request, reply);
    const { name, email } = await findByEmailToken(ctx, request.params.token);
    const sentence = t('{address} is to be the e-mail address of {customer}, and see its quotes, orders and papers.', {
      address: email,
      customer: name,
    });
    const button = `<form method="post"><button class="main">${escapeHtml(t('Confirm this address'))}</button></form>`;
    return show(reply, sentence, button);
  });
  app.post<Asked>(path, async (request, reply) => {
    const ctx = await contextOf(request, reply);
    await commitOnce(services, (em) => confirmByLink({ ...ctx, em }, request.params.token));
    return show(reply, t('The new address is confirmed.'), '');
  });
}
