import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { buildClient } from '../scripts/build/build-client.ts';
import { type Config, readConfig } from '../server/src/config.ts';
import { User } from '../server/src/people/users/user.entity.ts';
import { type Running, start } from '../server/src/start.ts';
import { cloneDatabase } from '../server/test/support/clone.ts';
import { quickHash } from '../server/test/support/quick-hash.ts';
import type { Role } from '../shared/src/roles.ts';
import { browserOfWorker } from './browser.ts';
import { type KeptPage, keptPage } from './kept-page.ts';

export const ADMIN = { username: 'admin', password: 'a-good-admin-password-1' } as const;
export const PASSWORD = 'a-good-password-1';

export interface Site {
  url: string;
  running: Running;
  databaseUrl: string;
  dataDir: string;
  /** Runs SQL on this site's database: how a test looks at the rows. */
  sql<T = Record<string, unknown>>(query: string, ...params: unknown[]): Promise<T[]>;
  createUser(
    role: Role,
    more?: { firstName?: string; lastName?: string; phone?: string },
  ): Promise<{ id: number; username: string; password: string }>;
  /** Ends the sessions of an account, or all of them, without an event. */
  endSessions(userId?: number): Promise<void>;
  /** A call to the API, as a user when credentials are given. */
  api(as?: { username: string; password: string }): Promise<Api>;
  close(): Promise<void>;
}
export interface Api {
  send<T>(method: string, path: string, body?: unknown): Promise<T>;
  cookie: string;
}

async function apiOf(url: string, as?: { username: string; password: string }): Promise<Api> {
  let cookie = '';
  const send: Api['send'] = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(cookie ? { cookie } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    const set = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    if (set.length > 0) cookie = set.join('; ');
    return JSON.parse(text);
  };
  if (as) await send('POST', '/api/login', as);
  return {
    send,
    get cookie() {
      return cookie;
    },
  };
}

/** The real product on a free port, with the built pages and a separate PostgreSQL database. */
export async function startSite(settings: Partial<Config> = {}): Promise<Site> {
  const clientDir = await buildClient({ isTest: true });
  const clone = await cloneDatabase(inject('templateUrl'));
  const dataDir = await mkdtemp(join(tmpdir(), 'quickfleet-site-'));
  const config = readConfig(
    {
      DATABASE_URL: clone.url,
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LIMIT_SCALE: '1000',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
      BACKUP_TIME: 'off',
    },
    { PORT: 0, ...settings },
  );
  const running = await start(config, { clientDir });
  const { orm } = running.services;
  await orm.em
    .fork()
    .execute('update users set password_hash = ? where username = ?', [quickHash(ADMIN.password), ADMIN.username]);
  let users = 0;
  return {
    url: running.url,
    running,
    databaseUrl: clone.url,
    dataDir,
    sql: (query, ...params) => orm.em.fork().execute(query, params),
    async createUser(role, more = {}) {
      const username = `${role}-${++users}`;
      const em = orm.em.fork();
      const user = em.create(User, {
        username,
        passwordHash: quickHash(PASSWORD),
        role,
        firstName: more.firstName ?? 'Robin',
        lastName: more.lastName ?? `Rider ${users}`,
        phone: more.phone ?? '+1 555 0142',
      });
      await em.flush();
      return { id: user.id, username, password: PASSWORD };
    },
    async endSessions(userId) {
      await orm.em
        .fork()
        .execute(userId === undefined ? 'delete from sessions' : 'delete from sessions where user_id = ?', [
          ...(userId === undefined ? [] : [userId]),
        ]);
      // Without an event: the server's session cache would be used for some seconds (decision 022).
      const { sessionCache } = running.services.events;
      sessionCache.turnOff();
      sessionCache.turnOn();
    },
    api: (as) => apiOf(running.url, as),
    async close() {
      await running.stop();
      await clone.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a test does with a browser: each page has a separate profile. */
export interface Profiles extends Pick<Browser, 'newContext'> {
  /** The pages that earlier tests of the file have left, by what they were opened with. */
  kept?: Map<string, KeptPage>;
}

function present<T>(it: T | undefined, what: string): T {
  if (it === undefined) throw new Error(`${what} is started before the first test`);
  return it;
}

/** A site for the tests of a file; it is ready before the file's own `beforeAll`. */
export function useSite(settings: Partial<Config> = {}): Site {
  let started: Site | undefined;
  const site = () => present(started, 'the site');
  beforeAll(async () => {
    started = await startSite(settings);
  });
  afterAll(() => started?.close());
  return {
    get url() {
      return site().url;
    },
    get running() {
      return site().running;
    },
    get databaseUrl() {
      return site().databaseUrl;
    },
    get dataDir() {
      return site().dataDir;
    },
    sql: (query, ...params) => site().sql(query, ...params),
    createUser: (role, more) => site().createUser(role, more),
    endSessions: (userId) => site().endSessions(userId),
    api: (as) => site().api(as),
    close: () => site().close(),
  };
}

/**
 * A browser for the tests of a file. Called after `useSite`, so that its pages are closed before what they look at.
 * A test takes over the emptied page of the one before: a page in a new profile costs twice the processor time, because
 * its process compiles every script again.
 */
export function useBrowser(): Profiles {
  let started: Browser | undefined;
  beforeAll(async () => {
    started = await browserOfWorker();
  });
  afterAll(async () => {
    for (const context of started?.contexts() ?? []) await context.close();
  });
  return {
    newContext: (options) => present(started, 'the browser').newContext(options),
    kept: new Map(),
  };
}

export interface PageOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  touch?: boolean;
  /** Signed in before the first page. */
  signedInAs?: { username: string; password: string };
  /** Console errors that this test causes on purpose. */
  expectErrors?: RegExp[];
  /** A context of an earlier page, to share its cookies and storage. */
  context?: BrowserContext;
  /** Nothing is compiled or in the cache, as on a first visit. */
  isFresh?: boolean;
  /** Run once on a new page, before it loads anything. */
  prepare?: (page: Page) => Promise<void>;
}
export interface Opened {
  page: Page;
  context: BrowserContext;
  /** Console errors and uncaught exceptions so far, less the expected ones. */
  problems: string[];
}

export const PHONE = { width: 390, height: 844, touch: true } as const;
export const DESKTOP = { width: 1280, height: 900 } as const;

/** Pages that stay open keep listening, and reload their lists at every change that a later test makes. */
async function closePages(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** What a failed test's pages showed at its end: a test that fails once in fifty runs has to say why. */
async function tellPages(context: BrowserContext, problems: readonly string[]): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String);
    process.stderr.write(`${page.url()}\n${shown.slice(0, 8000)}\n${problems.join('\n')}\n`);
  }
}

