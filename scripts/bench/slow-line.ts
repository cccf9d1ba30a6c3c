/**
 * How long a driver waits on a slow line: from the link to an order that can be worked, from the code card to it, until
 * the pad and the camera are there; with requests and bytes. Chromium's emulation of 400 kbit/s with 2 s before each
 * answer, nothing in any cache, HTTP/1.1. Checkouts are measured in turn, so that all of them have the same machine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROME_ARGS, chromePath } from '../chrome.ts';

const PASSWORD = 'measured-by-the-bench-1';
const LINE = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-US' } as const;
/** How long a driver reads before the first tap. */
const IDLE_MS = 10_000;
const START_MS = 240_000;
const LONGEST_MS = 90_000;
const FAKE_CAMERA = ['--use-fake-device-for-media-stream=fps=5', '--use-fake-ui-for-media-stream'];

interface Tree {
  name: string;
  url: string;
  stop: () => Promise<void>;
}
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function startTree(folder: string): Promise<Tree> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quickfleet-line-'));
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR: dataDir, ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD };
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: folder,
    env: { ...process.env, ...settings, LIMIT_SCALE: '1000', BACKUP_TIME: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const latest = Date.now() + START_MS;
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > latest) throw new Error(`${folder} did not start.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return {
    name: folder,
    url,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function codeOfNewOrder({ url }: Tree): Promise<string> {
  const signIn = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const made = await fetch(`${url}/api/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      ...{ customerName: 'Ada Sender', customerEmail: 'ada@example.com', customerPhone: '+1 555 010 0101' },
      ...{ pickupAddress: '1 Pickup Street\nSpringfield', deliveryAddress: '2 Delivery Road\nShelbyville' },
      items: [{ name: 'Box of books', quantity: 2 }],
    }),
  });
  const { accessCode } = (await made.json()) as { accessCode: string };
  return accessCode;
}

interface Traffic {
  requests: number;
  bytes: number;
}
/** A phone that has never been here, on the slow line. */
async function visit(
  browser: Browser,
  tree: Tree,
): Promise<{ page: Page; traffic: Traffic; leave: () => Promise<void> }> {
  const context = await browser.newContext({ ...PHONE, baseURL: tree.url });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  const session = await context.newCDPSession(page);
  const traffic: Traffic = { requests: 0, bytes: 0 };
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', () => {
    traffic.requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  await session.send('Network.emulateNetworkConditions', LINE);
  return { page, traffic, leave: () => context.close() };
}

const signButton = (page: Page) => page.getByRole('button', { name: 'Get Pickup Signature' });
const photoButton = (page: Page) => page.getByRole('button', { name: 'Photo of the whole pickup' });
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
/** The pad can be drawn on. */
const openPad = (page: Page) =>
  timed(async () => {
    await signButton(page).click();
    await page.locator('canvas').first().waitFor();
  });
/** The camera of the page has a picture, or that of the phone opens. */
const openCamera = (page: Page) =>
  timed(async () => {
    const opened = page.waitForEvent('filechooser');
    const shown = page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    await photoButton(page).click();
    await Promise.any([opened, shown]);
    for (const other of [opened, shown]) void other.catch(() => undefined);
  });

type Measures = Map<string, number[]>;
const note = (measures: Measures, name: string, value: number) =>
  void measures.set(name, [...(measures.get(name) ?? []), value]);

async function measureOnce(browser: Browser, tree: Tree, measures: Measures): Promise<void> {
  const byLink = async () => {
    const code = await codeOfNewOrder(tree);
    const phone = await visit(browser, tree);
    const seconds = await timed(async () => {
      await phone.page.goto(`/driver#code=${code}`, { waitUntil: 'commit' });
      await signButton(phone.page).waitFor();
    });
    note(measures, 'link to order, s', seconds);
    note(measures, 'link to order, requests', phone.traffic.requests);
    note(measures, 'link to order, kB', phone.traffic.bytes / 1000);
    return phone;
  };
  const rested = await byLink();
  await rested.page.waitForTimeout(IDLE_MS);
  note(measures, 'camera after 10 s, s', await openCamera(rested.page));
  note(measures, 'pad after 10 s, s', await openPad(rested.page));
  await rested.leave();
  const hasty = await byLink();
  note(measures, 'pad at once, s', await openPad(hasty.page));
  await hasty.leave();
  const other = await byLink();
  note(measures, 'camera at once, s', await openCamera(other.page));
  await other.leave();
  // Typed and sent while nothing but the card is there.
  const code = await codeOfNewOrder(tree);
  const { page, leave } = await visit(browser, tree);
  const field = page.getByLabel('Access code');
  note(
    measures,
    'code card, s',
    await timed(async () => {
      await page.goto('/driver', { waitUntil: 'commit' });
      await field.waitFor();
    }),
  );
  note(
    measures,
    'card to order, s',
    await timed(async () => {
      await field.fill(code);
      await page.getByRole('button', { name: 'Access Order' }).click({ noWaitAfter: true });
      await signButton(page).waitFor();
    }),
  );
  await leave();
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Prints a row for each measure with the median of each checkout, and all its values. */
export async function printSlowLine(folders: readonly string[], rounds: number): Promise<void> {
  const trees: Tree[] = [];
  const browser = await chromium.launch({ executablePath: await chromePath(), args: [...CHROME_ARGS, ...FAKE_CAMERA] });
  try {
    for (const folder of folders) trees.push(await startTree(folder));
    const found = trees.map((tree) => ({ tree, measures: new Map<string, number[]>() }));
    for (let round = 0; round < rounds; round++)
      for (const { tree, measures } of found)
        await measureOnce(browser, tree, measures).catch((error) => console.error(`${tree.name}: ${error}`));
    for (const name of new Set(found.flatMap(({ measures }) => [...measures.keys()]))) {
      const cells = found.map(({ measures }) => {
        const values = measures.get(name) ?? [];
        return `${median(values).toFixed(1).padStart(7)} (${values.map((value) => value.toFixed(1)).join(' ')})`;
      });
      console.log(`${name.padEnd(26)} ${cells.join('  |  ')}`);
    }
  } finally {
    await browser.close();
    for (const tree of trees) await tree.stop();
  }
}
