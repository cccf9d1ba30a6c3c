import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { filesOf, readLanguage, readMessages } from '../server/src/words/catalogues.ts';
import type { Setup } from '../shared/src/operations/setup.ts';
import { isLanguage, type Language } from '../shared/src/words/languages.ts';
import { expectAccessible } from './accessible.ts';
import { officeOf } from './admin-orders/office.ts';
import { makerOf } from './admin-quotes/staff.ts';
import { ADMIN, newPage, type PageOptions, useBrowser, useSite } from './harness.ts';
import { hydrated } from './hydrated.ts';

// Nothing that people typed looks like a word of any language.
const site = useSite({ ADMIN_EMAIL: 'office@example.com', BRAND_NAME: 'Zzyx' });
const browser = useBrowser();
const quote = {
  customer: { name: 'Qwx Zzv', email: 'qwx@example.com', phone: '+1 555 010 0101', company: 'Zzk' },
  pickupAddress: '1 Zzp',
  deliveryAddress: '2 Zzd',
  notes: 'Zzn',
  items: [{ name: 'Zzi', description: 'Zzj', quantity: 2 }],
};
/** All of them with `WALK=de,fr,es,ar`. */
const walked = (process.env['WALK'] ?? 'de,ar').split(',').filter(isLanguage);

/** English messages that a language says otherwise or lacks, and words that hardly any English sentence is without. */
function foreignIn(language: Language): Set<string> {
  const english = readLanguage('en');
  const spoken = readLanguage(language);
  const keys = [...filesOf('de').values()].flatMap((file) => Object.keys(readMessages(file)));
  const differing = keys.filter((key) => spoken.get(key) !== (english.get(key) ?? key));
  const own = new Set(spoken.values());
  return new Set(differing.map((key) => english.get(key) ?? key).filter((text) => !own.has(text)));
}
const ENGLISH = /(?<!\p{L})(?:the|and|your|with|this|from|have|not|been)(?!\p{L})/iu;

