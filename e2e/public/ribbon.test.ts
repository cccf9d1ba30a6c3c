import { expect, test } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { sandboxConfig } from '../../server/src/demo/sandbox-config.ts';
import { expectAccessible } from '../accessible.ts';
import { expectNoSidewaysScroll } from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { NARROW, noteShifts, shiftOf } from './visitor.ts';

const { ribbon } = sandboxConfig(readConfig({}));
const site = useSite({ ribbon });
const browser = useBrowser();

test('U152 every page of a sandbox says so: phone and desktop, light and dark, without a shift', async () => {
  for (const look of [{ ...NARROW, colorScheme: 'dark' }, { colorScheme: 'light' }] as const)
    for (const path of ['/', '/track', '/driver', '/admin', '/admin/settings']) {
      const { page, problems } = await newPage(browser, site, {
        ...look,
        ...(path.startsWith('/admin') ? { signedInAs: ADMIN } : {}),
      });
      await noteShifts(page);
      await page.goto(path);
      const notice = page.getByRole('complementary', { name: 'Notice' });
      await notice.waitFor();
      expect(await notice.textContent()).toBe('Sandbox: test data, no e-mails are sent');
      await page.waitForLoadState('networkidle');
      expect(await shiftOf(page), path).toBeLessThan(0.02);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, `${path}, ${look.colorScheme}`);
      expect(problems).toEqual([]);
    }
});

test('C495 the ribbon speaks the language of its page', async () => {
  const { page } = await newPage(browser, site, { ...PHONE, isFresh: true });
  await page.goto('/track?language=de');
  const notice = page.getByRole('complementary', { name: 'Hinweis' });
  expect(await notice.textContent()).toBe('Sandbox: Testdaten, es werden keine E-Mails gesendet');
});
