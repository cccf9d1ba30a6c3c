// What people read about an order: one sentence, one badge, four steps and the items' badges, all from one state,
// so that no two of them can contradict each other.

import type { AttemptStop, OrderOutcome, ResolutionKind } from '../../company/proof/failure-words.ts';
import { midSentence } from '../../words/letters.ts';
import { t } from '../../words/t.ts';
import {
  displayOrderStatus,
  isOrderStatus,
  orderFacts,
  type TrackingStep,
  trackingProgress,
  trackingSteps,
} from './order-status.ts';

export interface ItemFlags {
  isPickedUp: boolean;
  isInTransit: boolean;
  isDelivered: boolean;
}

/** The failure or return of an order, next to its status, and the last attempt that did not finish it. */
export interface Trouble {
  outcome: OrderOutcome | null;
  last?: {
    stop: AttemptStop;
    /** A sentence without its full stop: 'Nobody was home'. */
    reasonText: string | null;
    note: string | null;
    resolution: ResolutionKind | null;
    /** Pieces that were handed over, of all. */
    delivered: number;
    of: number;
  };
  /** Where it was left, behind 'Delivered': 'with a neighbour'. */
  left?: string | undefined;
}

/** The state of an order, and what is known about it, written out for the reader. */
export interface OrderState {
  status: string;
  hasDriver: boolean;
  items: readonly ItemFlags[];
  driverName?: string | null | undefined;
  /** The planned day, seen from today. */
  planned?: { day: 'past' | 'today' | 'tomorrow' | 'later'; date: string } | undefined;
  /** '{date} at {time}' */
  deliveredAt?: string | undefined;
  /** Who signed for the delivery. */
  signedBy?: string | null | undefined;
  cancelledAt?: string | undefined;
  /** The delivery should have happened by now. */
  isLate?: boolean | undefined;
  /** What did not go as planned. */
  trouble?: Trouble | undefined;
  /** It comes to the reader from somebody else, whose items they are. */
  isForRecipient?: boolean | undefined;
}

export type StepState = 'done' | 'current' | 'next' | 'later';
export type ItemBadge = 'Waiting for pickup' | 'Not picked up' | 'Picked Up' | 'Delivered';

export interface OrderProgress {
  /** Where it is. */
  sentence: string;
  /** What comes next. */
  next?: string | undefined;
  when?: string | undefined;
  /** `status` names its colour and icon. */
  badge: { text: string; status: string };
  /** Empty for an order that is cancelled or goes back: no step of the way to its recipient is next. */
  steps: { step: TrackingStep; state: StepState }[];
  /** Whether the stop's planned window still says something. */
  showsWindow: { pickup: boolean; delivery: boolean };
  /** Whether the customer can report a problem: the goods have arrived, in part too, or were due by now. */
  canReport: boolean;
  /** One list for each item. */
  items: ItemBadge[][];
}

const factsOf = (status: string) => (isOrderStatus(status) ? orderFacts[status] : undefined);
const isOpen = (status: string): boolean => factsOf(status)?.isOpen ?? false;

/** An order that moved took every item along, and a later flag of an item includes the earlier ones. */
function impliedFlags(status: string, item: ItemFlags): ItemFlags {
  const facts = factsOf(status);
  const isDelivered = item.isDelivered || facts?.isDelivered === true;
  const isInTransit = item.isInTransit || isDelivered || facts?.hasLeft === true;
  return { isDelivered, isInTransit, isPickedUp: item.isPickedUp || isInTransit || facts?.isPickedUp === true };
}

/** The step that was reached: the status's own, or a later one where every item is further than the status says. */
function reachedStep(status: string, items: readonly ItemFlags[]): number {
  const reached = trackingProgress(status, items);
  const isAhead = isOpen(status) && items.length > 0 && items.every((item) => item.isInTransit);
  return isAhead ? Math.max(reached, trackingSteps.indexOf('in_transit')) : reached;
}

function stateOfStep(at: number, reached: number): StepState {
  const isOver = reached === trackingSteps.length - 1;
  if (at < reached || (at === reached && isOver)) return 'done';
  if (at === reached) return 'current';
  return at === reached + 1 ? 'next' : 'later';
}

function badgeOf(status: string, hasDriver: boolean, reached: number): OrderProgress['badge'] {
  const step = trackingSteps[reached];
  const isAhead = isOpen(status) && step !== undefined && reached > trackingProgress(status, []);
  const shown = isAhead ? step : status;
  return { text: displayOrderStatus(shown, hasDriver), status: shown };
}

function badgesOf(status: string, item: ItemFlags): ItemBadge[] {
  if (!item.isPickedUp) return [isOpen(status) ? 'Waiting for pickup' : 'Not picked up'];
  return item.isDelivered ? ['Picked Up', 'Delivered'] : ['Picked Up'];
}

