import { describe, expect, test } from 'vitest';
import { newPage, useBrowser, useSite } from '../harness.ts';
import {
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  fillRequest,
  open,
  soon,
  submitButton,
  toast,
  views,
} from '../public/visitor.ts';

const site = useSite();
const browser = useBrowser();

const CREATE = '**/trpc/quotes.create*';
const quotesOf = (name: string) =>
  site.sql<Record<string, unknown>>(
    `select customer_name, customer_email, customer_phone, customer_company, pickup_address, delivery_address, notes, speed_type, speed_date::text, status, price from quotes where customer_name = ? order by id`,
    name,
  );

describe('sending the public quote form', () => {
  for (const { name, view } of views) {
    test(`Q11 Q17 Q18 H12 H13 U92 sends once, confirms, and starts over (${name})`, async () => {
      const customer = `Ada ${name}`;
      const { page, context, problems } = await newPage(browser, site, view);
      await open(page, '/#quote-form');
      await fillRequest(page, { name: customer });
      await page.getByLabel('Phone Number').fill('+1 555 0101');
      await page.getByLabel('Company').fill('Sender Ltd');
      await page.getByLabel('Special Instructions').fill('Ring twice');
      await page.getByRole('radio', { name: 'Specific Date' }).check();
      await page.getByLabel('Choose Date').fill('2028-05-24');
      await page.getByRole('radio', { name: 'Today' }).check();

      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let sent: unknown;
      await page.route(CREATE, async (route) => {
        sent = route.request().postDataJSON();
        await released;
        await route.continue();
      });
      await submitButton(page).click();
      const pending = page.getByRole('button', { name: 'Submitting...' });
      await pending.waitFor();
      expect(await pending.isDisabled()).toBe(true);
      release();

      await page.getByRole('heading', { level: 1, name: 'Quote Submitted Successfully' }).waitFor();
      expect(sent).toMatchObject({ speedType: 'today', speedDate: null });
      await toast(page).getByText('Quote Submitted Successfully!', { exact: true }).waitFor();
      await toast(page)
        .getByText("We'll review your request and get back to you within 24 hours", { exact: true })
        .waitFor();
      expect(await toast(page).getAttribute('data-kind')).toBe('success');

      expect(await quotesOf(customer)).toEqual([
        {
          customer_name: customer,
          customer_email: 'ada@example.com',
          customer_phone: '+1 555 0101',
          customer_company: 'Sender Ltd',
          pickup_address: '1 Pickup Street\nSpringfield',
          delivery_address: '2 Delivery Road\nShelbyville',
          notes: 'Ring twice',
          speed_type: 'today',
          speed_date: null,
          status: 'draft',
          price: null,
        },
      ]);
      const [{ id, reference } = { id: 0, reference: '' }] = await site.sql<{ id: number; reference: string }>(
        'select id, reference from quotes where customer_name = ?',
        customer,
      );
      await page.getByText(`Quote ${reference}`, { exact: true }).waitFor();
      // The page is replaced: no form, no hero, and the heading has the focus.
      expect(await page.locator('#quote-form').count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      expect(await page.getByText('E-mail confirmation').isVisible()).toBe(true);
      expect(
        await site.sql(
          "select count(*)::int as mails from emails where quote_id = ? and trigger = 'quote_received' and recipient = 'ada@example.com'",
          id,
        ),
      ).toEqual([{ mails: 1 }]);
      expect(await page.getByRole('link', { name: 'Follow your quote' }).getAttribute('href')).toMatch(
        /^\/q\/[\w-]{20,}$/,
      );
      await expectAccessibleInBoth(page);
      await expectNoSidewaysScroll(page);

      await Promise.all([
        page.waitForEvent('load'),
        page.getByRole('button', { name: 'Submit Another Quote' }).click(),
      ]);
      await page.getByLabel('Full Name').waitFor();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      expect(await page.getByLabel('Full Name').inputValue()).toBe('');
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('Q17 sends the date of a specific day', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    await fillRequest(page, { name: 'Dated' });
    await page.getByRole('radio', { name: 'Specific Date' }).check();
    await page.getByLabel('Choose Date').fill('2028-05-24');
    await submitButton(page).click();
    await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    expect(await quotesOf('Dated')).toMatchObject([{ speed_type: 'specific_date', speed_date: '2028-05-24' }]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('Q11 U92 makes one quote of two clicks and of an answer that got lost', async () => {
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/Failed to load resource/] });
    await open(page, '/#quote-form');
    await fillRequest(page, { name: 'Twice' });
    // The first answer never arrives, although the server has done its work.
    let isFirst = true;
    await page.route(CREATE, async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await submitButton(page).dblclick();
    await toast(page).getByText('Submission Failed').waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Twice');
    await page.reload();
    await page.getByText('We kept what you typed last time.').waitFor();
    await submitButton(page).click();
    await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    expect(await quotesOf('Twice')).toHaveLength(1);
    expect(
      await site.sql(
        "select count(*)::int as mails from emails e join quotes q on q.id = e.quote_id where q.customer_name = 'Twice'",
      ),
    ).toEqual([{ mails: 1 }]);
    // The answer that got lost had the link, and so has the one that came.
    await page.getByRole('link', { name: 'Follow your quote' }).click();
    await page.getByRole('heading', { level: 2, name: 'We have your request' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('leads from the confirmation to a section of the home page', async () => {
    const { page, context, problems } = await newPage(browser, site);
    await open(page, '/#quote-form');
    await fillRequest(page, { name: 'Onward' });
    await submitButton(page).click();
    await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
    await page.locator('#contact').waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('contact');
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a request that is refused', () => {
  test('Q19 keeps the form and says what the server said', async () => {
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/Failed to load resource/] });
    await open(page, '/#quote-form');
    await fillRequest(page, { name: 'Photo Thief' });
    // A photo that is not there any more: the draft names one that the server has never seen.
    await soon(() => page.evaluate(() => localStorage.getItem('quickfleet-quote-draft') ?? '')).toContain(
      'Box of books',
    );
    await page.evaluate(
      (url) => {
        const draft = JSON.parse(localStorage.getItem('quickfleet-quote-draft') ?? '{}');
        draft.values.items[0].imageUrls = [url];
        localStorage.setItem('quickfleet-quote-draft', JSON.stringify({ ...draft, photosSince: Date.now() }));
      },
      `/files/${'0'.repeat(32)}.jpg`,
    );
    await page.reload();
    await page.getByText('1 image(s) uploaded').waitFor();
    await submitButton(page).click();
    await toast(page).getByText('Submission Failed', { exact: true }).waitFor();
    await toast(page)
      .getByText('One of the photos is not available any more. Please upload it again.', { exact: true })
      .waitFor();
    expect(await toast(page).getAttribute('data-kind')).toBe('error');
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Photo Thief');
    expect(await page.getByLabel('Item Name').inputValue()).toBe('Box of books');
    expect(await quotesOf('Photo Thief')).toEqual([]);

    await page.getByRole('button', { name: 'Remove Item 1, photo 1' }).click();
    await submitButton(page).click();
    await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    expect(await quotesOf('Photo Thief')).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('Q19 has default words when there is no connection', async () => {
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/ERR_INTERNET_DISCONNECTED/] });
    await open(page, '/#quote-form');
    await fillRequest(page, { name: 'Offline' });
    await page.getByLabel('Company').fill('Tunnel Ltd');
    await context.setOffline(true);
    await submitButton(page).click();
    await toast(page).getByText('Submission Failed', { exact: true }).waitFor();
    await toast(page).getByText('No connection to the server. Check your network and try again.').waitFor();
    expect(await page.getByLabel('Company').inputValue()).toBe('Tunnel Ltd');
    await context.setOffline(false);
    await submitButton(page).click();
    await page.getByRole('heading', { name: 'Quote Submitted Successfully' }).waitFor();
    expect(await quotesOf('Offline')).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('toasts', () => {
  test('Q18 M02 M03 M04 shows one at a time, 5 s for a submission and its failure, at most 420 px wide', async () => {
    const { page, context, problems } = await newPage(browser, site, { expectErrors: [/ERR_INTERNET_DISCONNECTED/] });
    await open(page, '/#quote-form');
    await fillRequest(page, { name: 'Toasted' });
    await context.setOffline(true);
    await submitButton(page).click();
    await toast(page).getByText('Submission Failed').waitFor();
    expect((await toast(page).boundingBox())?.width).toBeLessThanOrEqual(420);
    await context.setOffline(false);

    await submitButton(page).click();
    await toast(page).getByText('Quote Submitted Successfully!').waitFor();
    const shown = Date.now();
    expect(await toast(page).count()).toBe(1);
    expect(await page.getByText('Submission Failed').count()).toBe(0);
    await toast(page).waitFor({ state: 'hidden' });
    const stood = Date.now() - shown;
    expect(stood).toBeGreaterThan(4000);
    expect(stood).toBeLessThan(15_000);
    expect(problems).toEqual([]);
    await context.close();
  });
});
