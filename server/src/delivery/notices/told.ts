import { isSameWindow, type Window } from '@quickfleet/shared/quoting/window-rules';
import { sha256 } from '../../security/secrets.ts';
import type { Order } from '../orders/order.entity.ts';
import { windowsOf } from '../orders/orders.plan.ts';

/** What people go by about an order: when, and by a hash where. */
export interface JobState {
  pickupWindow: Window | null;
  deliveryWindow: Window | null;
  deliveryDate: string | null;
  pickupAddress: string;
  deliveryAddress: string;
}
export const planParts = ['pickupWindow', 'deliveryWindow', 'deliveryDate'] as const;
const places = ['pickupAddress', 'deliveryAddress'] as const;

/** The state of an order in the last mail to a person. */
export interface Told {
  /** The driver that the customer knows of. */
  driverId: number | null;
  /** Whether the driver knew that the job is theirs. */
  had: boolean;
  job: JobState;
  /** Changes that are mentioned in any case: contacts and items. */
  extras: string[];
  /** Hash of the code in the driver's link; null where that link is no good any more. */
  code: string | null;
}

export const jobStateOf = (order: Order): JobState => ({
  ...windowsOf(order),
  deliveryDate: order.deliveryDate?.toISOString() ?? null,
  pickupAddress: sha256(order.pickupAddress),
  deliveryAddress: sha256(order.deliveryAddress),
});

const isSamePart = (part: (typeof planParts)[number], one: JobState, other: JobState): boolean =>
  part === 'deliveryDate' ? one.deliveryDate === other.deliveryDate : isSameWindow(one[part], other[part]);
export const planChanges = (one: JobState, other: JobState) =>
  planParts.filter((part) => !isSamePart(part, one, other));
/** What is different now, in the order in which it is said. */
export const jobChanges = (one: JobState, other: JobState) => [
  ...places.filter((place) => one[place] !== other[place]),
  ...planChanges(one, other),
];
