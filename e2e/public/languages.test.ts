import { expect, test } from 'vitest';
import { quoteBody } from '../admin-quotes/staff.ts';
import { ADMIN, newPage, PHONE, useBrowser, useSite } from '../harness.ts';
import { hydrated } from '../hydrated.ts';

const site = useSite();
const browser = useBrowser();

const pageFor = async (headers: Record<string, string>) => {
  const answer = await fetch(site.url, { headers });
  return { answer, html: await answer.text() };
};
const langOf = (html: string) => /<html lang="(\w+)" dir="(\w+)"/.exec(html)?.slice(1).join(' ');

test('C517 the first page of a language, and after a changed setting, costs the web process no more than any other', async () => {
  const cost = async (language: string): Promise<number> => {
    const before = process.cpuUsage();
    expect(langOf((await pageFor({ 'accept-language': language })).html)).toBe(`${language} ltr`);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await cost('en');
  const usual = Math.max(await cost('en'), await cost('en'), await cost('en'));
  const api = await site.api(ADMIN);
  /** The first page in a language after a setting was changed. */
  const first = async (language: string, areaServed: string | null) => {
    await api.send('PUT', '/api/v1/company', { profile: { areaServed } });
    return cost(language);
  };
  // The jobs of the same process take some of it, so the least of several counts. Rendering takes most of a second.
  const most = usual + 200;
  for (const language of ['es', 'en']) {
    const costs: number[] = [];
    for (const area of ['Springfield', 'Shelbyville', 'Ogdenville', null]) costs.push(await first(language, area));
    expect(Math.min(...costs), language).toBeLessThan(most);
  }
});

test('C518 the imprint has what the company set, in the terms too, and nothing leads to it before', async () => {
  const pageAt = async (path: string) => {
    const answer = await fetch(site.url + path, { headers: { 'accept-language': 'de' } });
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.text()).replaceAll(/<script.*?<\/script>/gs, '');
  };
  expect(await pageAt('/')).not.toContain('href="/imprint"');
  expect(await pageAt('/imprint')).toContain('<h1');
  const company = { name: 'Alpenkurier GmbH', address: '1 Ring\n1010 Wien' };
  const api = await site.api(ADMIN);
  await api.send('PUT', '/api/v1/company', { company, hours: { sameDayUntil: '14:00' } });
  const home = await pageAt('/');
  expect(home).toContain('href="/imprint"');
  expect(home).toContain('Bei Bestellung bis 14:00 Uhr');
  for (const path of ['/imprint', '/terms']) {
    const page = await pageAt(path);
    for (const said of Object.values(company)) expect(page, path).toContain(said);
  }
  await api.send('PUT', '/api/v1/company', { company: { name: null, address: null }, hours: { sameDayUntil: null } });
});

test('U320 the eye of a password field is named in the language of its reader', async () => {
  const answer = await fetch(`${site.url}/auth`, { headers: { 'accept-language': 'de' } });
  const html = await answer.text();
  expect(html).toContain('aria-label="Passwort ein- oder ausblenden"');
  expect(html).not.toContain('Toggle password visibility');
});

