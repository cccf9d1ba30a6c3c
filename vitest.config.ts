import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'shared', include: ['shared/**/*.test.ts'] } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], hookTimeout: 60_000 } },
      {
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['client/test/setup.ts'],
        },
      },
      {
        test: {
          name: 'server',
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
          include: ['e2e/*.test.ts'],
          globalSetup: ['server/test/database.ts', 'e2e/browser.ts'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
          pool: 'forks',
          fileParallelism: false,
        },
      },
      {
        // Every screen on its own, area by area.
        test: {
          name: 'e2e',
          include: ['e2e/*/**/*.test.ts'],
          globalSetup: ['server/test/database.ts', 'e2e/browser.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          pool: 'forks',
          // A browser and a server each: more of them only wait for one another.
          maxWorkers: 2,
        },
      },
    ],
  },
});
