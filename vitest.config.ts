import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

// One number for all projects, so that their files share the same workers: while a browser test waits for its page, one
// over HTTP continues. Vitest's own default leaves one core out, and on two cores that is half of them; with a worker more
// than cores a run on a slow machine is no shorter, and what has a time limit meets it.
// What failed is tried once more one file at a time (scripts/test.ts).
const maxWorkers = Number(process.env['TEST_WORKERS'] ?? Math.max(2, availableParallelism()));

const common = {
  maxWorkers,
  // What is not asked for comes late on a loaded machine; one second is Vitest's own patience.
  expect: { poll: { timeout: 15_000, interval: 50 } },
};

/** What is left to npm run test:slow, and to npm run test:long. */
const SLOW = '**/*.slow.test.ts';
const LONG = '**/*.long.test.ts';
const quick = { exclude: [...configDefaults.exclude, SLOW, LONG] };

const onServer = {
  ...common,
  pool: 'forks',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Node reads these files itself, as it reads the product: nothing is translated, and what was compiled once is kept.
  experimental: { viteModuleRunner: false },
} as const;

// What a process remembers or holds in memory is part of some: each file has its own.
const slow = {
  ...onServer,
  // They wait much of their time, for ends, pauses and networks: one more of them at once, after all others.
  maxWorkers: maxWorkers + 1,
  sequence: { groupOrder: 1 },
  globalSetup: ['server/test/support/database.ts', 'e2e/browser.ts'],
  testTimeout: 180_000,
};

const WALKS = 'e2e/walks/*.test.ts';
const inBrowser = {
  ...onServer,
  globalSetup: ['server/test/support/database.ts', 'e2e/browser.ts'],
  isolate: false,
  testTimeout: 180_000,
} as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...common, name: 'shared', include: ['shared/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { ...common, name: 'scripts', include: ['scripts/**/*.test.ts'], hookTimeout: 60_000 } },
      {
        test: {
          ...common,
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['client/test/setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...onServer,
          name: 'server',
          include: ['server/**/*.test.ts'],
          ...quick,
          globalSetup: ['server/test/support/database.ts'],
          // A worker keeps the server that it has loaded for its next file: loading takes more than a second of a core.
          isolate: false,
        },
      },
      {
        // The main job, and a walk of each kind of people from end to end: what npm test runs in a browser.
        test: { ...inBrowser, name: 'walks', include: [WALKS], ...quick },
      },
      {
        // Every screen on its own, area by area: npm run test:browser.
        test: { ...inBrowser, name: 'e2e', include: ['e2e/**/*.test.ts'], exclude: [...quick.exclude, WALKS] },
      },
      {
        // Kills, fuzzing, memory, thousands of rows, failing networks: npm run test:slow.
        test: { ...slow, name: 'slow', include: [`{server,e2e}/${SLOW}`] },
      },
      {
        // Every screen in every size and language, every form pressed twice, whole days: npm run test:long.
        test: { ...slow, name: 'long', include: [`{server,e2e}/${LONG}`] },
      },
    ],
  },
});
