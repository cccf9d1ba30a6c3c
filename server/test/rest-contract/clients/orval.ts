import { type Connect, headersOf, PAYMENT_URL, QUOTE, target } from './carry.ts';
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
} from './made/orval/api.ts';

/** An answer of success, or the sentence of the error. */
const given = <A extends { status: number; data: unknown }>(answer: A): Extract<A, { status: 200 | 201 }>['data'] => {
  if (answer.status >= 400) throw new Error(JSON.stringify(answer.data));
  return answer.data as Extract<A, { status: 200 | 201 }>['data'];
};

export const connect: Connect = (to) => {
  target.baseUrl = to.baseUrl;
  const how: RequestInit = { headers: headersOf(to) };
  // This call takes JSON and form data, and orval leaves it to the caller to say which.
  const asJson: RequestInit = { headers: { 'content-type': 'application/json' } };
  return {
    upload: async (file) => given(await uploadsStore({ file }, how)).file.url,
    ask: async (imageUrl) =>
      given(await quotesCreate({ ...QUOTE, items: [{ name: 'Box', quantity: 1, imageUrls: [imageUrl] }] }, how)).id,
    price: async (id, price) => given(await quotesUpdate(id, { price, paymentUrl: PAYMENT_URL }, how)),
    pay: async (id) => given(await quotesUpdate(id, { status: 'paid' }, how)),
    convert: async (id) => given(await quotesConvertToOrder(id, {}, how)),
    assign: async (id, driverId) => given(await ordersAssign(id, { driverId }, how)),
    open: async (accessCode) => given(await driversAccess({ accessCode }, asJson)),
    sign: async (signature, customerName) => given(await driversCaptureSignature({ signature, customerName }, how)),
    leave: async (id) => given(await ordersSetStatus(id, { status: 'in_transit' }, how)),
    track: async (trackingValue) => given(await trackingGet(trackingValue, how)).status,
    miss: async (id) => {
      const answer = await ordersGet(id, how);
      return answer.status === 200 ? 'none' : answer.data.code;
    },
  };
};
