import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Incident } from '@quickfleet/shared/delivery/proof/incidents';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import { beforeEach, describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody, photoFile, signatureFile } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';

const OFFICE = 'office@example.com';
const world = useWorld({ SMTP_URL: 'smtp://127.0.0.1:9', ADMIN_EMAIL: OFFICE });
const [ADA, NEVE] = ['ada@example.com', { name: 'Neve', email: 'neve@example.com' }];
const tokenOf = ({ trackingNumber }: Order, address: string) =>
  deliveryToken(world.app.services.secrets, trackingNumber, address);
const page = async (order: Order, address: string) =>
  ok<DeliveryPage>(await world.visitor.get(`/api/v1/t/${tokenOf(order, address)}`));
const report = ({ trackingNumber }: Order, body: Record<string, unknown>) =>
  world.visitor.post(`/api/v1/orders/tracking/${trackingNumber}/incidents`, {
    kind: 'damaged',
    description: 'The lid is broken',
    ...body,
  });
const mailsTo = (recipient: string) =>
  world.app.sql<{ trigger: string; text: string }>(
    'select trigger, text from emails where recipient = ? order by id',
    recipient,
  );

/** Handed over by Pia, received by Neve, each with a photo. */
async function deliver(): Promise<Order> {
  const order = ok<Order & { accessCode: string }>(
    await world.dispatcher.post('/api/v1/orders', orderBody({ customerEmail: ADA, deliveryContact: NEVE })),
  );
  const phone = await openOrder(world.app, order);
  const photo = async (call: string) =>
    ok(await phone.form('POST', `/api/driver/${call}/${order.items[0]?.id}`, {}, [await photoFile('images')]));
  const sign = async (customerName: string) =>
    ok(
      await phone.form('POST', '/api/driver/signature', { orderId: String(order.id), customerName }, [
        await signatureFile(),
      ]),
    );
  await photo('pickup');
  await sign('Pia Packer');
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  await photo('delivery');
  const before = await page(order, NEVE.email);
  expect(before.quote, 'who signed at the pickup is the customer’s').toBeNull();
  await sign('Neve');
  return order;
}

beforeEach(async () => {
  await world.app.sql('delete from emails');
});

describe('the recipient', () => {
  it('K52 sees the photos and the signer of their own hand-over, and of no other', async () => {
    const order = await deliver();
    const [theirs, customers] = [await page(order, NEVE.email), await page(order, ADA)];
    expect(theirs.quote?.signatureCustomerName).toBe('Neve');
    const [item] = theirs.items;
    expect([item?.deliveryImageUrls.length, item?.pickupImageUrls, item?.imageUrls]).toEqual([1, [], []]);
    expect(customers.items[0]?.pickupImageUrls).toHaveLength(1);
    expect(JSON.stringify(theirs)).not.toContain('Pia');
  });

  it('K52 gets the receipt of the delivery by mail: when, who signed, and where the photos are', async () => {
    await deliver();
    const arrived = (await mailsTo(NEVE.email)).find(({ trigger }) => trigger === 'recipient_delivered');
    expect(arrived?.text).toContain('Signed by: Neve');
    expect(arrived?.text).toMatch(/Delivered: .+/);
    expect(arrived?.text).toMatch(/Photos of the delivery: .*#photos/);
  });

  it('K53 reports damage by their link as the customer does, reads the answer there and by mail, and nobody else’s', async () => {
    const order = await deliver();
    const token = tokenOf(order, NEVE.email);
    expect((await report(order, { token: tokenOf(order, 'eve@example.com') })).json()).toMatchObject({ status: 403 });
    const image = ok<{ file: { url: string } }>(
      await world.visitor.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
    ).file.url;
    const opened = ok<{ reference: string; isKnown: boolean }>(
      await report(order, { token, items: [1], imageUrls: [image] }),
    );
    expect(ok<{ isKnown: boolean }>(await report(order, { token, items: [1] })).isKnown).toBe(true);
    const customers = ok<{ isKnown: boolean }>(await report(order, { token: tokenOf(order, ADA), items: [1] }));
    expect(customers.isKnown, 'the customer’s is another one').toBe(false);
    const { data } = ok<{ data: Incident[] }>(await world.dispatcher.get(`/api/v1/incidents?orderId=${order.id}`));
    const claim = data.find(({ reference }) => reference === opened.reference);
    expect(claim).toMatchObject({ openedBy: 'recipient', openedByName: 'Neve', hasEmail: true, photoUrls: [image] });
    expect((await mailsTo(OFFICE)).at(-2)?.text).toContain('by the recipient: Something is damaged');
    ok(await world.dispatcher.put(`/api/v1/incidents/${claim?.id}`, { answer: 'A new one comes on Friday' }));
    const [answer] = (await mailsTo(NEVE.email)).filter(({ trigger }) => trigger === 'incident_answered');
    expect(answer?.text).toContain('A new one comes on Friday');
    expect((await page(order, NEVE.email)).claims).toMatchObject([
      { reference: opened.reference, answer: 'A new one comes on Friday' },
    ]);
    expect((await page(order, ADA)).claims.map(({ answer: said }) => said)).toEqual([null]);
    const lines = await world.app.sql(
      `select 1 from history where subject_id = ? and action = 'incident.opened'`,
      order.id,
    );
    expect(lines).toHaveLength(2);
  });

  it('K53 reports within the days and the limits of the customer', async () => {
    const order = ok<Order>(
      await world.dispatcher.post('/api/v1/orders', orderBody({ customerEmail: ADA, deliveryContact: NEVE })),
    );
    expect((await report(order, { token: tokenOf(order, NEVE.email) })).json()).toMatchObject({ code: 'TOO_EARLY' });
    const done = await deliver();
    world.app.setClock(new Date(Date.now() + 15 * 86_400_000));
    expect((await report(done, { token: tokenOf(done, NEVE.email) })).json()).toMatchObject({ code: 'TOO_LATE' });
    world.app.setClock(undefined);
  });
});
