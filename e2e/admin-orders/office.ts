import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { photo, signatureFile } from '../../server/test/support/factories.ts';
import { quoteBody } from '../admin-quotes/staff.ts';
import { ADMIN, type Api, type Site } from '../harness.ts';

export {
  breakCall,
  dialogOf,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
} from '../admin-quotes/staff.ts';

export type CodedOrder = Order & { accessCode: string };
export interface Phone {
  pickup(itemId: number, photos?: number): Promise<void>;
  deliver(itemId: number, photos?: number): Promise<void>;
  sign(signerName: string, more?: Record<string, string>): Promise<void>;
  move(status: string): Promise<void>;
}
export interface Office {
  api: Api;
  /** An order created from a paid quote, with its access code. */
  order(more?: Record<string, unknown>): Promise<CodedOrder>;
  /** The same in two steps: a paid quote's id, and the order made of it. */
  paidQuote(more?: Record<string, unknown>): Promise<number>;
  convert(quoteId: number): Promise<CodedOrder>;
  assigned(driverId: number, more?: Record<string, unknown>): Promise<CodedOrder>;
  /** A phone that has opened the order with its code. */
  open(order: CodedOrder): Promise<Phone>;
  /** Stores a photo and returns its address. */
  upload(): Promise<string>;
}

async function post(url: string, cookie: string, form: FormData): Promise<Response> {
  const answer = await fetch(url, { method: 'POST', headers: { cookie }, body: form });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
const blobOf = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type });

async function openWith(site: Site, order: CodedOrder): Promise<Phone> {
  const api = await site.api();
  await api.send('POST', '/api/driver/access', { accessCode: order.accessCode });
  const send = (path: string, form: FormData) => post(`${site.url}/api/driver/${path}`, api.cookie, form);
  const prove = async (path: string, flag: string, field: string, photos: number) => {
    const form = new FormData();
    form.append(flag, 'true');
    for (let n = 0; n < photos; n++) form.append(field, blobOf(await photo(), 'image/jpeg'), `${field}-${n}.jpg`);
    await send(path, form);
  };
  return {
    pickup: (itemId, photos = 1) => prove(`pickup/${itemId}`, 'isPickedUp', 'pickupImages', photos),
    deliver: (itemId, photos = 1) => prove(`delivery/${itemId}`, 'isDelivered', 'deliveryImages', photos),
    async sign(signerName, more = {}) {
      const form = new FormData();
      const { bytes, name, type } = await signatureFile();
      form.append('signature', blobOf(bytes, type), name);
      for (const [field, value] of Object.entries({ customerName: signerName, orderId: String(order.id), ...more }))
        form.append(field, value);
      await send('signature', form);
    },
    async move(status) {
      await api.send('PUT', `/api/v1/orders/${order.id}/status`, { status });
    },
  };
}

/** Makes orders in every state over the API, as an admin and as a driver's phone. */
export async function officeOf(site: Site): Promise<Office> {
  const api = await site.api(ADMIN);
  const paidQuote: Office['paidQuote'] = async (more = {}) => {
    const { id } = await api.send<{ id: number }>('POST', '/api/v1/quotes', quoteBody(more));
    await api.send('PUT', `/api/v1/quotes/${id}`, { price: '120.50', paymentUrl: 'https://pay.example.com/q' });
    await api.send('PUT', `/api/v1/quotes/${id}`, { status: 'paid' });
    return id;
  };
  const convert: Office['convert'] = async (id) => {
    const converted = await api.send<Order>('POST', `/api/v1/quotes/${id}/convert-to-order`);
    return { ...converted, accessCode: converted.accessCode ?? '' };
  };
  const order: Office['order'] = async (more) => convert(await paidQuote(more));
  return {
    api,
    paidQuote,
    convert,
    order,
    async assigned(driverId, more) {
      const plain = await order(more);
      await api.send('POST', `/api/v1/orders/${plain.id}/assign`, { driverId });
      return plain;
    },
    open: (opened) => openWith(site, opened),
    async upload() {
      const form = new FormData();
      form.append('file', blobOf(await photo(), 'image/jpeg'), 'photo.jpg');
      const answer: { file: { url: string } } = await (
        await post(`${site.url}/api/v1/upload`, api.cookie, form)
      ).json();
      return answer.file.url;
    },
  };
}

type User = Awaited<ReturnType<Site['createUser']>>;
export interface Staffed extends Office {
  dispatcher: User;
  robin: User;
  sam: User;
}
/** The office of a site for the tests of a file, with the dispatcher Dana Patch and two drivers. */
export function useOffice(site: Site): Staffed {
  const office = {} as Staffed;
  beforeAll(async () => {
    Object.assign(office, await officeOf(site), {
      dispatcher: await site.createUser('dispatcher', { firstName: 'Dana', lastName: 'Patch' }),
      robin: await site.createUser('driver', { firstName: 'Robin', lastName: 'Rider' }),
      sam: await site.createUser('driver', { firstName: 'Sam', lastName: 'Okonkwo' }),
    });
  });
  return office;
}

export const numberOf = (order: { trackingNumber: string }): string => formatTracking(order.trackingNumber);
export const rowOf = (page: Page, order: { trackingNumber: string }): Locator =>
  page.getByRole('row').filter({ hasText: numberOf(order) });
export const toastOf = (page: Page): Locator => page.locator('[data-kind]');
/** What the browser logs when a test looks into a mail's frame: the sandbox works. */
export const SANDBOXED = /Blocked script execution/;

/** Waits for what arrives without an action: a live update, a saved row, a loaded list. */
export const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 15_000 });

/** Types a time ('13:30') into a time field of 12 hours, as a person does. */
export async function typeTime(scope: Page | Locator, name: string, time: string): Promise<void> {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const digits = `${String(hours % 12 || 12).padStart(2, '0')}${String(minutes).padStart(2, '0')}`;
  const field = scope.getByRole('spinbutton', { name, exact: true });
  // A field with the focus keeps its selection; Playwright would put the caret before the time that is in it.
  await field.focus();
  await field.pressSequentially(`${digits}${hours < 12 ? 'a' : 'p'}`);
}
