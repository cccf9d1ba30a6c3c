import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** What takes longer than npm test may: npm run test:security and npm run test:faults. */
export default defineConfig({
  test: {
    name: 'trust',
    root: resolve(import.meta.dirname, '../../..'),
    include: ['server/test/trust/*.trust.ts'],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 180_000,
    pool: 'forks',
  },
});
