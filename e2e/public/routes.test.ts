import { describe, expect, test } from 'vitest';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, open, views } from './visitor.ts';

const site = useSite({ BRAND_NAME: 'Swift & Sons' });
const browser = useBrowser();

describe('the pages for everyone', () => {
  for (const { name, view } of views) {
    test(`R10 answers any other path with a not-found page and status 404 (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, {
        ...view,
        expectErrors: [/404/],
      });
      for (const path of ['/embed/other', '/no/such/page']) {
        const answer = await page.goto(path);
        expect(answer?.status(), path).toBe(404);
        await hydrated(page);
        await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
        await page.locator('header').waitFor();
      }
      expect(await page.title()).toBe('Page Not Found · Swift & Sons');
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole('link', { name: 'Go to the home page' }).click();
      await page.waitForURL(`${site.url}/`);
      expect(problems).toEqual([]);
      await context.close();
    });

    test(`H11 have their privacy policy and terms (${name})`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, '/privacy');
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Privacy Policy');
      expect(await page.title()).toBe('Privacy Policy · Swift & Sons');
      expect(await page.locator('meta[name=description]').getAttribute('content')).toContain('for how long');
      await expectAccessibleInBoth(page);
      await page.locator('footer').getByRole('link', { name: 'Terms of Service' }).click();
      await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor();
      // Screen readers announce the new page: the focus goes to its heading.
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      expect(await page.locator('meta[name=description]').getAttribute('content')).toContain(
        'How a quote becomes an order',
      );
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('carry the company’s own name wherever a person sees it', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/');
    expect(await page.title()).toBe('Swift & Sons');
    expect(await page.locator('meta[property="og:site_name"]').getAttribute('content')).toBe('Swift & Sons');
    expect(await page.getByRole('radio', { name: 'Let Swift & Sons Choose' }).count()).toBe(1);
    expect(await page.locator('body').textContent()).not.toContain('QuickFleet');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('R02 R03 open without signing in', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/track');
    expect(new URL(page.url()).pathname).toBe('/track');
    await open(page, '/driver');
    expect(new URL(page.url()).pathname).toBe('/driver');
    await page.getByRole('button', { name: 'Access Order' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('may be found by search engines, except orders and the staff’s screens', async () => {
    const robots = async (path: string) => (await fetch(site.url + path)).headers.get('x-robots-tag');
    for (const path of ['/', '/track', '/auth', '/driver', '/privacy']) expect(await robots(path), path).toBeNull();
    for (const path of ['/track/QF123456789012', '/admin', '/admin/auth', '/admin/quotes'])
      expect(await robots(path), path).toBe('noindex');
    // A page that robots must not read cannot tell them not to list it.
    expect(await (await fetch(`${site.url}/robots.txt`)).text()).not.toMatch(/track|admin/);
  });

  test('move between each other by keyboard: skip link, header, section', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    expect(await page.getByText('Skip to content').boundingBox()).toMatchObject({ y: expect.any(Number) });
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('the guard', () => {
  const protectedPaths = ['/admin', '/admin/quotes', '/admin/orders', '/admin/email-templates'];

  test('R11 sends everyone unknown from any path under /admin to the admin sign-in', async () => {
    // A page that does not exist is guarded too; its own answer is the 404 that the console names.
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/404.*no-such-page/] });
    for (const path of [...protectedPaths, '/admin/no-such-page']) {
      await page.goto(path);
      await page.waitForURL('**/admin/auth');
      await page.getByText('Administration Portal').waitFor();
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test('R06 R07 R08 R09 opens them to the admin', async () => {
    const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    for (const path of protectedPaths) {
      await open(page, path);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test('R13 shows a centred spinner while the user is being loaded', async () => {
    const { page, context, problems } = await newPage(browser, site, { signedInAs: ADMIN });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/trpc/auth.session*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/admin');
    const spinner = page.getByRole('status').filter({ hasText: 'Loading' });
    await spinner.waitFor();
    const box = await spinner.locator('.mantine-Loader-root').boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(3);
    expect(new URL(page.url()).pathname).toBe('/admin');
    release();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
