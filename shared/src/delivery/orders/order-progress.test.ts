import { describe, expect, it } from 'vitest';
import { type ItemFlags, type OrderProgress, type OrderState, orderProgress } from './order-progress.ts';
import { orderStatuses, trackingSteps } from './order-status.ts';

const amounts = ['none', 'some', 'all'] as const;
type Amount = (typeof amounts)[number];
const days = ['past', 'today', 'tomorrow', 'later', undefined] as const;
const statuses = [...orderStatuses, 'created', 'beamed_up'];

interface Case {
  state: OrderState;
  pickedUp: Amount;
  inTransit: Amount;
  delivered: Amount;
}

const isSet = (amount: Amount, at: number): boolean => amount === 'all' || (amount === 'some' && at === 0);

/** Every status, with and without a driver, every mixture of the items' flags, every planned day. */
function* everyCase(): Generator<Case> {
  for (const status of statuses)
    for (const hasDriver of [false, true])
      for (const pickedUp of amounts)
        for (const inTransit of amounts)
          for (const delivered of amounts)
            for (const count of [0, 1, 2, 3])
              for (const day of days) {
                const items = Array.from(
                  { length: count },
                  (_, at): ItemFlags => ({
                    isPickedUp: isSet(pickedUp, at),
                    isInTransit: isSet(inTransit, at),
                    isDelivered: isSet(delivered, at),
                  }),
                );
                const planned = day && { day, date: 'Mar 1, 2026' };
                const state = { status, hasDriver, items, planned, driverName: hasDriver ? 'Sam' : null };
                yield { state, pickedUp, inTransit, delivered };
              }
}
const cases = [...everyCase()];
const words = ({ sentence, next, when }: OrderProgress): string => [sentence, next, when].join(' ');
const isOpen = (status: string) => !['delivered', 'cancelled', 'beamed_up'].includes(status);

/** Runs `check` on every combination that `concerns` picks, and names the one that breaks. */
function forEach(concerns: (of: Case) => boolean, check: (told: OrderProgress, state: OrderState) => void): number {
  const concerned = cases.filter(concerns);
  for (const { state } of concerned) {
    const told = orderProgress(state);
    try {
      check(told, state);
    } catch (error) {
      throw new Error(`${JSON.stringify(state)}\n${JSON.stringify(told, null, 1)}`, { cause: error });
    }
  }
  expect(concerned.length).toBeGreaterThan(0);
  return concerned.length;
}
const stateOf = (told: OrderProgress, step: string) => told.steps.find((candidate) => candidate.step === step)?.state;
const states = (told: OrderProgress) => told.steps.map(({ state }) => state);

