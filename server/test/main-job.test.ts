import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './support/app.ts';
import { makeOrder, makePaidQuote, ok, openOrder, photoFile, quoteBody, signatureFile } from './support/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('the main job over REST', () => {
  it('S01 S02 S03 S06 X04 X05 goes from a visitor’s request with a photo to a delivered order', async () => {
    const visitor = app.client();
    const { file } = ok<{ file: { url: string } }>(
      await visitor.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
    );
    const body = quoteBody();
    const asked = ok<Quote>(
      await visitor.post('/api/v1/quotes', {
        ...body,
        items: [{ ...body.items[0], imageUrls: [file.url] }, body.items[1]],
      }),
    );
    expect(asked).toMatchObject({ status: 'draft', items: [{ imageUrls: [file.url] }, { imageUrls: [] }] });
    expect(asked).not.toHaveProperty('price');

    const dispatcher = await app.as('dispatcher');
    const sent = ok<Quote>(
      await dispatcher.put(`/api/v1/quotes/${asked.id}`, { price: '84.5', paymentUrl: 'https://pay.example.com/q/1' }),
    );
    expect(sent).toMatchObject({ status: 'sent', price: '84.50' });
    expect(ok<Quote>(await dispatcher.put(`/api/v1/quotes/${asked.id}`, { status: 'paid' })).status).toBe('paid');
    const order = ok<Order>(await dispatcher.post(`/api/v1/quotes/${asked.id}/convert-to-order`));
    expect(order).toMatchObject({
      status: 'pending',
      quotePrice: '84.50',
      quoteId: asked.id,
      customerName: 'Ada Sender',
    });
    expect(order.trackingNumber).toMatch(/^QF\d{12}$/);
    expect(order.accessCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);

    const phone = app.client();
    const opened = ok<Order>(
      await phone.post('/api/driver/access', { accessCode: ` ${order.accessCode?.toLowerCase()} ` }),
    );
    expect(opened).toMatchObject({
      id: order.id,
      quotePrice: null,
      notes: body.notes,
      customerEmail: body.customer.email,
    });
    const [first, second] = opened.items;
    const picked = ok<{ pickupImageUrls: string[]; isPickedUp: boolean }>(
      await phone.form('POST', `/api/driver/pickup/${first?.id}`, { isPickedUp: 'true' }, [
        await photoFile('pickupImages'),
      ]),
    );
    expect(picked).toMatchObject({ isPickedUp: true, pickupImageUrls: [expect.stringMatching(/^\/files\//)] });

    const afterPickup = ok<Order>(
      await phone.form('POST', '/api/driver/signature', { customerName: 'Ada Sender', quoteId: String(asked.id) }, [
        await signatureFile(),
      ]),
    );
    expect(afterPickup.status).toBe('picked_up');
    expect(afterPickup.items.every((item) => item.isPickedUp)).toBe(true);
    for (const item of [first, second])
      ok(await phone.form('POST', `/api/driver/transit/${item?.id}`, { isInTransit: 'true' }));
    const delivery = ok<{ deliveryImageUrls: string[]; isDelivered: boolean }>(
      await phone.form('POST', `/api/driver/delivery/${first?.id}`, { isDelivered: 'true' }, [
        await photoFile('deliveryImages'),
        await photoFile('deliveryImages'),
      ]),
    );
    expect(delivery.deliveryImageUrls).toHaveLength(2);
    const done = ok<Order>(
      await phone.form(
        'POST',
        '/api/driver/signature',
        { customerName: 'Bob Receiver', quoteId: String(asked.id), kind: 'delivery' },
        [await signatureFile()],
      ),
    );
    expect(done).toMatchObject({
      status: 'delivered',
      pickupSignature: { signerName: 'Ada Sender' },
      deliverySignature: { signerName: 'Bob Receiver' },
    });
    expect(done.deliveredAt).toBe(done.actualDelivery);
    expect(done.deliveredAt).toBe(done.deliveryDate);

    const tracked = ok<TrackedOrder>(await app.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`));
    expect(tracked).toMatchObject({ status: 'delivered', quote: { signatureCustomerName: 'Bob Receiver' } });
    expect(tracked.steps.every((step) => step.completedAt !== null)).toBe(true);
    expect((await app.client().get(file.url)).headers['content-type']).toBe('image/jpeg');

    expect(
      await app.sql(
        'select status, driver_id, delivered_at is not null as delivered from orders where id = ?',
        order.id,
      ),
    ).toEqual([{ status: 'delivered', driver_id: null, delivered: true }]);
    const history = await app.sql<{ action: string; to_status: string | null }>(
      `select action, to_status from history where subject = 'order' and subject_id = ? order by id`,
      order.id,
    );
    expect(history.map((line) => line.to_status).filter(Boolean)).toEqual([
      'pending',
      'picked_up',
      'in_transit',
      'delivered',
    ]);
    const mails = await app.sql<{ trigger: string }>(
      'select trigger from emails where quote_id = ? order by id',
      asked.id,
    );
    expect(mails.map((mail) => mail.trigger)).toEqual([
      'quote_received',
      'quote_sent',
      'quote_paid',
      'order_created',
      'order_picked_up',
      'order_in_transit',
      'order_delivered',
    ]);
  });
});

describe('one winner', () => {
  it('C16 S03 creates one order from twenty concurrent conversions of a paid quote, ten times over', async () => {
    const dispatcher = await app.as('dispatcher');
    for (let round = 0; round < 10; round++) {
      const quote = await makePaidQuote(app, dispatcher);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => dispatcher.post(`/api/v1/quotes/${quote.id}/convert-to-order`)),
      );
      expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
      const refused = answers.filter((answer) => answer.statusCode === 409);
      expect(refused).toHaveLength(19);
      expect(refused[0]?.json()).toMatchObject({ code: 'QUOTE_ALREADY_CONVERTED' });
      expect(await app.sql('select count(*)::int as orders from orders where quote_id = ?', quote.id)).toEqual([
        { orders: 1 },
      ]);
    }
  });

  it('C20 leaves one driver after twenty concurrent assignments, and tells the other callers who has the order', async () => {
    const admin = await app.as('admin');
    const drivers = [await app.as('driver'), await app.as('driver')] as const;
    for (let round = 0; round < 5; round++) {
      const order = await makeOrder(app, admin);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          admin.post(`/api/v1/orders/${order.id}/assign`, { driverId: drivers[index % 2 === 0 ? 0 : 1].userId }),
        ),
      );
      const [row] = await app.sql<{ driver_id: number; status: string }>(
        'select driver_id, status from orders where id = ?',
        order.id,
      );
      expect(row?.status).toBe('assigned');
      const winner = drivers.find((driver) => driver.userId === row?.driver_id);
      const loser = drivers.find((driver) => driver.userId !== row?.driver_id);
      for (const [index, answer] of answers.entries()) {
        const asked = drivers[index % 2 === 0 ? 0 : 1];
        expect(answer.statusCode).toBe(asked === winner ? 200 : 409);
        if (asked === loser)
          expect(answer.json<{ error: string }>().error).toContain(
            String(
              (
                await app.sql<{ n: string }>(
                  `select first_name || ' ' || last_name as n from users where id = ?`,
                  row?.driver_id,
                )
              )[0]?.n,
            ),
          );
      }
      expect(
        await app.sql(
          `select count(*)::int as mails from emails where order_id = ? and trigger = 'driver_assigned'`,
          order.id,
        ),
      ).toEqual([{ mails: 1 }]);
    }
  });
});

describe('the driver’s signature', () => {
  it('never delivers an order with a repeated pickup signature', async () => {
    const admin = await app.as('admin');
    const order = await makeOrder(app, admin);
    const phone = await openOrder(app, order);
    const image = await signatureFile();
    const fields = { customerName: 'Ada', quoteId: String(order.quoteId), kind: 'pickup' };
    ok(await phone.form('POST', '/api/driver/signature', fields, [image]));
    ok<OrderRow>(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    expect(ok<Order>(await phone.form('POST', '/api/driver/signature', fields, [image])).status).toBe('in_transit');
    const another = await phone.form('POST', '/api/driver/signature', fields, [await signatureFile()]);
    expect(another.statusCode).toBe(409);
    expect(another.json()).toMatchObject({ code: 'WRONG_SIGNATURE_KIND' });
    expect(
      await app.sql(
        'select status, (select count(*)::int from signatures s where s.order_id = o.id) as signatures from orders o where id = ?',
        order.id,
      ),
    ).toEqual([{ status: 'in_transit', signatures: 1 }]);
  });

  it('takes one drawing for both steps when the call says which, and still never applies either twice', async () => {
    const admin = await app.as('admin');
    const order = await makeOrder(app, admin);
    const phone = await openOrder(app, order);
    const image = await signatureFile();
    const sign = (kind: string) =>
      phone.form('POST', '/api/driver/signature', { customerName: 'Ada', orderId: String(order.id), kind }, [image]);
    expect(ok<Order>(await sign('pickup')).status).toBe('picked_up');
    ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
    expect(ok<Order>(await sign('pickup')).status).toBe('in_transit');
    expect(ok<Order>(await sign('delivery')).status).toBe('delivered');
    expect(ok<Order>(await sign('delivery')).status).toBe('delivered');
    expect(await app.sql('select kind from signatures where order_id = ? order by id', order.id)).toEqual([
      { kind: 'pickup' },
      { kind: 'delivery' },
    ]);
  });
});
