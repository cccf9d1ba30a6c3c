import { beforeAll, describe, expect, test } from 'vitest';
import { buildClient } from '../../scripts/build/build-client.ts';
import { budgets, holdBudgets, scriptsOf, staffCodeIn } from '../../scripts/build/first-load.ts';
import { newPage, startSite, useBrowser, useSite } from '../harness.ts';
import { open } from './visitor.ts';

const site = useSite();
const browser = useBrowser();
let folder: string;
beforeAll(async () => {
  folder = await buildClient({ isTest: true });
});

describe('the first load of a page', () => {
  for (const { path, parts, later = [] } of budgets.filter(({ isOfStaff }) => !isOfStaff)) {
    test(`U311 of ${path} is what the build counted, without code of the staff’s screens`, async () => {
      // No quote has this link: its page is as heavy as any other's.
      const { page, context, problems } = await newPage(browser, site, { expectErrors: [/404/] });
      const loaded: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        // The driver portal’s service worker caches later parts; they are not the page’s own load.
        if (pathname.endsWith('.js') && !request.serviceWorker() && pathname !== '/driver-sw.js')
          loaded.push(pathname.slice(1));
      });
      await open(page, path);
      await page.waitForLoadState('networkidle');
      const counted = await scriptsOf(folder, ...parts);
      const allowed = await scriptsOf(folder, ...parts, ...later);
      expect(counted.filter((file) => !loaded.includes(file))).toEqual([]);
      expect(loaded.filter((file) => !allowed.includes(file))).toEqual([]);
      // Later scripts check forms with schemas, which contain the examples of the description.
      const staffCode = await staffCodeIn(folder, loaded);
      expect(staffCode.filter((file) => file !== 'shared/src/examples.ts')).toEqual([]);
      expect(await staffCodeIn(folder, counted)).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('is printed by the build, within its limits', async () => {
    const lines: string[] = [];
    await holdBudgets(folder, (line) => lines.push(line));
    expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual([
      '/',
      '/track',
      '/q/unknown',
      '/t/unknown',
      '/embed/quote',
      '/embed/tracking',
      '/auth',
      '/driver',
      '/admin/reports',
    ]);
  });

  test('is not limited: after a release a whole office behind one address opens its screens', async () => {
    const small = await startSite({ LIMIT_SCALE: 0.01 });
    const scripts = await scriptsOf(folder, 'src/pages/admin/admin-quotes.tsx');
    const answers = await Promise.all([...scripts, ...scripts].map((file) => fetch(`${small.url}/${file}`)));
    expect(answers.length).toBeGreaterThan(40);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const calls = await Promise.all(Array.from({ length: 20 }, () => fetch(`${small.url}/api/user`)));
    expect(calls.map(({ status }) => status)).toContain(429);
    await small.close();
  });

  test('of the staff’s screens is recognised', async () => {
    expect(await staffCodeIn(folder, await scriptsOf(folder, 'src/pages/admin/admin-quotes.tsx'))).toContain(
      'client/src/features/quoting/quotes/list/quotes-screen.tsx',
    );
  });
});