describe('K30 what is said about an order never contradicts itself', () => {
  it('K30 looks at every combination', () => {
    expect(cases.length).toBe(statuses.length * 2 * 3 * 3 * 3 * 4 * 5);
  });

  it('K30 promises to collect nothing that is already picked up', () => {
    forEach(
      ({ state }) => state.items.some((item) => item.isPickedUp || item.isInTransit || item.isDelivered),
      (told) => expect(words(told)).not.toMatch(/collects? your items|are collected|We have your order/),
    );
    forEach(
      ({ state }) => !['pending', 'created', 'assigned'].includes(state.status),
      (told) => expect(words(told)).not.toMatch(/collect|remaining items are picked up|A driver is assigned/),
    );
  });

  it('K30 looks for no driver once there is one', () => {
    forEach(
      ({ state }) => state.hasDriver || state.status === 'assigned',
      (told) => expect(words(told)).not.toContain('a driver is assigned'),
    );
  });

  it('K30 says that the items are picked up, moving or there only when all of them are', () => {
    forEach(
      () => true,
      (told, { items, status }) => {
        const waiting = told.items.filter((badges) => !badges.includes('Picked Up')).length;
        const delivered = told.items.filter((badges) => badges.includes('Delivered')).length;
        if (told.sentence === 'Your items are picked up') expect(waiting).toBe(0);
        if (told.sentence === 'Your order is on its way') expect([waiting, delivered]).toEqual([0, 0]);
        if (told.sentence === 'Your items have arrived') expect(delivered).toBe(items.length);
        if (told.sentence === 'Your order is delivered')
          expect([status, delivered]).toEqual(['delivered', items.length]);
        if (told.next?.includes('remaining')) expect(told.sentence).toMatch(/^\d of \d items/);
        const [, some, all] = /^(\d) of (\d) items (?:is|are) (?:picked up|delivered|on)/.exec(told.sentence) ?? [];
        if (some)
          expect([Number(some) > 0, Number(some) < Number(all), Number(all)]).toEqual([true, true, items.length]);
      },
    );
  });

  it('K30 has exactly one current step while the order is open, and none before or after', () => {
    forEach(
      ({ state }) => isOpen(state.status),
      (told) => {
        const at = states(told).indexOf('current');
        expect(states(told)).toEqual(
          ['done', 'done', 'done', 'done'].map((_, step) =>
            step < at ? 'done' : step === at ? 'current' : step === at + 1 ? 'next' : 'later',
          ),
        );
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThan(3);
      },
    );
    forEach(
      ({ state }) => state.status === 'delivered',
      (told) => expect(states(told)).toEqual(['done', 'done', 'done', 'done']),
    );
    forEach(
      ({ state }) => state.status === 'cancelled',
      (told) => expect(told.steps).toEqual([]),
    );
    forEach(
      ({ state }) => state.status === 'beamed_up',
      (told) => expect(states(told)).toEqual(['next', 'later', 'later', 'later']),
    );
  });

  it('K30 K10 lets steps, badge and sentence name the same place', () => {
    forEach(
      ({ state }) => isOpen(state.status),
      (told) => {
        const current = trackingSteps[states(told).indexOf('current')];
        const badges = {
          created: ['created', 'pending', 'assigned'],
          picked_up: ['picked up'],
          in_transit: ['in transit'],
        };
        expect(badges[current as keyof typeof badges]).toContain(told.badge.text);
        expect(told.badge.status.replace('_', ' ')).toBe(told.badge.text === 'created' ? 'pending' : told.badge.text);
        const isPickedUp = told.items.length > 0 && told.items.every((each) => each.includes('Picked Up'));
        if (isPickedUp) expect(stateOf(told, 'created')).toBe('done');
        if (told.sentence === 'Your items are picked up') expect(current).toBe('picked_up');
        if (told.sentence === 'Your order is on its way') expect(current).toBe('in_transit');
        if (told.sentence === 'Your items have arrived') expect(current).toBe('in_transit');
        if (told.badge.text === 'created') expect(told.sentence).toMatch(/^We have your order$|^\d of \d items/);
      },
    );
  });

  it('K30 lets nothing of a cancelled order wait or be planned', () => {
    forEach(
      ({ state }) => state.status === 'cancelled',
      (told, { items }) => {
        expect(told.sentence).toBe('This order was cancelled');
        expect(told.badge).toEqual({ text: 'cancelled', status: 'cancelled' });
        expect(words(told)).not.toMatch(/planned|Next:/);
        expect(told.items.flat()).not.toContain('Waiting for pickup');
        if (items.some((item) => item.isDelivered)) expect(words(told)).not.toContain('won’t be delivered');
      },
    );
  });

  it('K30 lets every item of a delivered order be delivered, and no other item wait for a pickup that is over', () => {
    forEach(
      ({ state }) => state.status === 'delivered',
      (told) => {
        for (const badges of told.items) expect(badges).toEqual(['Picked Up', 'Delivered']);
        expect(words(told)).not.toMatch(/planned|Next:/);
      },
    );
    forEach(
      ({ state }) => ['picked_up', 'in_transit'].includes(state.status),
      (told) => expect(told.items.flat()).not.toContain('Waiting for pickup'),
    );
    forEach(
      () => true,
      (told) => {
        for (const badges of told.items)
          if (badges.includes('Delivered')) expect(badges).toEqual(['Picked Up', 'Delivered']);
          else expect(badges).toHaveLength(1);
      },
    );
  });

  it('K30 speaks of the planned day as it lies, and only while the delivery is still to come', () => {
    const sentences = {
      past: 'Later than planned: it was due on Mar 1, 2026. The new time appears here as soon as we know it.',
      today: 'Delivery is planned for today.',
      tomorrow: 'Delivery is planned for tomorrow.',
      later: 'Delivery is planned for Mar 1, 2026.',
    };
    forEach(
      () => true,
      (told, { status, planned }) => {
        const isToCome = isOpen(status) && told.sentence !== 'Your items have arrived';
        expect(told.when).toBe(isToCome && planned ? sentences[planned.day] : undefined);
      },
    );
  });
});