type Sentence = Pick<OrderProgress, 'sentence' | 'next' | 'when'>;

function beforePickup(
  { status, hasDriver, driverName, isForRecipient }: OrderState,
  pickedUp: number,
  all: number,
): Sentence {
  if (pickedUp > 0)
    return {
      sentence: t('{count} of {all} items {count, plural, one {is picked up} other {are picked up}}', {
        count: pickedUp,
        all,
      }),
      next: t('Next: the remaining items are picked up.'),
    };
  if (hasDriver || status === 'assigned')
    return {
      sentence: driverName
        ? t('{driver} is handling your order', { driver: driverName })
        : t('A driver is handling your order'),
      next: isForRecipient ? t('Next: the items are collected.') : t('Next: your items are collected.'),
    };
  return isForRecipient
    ? { sentence: t('The delivery to you is booked'), next: t('Next: a driver is assigned and collects the items.') }
    : { sentence: t('We have your order'), next: t('Next: a driver is assigned and collects your items.') };
}

function sentenceOfOpen(state: OrderState, items: readonly ItemFlags[], reached: number): Sentence {
  const { isForRecipient } = state;
  const all = items.length;
  const count = (flag: keyof ItemFlags): number => items.filter((item) => item[flag]).length;
  const [pickedUp, inTransit, delivered] = [count('isPickedUp'), count('isInTransit'), count('isDelivered')];
  if (reached === 0) return beforePickup(state, pickedUp, all);
  if (all > 0 && delivered === all)
    return {
      sentence: isForRecipient ? t('The items have arrived') : t('Your items have arrived'),
      next: t('Next: the delivery is confirmed.'),
    };
  if (delivered > 0)
    return {
      sentence: t('{count} of {all} items {count, plural, one {is delivered} other {are delivered}}', {
        count: delivered,
        all,
      }),
      next: t('Next: the remaining items are delivered.'),
    };
  if (reached === 2) return { sentence: t('Your order is on its way'), next: t('Next: delivery to the recipient.') };
  if (inTransit > 0)
    return {
      sentence: t('{count} of {all} items {count, plural, one {is on its way} other {are on their way}}', {
        count: inTransit,
        all,
      }),
      next: t('Next: the remaining items leave for the delivery address.'),
    };
  return {
    sentence: isForRecipient ? t('The items are picked up') : t('Your items are picked up'),
    next: t('Next: on the way to the delivery address.'),
  };
}

function plannedDay({ planned }: OrderState): string | undefined {
  if (!planned) return undefined;
  if (planned.day === 'today' || planned.day === 'tomorrow')
    return planned.day === 'today' ? t('Delivery is planned for today.') : t('Delivery is planned for tomorrow.');
  return planned.day === 'past'
    ? t('Later than planned: it was due on {date}. The new time appears here as soon as we know it.', {
        date: planned.date,
      })
    : t('Delivery is planned for {date}.', { date: planned.date });
}

/** Adds a full stop unless the text has one; a name may end with one. */
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const isDecided = ({ last }: Trouble): boolean => last?.resolution !== undefined && last.resolution !== null;

/** Why the last attempt did not work out. */
const whyOf = ({ last }: Trouble): string | undefined =>
  [last?.reasonText && ended(last.reasonText), last?.note].filter(Boolean).join(' ') || undefined;

/** What went wrong, what happens next, and nothing while all is as planned. */
function sentenceOfTrouble(state: OrderState): Sentence | undefined {
  const { status, trouble, cancelledAt, isForRecipient } = state;
  if (!trouble) return undefined;
  const { outcome, last } = trouble;
  const why = whyOf(trouble);
  if (outcome === 'returned')
    return {
      sentence: t('Your order was returned to the sender'),
      when: cancelledAt && t('Returned on {date}.', { date: cancelledAt }),
      next: t('Questions? Our support team is happy to help.'),
    };
  if (status === 'cancelled') return undefined;
  if (outcome === 'returning')
    return {
      sentence: t('Your order is going back to the sender'),
      when: why,
      next: t('Next: back to the pickup address.'),
    };
  if (outcome === 'partial' && last) {
    const isOver = status === 'delivered';
    return {
      sentence: t('{count} of {all} pieces were {stop, select, pickup {picked up} other {delivered}}', {
        count: last.delivered,
        all: last.of,
        stop: last.stop,
      }),
      when: why,
      next: isOver
        ? t('The rest won’t be delivered. Our support team is happy to help.')
        : t('We’ll contact you about the rest.'),
    };
  }
  if (status === 'delivered' || !last) return undefined;
  if (outcome === 'failed')
    return {
      sentence:
        last.stop === 'pickup'
          ? isForRecipient
            ? t('We couldn’t collect the items')
            : t('We couldn’t collect your items')
          : t('We couldn’t deliver your order'),
      when: why,
      next: t('We’ll contact you to arrange what’s next.'),
    };
  if (last.resolution === 'retry' && isDecided(trouble))
    return {
      sentence:
        last.stop === 'pickup'
          ? isForRecipient
            ? t('We’ll try again to collect the items')
            : t('We’ll try again to collect your items')
          : t('We’ll try again to deliver your order'),
      when: plannedDay(state),
      next: last.reasonText ? ended(t('Last time: {reason}', { reason: midSentence(last.reasonText) })) : undefined,
    };
  return undefined;
}