/** A page that an earlier test of the file has left, else one in a new profile; open until the test ends. */
async function takePage(
  browser: Profiles,
  site: Pick<Site, 'url'>,
  options: PageOptions,
  problems: readonly string[],
): Promise<Page> {
  const { width = DESKTOP.width, height = DESKTOP.height, colorScheme = 'light', touch = false, prepare } = options;
  const kind = [site.url, touch, prepare?.name].join();
  let taken = options.isFresh ? undefined : browser.kept?.get(kind);
  if (taken) {
    browser.kept?.delete(kind);
    await taken.page.setViewportSize({ width, height });
    await taken.page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce', forcedColors: null });
  } else {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width, height },
      colorScheme,
      hasTouch: touch,
      isMobile: touch,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
    });
    const page = await context.newPage();
    await prepare?.(page);
    taken = keptPage(page);
  }
  const { page, canEmpty, empty } = taken;
  onTestFinished(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) await tellPages(page.context(), problems);
    // Of two that a test has had, one stays.
    if (!browser.kept || browser.kept.has(kind) || hasFailed || !canEmpty()) return closePages(page.context());
    // A site or a network that ended with its test has no next one.
    const isEmpty = await empty(site.url).then(
      () => true,
      () => false,
    );
    if (!isEmpty) return closePages(page.context());
    browser.kept.set(kind, taken);
  });
  return page;
}

/** A page in a separate browser profile, open until its test ends with `expect(problems).toEqual([])`. */
export async function newPage(browser: Profiles, site: Pick<Site, 'url'>, options: PageOptions = {}): Promise<Opened> {
  const problems: string[] = [];
  const page = options.context ? await options.context.newPage() : await takePage(browser, site, options, problems);
  if (options.context) await options.prepare?.(page);
  const context = page.context();
  if (options.signedInAs) await context.request.post('/api/login', { data: options.signedInAs });
  const expected = options.expectErrors ?? [];
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => note(error.message));
  page.setDefaultTimeout(30_000);
  return { page, context, problems };
}

/** A distinct real JPEG file for a file input. */
export async function photoUpload(name: string, seed = 1): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const { default: sharp } = await import('sharp');
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(`${name}${seed}`).digest();
  const buffer = await sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      background: { r, g, b },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}
