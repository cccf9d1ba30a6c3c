import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { CustomerAddresses } from '@quickfleet/shared/people/customers';
import { describe, expect, it } from 'vitest';
import { expectError, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { ok, quoteBody } from '../../../test/support/factories.ts';

const world = useWorld();
const customer = {
  name: 'Wilhelmina Quist',
  email: 'w.quist@example.org',
  phone: '+1 555 0177',
  company: 'Sail Makers',
};
let minute = 0;
async function order(pickupAddress: string, deliveryAddress: string): Promise<Order> {
  world.app.setClock(new Date(Date.now() + ++minute * 60_000));
  const answer = await world.dispatcher.post('/api/v1/orders', {
    customerName: customer.name,
    customerEmail: customer.email,
    pickupAddress,
    deliveryAddress,
    items: [{ name: 'Box' }],
  });
  world.app.setClock(undefined);
  return ok<Order>(answer);
}

describe('J16 a customer who orders again', () => {
  it('J16 is offered the addresses of orders and quotes, each once, the last ones first, and not endlessly many', async () => {
    ok(
      await world.visitor.post(
        '/api/v1/quotes',
        quoteBody({ customer, pickupAddress: 'Old yard', deliveryAddress: 'Q' }),
      ),
    );
    await order('Yard', 'Dock 1');
    await order('Mill', 'Dock 2');
    const { customerId } = await order('Yard', 'Dock 1');
    await world.dispatcher.post('/api/v1/quotes', quoteBody({ pickupAddress: 'Another customer' }));
    const url = `/api/v1/customers/${customerId}/addresses`;
    const read = async () => ok<CustomerAddresses>(await world.dispatcher.get(url));
    expect(await read()).toEqual({
      pickup: ['Yard', 'Mill', 'Old yard'],
      delivery: ['Dock 1', 'Dock 2', 'Q'],
      saved: [],
    });
    for (let n = 1; n <= 22; n++) await order(`Yard ${n}`, 'Dock 1');
    const { pickup, delivery } = await read();
    expect(pickup).toHaveLength(20);
    expect(pickup.slice(0, 2)).toEqual(['Yard 22', 'Yard 21']);
    expect(delivery).toHaveLength(3);

    expect(ok(await (await world.program('customers:read')).get(url))).toMatchObject({ delivery });
    await expectRefused(world, [['GET', url]], ['driver', 'customer']);
    expectError(await world.dispatcher.get(`/api/v1/customers/${NOWHERE}/addresses`), 404, 'CUSTOMER_NOT_FOUND');
  });

  it('J16 is found while somebody types a part of the name, the company or the e-mail address', async () => {
    ok(await world.dispatcher.post('/api/v1/customers', { ...customer, email: 'quist.two@example.org' }));
    for (const q of ['helm', 'QUIST', 'sail mak', 'w.quist@', 'quist.two'])
      expect(
        ok<{ data: { name: string }[] }>(
          await world.dispatcher.get(`/api/v1/customers?q=${encodeURIComponent(q)}`),
        ).data.map(({ name }) => name),
        q,
      ).toContain(customer.name);
  });
});
