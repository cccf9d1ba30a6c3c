import { expect, test } from 'vitest';
import { expectAccessibleInBoth } from '../accessible.ts';
import { expectNoSidewaysScroll } from '../admin-orders/office.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';

const site = useSite({ SUPPORT_PHONE: '+1 555 0142' });
const browser = useBrowser();

test('U220 U221 U222 U252 an admin gives the company its name, hours and clock, and the next page that a visitor opens has them', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, expectErrors: [/400/] });
  await page.goto('/admin/settings?section=profile');
  const company = page.getByRole('region', { name: 'Company', exact: true });
  // What the environment sets is shown, and is not to be changed here.
  const phone = company.getByLabel('Phone');
  expect(await phone.isDisabled()).toBe(true);
  await company.getByText('Set by SUPPORT_PHONE in the environment').waitFor();
  await company.getByLabel('Name', { exact: true }).fill('Acme Couriers');
  await company.getByLabel('Area served').fill('Springfield and around');
  await company.getByLabel('E-mail').fill('nobody');
  await company.getByRole('button', { name: 'Save company' }).click();
  await company.getByText('Valid email is required').waitFor();
  await company.getByLabel('E-mail').fill('hello@acme.example');
  await company.getByRole('button', { name: 'Save company' }).click();
  await page.getByText('Settings saved').waitFor();
  await expectAccessibleInBoth(page, 'company');

  await page.goto('/admin/settings?section=hours');
  const hours = page.getByRole('region', { name: 'Business hours' });
  await hours.getByRole('button', { name: 'Add hours on Saturday' }).click();
  await hours.getByRole('button', { name: 'Remove these hours on Monday' }).click();
  await hours.getByRole('button', { name: 'Add a holiday' }).click();
  await hours.getByLabel('Day', { exact: true }).fill('2027-12-25');
  await hours.getByRole('button', { name: 'Save business hours' }).click();
  await hours.getByText('Name the holiday').waitFor();
  await hours.getByLabel('Name', { exact: true }).fill('Christmas Day');
  await hours.getByRole('button', { name: 'Save business hours' }).click();
  await page.getByText('Settings saved').waitFor();
  await expectAccessibleInBoth(page, 'hours');

  await page.goto('/admin/settings?section=locale');
  const place = page.getByRole('region', { name: 'Place and time' });
  await place.getByRole('combobox', { name: 'Clock' }).click();
  await page.getByRole('option', { name: '24 hours: 15:30' }).click();
  await place.getByRole('combobox', { name: 'Time zone' }).fill('Vienna');
  await page.getByRole('option', { name: 'Europe/Vienna' }).click();
  await place.getByRole('button', { name: 'Save place and time' }).click();
  await page.getByText('Settings saved').waitFor();
  await expectAccessibleInBoth(page, 'place and time');
  await page.goto('/admin/settings?section=mail-server');
  const mail = page.getByRole('region', { name: 'Mail server' });
  const host = mail.getByLabel('Mail server', { exact: true });
  await host.fill('localhost/?sendmail=true');
  await mail.getByRole('button', { name: 'Save mail server' }).click();
  await mail.getByText(/^Enter a name like smtp\.example\.com/).waitFor();
  await host.fill('localhost');
  await mail.getByLabel('Encryption').selectOption('starttls');
  await mail.getByLabel('Port', { exact: true }).fill('1');
  await mail.getByRole('button', { name: 'Save mail server' }).click();
  await page.getByText('Mails leave through localhost.').waitFor();
  await mail.getByRole('button', { name: 'Send a test' }).click();
  await mail.getByText('Nothing answers at this port of localhost.').waitFor();
  await expectAccessibleInBoth(page, 'mail server');
  expect(problems).toEqual([]);

  const visitor = await newPage(browser, site, PHONE);
  await visitor.page.goto('/');
  await visitor.page.getByRole('heading', { name: 'Why Choose Acme Couriers?' }).waitFor();
  const contact = visitor.page.locator('#contact');
  await contact.getByText('Tue-Sat 08:00-18:00').waitFor();
  await contact.getByText('Springfield and around').waitFor();
  await contact.getByRole('link', { name: 'hello@acme.example' }).waitFor();
  expect(visitor.problems).toEqual([]);
  expect(await site.sql('select settings from company')).toMatchObject([
    { settings: { profile: { name: 'Acme Couriers' }, locale: { timeZone: 'Europe/Vienna', hourCycle: 'h23' } } },
  ]);
});

