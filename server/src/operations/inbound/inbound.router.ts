import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/operations/inbound';
import { z } from 'zod';
import { procedure, router } from '../../http/trpc.ts';
import { findInbound, findNotices, readInbound } from './inbound.queries.ts';
import * as service from './inbound.service.ts';

const tags = ['inbound'];
export const inboundRouter = router({
  list: procedure
    .meta({ openapi: { method: 'GET', path: '/inbound', tags, summary: 'List connected shops' } })
    .output(z.object({ data: z.array(shared.inbound) }))
    .query(async ({ ctx }) => ({ data: await findInbound(ctx) })),
  get: procedure
    .meta({
      openapi: { method: 'GET', path: '/inbound/{id}', tags, summary: 'Read a connected shop' },
      etag: 'inbound',
    })
    .input(byId)
    .output(shared.inbound)
    .query(({ ctx, input }) => readInbound(ctx, input.id)),
  create: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/inbound',
        tags,
        summary: 'Connect a shop',
        description:
          'The merchant pastes `url` into the shop: its paid orders become orders, and its cancellations cancel them. A key needs `orders:write` too. `secret` and `accessToken` are never read again.',
      },
      status: 201,
      etag: 'inbound',
    })
    .input(shared.createInbound)
    .output(shared.inbound)
    .mutation(({ ctx, input }) => service.createInbound(ctx, input)),
  update: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/inbound/{id}',
        tags,
        summary: 'Change a connected shop',
        description:
          'Partial. Another `shopUrl` takes the access token away unless it is sent with it. A shop whose key was revoked works again once it is saved.',
      },
      etag: 'inbound',
      honorsIfMatch: true,
    })
    .input(shared.updateInbound)
    .output(shared.inbound)
    .mutation(({ ctx, input }) => service.updateInbound(ctx, input)),
  delete: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/inbound/{id}',
        tags,
        summary: 'Disconnect a shop',
        description: 'Its address answers 404 from then on, and its notices are deleted. Its orders stay.',
      },
      honorsIfMatch: true,
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => service.deleteInbound(ctx, input.id)),
  notices: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/inbound/{id}/notices',
        tags,
        summary: 'What a shop has told, newest first',
        description: 'Those that made no order for 30 days.',
      },
    })
    .input(shared.listNotices)
    .output(shared.noticePage)
    .query(({ ctx, input }) => findNotices(ctx, input)),
  retry: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/inbound/{id}/notices/{noticeId}/retry',
        tags,
        summary: 'Try a notice that waits again',
        description:
          'Answers what became of it; `reason` says why it still waits. One that does not wait stays as it is.',
      },
      transaction: false,
    })
    .input(shared.byNotice)
    .output(shared.notice)
    .mutation(({ ctx, input }) => service.retryNotice(ctx, input)),
});