describe('what is said about an order', () => {
  const item = (flags: Partial<ItemFlags> = {}): ItemFlags => ({
    isPickedUp: false,
    isInTransit: false,
    isDelivered: false,
    ...flags,
  });
  const picked = item({ isPickedUp: true });
  const of = (status: string, items: ItemFlags[], more: Partial<OrderState> = {}) =>
    orderProgress({ status, hasDriver: false, items, ...more });

  it('K30 words each step of an ordinary order', () => {
    const told = [
      of('pending', [item(), item()]),
      of('pending', [picked, item()]),
      of('pending', [picked, picked]),
      of('assigned', [item()], { hasDriver: true, driverName: 'Sam' }),
      of('assigned', [item()], { hasDriver: true }),
      of('picked_up', [picked, picked], { hasDriver: true }),
      of('picked_up', [item({ isPickedUp: true, isInTransit: true }), picked], { hasDriver: true }),
      of('in_transit', [picked, picked], { hasDriver: true }),
      of('in_transit', [item({ isDelivered: true }), picked], { hasDriver: true }),
      of('in_transit', [item({ isDelivered: true })], { hasDriver: true }),
      of('delivered', [picked], { hasDriver: true }),
      of('cancelled', [item()]),
      of('beamed_up', [picked]),
    ];
    expect(told.map(({ badge, sentence, next }) => [badge.text, sentence, next])).toEqual([
      ['created', 'We have your order', 'Next: a driver is assigned and collects your items.'],
      ['created', '1 of 2 items is picked up', 'Next: the remaining items are picked up.'],
      ['picked up', 'Your items are picked up', 'Next: on the way to the delivery address.'],
      ['assigned', 'Sam is handling your order', 'Next: your items are collected.'],
      ['assigned', 'A driver is handling your order', 'Next: your items are collected.'],
      ['picked up', 'Your items are picked up', 'Next: on the way to the delivery address.'],
      ['picked up', '1 of 2 items is on its way', 'Next: the remaining items leave for the delivery address.'],
      ['in transit', 'Your order is on its way', 'Next: delivery to the recipient.'],
      ['in transit', '1 of 2 items is delivered', 'Next: the remaining items are delivered.'],
      ['in transit', 'Your items have arrived', 'Next: the delivery is confirmed.'],
      ['delivered', 'Your order is delivered', undefined],
      ['cancelled', 'This order was cancelled', 'It won’t be delivered. Questions? Our support team is happy to help.'],
      ['beamed up', 'We are looking into your order', 'Questions? Our support team is happy to help.'],
    ]);
  });

  it('K30 says when it was delivered or cancelled, and who signed', () => {
    const at = 'Mar 1, 2026 at 9:30 AM';
    expect(of('delivered', [], { deliveredAt: at, signedBy: 'Bob' }).when).toBe(
      `Delivered on ${at}, signed for by Bob.`,
    );
    expect(of('delivered', [], { deliveredAt: at }).when).toBe(`Delivered on ${at}.`);
    expect(of('delivered', []).when).toBeUndefined();
    expect(of('cancelled', [], { cancelledAt: at }).when).toBe(`Cancelled on ${at}.`);
  });
});

describe('P67 an order that does not go as planned', () => {
  const items = [
    { isPickedUp: true, isInTransit: true, isDelivered: true },
    { isPickedUp: true, isInTransit: true, isDelivered: false },
  ];
  const last = {
    stop: 'delivery' as const,
    reasonText: 'Nobody was home',
    note: 'We rang twice.',
    resolution: null,
    delivered: 2,
    of: 3,
  };
  const told = (status: string, trouble: NonNullable<OrderState['trouble']>, more: Partial<OrderState> = {}) =>
    orderProgress({ status, hasDriver: true, items, trouble, ...more });
  const planned = { day: 'tomorrow' as const, date: 'Mar 2, 2026' };

  it.each([
    [
      'failed, undecided',
      told('in_transit', { outcome: 'failed', last }),
      'We couldn’t deliver your order',
      'Nobody was home. We rang twice.',
      'We’ll contact you to arrange what’s next.',
      'not delivered',
    ],
    [
      'a pickup that failed',
      told('assigned', { outcome: 'failed', last: { ...last, stop: 'pickup' } }),
      'We couldn’t collect your items',
      'Nobody was home. We rang twice.',
      'We’ll contact you to arrange what’s next.',
      'not picked up',
    ],
    [
      'tried again',
      told('in_transit', { outcome: null, last: { ...last, resolution: 'retry' } }, { planned }),
      'We’ll try again to deliver your order',
      'Delivery is planned for tomorrow.',
      'Last time: nobody was home.',
      'in transit',
    ],
    [
      'in part, undecided',
      told('in_transit', { outcome: 'partial', last }),
      '2 of 3 pieces were delivered',
      'Nobody was home. We rang twice.',
      'We’ll contact you about the rest.',
      'in part',
    ],
    [
      'in part, and over',
      told('delivered', { outcome: 'partial', last }),
      '2 of 3 pieces were delivered',
      'Nobody was home. We rang twice.',
      'The rest won’t be delivered. Our support team is happy to help.',
      'in part',
    ],
    [
      'on its way back',
      told('in_transit', { outcome: 'returning', last }),
      'Your order is going back to the sender',
      'Nobody was home. We rang twice.',
      'Next: back to the pickup address.',
      'going back',
    ],
    [
      'returned',
      told('cancelled', { outcome: 'returned', last }, { cancelledAt: 'Mar 2, 2026 at 10:00 AM' }),
      'Your order was returned to the sender',
      'Returned on Mar 2, 2026 at 10:00 AM.',
      'Questions? Our support team is happy to help.',
      'returned',
    ],
    [
      'cancelled after all',
      told('cancelled', { outcome: 'failed', last }),
      'This order was cancelled',
      undefined,
      'Questions? Our support team is happy to help.',
      'cancelled',
    ],
    [
      'cancelled because of it',
      told(
        'cancelled',
        { outcome: null, last: { ...last, resolution: 'cancel' } },
        { cancelledAt: 'Mar 2 at 10:00 AM' },
      ),
      'This order was cancelled',
      'Cancelled on Mar 2 at 10:00 AM. Nobody was home. We rang twice.',
      'Questions? Our support team is happy to help.',
      'cancelled',
    ],
    [
      'left with a neighbour',
      told('delivered', { outcome: null, left: 'with a neighbour' }, { deliveredAt: 'Mar 2, 2026 at 10:00 AM' }),
      'Your order is delivered',
      'Delivered on Mar 2, 2026 at 10:00 AM, left with a neighbour.',
      undefined,
      'delivered',
    ],
  ])('P67 %s', (_, progress, sentence, when, next, badge) => {
    expect([progress.sentence, progress.when, progress.next, progress.badge.text]).toEqual([
      sentence,
      when,
      next,
      badge,
    ]);
  });

  it('P67 says nothing of it while there is none', () => {
    for (const { state } of cases)
      expect(orderProgress({ ...state, trouble: { outcome: null } })).toEqual(orderProgress(state));
  });
});

