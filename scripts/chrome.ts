import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';

/** Where Chrome and Chromium are installed, for the systems that the npm package has no Chromium for. */
const INSTALLED: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']].flatMap(
    (folder) => (folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : []),
  ),
  linux: ['/opt/google/chrome/chrome', '/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-browser'],
};

/** The browser that QUICKFLEET_CHROME names, else the Chromium of the npm package, else an installed one. */
export async function chromePath(): Promise<string> {
  const named = process.env['QUICKFLEET_CHROME'];
  if (named) return named;
  if (process.platform === 'linux' && process.arch === 'x64') return sparticuz.executablePath();
  const found = INSTALLED[process.platform]?.find((path) => existsSync(path));
  if (!found) throw new Error('The browser tests need Chrome: install it, or name one in QUICKFLEET_CHROME.');
  return found;
}

/** What a container gives Chrome for its pictures by default is too little; its temporary files take longer. */
const SHARED_MEMORY = 512 * 1024 * 1024;
function hasSharedMemory(): boolean {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return bsize * blocks >= SHARED_MEMORY;
  } catch {
    return false;
  }
}

/** Not sparticuz.args: they switch the web's security off. */
export const CHROME_ARGS = ['--no-sandbox', ...(hasSharedMemory() ? [] : ['--disable-dev-shm-usage'])];
