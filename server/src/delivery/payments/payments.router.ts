import * as shared from '@quickfleet/shared/quoting/payments';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { findPayments } from '../../quoting/payments/payments.queries.ts';
import { setPaymentAside } from '../../quoting/payments/payments.service.ts';
import { matchEvent } from './invoice-events.ts';

const tags = ['payments'];
export const paymentsRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/payments/events',
        tags,
        summary: 'List payment events',
        description: 'Newest first. Those of the state `unmatched` count for no quote until somebody decides.',
      },
    })
    .input(shared.listPayments)
    .output(compiled(shared.paymentPage))
    .query(({ ctx, input }) => findPayments(ctx, input)),
  match: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/payments/events/{id}/match',
        tags,
        summary: 'Say which quote or invoice a payment was for',
        description:
          'Any event that counts for no quote yet. It counts for this one from now on, which becomes paid when nothing is open any more; the currency must be the quote’s.',
      },
    })
    .input(shared.matchPayment)
    .output(shared.paymentRow)
    .mutation(({ ctx, input }) => matchEvent(ctx, input)),
  setAside: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/payments/events/{id}/set-aside',
        tags,
        summary: 'Set a payment aside',
        description: 'It counts for no quote: refunded, or for something else. It can still be matched later.',
      },
    })
    .input(shared.setPaymentAside)
    .output(shared.paymentRow)
    .mutation(({ ctx, input }) => setPaymentAside(ctx, input)),
});
