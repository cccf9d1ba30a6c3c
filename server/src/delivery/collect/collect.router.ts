import * as shared from '@quickfleet/shared/delivery/collect/collect';
import { signedOrder } from '@quickfleet/shared/delivery/drivers/drivers';
import { procedure, router } from '../../http/trpc.ts';
import { storeEvidence } from '../drivers/drivers.change.ts';
import { countCash } from './cash.service.ts';
import { readCashOfDay } from './collect.queries.ts';
import { saveCollected } from './collect.service.ts';

const tags = ['drivers'];
export const collectRouter = router({
  save: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/driver/orders/{id}/collected',
        tags,
        summary: 'Say what was handed over at the door',
        description:
          'Of an order with `collect`, before its delivery is signed. Said again it is a correction; the same again changes nothing. Nothing (`0`) needs a `reason`, and the delivery goes on.',
      },
      transaction: false,
    })
    .input(shared.saveCollected)
    .output(signedOrder)
    .mutation(({ ctx, input }) => storeEvidence(ctx, 'collect.save', input, (inner) => saveCollected(inner, input))),
  cash: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/drivers/{id}/days/{day}/cash',
        tags,
        summary: 'What a driver took at the doors of a day',
      },
    })
    .input(shared.readCash)
    .output(shared.driverCash)
    .query(({ ctx, input }) => readCashOfDay(ctx, input)),
  count: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/drivers/{id}/days/{day}/cash',
        tags,
        summary: 'Keep what the desk counted, or take it back',
        description: 'The difference is kept, and history names it.',
      },
    })
    .input(shared.countCash)
    .output(shared.driverCash)
    .mutation(({ ctx, input }) => countCash(ctx, input)),
});