test('C490 a page is in the language of its reader’s choice, of the browser or of the company', async () => {
  const asked = await pageFor({ 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' });
  expect(langOf(asked.html)).toBe('de ltr');
  expect(asked.answer.headers.get('content-language')).toBe('de');
  expect(asked.answer.headers.get('vary')).toContain('accept-language, cookie');
  expect(langOf((await pageFor({ 'accept-language': 'tlh' })).html)).toBe('en ltr');
  const chosen = await pageFor({ 'accept-language': 'de', cookie: 'language=ar' });
  expect(langOf(chosen.html)).toBe('ar rtl');
  // Nobody is led to a language that there is not.
  expect(langOf((await pageFor({ 'accept-language': 'de', cookie: 'language=tlh' })).html)).toBe('de ltr');
  // The staff's screens are not in Arabic.
  const staff = await fetch(`${site.url}/admin/auth`, { headers: { cookie: 'language=ar' } });
  expect(langOf(await staff.text())).toBe('en ltr');
});

test('C490 a choice of language leads to no other site', async () => {
  for (const path of ['//other.example', '///other.example', '/%5Cother.example', '/\\other.example']) {
    const { status, headers } = await fetch(`${site.url}${path}?language=de`, { redirect: 'manual' });
    const target = new URL(headers.get('location') ?? '/', site.url);
    expect([path, target.origin, status < 500]).toEqual([path, site.url, true]);
  }
});

test('C490 the links at the foot of a page change it, keep the rest of its address, and load no other language', async () => {
  const { page } = await newPage(browser, site, { ...PHONE, isFresh: true });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/track?from=mail#search');
  await hydrated(page);
  const links = page.getByRole('navigation', { name: 'Language' });
  expect(await links.getByRole('link').allTextContents()).toEqual([
    'English',
    'Deutsch',
    'Français',
    'Español',
    'العربية',
  ]);
  loaded.length = 0;
  await links.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/track?from=mail#search');
  await hydrated(page);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await page.waitForLoadState('networkidle');
  const scripts = loaded.filter((path) => /^\/assets\/.*\.js$/.test(path));
  expect(scripts.filter((path) => path.startsWith('/assets/de/')).length).toBeGreaterThan(3);
  // What is not in the folder of the language is a library, and there is no second copy of any.
  const names = scripts.map((path) => path.split('/').at(-1));
  expect(new Set(names).size).toBe(names.length);
  expect(scripts.filter((path) => /^\/assets\/(fr|es|ar)\//.test(path))).toEqual([]);
  await page.goto('/');
  await hydrated(page);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await page.getByRole('navigation', { name: 'Sprache' }).getByRole('link', { name: 'English' }).click();
  await page.getByRole('navigation', { name: 'Language' }).waitFor();
});

test('C492 the page that a mail opens is in the customer’s language, unless its reader has chosen another', async () => {
  const body = JSON.stringify(quoteBody());
  const headers = { 'content-type': 'application/json', 'accept-language': 'de' };
  const asked = await fetch(`${site.url}/api/v1/quotes`, { method: 'POST', headers, body });
  const { customerUrl } = (await asked.json()) as { customerUrl: string };
  const { pathname } = new URL(customerUrl);
  const shown = async (more: Record<string, string>) => {
    const answer = await fetch(site.url + pathname, { headers: { 'accept-language': 'en', ...more } });
    return [langOf(await answer.text()), answer.headers.get('content-language')];
  };
  expect(await shown({})).toEqual(['de ltr', 'de']);
  expect(await shown({ cookie: 'language=fr' })).toEqual(['fr ltr', 'fr']);
});

test('C491 what a page sends in a form of its own is refused in the language of the page, not of the browser', async () => {
  const { page } = await newPage(browser, site, { signedInAs: ADMIN });
  await page.context().addCookies([{ name: 'language', value: 'de', url: site.url }]);
  await page.goto('/admin/imports');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('Name') });
  await page.getByRole('button', { name: 'Datei prüfen' }).click();
  await page.getByText('Die Datei hat Überschriften und keine Zeilen darunter').first().waitFor();
});

test('C768 from 1,200 px on the head of a public page is one line in every language, with the whole name', async () => {
  for (const language of ['en', 'de', 'fr', 'es', 'ar']) {
    const { page } = await newPage(browser, site, { width: 1216, height: 400 });
    await page.context().addCookies([{ name: 'language', value: language, url: site.url }]);
    await page.goto('/');
    await hydrated(page);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    for (const width of [1216, 1280, 1440]) {
      await page.setViewportSize({ width, height: 400 });
      const seen = await page.locator('header').evaluate((header) => {
        const links = [...header.querySelectorAll('a')].filter((link) => link.checkVisibility());
        const brand = [...header.querySelectorAll('a:first-child, a:first-child *')];
        return {
          lines: links.map((link) => link.getBoundingClientRect().height).filter((height) => height > 50),
          cut: brand.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0).length,
        };
      });
      expect({ language, width, ...seen }).toEqual({ language, width, lines: [], cut: 0 });
    }
  }
});