function sentenceOf(state: OrderState, items: readonly ItemFlags[], reached: number): Sentence {
  const trouble = sentenceOfTrouble(state);
  if (trouble) return trouble;
  const { status, deliveredAt, signedBy, cancelledAt } = state;
  const left = state.trouble?.left ?? '';
  if (status === 'cancelled') {
    const why = state.trouble?.last?.resolution === 'cancel' ? whyOf(state.trouble) : undefined;
    return {
      sentence: t('This order was cancelled'),
      when:
        [cancelledAt && t('Cancelled on {date}.', { date: cancelledAt }), why].filter(Boolean).join(' ') || undefined,
      next: items.some((item) => item.isDelivered)
        ? t('Questions? Our support team is happy to help.')
        : t('It won’t be delivered. Questions? Our support team is happy to help.'),
    };
  }
  if (status === 'delivered')
    return {
      sentence: t('Your order is delivered'),
      when:
        deliveredAt &&
        ended(
          t(
            'Delivered on {date}{isLeft, select, yes {, left {left}} other {}}{isSigned, select, yes {, signed for by {signedBy}} other {}}',
            {
              date: deliveredAt,
              isLeft: left ? 'yes' : 'no',
              left,
              isSigned: signedBy ? 'yes' : 'no',
              signedBy: signedBy ?? '',
            },
          ),
        ),
    };
  if (!isOpen(status))
    return { sentence: t('We are looking into your order'), next: t('Questions? Our support team is happy to help.') };
  const isThere = items.length > 0 && items.every((item) => item.isDelivered);
  return { ...sentenceOfOpen(state, items, reached), when: isThere ? undefined : plannedDay(state) };
}

/** A text for the badge that differs from the status; the colour remains the status's. */
function badgeOfTrouble({ status, trouble }: OrderState): { text?: string } {
  if (trouble?.outcome === 'returned') return { text: t('returned') };
  if (trouble?.outcome === 'returning' && isOpen(status)) return { text: t('going back') };
  if (trouble?.outcome === 'failed' && isOpen(status))
    return { text: trouble.last?.stop === 'pickup' ? t('not picked up') : t('not delivered') };
  return trouble?.outcome === 'partial' ? { text: t('in part') } : {};
}

/** What an order that did not go as planned still has before it. */
const isGoingBack = ({ trouble }: OrderState): boolean =>
  trouble?.outcome === 'returning' || trouble?.outcome === 'returned';
const waitsForDecision = ({ trouble }: OrderState): boolean =>
  trouble?.outcome === 'failed' || trouble?.outcome === 'partial';

function stepsOf(state: OrderState, reached: number): OrderProgress['steps'] {
  if (state.status === 'cancelled' || isGoingBack(state)) return [];
  return trackingSteps.map((step, at) => {
    const reachedAs = stateOfStep(at, reached);
    // Nothing is next before the office has decided.
    return { step, state: reachedAs === 'next' && waitsForDecision(state) ? 'later' : reachedAs };
  });
}

function windowsOf(state: OrderState, items: readonly ItemFlags[], reached: number): OrderProgress['showsWindow'] {
  const isAhead = isOpen(state.status) && !isGoingBack(state) && !waitsForDecision(state);
  const isThere = items.length > 0 && items.every((item) => item.isDelivered);
  return { pickup: isAhead && reached === 0, delivery: isAhead && !isThere };
}

export function orderProgress(given: OrderState): OrderProgress {
  const state = { ...given, status: given.status === 'created' ? 'pending' : given.status };
  const { status, hasDriver } = state;
  const items = state.items.map((item) => impliedFlags(status, item));
  const reached = reachedStep(status, items);
  return {
    ...sentenceOf(state, items, reached),
    badge: { ...badgeOf(status, hasDriver, reached), ...badgeOfTrouble(state) },
    steps: stepsOf(state, reached),
    showsWindow: windowsOf(state, items, reached),
    canReport:
      status === 'delivered' || items.some((item) => item.isDelivered) || (isOpen(status) && state.isLate === true),
    items: items.map((item) => badgesOf(status, item)),
  };
}
