import { success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/messages/push';
import { procedure, router } from '../../http/trpc.ts';
import { findPushKeys } from './push.keys.ts';
import { subscribe, unsubscribe } from './push.service.ts';

const tags = ['drivers'];
export const pushRouter = router({
  key: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/driver/push',
        tags,
        summary: 'Read the key for push messages',
        description: 'What a browser needs to subscribe (VAPID, RFC 8292). The same for all drivers.',
      },
    })
    .output(shared.pushKey)
    .query(async ({ ctx: { em, services } }) => {
      const { publicKey } = await em.transactional((inside) => findPushKeys({ em: inside, services }));
      return { publicKey };
    }),
  subscribe: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/driver/push',
        tags,
        summary: 'Get job notifications on this phone',
        description:
          'Takes what the browser’s `PushSubscription.toJSON()` gives. The phone is notified of new, changed and removed jobs until the session ends.',
      },
    })
    .input(shared.subscribePush)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await subscribe(ctx, input);
      return { success: true as const };
    }),
  unsubscribe: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/driver/push', tags, summary: 'Stop job notifications on this phone' },
    })
    .input(shared.unsubscribePush)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await unsubscribe(ctx, input.endpoint);
      return { success: true as const };
    }),
});
