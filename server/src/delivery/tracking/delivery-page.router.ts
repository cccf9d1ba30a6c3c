import * as shared from '@quickfleet/shared/delivery/delivery-page';
import { askDelivery, askedDelivery, requestOptions } from '@quickfleet/shared/delivery/delivery-requests';
import { byDeliveryToken } from '@quickfleet/shared/delivery/delivery-token';
import { rateDelivery, ratedDelivery } from '@quickfleet/shared/delivery/ratings';
import { each } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
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
  /** Live: one message when the delivery changed. An addition, never a dependency. */
  onChange: procedure
    .input(byDeliveryToken)
    .output(each(shared.deliveryEvent))
    .subscription(({ ctx, input, signal }) => watchByLink(ctx, input.token, signal)),
});
