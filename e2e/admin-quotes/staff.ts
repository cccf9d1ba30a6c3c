import type { Quote } from '@quickfleet/shared/quoting/quotes';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ADMIN, type Api, type Site } from '../harness.ts';

export { expectAccessible, expectAccessibleInBoth } from '../accessible.ts';

let made = 0;
export const quoteBody = (more: Record<string, unknown> = {}) => ({
  customer: { name: 'Ada Sender', email: `ada${++made}@example.com`, phone: '+1 555 0101', company: 'Sender Ltd' },
  pickupAddress: '1 Pickup Street\nSpringfield',
  deliveryAddress: '2 Delivery Road, Shelbyville',
  notes: 'Ring twice',
  items: [
    { name: 'Box of books', description: 'Heavy', quantity: 2, value: '40.50' },
    { name: 'Lamp', quantity: 1 },
  ],
  speedType: 'let_quickfleet_choose',
  ...more,
});

export interface Maker {
  api: Api;
  draft(more?: Record<string, unknown>): Promise<Quote>;
  sent(more?: Record<string, unknown>): Promise<Quote>;
  accepted(more?: Record<string, unknown>): Promise<Quote>;
  paid(more?: Record<string, unknown>): Promise<Quote>;
  converted(more?: Record<string, unknown>): Promise<Quote>;
}

/** Makes quotes in every state over the API. */
export async function makerOf(site: Site): Promise<Maker> {
  const api = await site.api(ADMIN);
  const put = (id: number, body: unknown) => api.send<Quote>('PUT', `/api/v1/quotes/${id}`, body);
  const draft: Maker['draft'] = (more) => api.send('POST', '/api/v1/quotes', quoteBody(more));
  const sent: Maker['sent'] = async (more) =>
    put((await draft(more)).id, { price: '120.00', paymentUrl: 'https://pay.example.com/q' });
  const paid: Maker['paid'] = async (more) => put((await sent(more)).id, { status: 'paid' });
  return {
    api,
    draft,
    sent,
    accepted: async (more) => put((await sent(more)).id, { status: 'accepted' }),
    paid,
    converted: async (more) => {
      const { id } = await paid(more);
      await api.send('POST', `/api/v1/quotes/${id}/convert-to-order`);
      return api.send('GET', `/api/v1/quotes/${id}`);
    },
  };
}

export const cardOf = (page: Page, id: number): Locator => page.locator(`article[data-quote="${id}"]`);
export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
/** The only toast. */
export const toastOf = (page: Page): Locator => page.locator('.mantine-Notification-root');

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Answers the calls of one procedure with a failure until it is removed. */
export async function breakCall(page: Page, procedure: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/trpc/[^?]*${procedure.replace('.', '\\.')}`);
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

/** How long the toast on the screen stays, in seconds. */
export async function secondsShown(toast: Locator): Promise<number> {
  const from = Date.now();
  await toast.waitFor({ state: 'detached' });
  return (Date.now() - from) / 1000;
}

/** Waits for what arrives without an action: a live update, a saved row. */
export const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 10_000 });