test('U223 the sections fit a phone', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN, ...PHONE });
  for (const section of ['profile', 'locale', 'hours', 'look', 'site', 'mail-server', 'registration']) {
    await page.goto(`/admin/settings?section=${section}`);
    await page.locator(`#settings-${section} form`).waitFor();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, section).toBe(0);
  }
  expect(problems).toEqual([]);
});

test('U224 U225 C386 C388 a colour and words of the company are on its pages, readable in the light and in the dark', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto('/admin/settings?section=look');
  const look = page.getByRole('region', { name: 'Logo and colour' });
  await look.getByLabel('Accent colour', { exact: true }).fill('#FFD400');
  await look.getByText(/^Text on a button: (4\.[5-9]|[5-9]|1\d)/).waitFor();
  await look.getByRole('button', { name: 'Save logo and colour' }).click();
  await page.getByText('Settings saved').waitFor();
  await page.goto('/admin/settings?section=site');
  const words = page.getByRole('region', { name: 'Website texts' });
  await words.getByLabel('Headline').fill('Springfield’s couriers');
  await words.getByLabel('Privacy policy').fill('We keep nothing.\nReally.');
  await words.getByLabel('Show the services').uncheck({ force: true });
  for (const claim of ['the same day', 'insured', 'at weekends', '24/7', '5-Star'])
    await words.getByLabel(new RegExp(`^Say .*${claim}`)).uncheck({ force: true });
  await words.getByRole('button', { name: 'Save website texts' }).click();
  await page.getByText('Settings saved').waitFor();
  await expectAccessibleInBoth(page, 'website texts');
  expect(problems).toEqual([]);

  const promises = { quoteHours: 4, answerHours: 1 };
  await (await site.api(ADMIN)).send('PUT', '/api/v1/company', { promises });
  const visitor = await newPage(browser, site, { width: 1280, height: 900 });
  // Late on a Friday the form offers Monday instead of the same day.
  await visitor.page.clock.setFixedTime(new Date('2026-11-20T12:00:00Z'));
  await visitor.page.goto('/');
  await visitor.page.getByRole('heading', { level: 1, name: 'Springfield’s couriers' }).waitFor();
  await visitor.page.getByText('get your price within 4 hours.').waitFor();
  await visitor.page.getByText('We respond within 1 hour', { exact: true }).waitFor();
  expect(await visitor.page.getByText('24 hours').count()).toBe(0);
  expect(await visitor.page.locator('#services').count()).toBe(0);
  await visitor.page.getByText('delivers on the day you choose, in safe hands.').waitFor();
  const said = await (await fetch(site.url)).text();
  expect(said.replace(/<script.*?<\/script>/gs, '')).not.toMatch(/insured|24\/7|5-Star|99\.9%|weekend support/i);
  expect(await visitor.page.locator('main').textContent()).not.toMatch(/insured|24\/7|5-Star|99\.9%|weekend support/i);
  expect(await visitor.page.getByText(/same-day/i).allInnerTexts()).toEqual(['Same-day delivery']);
  expect(await visitor.page.getByRole('banner').getByRole('link', { name: 'Services' }).count()).toBe(0);
  const button = visitor.page.locator('#contact');
  const colour = await button.evaluate((section) => getComputedStyle(section).backgroundColor);
  expect(colour).not.toBe('rgb(15, 118, 110)');
  expect(await (await fetch(`${site.url}/favicon.svg`)).text()).not.toContain('#0f766e');
  await expectAccessibleInBoth(visitor.page, 'home in an own colour');
  await visitor.page.goto('/privacy');
  await visitor.page.getByText('We keep nothing.').waitFor();
  expect(await visitor.page.getByText('What we keep').count()).toBe(0);
  await visitor.page.goto('/embed/tracking');
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessibleInBoth(visitor.page, 'the tracking field on another site');
  expect(visitor.problems).toEqual([]);
});

