import type { LiveChange } from '@quickfleet/shared/messages/live';
import type { Action } from '@quickfleet/shared/permissions';
import { grantOf } from '../../http/caller/authorize.ts';
import type { AppContext } from '../../http/context.ts';
import type { LiveEvent } from '../../http/streams/events.ts';
import { openStream } from '../../http/streams/streams.ts';

/** Only callers who may read a thing are notified of it. */
const readBy = {
  order: 'orders.get',
  quote: 'quotes.get',
  mail: 'mailbox.get',
  day: 'planning.day',
  payment: 'payments.list',
  event: 'events.list',
  delivery: 'webhooks.deliveries',
  webhook: 'webhooks.list',
} as const satisfies Record<LiveEvent['topic'], Action>;

/**
 * One message for each order, quote or mail that was changed, created or deleted; a client that reconnected is asked to
 * read again. A caller who may read only some of them, such as a driver, learns that one changed and not which.
 */
export async function* watchChanges(ctx: AppContext, signal: AbortSignal | undefined): AsyncGenerator<LiveChange> {
  for await (const event of openStream(ctx, signal)) {
    if (event.topic === 'resync') {
      yield { topic: 'resync' };
      continue;
    }
    const grant = grantOf(ctx, readBy[event.topic]);
    if (grant === 'no') continue;
    const { topic, id, quoteId = null, orderId = null, isNew = false } = event;
    // An event has no number until it has its place: readers ask for what is new.
    yield grant === 'yes' && topic !== 'event'
      ? { topic, id, quoteId, orderId, isNew }
      : { topic, id: null, quoteId: null, orderId: null, isNew: false };
  }
}
