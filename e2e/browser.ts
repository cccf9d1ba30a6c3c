import { type Browser, chromium } from 'playwright-core';
import { buildClient } from '../scripts/build/build-client.ts';
import { CHROME_ARGS, chromePath } from '../scripts/chrome.ts';

let opened: Promise<Browser> | undefined;

/**
 * The browser of this worker, for all of its files: what a test says to it goes through no other process. It ends with
 * the worker.
 */
export async function browserOfWorker(): Promise<Browser> {
  // One that could not be started is no reason to fail what comes after it.
  const browser = await opened?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  opened = chromium.launch({ executablePath: await chromePath(), args: CHROME_ARGS });
  return opened;
}

/** The pages are built, and the browser is unpacked, before the first file of the run: workers would do it at once. */
export default async function setup(): Promise<void> {
  await Promise.all([buildClient({ isTest: true }), chromePath()]);
}
