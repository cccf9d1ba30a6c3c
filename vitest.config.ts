import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// One number for all projects, so that their files share the same workers: while a browser test waits for its page, one
// over HTTP goes on. Vitest's own default leaves one core out, and on two cores that is half of them; with a worker more
// than cores a run on a slow machine is no shorter, and what has a time limit meets it.
const maxWorkers = Math.max(2, availableParallelism());

const common = {
  maxWorkers,
  // What comes by itself comes late on a loaded machine; one second is Vitest's own patience.
  expect: { poll: { timeout: 15_000, interval: 50 } },
};

const onServer = { ...common, pool: 'forks', testTimeout: 120_000, hookTimeout: 120_000 } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...common, name: 'shared', include: ['shared/**/*.test.ts'] } },
      { test: { ...common, name: 'scripts', include: ['scripts/**/*.test.ts'], hookTimeout: 60_000 } },
      {
        test: {
          ...common,
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['client/test/setup.ts'],
        },
      },
      {
        test: {
          ...onServer,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/test/database.ts'],
        },
      },
      {
        // The main job from end to end, and every screen on its own, area by area.
        test: {
          ...onServer,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['server/test/database.ts', 'e2e/browser.ts'],
          // A worker keeps the server that it has loaded for its next file: loading takes more than a second of a core.
          isolate: false,
          testTimeout: 180_000,
        },
      },
    ],
  },
});
