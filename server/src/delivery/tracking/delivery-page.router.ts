import { success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/delivery/tracking/delivery-page';
import { startDeliveryPush, stopDeliveryPush } from '@quickfleet/shared/delivery/tracking/delivery-push';
import { askDelivery, askedDelivery, requestOptions } from '@quickfleet/shared/delivery/tracking/delivery-requests';
import { byDeliveryToken } from '@quickfleet/shared/delivery/tracking/delivery-token';
import { rateDelivery, ratedDelivery } from '@quickfleet/shared/delivery/tracking/ratings';
import { pushKey } from '@quickfleet/shared/messages/push';
import { each } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { readPushKey, startPush, stopPush } from '../notices/delivery-push.service.ts';
import { rateByLink } from '../ratings/ratings.service.ts';
import { askByLink, readOptions } from '../requests/requests.service.ts';
import { readByLink, watchByLink } from './delivery-page.service.ts';

const tags = ['delivery page'];

export const deliveryPageRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/t/{token}',
        tags,
        summary: 'What the link in a customer’s or recipient’s mail shows',
        description:
          'The link alone is the right to it, and ends when the order loses the address that it was sent to. Reading changes nothing. 60 reads a minute and 20 wrong links in 10 minutes for one address.',
      },
    })
    .input(byDeliveryToken)
    .output(shared.deliveryPage)
    .query(({ ctx, input }) => readByLink(ctx, input.token)),
  options: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/t/{token}/options',
        tags,
        summary: 'What the reader of a link may ask for now',
        description: 'By the rules of the company (`recipients` of `/company`) and the state of the order.',
      },
    })
    .input(byDeliveryToken)
    .output(requestOptions)
    .query(({ ctx, input }) => readOptions(ctx, input.token)),
  request: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/t/{token}/requests',
        tags,
        summary: 'Ask for another time, place or contact, leave a note, or cancel',
        description:
          '`accepted` is done, `waiting` waits for staff, and `refused` changes nothing: `reason` says why. The driver’s phone has what is agreed the next time it is online. The same asked for again is the same request.',
      },
    })
    .input(askDelivery)
    .output(askedDelivery)
    .mutation(({ ctx, input }) => askByLink(ctx, input)),
  rate: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/t/{token}/rating',
        tags,
        summary: 'Rate a delivery',
        description:
          'From one to five stars, with or without words, within 30 days after it. Once for each delivery: the links of the customer and of the recipient share it. Opening the link rates nothing.',
      },
    })
    .input(rateDelivery)
    .output(ratedDelivery)
    .mutation(({ ctx, input }) => rateByLink(ctx, input)),
  pushKey: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/t/{token}/push',
        tags,
        summary: 'Read the key for push messages about a delivery',
        description: 'What a browser needs to subscribe (VAPID, RFC 8292). The same for all deliveries.',
      },
    })
    .input(byDeliveryToken)
    .output(pushKey)
    .query(({ ctx, input }) => readPushKey(ctx, input.token)),
  startPush: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/t/{token}/push',
        tags,
        summary: 'Get notifications about a delivery on this device',
        description:
          'Takes what the browser’s `PushSubscription.toJSON()` gives. The device is notified when the delivery is on its way, gets another time, runs late, fails, arrives or ends, and is forgotten then, or when the link ends. At most 10 devices for each link: the oldest goes.',
      },
    })
    .input(startDeliveryPush)
    .output(success)
    .mutation(({ ctx, input }) => startPush(ctx, input)),
  stopPush: procedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/t/{token}/push',
        tags,
        summary: 'Stop notifications about a delivery on this device',
      },
    })
    .input(stopDeliveryPush)
    .output(success)
    .mutation(({ ctx, input }) => stopPush(ctx, input)),
  /** Live: one message when the delivery changed. An addition, never a dependency. */
  onChange: procedure
    .input(byDeliveryToken)
    .output(each(shared.deliveryEvent))
    .subscription(({ ctx, input, signal }) => watchByLink(ctx, input.token, signal)),
});
