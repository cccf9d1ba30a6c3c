import { expect, it } from 'vitest';
import { type OrderState, orderProgress } from './order-progress.ts';

const item = { isPickedUp: false, isInTransit: false, isDelivered: false };
const carried = { isPickedUp: true, isInTransit: true, isDelivered: false };
const last = { reasonText: 'Nobody was home', note: null, resolution: null, delivered: 1, of: 2 };
/** Every state that a reader can meet, and what they must not read in it. */
const states: readonly { name: string; state: OrderState; isUndecided?: true }[] = [
  { name: 'booked', state: { status: 'pending', hasDriver: false, items: [item] } },
  { name: 'assigned', state: { status: 'assigned', hasDriver: true, items: [item] } },
  { name: 'picked up', state: { status: 'picked_up', hasDriver: true, items: [{ ...item, isPickedUp: true }] } },
  { name: 'on its way', state: { status: 'in_transit', hasDriver: true, items: [carried] } },
  { name: 'there', state: { status: 'in_transit', hasDriver: true, items: [{ ...carried, isDelivered: true }] } },
  { name: 'delivered', state: { status: 'delivered', hasDriver: true, items: [{ ...carried, isDelivered: true }] } },
  { name: 'cancelled', state: { status: 'cancelled', hasDriver: false, items: [item] } },
  ...(['failed', 'partial'] as const).flatMap((outcome) =>
    (['pickup', 'delivery'] as const).map((stop) => ({
      name: `${stop} ${outcome}`,
      isUndecided: true as const,
      state: {
        status: stop === 'pickup' ? 'assigned' : 'in_transit',
        hasDriver: true,
        items: [stop === 'pickup' ? item : carried],
        trouble: { outcome, last: { ...last, stop } },
      },
    })),
  ),
  ...(['pickup', 'delivery'] as const).map((stop) => ({
    name: `${stop} again`,
    state: {
      status: stop === 'pickup' ? 'assigned' : 'in_transit',
      hasDriver: true,
      items: [stop === 'pickup' ? item : carried],
      trouble: { outcome: null, last: { ...last, stop, resolution: 'retry' as const } },
    },
  })),
];

it.each(states)('C525 to a recipient no items are “yours” in the state $name', ({ state }) => {
  const { sentence, next = '', when = '' } = orderProgress({ ...state, isForRecipient: true });
  for (const words of [sentence, next, when]) expect(words).not.toMatch(/your items/i);
  const toCustomer = orderProgress(state);
  expect(toCustomer.steps).toEqual(orderProgress({ ...state, isForRecipient: true }).steps);
});

it.each(states.filter(({ isUndecided }) => isUndecided))(
  'C525 nothing is next and no window holds before the office has decided: $name',
  ({ state }) => {
    const { steps, showsWindow } = orderProgress(state);
    expect(steps.filter((step) => step.state === 'next')).toEqual([]);
    expect(showsWindow).toEqual({ pickup: false, delivery: false });
  },
);
