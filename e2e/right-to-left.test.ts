import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { officeOf } from './admin-orders/office.ts';
import { makerOf } from './admin-quotes/staff.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from './harness.ts';
import { hydrated } from './hydrated.ts';

// Hebrew and Arabic with numbers and brackets: without a direction of their own they would be shown in the wrong order.
const site = useSite({ ADMIN_EMAIL: 'office@example.com' });
const browser = useBrowser();
const HEBREW = /[\u0590-\u05ff]/;
const own = (what: string) => `${what} عربي 12-34, 011 234 5678 (3)`;
const person = (what: string) => `${what} عربي (Ada)`;
const quote = {
  customer: { name: person('א'), email: 'ada@example.com', phone: '+1 555 010 0101', company: person('ב') },
  pickupAddress: `${own('ג')}\n${own('ד')}`,
  deliveryAddress: own('ה'),
  notes: own('ו'),
  items: [{ name: own('ז'), description: own('ח'), quantity: 2 }],
};

/** What people wrote that is on the screen without its own direction: the text and where it is. */
async function undirected(page: Page): Promise<string[]> {
  return page.evaluate((source) => {
    const hebrew = new RegExp(source);
    const found: string[] = [];
    const tell = (element: Element, text: string) => {
      const path: string[] = [];
      for (let at: Element | null = element; at && path.length < 4; at = at.parentElement)
        path.unshift(`${at.tagName.toLowerCase()}.${at.className}`);
      found.push(`${text.trim().slice(0, 40)} in ${path.join(' > ')}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent ?? '';
      if (
        !element ||
        !hebrew.test(text) ||
        element.closest('script, style, option, .visually-hidden, .mantine-Avatar-root, [role=status]')
      )
        continue;
      if (!element.closest('[dir=auto]')) tell(element, text);
    }
    for (const field of document.querySelectorAll('input, textarea')) {
      const { value } = field as HTMLInputElement;
      if (hebrew.test(value) && field.getAttribute('dir') !== 'auto') tell(field, value);
    }
    return [...new Set(found)];
  }, HEBREW.source);
}

/** Numbers whose characters are not seen one after the other from the left. */
const turned = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: number, index } of (node.textContent ?? '').matchAll(/12-34|011 234 5678|\+1 555 010 0101/g)) {
        const boxes = Array.from(number, (_, at) => {
          const range = document.createRange();
          range.setStart(node, index + at);
          range.setEnd(node, index + at + 1);
          return range.getBoundingClientRect();
        }).filter(({ width }) => width > 0);
        const isTurned = boxes.some((box, at) => {
          const last = boxes[at - 1];
          return last && Math.abs(last.top - box.top) < 2 && box.left < last.left;
        });
        const place = node.parentElement?.closest('[class]');
        if (isTurned) found.add(`${number} in ${node.textContent} in ${place?.tagName} ${place?.className}`);
      }
    return [...found];
  });

test('K47 C520 what people write has its own direction, on every screen of the office, the customer and the driver', async () => {
  const make = await makerOf(site);
  const office = await officeOf(site);
  await make.api.send('PUT', '/api/v1/company', { quoting: { terms: own('ט') } });
  const driver = await site.createUser('driver', { firstName: person('י'), lastName: person('כ') });
  const sent = await make.sent(quote);
  await make.api.send('PUT', `/api/v1/quotes/${sent.id}`, {
    lines: [{ label: person('ל'), unitPrice: '80.00', taxRate: '19' }],
    terms: own('מ'),
  });
  const token = new URL(sent.customerUrl ?? '').pathname.split('/').at(-1);
  const stranger = await site.api();
  await stranger.send('POST', `/api/v1/q/${token}/questions`, { text: own('נ'), email: 'ada@example.com' });
  const order = await office.order(quote);
  await make.api.send('PUT', `/api/v1/orders/${order.id}`, { driverNotes: own('ס'), officeNotes: own('ע') });
  await make.api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: driver.id });
  const late = await office.order(quote);
  const phone = await office.open(late);
  for (const item of late.items) await phone.pickup(item.id);
  await phone.sign(person('פ'));
  await phone.move('in_transit');
  for (const item of late.items) await phone.deliver(item.id);
  await phone.sign(person('צ'));
  await make.api.send('POST', '/api/v1/incidents', { orderId: late.id, kind: 'damaged', description: own('ק') });
  const [customer] = (await make.api.send<{ data: { id: number }[] }>('GET', '/api/v1/customers')).data;

  const wrong: Record<string, string[]> = {};
  const look = async (page: Page, name: string) => {
    await page.getByText(HEBREW).first().waitFor();
    await page.waitForLoadState('networkidle');
    const found = [...(await undirected(page)), ...(await turned(page))];
    if (found.length > 0) wrong[name] = found;
  };
  const desk = await newPage(browser, site, { signedInAs: ADMIN });
  for (const path of [
    '/admin/quotes',
    `/admin/quotes?quote=${sent.id}`,
    `/admin/quotes?edit=${sent.id}`,
    `/admin/quotes?price=${sent.id}`,
    '/admin/orders',
    `/admin/orders?order=${order.id}`,
    `/admin/orders?order=${late.id}`,
    `/admin/orders?edit=${order.id}`,
    '/admin/board',
    '/admin/customers',
    `/admin/customers/${customer?.id}`,
    '/admin/incidents',
    '/admin/team',
    '/admin/mailbox',
    '/admin/settings?section=quoting',
  ]) {
    await desk.page.goto(path);
    await look(desk.page, path);
  }
  const visitor = await newPage(browser, site, { ...PHONE });
  for (const path of [`/q/${token}`, `/track/${order.trackingNumber}`, `/track/${late.trackingNumber}`]) {
    await visitor.page.goto(path);
    await look(visitor.page, path.replace(token ?? '', '{token}'));
  }
  const rider = await newPage(browser, site, { ...PHONE, signedInAs: driver });
  await rider.page.goto('/driver');
  await hydrated(rider.page);
  await look(rider.page, 'my day');
  await rider.page
    .getByRole('link', { name: /QF/ })
    .or(rider.page.getByRole('button', { name: /Open|QF/ }))
    .first()
    .click();
  await rider.page.getByRole('heading', { name: 'Items Management' }).waitFor();
  await look(rider.page, 'an order on the phone');
  expect(wrong).toEqual({});
});
