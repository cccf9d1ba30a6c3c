import { TOOLTIP_OPEN_MS, TOOLTIP_SKIP_MS } from '@quickfleet/shared/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import { makerOf } from '../admin-quotes/staff.ts';
import { ADMIN, newPage, useBrowser, useSite } from '../harness.ts';

const site = useSite();
const browser = useBrowser();
beforeAll(async () => {
  await (await makerOf(site)).draft();
});

/** A page with a clock that the test stops and moves. */
async function openStill(path: string) {
  const opened = await newPage(browser, site, { signedInAs: ADMIN });
  const { page } = opened;
  await page.clock.install();
  await page.goto(path);
  const edit = page.getByRole('button', { name: 'Edit Ada Sender' });
  await edit.waitFor();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  return {
    ...opened,
    edit,
    remove: page.getByRole('button', { name: 'Delete Ada Sender' }),
    tooltip: page.getByRole('tooltip'),
  };
}

describe('tooltips', () => {
  test('M05 the first one opens after 700 ms and not before', async () => {
    expect([TOOLTIP_OPEN_MS, TOOLTIP_SKIP_MS]).toEqual([700, 300]);
    const { page, edit, tooltip, problems } = await openStill('/admin/customers');
    await edit.hover();
    await page.clock.runFor(TOOLTIP_OPEN_MS - 10);
    expect(await tooltip.count()).toBe(0);
    await page.clock.runFor(20);
    await expect.poll(() => tooltip.textContent()).toBe('Edit');
    expect(problems).toEqual([]);
  });

  test('M05 within 300 ms after one has closed the next one opens immediately, later it takes its 700 ms again', async () => {
    const { page, edit, remove, tooltip, problems } = await openStill('/admin/customers');
    const heading = page.getByRole('heading', { name: 'Customers' });
    await edit.hover();
    await page.clock.runFor(TOOLTIP_OPEN_MS + 10);
    await tooltip.waitFor();
    await heading.hover();
    await page.clock.runFor(TOOLTIP_SKIP_MS - 20);
    await expect.poll(() => tooltip.count()).toBe(0);
    await remove.hover();
    await page.clock.runFor(10);
    await expect.poll(() => tooltip.textContent()).toBe('A customer with quotes or orders cannot be deleted');

    await heading.hover();
    await page.clock.runFor(TOOLTIP_SKIP_MS + 20);
    await expect.poll(() => tooltip.count()).toBe(0);
    await edit.hover();
    await page.clock.runFor(TOOLTIP_OPEN_MS - 10);
    expect(await tooltip.count()).toBe(0);
    await page.clock.runFor(20);
    await expect.poll(() => tooltip.textContent()).toBe('Edit');
    expect(problems).toEqual([]);
  });

  test('M05 every staff screen shares the delays: the header, a table, and from one to the next', async () => {
    const { page, edit, tooltip, problems } = await openStill('/admin/customers');
    await page.getByRole('button', { name: 'Use the dark colours' }).hover();
    await page.clock.runFor(TOOLTIP_OPEN_MS - 10);
    expect(await tooltip.count()).toBe(0);
    await page.clock.runFor(20);
    await expect.poll(() => tooltip.textContent()).toBe('Use the dark colours');
    await edit.hover();
    await page.clock.runFor(10);
    await expect.poll(() => tooltip.allTextContents()).toEqual(['Edit']);
    expect(problems).toEqual([]);
  });
});
