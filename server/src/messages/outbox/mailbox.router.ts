import { byId } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/messages/mailbox';
import { procedure, router } from '../../http/trpc.ts';
import { findMails, readMail } from './mailbox.queries.ts';
import { resendFailed, resendMail } from './mailbox.service.ts';

const tags = ['mailbox'];
export const mailboxRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/emails', tags, summary: 'List the mails that were caused' } })
    .input(shared.listMails)
    .output(shared.mailPage)
    .query(({ ctx, input }) => findMails(ctx, input)),
  get: procedure
    .meta({ openapi: { method: 'GET', path: '/emails/{id}', tags, summary: 'Read a mail' } })
    .input(byId)
    .output(shared.mail)
    .query(({ ctx, input }) => readMail(ctx, input.id)),
  resend: procedure
    .meta({ openapi: { method: 'POST', path: '/emails/{id}/resend', tags, summary: 'Send a mail again' } })
    .input(byId)
    .output(shared.mail)
    .mutation(({ ctx, input }) => resendMail(ctx, input.id)),
  resendFailed: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/emails/resend-failed',
        tags,
        summary: 'Send every failed mail again',
        description: 'The oldest thousand; `left` says how many still wait. At most three times a minute.',
      },
    })
    .output(shared.resentMails)
    .mutation(({ ctx }) => resendFailed(ctx)),
});
