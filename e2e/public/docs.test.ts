import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { newPage, useBrowser, useSite } from '../harness.ts';
import { expectNoSidewaysScroll, views } from './visitor.ts';

const site = useSite({ BRAND_NAME: 'Swift & Sons' });
const browser = useBrowser();

describe('the reference at /docs/reference', () => {
  test('U120 has enough contrast, in the light and in the dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems } = await newPage(browser, site, { colorScheme });
      await page.goto('/docs/reference/');
      await page.locator('.endpoint-method').first().waitFor();
      // Its colours arrive one after the other.
      await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition)));
      await page.evaluate(axe.source);
      const weak = await page.evaluate(async () => {
        const { violations } = await window.axe.run(document, { runOnly: ['color-contrast'] });
        return violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')));
      });
      expect(weak, colorScheme).toEqual([]);
      expect(problems).toEqual([]);
    }
  });

  for (const { name, view } of views) {
    test(`C42 shows every group of calls and makes no request to another host (${name}, light and dark)`, async () => {
      const { page, context, problems } = await newPage(browser, site, view);
      const hosts = new Set<string>();
      page.on('request', (request) => {
        if (/^(https?|wss?):/.test(request.url())) hosts.add(new URL(request.url()).origin);
      });
      await page.goto('/docs/reference/');
      await page.getByRole('heading', { level: 1, name: 'Swift & Sons API' }).waitFor();
      expect(await page.title()).toBe('Swift & Sons API reference');
      await expectNoSidewaysScroll(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto('/docs/reference/#tag/quotes/POST/api/v1/quotes');
      await page.reload();
      await page.getByRole('heading', { name: 'Ask for a quote' }).first().waitFor();
      await expectNoSidewaysScroll(page);
      expect([...hosts]).toEqual([site.url]);
      expect(problems).toEqual([]);
      await context.close();
    });
  }
});
