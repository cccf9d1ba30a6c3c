import { stopNames } from '@quickfleet/shared/company/failure-words';
import type { Order } from '@quickfleet/shared/delivery/orders';
import type { Attempt } from '@quickfleet/shared/delivery/proof/attempts';

/** The attempt that waits for a decision: the last failed or partial one that was not uploaded late. */
export const lastTrouble = ({ attempts }: Pick<Order, 'attempts'>): Attempt | undefined =>
  attempts.findLast((attempt) => attempt.outcome !== 'done' && attempt.after === null);

export const troubleTitle = ({ outcome }: Pick<Order, 'outcome'>, last: Attempt | undefined): string =>
  `${last ? stopNames[last.stop] : 'Attempt'} ${outcome === 'partial' ? 'incomplete' : 'failed'}`;
