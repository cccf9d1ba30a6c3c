import { LOGO_BYTES_MAX } from '@quickfleet/shared/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, makeQuote, ok } from '../../../test/support/factories.ts';
import { readImages } from '../../../test/support/paper.ts';
import { brandOf } from '../../client.ts';
import { sweep } from '../../jobs/sweep.ts';
import { loadSettings } from './live-settings.ts';
import { logoAsIcon } from './logo.ts';

const COMPANY = '/api/v1/company';
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

interface Settings {
  look: { logoUrl: string | null };
}
const draw = (width: number, height: number, background = '#7c3aed') =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
const upload = async (bytes: Buffer, name = 'logo.png', client = admin) =>
  ok<{ file: { url: string } }>(
    await client.form('POST', '/api/v1/upload', {}, [{ field: 'file', name, bytes, type: 'image/png' }]),
  ).file.url;
const setLogo = async (logoUrl: string | null) =>
  ok<Settings>(await admin.put(COMPANY, { look: { logoUrl } })).look.logoUrl;
const claims = async () =>
  (await app.sql<{ key: string }>('select key from stored_files where claimed_at is not null order by key')).map(
    ({ key }) => `/files/${key}`,
  );

it('C370 a logo is an upload that the settings hold: the sweep keeps it, and takes the one before', async () => {
  const first = await upload(await draw(600, 150));
  expect(await setLogo(first)).toBe(first);
  expect(await claims()).toEqual([first]);
  // What was read can be sent back.
  expect(await setLogo(first)).toBe(first);
  const second = await upload(await draw(100, 100, '#0f766e'));
  expect(await setLogo(second)).toBe(second);
  expect(await claims()).toEqual([second]);
  await app.sql(`update stored_files set created_at = created_at - interval '3 days'`);
  await sweep(app.services, 0);
  expect((await app.client().get(first)).statusCode).toBe(404);
  expect((await app.client().get(second)).statusCode).toBe(200);
  const [line] = await app.sql<{ detail: string }>(
    `select detail from history where subject = 'company' order by id desc limit 1`,
  );
  expect(line?.detail).toBe(`look.logoUrl: ${first} → ${second}`);
  expect(await setLogo(null)).toBeNull();
  expect(await claims()).toEqual([]);
});

it('C370 another’s photo, a foreign address, a WebP and a large file are no logo', async () => {
  const quote = await makeQuote(app, {
    items: [{ name: 'Box', quantity: 1, imageUrls: [await upload(await draw(40, 40))] }],
  });
  const [photo = ''] = await claims();
  const refused = async (logoUrl: string) => (await admin.put(COMPANY, { look: { logoUrl } })).json();
  expect(await refused(photo)).toMatchObject({ code: 'UNKNOWN_IMAGE', issues: [{ path: 'look.logoUrl' }] });
  for (const url of ['https://elsewhere.example/logo.png', '/files/../secret.png', 'data:image/png;base64,AA'])
    expect(await refused(url)).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'look.logoUrl' }] });
  const webp = await upload(
    await sharp(await draw(60, 20))
      .webp()
      .toBuffer(),
    'logo.webp',
  );
  expect(await refused(webp)).toMatchObject({ issues: [{ path: 'look.logoUrl' }] });
  const noise = await sharp({
    create: {
      width: 1200,
      height: 900,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: 'white',
    },
  })
    .png()
    .toBuffer();
  expect(noise.length).toBeGreaterThan(LOGO_BYTES_MAX);
  const large = await upload(noise);
  expect(await refused(large)).toMatchObject({ message: 'A logo has at most 500 kB' });
  // The refused upload is still free, and nothing was stored.
  expect(await claims()).toEqual([photo]);
  expect(ok<Settings>(await admin.get(COMPANY)).look.logoUrl).toBeNull();
  expect(quote.id).toBeGreaterThan(0);
});

it('C371 an SVG is refused, so that no script of it is ever served', async () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const type of ['image/svg+xml', 'image/png']) {
    const answer = await admin.form('POST', '/api/v1/upload', {}, [{ field: 'file', name: 'logo.svg', bytes, type }]);
    expect(answer.statusCode).toBe(415);
  }
});

it('C372 a logo is public under an address that changes with it, on pages, in mails and as the tab’s icon', async () => {
  const url = await setLogo(await upload(await draw(600, 150)));
  expect(brandOf(app.services).logo).toEqual({ url, width: 144, height: 36, isWide: true });
  const answer = await app.client().get(`${url}?size=thumb`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const quote = await makeQuote(app);
  const [mail] = await app.sql<{ html: string }>('select html from emails where quote_id = ? order by id', quote.id);
  expect(mail?.html).toMatch(
    new RegExp(`<img class="logo" src="http[^"]+${url}" width="144" height="36" alt="QuickFleet"`),
  );
  const icon = await logoAsIcon(app.services);
  expect(icon).toContain('href="data:image/webp;base64,');
  const key = app.client({ key: await merchantKey() });
  expect((await key.get(url ?? '')).statusCode).toBe(200);
  // Another process reads it from the row.
  Object.assign(app.services.config, { logo: null });
  await loadSettings(app.services);
  expect(app.services.config.logo?.url).toBe(url);
});

async function merchantKey(): Promise<string> {
  const customer = ok<{ id: number }>(
    await admin.post('/api/v1/customers', { name: 'Merchant', email: 'merchant@example.com' }),
  );
  const made = ok<{ key: string }>(
    await admin.post('/api/v1/api-keys', { name: 'Merchant', scopes: ['orders:read'], customerId: customer.id }),
  );
  return made.key;
}

it('C373 a logo is on labels, run sheets, quotes and proofs, once in each file', async () => {
  await setLogo(await upload(await draw(600, 150)));
  const order = await makeOrder(app, admin, { parcels: 3 });
  const papers = [
    `/api/v1/orders/${order.id}/label.pdf`,
    '/api/v1/drivers/run-sheets.pdf',
    `/api/v1/orders/${order.id}/proof.pdf`,
  ];
  for (const path of papers) {
    const answer = await admin.get(path);
    expect(answer.statusCode, path).toBe(200);
    expect(await readImages(answer.rawPayload), path).toContainEqual([600, 150]);
  }
  await setLogo(null);
  const plain = await admin.get(papers[0] ?? '');
  expect(await readImages(plain.rawPayload)).not.toContainEqual([600, 150]);
});