/** What can be read on the page, and what a screen reader says: each text once. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const add = (text: string | null | undefined) => {
      const line = text?.replaceAll(/\s+/g, ' ').trim();
      if (line && /\p{L}{2}/u.test(line)) found.add(line);
    };
    const skipped = 'script, style, code, pre, .mono, .as-written, [translate=no], [lang]:not(html), iframe';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement && !node.parentElement.closest(skipped)) add(node.textContent);
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      if (!element.closest(skipped))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) add(element.getAttribute(name));
    return [...found];
  });
/** Words that do not fit into their button, how far the page scrolls sideways, and Arabic from left to right. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sideways = document.documentElement.scrollWidth - innerWidth;
    const labels = [...document.querySelectorAll('button, a, [role=tab]')].filter(
      (element) =>
        element.checkVisibility() &&
        getComputedStyle(element).textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 2 &&
        getComputedStyle(element).overflowX === 'hidden',
    );
    // The brand in front of a sentence must not turn it around.
    const turned = [...document.querySelectorAll('[dir=rtl] :is(p, h1, h2, h3, li, dt, dd, label, button, a)')].filter(
      (element) =>
        [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === 3 && /[ء-ي]{2}/.test(`${textContent}`),
        ) && getComputedStyle(element).direction === 'ltr',
    );
    return [
      ...(sideways > 1 ? [`scrolls sideways by ${sideways} px`] : []),
      ...labels.map((element) => `cut off: ${element.textContent?.trim()}`),
      ...turned.map((element) => `goes from left to right: ${element.textContent?.trim()}`),
    ];
  });

test('C495 no page has a foreign word, no visitor’s or driver’s one a label that is cut off, and mirrored ones have no axe violation', async () => {
  const make = await makerOf(site);
  const office = await officeOf(site);
  const driver = await site.createUser('driver', { firstName: 'Zzf', lastName: 'Zzg' });
  await make.api.send('POST', '/api/v1/email-templates/initialize');
  const sent = await make.sent(quote);
  const token = new URL(sent.customerUrl ?? '').pathname.split('/').at(-1);
  const order = await office.order(quote);
  await make.api.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: driver.id });
  const late = await office.order(quote);
  const phone = await office.open(late);
  for (const item of late.items) await phone.pickup(item.id);
  await phone.sign('Zzh');
  await phone.move('in_transit');

  // What was written once stays as it is: mails, templates, the nightly findings of the doctor, and what was typed.
  type Rows = { data: { subject: string }[] };
  const mails = (await make.api.send<Rows>('GET', '/api/v1/emails?limit=100')).data;
  const templates = await make.api.send<{ name: string }[]>('GET', '/api/v1/email-templates');
  const written = [...mails.map(({ subject }) => subject), ...templates.map(({ name }) => name)];
  // The nightly findings of the doctor are noted while the screens are looked at.
  const isWritten = async (text: string) => {
    if (text === ADMIN.username || written.some((one) => text.includes(one))) return true;
    const { health } = await make.api.send<Setup>('GET', '/api/v1/company/setup');
    return (health?.findings ?? []).some(({ finding, advice }) => text.includes(finding) || text === advice);
  };
  const [customer] = (await make.api.send<{ data: { id: number }[] }>('GET', '/api/v1/customers')).data;

  const found: Record<string, string[]> = {};
  for (const language of walked) {
    const foreign = foreignIn(language);
    const look = async (page: Page, path: string, { isDesk = false } = {}) => {
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => document.documentElement.lang), path).toBe(language);
      const wrong: string[] = [];
      for (const text of await textsOf(page))
        if ((foreign.has(text) || ENGLISH.test(text)) && !(await isWritten(text))) wrong.push(text);
      const name = path.replace(token ?? '', '{token}').replaceAll(/\d{6,}/g, '…');
      const all = [...wrong, ...(isDesk ? [] : await cutOff(page))];
      if (all.length > 0) found[`${language} ${name}`] = all;
    };
    const opened = async (more: PageOptions) => {
      const { page } = await newPage(browser, site, { width: 360, height: 780, ...more });
      await page.context().addCookies([{ name: 'language', value: language, url: site.url }]);
      return page;
    };
    const visitor = await opened({ isFresh: true });
    for (const path of [
      ...['/', '/track', '/auth', '/admin/auth', '/driver', '/privacy', '/terms', '/verify', '/nowhere'],
      ...[`/q/${token}`, `/track/${order.trackingNumber}`, `/track/${late.trackingNumber}`, '/my', '/auth/forgot'],
    ]) {
      if (language === 'ar' && path === '/admin/auth') continue;
      await look(visitor, path);
      if (language === 'ar') await expectAccessible(visitor, `${language} ${path}`);
    }
    const rider = await opened({ signedInAs: driver, isFresh: true });
    await look(rider, '/driver');
    if (language === 'ar') await expectAccessible(rider, `${language} the driver's day`);
    if (language === 'ar') continue;
    const desk = await opened({ signedInAs: ADMIN, width: 1280, height: 900, isFresh: true });
    for (const path of [
      ...['/admin', '/admin/welcome', '/admin/quotes', `/admin/quotes?quote=${sent.id}`],
      ...[`/admin/quotes?edit=${sent.id}`, `/admin/quotes?price=${sent.id}`, '/admin/orders'],
      ...[`/admin/orders?order=${order.id}`, `/admin/orders?edit=${order.id}`, '/admin/orders/new', '/admin/board'],
      ...['/admin/customers', `/admin/customers/${customer?.id}`, '/admin/recurring', '/admin/incidents'],
      ...['/admin/team', '/admin/email-templates', '/admin/mailbox', '/admin/settings', '/admin/activity'],
      ...['/admin/imports', '/admin/reports/eta', '/admin/reports/ratings', '/admin/road', '/admin/developers'],
      ...['/admin/developers/keys', '/admin/developers/events', '/admin/developers/verify', '/auth/account'],
    ])
      await look(desk, path, { isDesk: true });
  }
  expect(found).toEqual({});
}, 600_000);
