/**
 * The main job by API: a quote with photos, its price and payment, the order, the driver's phone with photos and
 * signatures, and the tracking page. A test runs it; settings come from the environment.
 */
import { openAsBlob } from 'node:fs';
import { createClient, dataOf, formData, QuickFleetError } from 'quickfleet-client';

const { HOST = '', KEY = '', DRIVER_ID = '', PHOTO = '', PICKUP_SIGNATURE = '', DELIVERY_SIGNATURE = '' } = process.env;
const photo = await openAsBlob(PHOTO, { type: 'image/jpeg' });
const office = createClient({ baseUrl: HOST, key: KEY });

const { files } = await dataOf(office.POST('/api/v1/uploads', { body: { files: [photo] } }));
const quote = await dataOf(
  office.POST('/api/v1/quotes', {
    params: { header: { 'Idempotency-Key': 'shop-order-4713' } },
    body: {
      customer: { name: 'Ada Sender', email: 'ada@example.com', phone: '+1 555 0142' },
      pickupAddress: '1 Pickup Street\nSpringfield',
      deliveryAddress: '2 Delivery Road\nShelbyville',
      items: [{ name: 'Box', quantity: 1, imageUrls: files.map(({ url }) => url) }],
    },
  }),
);
const path = { id: quote.id };
const price = { price: '84.50', paymentUrl: 'https://pay.example.com/q/1' };
await dataOf(office.PUT('/api/v1/quotes/{id}', { params: { path }, body: price }));
await dataOf(office.PUT('/api/v1/quotes/{id}', { params: { path }, body: { status: 'paid' } }));
const order = await dataOf(office.POST('/api/v1/quotes/{id}/convert-to-order', { params: { path } }));
await dataOf(
  office.POST('/api/v1/orders/{id}/assign', {
    params: { path: { id: order.id } },
    body: { driverId: Number(DRIVER_ID) },
  }),
);

// The phone has no key. It opens the order with its code, and a cookie keeps that; a browser does this on its own.
const { accessCode } = await dataOf(office.GET('/api/v1/orders/{id}', { params: { path: { id: order.id } } }));
let cookie = '';
const phone = createClient({
  baseUrl: HOST,
  fetch: async (request) => {
    if (cookie) request.headers.set('cookie', cookie);
    const answer = await fetch(request);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return answer;
  },
});
await dataOf(phone.POST('/api/driver/access', { body: { accessCode: accessCode ?? '' } }));
const sign = async (file: string) => ({ signature: await openAsBlob(file, { type: 'image/png' }), customerName: 'Bo' });
for (const { id } of order.items) {
  const params = { path: { id } };
  await dataOf(phone.POST('/api/driver/pickup/{id}', { params, body: { pickupImages: [photo] } }));
}
await dataOf(phone.POST('/api/driver/signature', { body: await sign(PICKUP_SIGNATURE) }));
await dataOf(
  phone.PUT('/api/v1/orders/{id}/status', { params: { path: { id: order.id } }, body: { status: 'in_transit' } }),
);
for (const { id } of order.items) {
  const params = { path: { id } };
  // A form without a file says that it is one.
  await dataOf(
    phone.POST('/api/driver/transit/{id}', { params, body: { isInTransit: true }, bodySerializer: formData }),
  );
  await dataOf(phone.POST('/api/driver/delivery/{id}', { params, body: { deliveryImages: [photo] } }));
}
await dataOf(phone.POST('/api/driver/signature', { body: await sign(DELIVERY_SIGNATURE) }));

const { trackingNumber } = order;
const visitor = createClient({ baseUrl: HOST });
const tracked = await dataOf(
  visitor.GET('/api/v1/orders/tracking/{trackingValue}', { params: { path: { trackingValue: trackingNumber } } }),
);
console.log(trackingNumber, tracked.status);

try {
  await dataOf(office.GET('/api/v1/orders/{id}', { params: { path: { id: 2_147_483_647 } } }));
} catch (error) {
  if (error instanceof QuickFleetError) console.log(error.status, error.code);
}
