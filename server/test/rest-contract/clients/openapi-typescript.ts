import createClient from 'openapi-fetch';
import { type Connect, headersOf, PAYMENT_URL, QUOTE } from './carry.ts';
import type { paths } from './made/openapi-typescript.ts';

export const connect: Connect = (target) => {
  const { GET, POST, PUT } = createClient<paths>({ baseUrl: target.baseUrl, headers: headersOf(target) });
  const given = <T>({ data, error }: { data?: T; error?: { error: string } }): T => {
    if (data === undefined) throw new Error(error?.error ?? 'no answer');
    return data;
  };
  return {
    upload: async (photo) =>
      given(
        await POST('/api/v1/upload', {
          // A file is described as a string of bytes.
          body: { file: photo as unknown as string },
          bodySerializer: ({ file }) => {
            const form = new FormData();
            form.append('file', file as unknown as Blob, 'photo.png');
            return form;
          },
        }),
      ).file.url,
    ask: async (imageUrl) =>
      given(
        await POST('/api/v1/quotes', {
          body: { ...QUOTE, items: [{ name: 'Box', quantity: 1, imageUrls: [imageUrl] }] },
        }),
      ).id,
    price: async (id, price) =>
      given(await PUT('/api/v1/quotes/{id}', { params: { path: { id } }, body: { price, paymentUrl: PAYMENT_URL } })),
    pay: async (id) => given(await PUT('/api/v1/quotes/{id}', { params: { path: { id } }, body: { status: 'paid' } })),
    convert: async (id) => given(await POST('/api/v1/quotes/{id}/convert-to-order', { params: { path: { id } } })),
    assign: async (id, driverId) =>
      given(await POST('/api/v1/orders/{id}/assign', { params: { path: { id } }, body: { driverId } })),
    open: async (accessCode) => given(await POST('/api/driver/access', { body: { accessCode } })),
    sign: async (image, customerName) =>
      given(
        await POST('/api/driver/signature', {
          body: { signature: image as unknown as string, customerName },
          bodySerializer: (fields) => {
            const form = new FormData();
            form.append('signature', image, 'signature.png');
            form.append('customerName', fields.customerName ?? '');
            return form;
          },
        }),
      ),
    leave: async (id) =>
      given(await PUT('/api/v1/orders/{id}/status', { params: { path: { id } }, body: { status: 'in_transit' } })),
    track: async (trackingValue) =>
      given(await GET('/api/v1/orders/tracking/{trackingValue}', { params: { path: { trackingValue } } })).status,
    miss: async (id) => (await GET('/api/v1/orders/{id}', { params: { path: { id } } })).error?.code ?? 'none',
  };
};
