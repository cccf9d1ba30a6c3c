import { describe, expect, test } from 'vitest';
import { DESKTOP, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, open, soon, views } from './visitor.ts';

const site = useSite({ SUPPORT_PHONE: '+43 1 555 01 99', SUPPORT_EMAIL: 'help@courier.example' });
const browser = useBrowser();

describe('the home page', () => {
  test('U255 has the tracking field at its top, which works with scripts off', async () => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/');
    const hero = page.locator('section').first();
    await hero.getByRole('textbox', { name: 'Tracking number' }).fill('qf 1234 5678 9012');
    await hero.getByRole('button', { name: 'Track', exact: true }).click();
    await page.waitForURL('**/track/QF123456789012');
    await context.close();
  });

  for (const { name, view } of views) {
    test(`R01 H05 H06 H07 H08 H09 H11 H12 shows every promise of the landing page (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, '/');
      expect(await page.title()).toBe('QuickFleet');

      const hero = page.locator('section').first();
      for (const badge of ['Same-Day Delivery', 'Real-Time Tracking', 'Insured & Secure'])
        expect(await hero.getByText(badge, { exact: true }).isVisible()).toBe(true);
      expect(await hero.getByRole('link', { name: 'Track Your Order' }).getAttribute('href')).toBe('/track');
      expect(await hero.getByRole('link', { name: 'Driver Portal' }).getAttribute('href')).toBe('/driver');

      expect(await page.locator('#quote-form form').isVisible()).toBe(true);
      expect(await page.getByRole('heading', { name: 'Why Choose QuickFleet?' }).isVisible()).toBe(true);
      for (const card of ['Lightning Fast Delivery', 'Advanced Tracking', 'Secure & Insured'])
        expect(await page.getByRole('heading', { name: card }).isVisible()).toBe(true);
      for (const point of [
        '5-Star Rated Service',
        '24/7 Support Available',
        '99.9% Delivery Success',
        'Fully Insured Packages',
      ]) {
        expect(await page.getByText(point, { exact: true }).isVisible()).toBe(true);
      }

      const contact = page.locator('#contact');
      expect(await contact.getByRole('link', { name: '+43 1 555 01 99' }).getAttribute('href')).toBe('tel:+4315550199');
      expect(await contact.getByRole('link', { name: 'help@courier.example' }).getAttribute('href')).toBe(
        'mailto:help@courier.example',
      );
      for (const text of ['Mon-Fri 8AM-6PM', 'Weekend support available', 'We respond within 2 hours'])
        expect(await contact.getByText(text).isVisible()).toBe(true);

      const words = ((await page.locator('main').textContent()) ?? '').toLowerCase();
      for (const promise of [
        'same-day',
        'real time',
        'insured',
        'secure',
        'within 24 hours',
        '24/7',
        'e-mail confirmation',
      ])
        expect(words).toContain(promise);

      const footer = page.locator('footer');
      expect(await footer.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy');
      expect(await footer.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms');
      expect(await footer.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe(
        'mailto:help@courier.example',
      );

      await expectNoSidewaysScroll(page);
      await expectAccessibleInBoth(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('H10 Get Started Today scrolls to the form and moves the focus there', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/');
    await page.getByRole('link', { name: 'Get Started Today' }).click();
    await soon(() =>
      page.locator('#quote-form').evaluate((section) => Math.abs(section.getBoundingClientRect().top) < 120),
    ).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('quote-form');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('loads at most 180 kB of compressed scripts, and nothing of the staff’s', async () => {
    const { page, context } = await newPage(browser, site);
    const scripts: { url: string; body: Promise<Buffer> }[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push({ url: response.url(), body: response.body() });
    });
    await open(page, '/');
    await page.locator('#quote-form form').waitFor();
    await page.waitForLoadState('networkidle');
    const { gzipSync } = await import('node:zlib');
    let bytes = 0;
    for (const { body } of scripts) bytes += gzipSync(await body).length;
    expect(bytes).toBeLessThanOrEqual(180 * 1024);
    expect(scripts.filter(({ url }) => /admin|lightbox|zod|drop|notification/.test(url))).toEqual([]);
    await context.close();
  });
});

describe('the header', () => {
  test('H01 is fixed and changes after 50 px', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/');
    const header = page.locator('header');
    expect(await header.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
    const background = () => header.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await background();
    await page.evaluate(() => window.scrollTo(0, 50));
    await soon(() => page.evaluate(() => window.scrollY)).toBe(50);
    expect(await background()).toBe(before);
    await page.evaluate(() => window.scrollTo(0, 51));
    await soon(background).not.toBe(before);
    expect(await header.boundingBox()).toMatchObject({ y: 0 });
    expect(problems).toEqual([]);
    await context.close();
  });

  test('H03 has its six items with their targets, and marks only the current page', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/');
    const targets = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(targets).toEqual([
      ['Home', '/'],
      ['Services', '/#services'],
      ['Get Quote', '/#quote-form'],
      ['Contact', '/#contact'],
      ['Track Order', '/track'],
      ['Driver Portal', '/driver'],
    ]);
    expect(problems).toEqual([]);
    await context.close();
  });

  for (const { name, view } of views) {
    test(`H02 H03 H04 leads to each section from home and from another page (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      const isPhone = view === PHONE;
      const follow = async (text: string) => {
        if (isPhone) await page.getByRole('button', { name: 'Open menu' }).click();
        await page
          .getByRole('navigation', { name: isPhone ? 'Menu' : 'Main' })
          .getByRole('link', { name: text })
          .click();
      };
      const isInView = (id: string) =>
        page
          .locator(`#${id}`)
          .evaluate(
            (section) =>
              section.getBoundingClientRect().top < 160 ||
              window.innerHeight + window.scrollY >= document.body.scrollHeight - 2,
          );

      for (const start of ['/', '/terms']) {
        for (const [text, id] of [
          ['Services', 'services'],
          ['Get Quote', 'quote-form'],
          ['Contact', 'contact'],
        ] as const) {
          await open(page, start);
          await follow(text);
          await page.waitForURL(`**/#${id}`);
          await soon(() => isInView(id)).toBe(true);
          expect(await page.evaluate(() => document.activeElement?.id)).toBe(id);
          if (isPhone) expect(await page.getByRole('navigation', { name: 'Menu' }).isVisible()).toBe(false);
        }
      }
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('H02 H16 folds into a toggle menu on small screens', async () => {
    const { page, context, problems } = await newPage(browser, site, PHONE);
    await open(page, '/');
    const toggle = page.getByRole('button', { name: 'Open menu' });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await toggle.waitFor();
    expect(await menu.isVisible()).toBe(false);
    await toggle.click();
    await soon(() => menu.getByRole('link').allTextContents()).toEqual([
      'Home',
      'Services',
      'Get Quote',
      'Contact',
      'Track Order',
      'Driver Portal',
    ]);
    await expectAccessibleInBoth(page);
    // From inside the menu, where the focus would be lost with it.
    await menu.getByRole('link', { name: 'Services' }).focus();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('H19 with reduced motion an element changes immediately, on every page', async () => {
    const { page, context } = await newPage(browser, site, DESKTOP);
    for (const path of ['/', '/track', '/driver', '/admin/auth']) {
      await open(page, path);
      const late = await page.evaluate(() => {
        const late: string[] = [];
        for (const element of document.querySelectorAll<HTMLElement>('body *')) {
          if (!element.checkVisibility()) continue;
          const { opacity, style } = { opacity: getComputedStyle(element).opacity, style: element.style };
          const before = style.opacity;
          style.opacity = opacity === '0.25' ? '0.5' : '0.25';
          if (getComputedStyle(element).opacity !== style.opacity) late.push(element.outerHTML.slice(0, 60));
          style.opacity = before;
        }
        return late;
      });
      expect({ path, late }).toEqual({ path, late: [] });
    }
    await context.close();
  });

  test('H02 shows the items themselves where there is room', async () => {
    const { page, context } = await newPage(browser, site, DESKTOP);
    await open(page, '/');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false);
    await context.close();
  });
});
