/** A call as each side of the comparison knows it. */
export interface Contest {
  name: string;
  rest: readonly string[];
  trpc: readonly string[];
  bare: readonly string[];
  /** The same addresses with the product's duties. */
  plain: readonly string[];
  hydrated?: readonly string[];
  body?: (turn: number) => unknown;
}

const trpc = (call: string, input: unknown) => `/trpc/${call}?input=${encodeURIComponent(JSON.stringify(input))}`;

const newOrder = (turn: number) => ({
  customerName: `Bench Customer ${turn % 500}`,
  customerEmail: `bench-${turn % 500}@quickfleet.example`,
  pickupAddress: '1 Bench Street\nSpringfield',
  deliveryAddress: `${turn} Measured Road\nShelbyville`,
  quotePrice: '42.50',
  items: [{ name: 'Box of figures', quantity: 2 }],
});
/** The same as a request for a price. */
export const newQuote = (turn: number) => {
  const { customerName: name, customerEmail: email, quotePrice: _, ...wanted } = newOrder(turn);
  return { ...wanted, customer: { name, email, phone: '+1 555 0100' }, speedType: 'let_quickfleet_choose' };
};

export interface BenchOrder {
  id: number;
  trackingNumber: string;
  deliveredAt: string | null;
  status: string;
}

/**
 * What is measured, on some orders that exist. Details are read of orders that ended, which have no access code to open;
 * open ones are tracked, because a month after its end an order shows less.
 */
export function contestsOf(orders: readonly BenchOrder[]): Contest[] {
  const isOpen = ({ deliveredAt, status }: BenchOrder) => deliveredAt === null && status !== 'cancelled';
  const ids = orders.filter((order) => !isOpen(order)).map(({ id }) => id);
  const numbers = orders.filter(isOpen).map(({ trackingNumber }) => trackingNumber);
  const contests: Omit<Contest, 'plain'>[] = [
    {
      name: 'list of 20 orders',
      rest: ['/api/v1/orders'],
      trpc: [trpc('orders.list', {})],
      bare: ['/orders'],
      hydrated: ['/em/orders'],
    },
    {
      name: 'order detail',
      rest: ids.map((id) => `/api/v1/orders/${id}`),
      trpc: ids.map((id) => trpc('orders.get', { id })),
      bare: ids.map((id) => `/orders/${id}`),
      hydrated: ids.map((id) => `/em/orders/${id}`),
    },
    {
      name: 'list of 20 quotes',
      rest: ['/api/v1/quotes'],
      trpc: [trpc('quotes.list', {})],
      bare: ['/quotes'],
      hydrated: ['/em/quotes'],
    },
    {
      name: 'tracking by number',
      rest: numbers.map((number) => `/api/v1/orders/tracking/${number}`),
      trpc: numbers.map((trackingNumber) => trpc('tracking.get', { trackingNumber })),
      bare: numbers.map((number) => `/tracking/${number}`),
      hydrated: numbers.map((number) => `/em/tracking/${number}`),
    },
    {
      name: 'create an order',
      rest: ['/api/v1/orders'],
      trpc: ['/trpc/orders.create'],
      bare: ['/orders'],
      body: newOrder,
    },
  ];
  return contests.map((contest) => ({ ...contest, plain: contest.bare.map((path) => `/plain${path}`) }));
}
