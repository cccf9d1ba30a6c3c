import { type Connect, headersOf, PAYMENT_URL, QUOTE } from './carry.ts';
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
} from './made/kubb/index.ts';

export const connect: Connect = (target) => {
  // kubb's own fetch names no type and gives the body of an error as if it were the answer.
  const form = { baseURL: target.baseUrl, headers: headersOf(target) };
  const json = { ...form, headers: { ...form.headers, 'content-type': 'application/json' } };
  const given = <T extends object>(answer: T): T => {
    if ('error' in answer) throw new Error(String(answer.error));
    return answer;
  };
  return {
    upload: async (file) => given(await uploadsStore({ file }, undefined, form)).file.url,
    ask: async (imageUrl) => {
      const items = [{ name: 'Box', quantity: 1, imageUrls: [imageUrl] }];
      return given(await quotesCreate({ ...QUOTE, items }, undefined, json)).id;
    },
    price: async (id, price) => given(await quotesUpdate(id, { price, paymentUrl: PAYMENT_URL }, undefined, json)),
    pay: async (id) => given(await quotesUpdate(id, { status: 'paid' }, undefined, json)),
    convert: async (id) => given(await quotesConvertToOrder(id, {}, undefined, json)),
    assign: async (id, driverId) => given(await ordersAssign(id, { driverId }, undefined, json)),
    open: async (accessCode) => given(await driversAccess({ accessCode }, json)),
    sign: async (signature, customerName) =>
      given(await driversCaptureSignature({ signature, customerName }, undefined, form)),
    leave: async (id) => given(await ordersSetStatus(id, { status: 'in_transit' }, undefined, json)),
    track: async (trackingValue) => given(await trackingGet(trackingValue, json)).status,
    miss: async (id) => {
      const answer: object = await ordersGet(id, json);
      return 'code' in answer ? String(answer.code) : 'none';
    },
  };
};
