import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Site, startSite } from '../harness.ts';
import { type Line, startLine } from './line.ts';
import { addPhotos, banner, expectAllSent, makeOrder, photos, rowsOf, sign } from './phone.ts';

let site: Site;
let line: Line;
let profile: string;
beforeAll(async () => {
  site = await startSite();
  line = await startLine(site.url);
  profile = await mkdtemp(join(tmpdir(), 'quickfleet-phone-'));
});
afterAll(async () => {
  await line?.close();
  await site?.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

interface Running {
  process: ChildProcess;
  browser: Browser;
  page: Page;
}
/** A browser of its own process and profile, as on a phone: it can be killed, and comes back with what it had on the disk. */
async function startBrowser(): Promise<Running> {
  const args = [
    '--headless=shell',
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--window-size=390,844',
    'about:blank',
  ];
  const child = spawn(await sparticuz.executablePath(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const lines = createInterface({ input: child.stderr });
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The browser ended')));
    lines.on('line', (text) => {
      const found = /listening on (ws:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no profile');
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { process: child, browser, page };
}

async function kill({ process: child }: Running): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('a killed browser', () => {
  test('loses nothing that was photographed or signed', async () => {
    const order = await makeOrder(site);
    const before = await startBrowser();
    await before.page.goto(`${line.url}/driver#code=${order.accessCode}`);
    await before.page.getByRole('heading', { name: 'Items Management' }).waitFor();
    await before.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    line.down();
    await addPhotos(before.page, 'Pickup', 'Lamp', await photos(3));
    await sign(before.page, 'Pickup', 'Ada Sender');
    await before.page.getByRole('button', { name: 'Move to In Transit' }).waitFor();
    await kill(before);
    expect(await rowsOf(site, order)).toMatchObject({ status: 'pending', pickup: 0 });

    // Opened again while there is still no network: from the phone alone.
    const after = await startBrowser();
    await after.page.goto(`${line.url}/driver`);
    await banner(after.page).getByText('Offline: 3 photos and 1 signature saved on this phone').waitFor();
    expect(await after.page.getByTestId('order-status').textContent()).toBe('picked up');
    line.up();
    await expectAllSent(after.page);
    expect(await rowsOf(site, order)).toEqual({ status: 'picked_up', pickup: 3, delivery: 0, signatures: ['pickup'] });
    await kill(after);
  });
});
