import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// One number for all projects, so that their files share the same workers: while a browser test waits for its page, one
// over HTTP goes on. Vitest's own default leaves one core out, and on two cores that is half of them.
const maxWorkers = Math.max(2, availableParallelism());

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'shared', maxWorkers, include: ['shared/**/*.test.ts'] } },
      { test: { name: 'scripts', maxWorkers, include: ['scripts/**/*.test.ts'], hookTimeout: 60_000 } },
      {
        test: {
          name: 'client',
          maxWorkers,
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['client/test/setup.ts'],
        },
      },
      {
        test: {
          name: 'server',
          maxWorkers,
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/test/database.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          pool: 'forks',
        },
      },
      {
        // The main job from end to end: the one browser test that every change must pass at once.
        test: {
          name: 'walk',
          maxWorkers,
          include: ['e2e/*.test.ts'],
          globalSetup: ['server/test/database.ts', 'e2e/browser.ts'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
          pool: 'forks',
        },
      },
      {
        // Every screen on its own, area by area.
        test: {
          name: 'e2e',
          maxWorkers,
          include: ['e2e/*/**/*.test.ts'],
          globalSetup: ['server/test/database.ts', 'e2e/browser.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          pool: 'forks',
        },
      },
    ],
  },
});
