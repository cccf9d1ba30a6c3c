import { type Connect, PAYMENT_URL, QUOTE } from './carry.ts';
import { createClient } from './made/hey-api/client/index.ts';
import {
  driversAccess,
  driversCaptureSignature,
  ordersAssign,
  ordersGet,
  ordersSetStatus,
  quotesConvertToOrder,
  quotesCreate,
  quotesUpdate,
  trackingGet,
  uploadsStore,
} from './made/hey-api/sdk.gen.ts';
import type { Event } from './made/hey-api/types.gen.ts';

/** After one `if` the type says what the data is: this compiles, and needs no cast. */
export const deliveredNumber = (event: Event): string | undefined =>
  event.type === 'order.delivered' ? event.data.trackingNumber : undefined;

export const connect: Connect = ({ baseUrl, key }) => {
  const client = createClient({ baseUrl, auth: (auth) => (auth.scheme === 'bearer' ? key : undefined) });
  const how = { client, throwOnError: true } as const;
  return {
    upload: async (file) => (await uploadsStore({ ...how, body: { file } })).data.file.url,
    ask: async (imageUrl) =>
      (
        await quotesCreate({
          ...how,
          body: { ...QUOTE, items: [{ name: 'Box', quantity: 1, imageUrls: [imageUrl] }] },
        })
      ).data.id,
    price: (id, price) => quotesUpdate({ ...how, path: { id }, body: { price, paymentUrl: PAYMENT_URL } }),
    pay: (id) => quotesUpdate({ ...how, path: { id }, body: { status: 'paid' } }),
    convert: async (id) => (await quotesConvertToOrder({ ...how, path: { id } })).data,
    assign: (id, driverId) => ordersAssign({ ...how, path: { id }, body: { driverId } }),
    open: (accessCode) => driversAccess({ ...how, body: { accessCode } }),
    sign: (signature, customerName) => driversCaptureSignature({ ...how, body: { signature, customerName } }),
    leave: (id) => ordersSetStatus({ ...how, path: { id }, body: { status: 'in_transit' } }),
    track: async (trackingValue) => (await trackingGet({ ...how, path: { trackingValue } })).data.status,
    miss: async (id) => (await ordersGet({ client, path: { id } })).error?.code ?? 'none',
  };
};