test('C674 public holidays of a region are proposed with their names in the company’s language, and taken one by one or all together', async () => {
  const api = await site.api(ADMIN);
  await api.send('PUT', '/api/v1/company', { hours: { holidays: [] }, locale: { country: 'DE', language: 'de' } });
  const { page, problems } = await newPage(browser, site, { ...PHONE, signedInAs: ADMIN });
  await page.goto('/admin/settings?section=hours');
  const proposed = page.getByRole('group', { name: 'Public holidays' });
  const kept = async () => {
    const { hours } = await api.send<{ hours: { holidays: { day: string; name: string }[] } }>(
      'GET',
      '/api/v1/company',
    );
    return hours.holidays;
  };
  const next = new Date().getUTCFullYear() + 1;
  await proposed.getByRole('combobox', { name: 'Year' }).click();
  await page.getByRole('option', { name: String(next) }).click();
  await proposed.getByText(/: Neujahr$/).waitFor();
  expect(await proposed.getByText(/: Heilige Drei Könige$/).count()).toBe(0);
  await proposed.getByRole('combobox', { name: 'Region' }).click();
  await page.getByRole('option', { name: 'Bayern', exact: true }).click();
  await proposed.getByRole('button', { name: 'Add Heilige Drei Könige' }).click();
  await proposed.getByRole('button', { name: 'Add Heilige Drei Könige' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save business hours' }).click();
  await page.getByText('Settings saved').waitFor();
  expect(await kept()).toEqual([{ day: `${next}-01-06`, name: 'Heilige Drei Könige' }]);

  await proposed.getByRole('button', { name: /^Add all \d+ holidays$/ }).click();
  await proposed.getByText('All public holidays that are left of this year are in your list.').waitFor();
  await page.getByRole('button', { name: 'Save business hours' }).click();
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(9);
  const days = (await kept()).map(({ day }) => day);
  expect(days).toEqual(days.toSorted());
  expect(await kept()).toContainEqual({ day: `${next}-12-25`, name: '1. Weihnachtstag' });
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBoth(page, 'public holidays');
  expect(problems).toEqual([]);
});

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 80"><script>document.title = 'run'</script>
<circle cx="40" cy="40" r="34" fill="#b91c1c"/><text x="90" y="54" font-size="40" font-family="sans-serif" fill="#0b1f33">Acme Post</text></svg>`;
test('U250 an admin uploads an SVG as the logo: it becomes a picture, and the next page that a visitor opens has it', async () => {
  const { page, problems } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.goto('/admin/settings?section=look');
  const look = page.getByRole('region', { name: 'Logo and colour' });
  const choose = (name: string, text: string) =>
    look.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) });
  await choose('broken.svg', 'no picture');
  await look.getByText('broken.svg cannot be read as a picture').waitFor();
  await choose('logo.svg', SVG);
  await look.getByRole('img', { name: 'The logo on a dark page' }).waitFor();
  await expectAccessibleInBoth(page, 'logo');
  await look.getByRole('button', { name: 'Save logo and colour' }).click();
  await page.getByText('Settings saved').waitFor();
  expect(problems).toEqual([]);

  const visitor = await newPage(browser, site, { width: 1280, height: 900 });
  await visitor.page.goto('/');
  const logo = visitor.page.getByRole('banner').getByRole('img');
  expect(await logo.getAttribute('src')).toMatch(/^\/files\/[0-9a-f]{32}\.png\?size=thumb$/);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
  expect(await visitor.page.title()).not.toBe('run');
  expect(await (await fetch(`${site.url}/favicon.svg`)).text()).toContain('data:image/webp;base64,');
  await expectAccessibleInBoth(visitor.page, 'home with a logo');
  expect(visitor.problems).toEqual([]);
});
