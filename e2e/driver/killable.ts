import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROME_ARGS, chromePath } from '../../scripts/chrome.ts';
import { PHONE } from '../harness.ts';

export interface Running {
  process: ChildProcess;
  browser: Browser;
  page: Page;
}
/**
 * A browser with a separate process and profile, as on a phone: it can be killed, and comes back with what it had on the
 * disk.
 */
export async function startBrowser(profile: string): Promise<Running> {
  const args = [
    '--headless',
    ...CHROME_ARGS,
    '--no-first-run',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--window-size=390,844',
    'about:blank',
  ];
  const child = spawn(await chromePath(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
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
  page.setDefaultTimeout(30_000);
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
  await (await context.newCDPSession(page)).send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return { process: child, browser, page };
}

/** As when the battery is empty: without a clean exit. */
export async function kill({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