describe('K45 trouble contradicts nothing else on the page', () => {
  const outcomes = [null, 'failed', 'partial', 'returning', 'returned'] as const;
  const stops = ['pickup', 'delivery'] as const;
  const all = cases.flatMap(({ state }) =>
    outcomes.flatMap((outcome) =>
      stops.map((stop) => {
        const last = { stop, reasonText: 'Nobody was home', note: null, resolution: null, delivered: 1, of: 3 };
        const trouble = outcome === null ? { outcome } : { outcome, last };
        return { state, outcome, told: orderProgress({ ...state, trouble }) };
      }),
    ),
  );
  const isDone = (status: string) => status === 'delivered' || status === 'cancelled';

  const named = (found: typeof all) => found.map(({ state, outcome }) => [state.status, outcome]);

  it('K45 names no next step and no window while a failed attempt waits for a decision, or the order goes back', () => {
    const backward = all.filter(({ outcome }) => outcome === 'returning' || outcome === 'returned');
    expect(named(backward.filter(({ told }) => told.steps.length > 0))).toEqual([]);
    const halted = all.filter(({ outcome }) => outcome !== null && outcome !== 'partial');
    expect(named(halted.filter(({ told: { showsWindow } }) => showsWindow.pickup || showsWindow.delivery))).toEqual([]);
    const open = halted.filter(({ state }) => !isDone(state.status));
    expect(named(open.filter(({ told }) => told.steps.some((step) => step.state === 'next')))).toEqual([]);
    expect([backward.length, open.length].every((count) => count > 100)).toBe(true);
  });

  it('K45 shows the pickup window before the pickup alone, and no window of an order that is over', () => {
    const withPickup = all.filter(({ told }) => told.showsWindow.pickup);
    const reached = withPickup.map(
      ({ told }) => told.steps.findLast((step) => step.state === 'current' || step.state === 'done')?.step,
    );
    expect([...new Set(reached)]).toEqual(['created']);
    const over = all.filter(({ state }) => isDone(state.status));
    expect(named(over.filter(({ told: { showsWindow } }) => showsWindow.pickup || showsWindow.delivery))).toEqual([]);
  });

  it('K46 lets the customer report a problem once anything has arrived, or the delivery is late', () => {
    const item = { isPickedUp: false, isInTransit: false, isDelivered: false };
    const of = (status: string, isLate: boolean, isDelivered = false) =>
      orderProgress({ status, hasDriver: true, items: [{ ...item, isDelivered }], isLate }).canReport;
    expect([of('delivered', false), of('in_transit', true), of('assigned', true)]).toEqual([true, true, true]);
    expect([of('in_transit', false), of('cancelled', true), of('pending', false)]).toEqual([false, false, false]);
    expect(of('in_transit', false, true)).toBe(true);
  });

  it('K30 ends a sentence once, whatever a name ends with', () => {
    const signed = orderProgress({
      status: 'delivered',
      hasDriver: true,
      items: [],
      deliveredAt: 'Mar 1, 2026 at 9:30 AM',
      signedBy: 'Sam Jr.',
    });
    expect(signed.when).toBe('Delivered on Mar 1, 2026 at 9:30 AM, signed for by Sam Jr.');
  });
});
