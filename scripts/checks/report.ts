import { join, resolve } from 'node:path';

/** One test of a run. */
export interface TestResult {
  project: string;
  /** From the repository's root. */
  file: string;
  /** The blocks around it, from the outside, and its own. */
  titles: string[];
  state: 'passed' | 'failed' | 'skipped' | 'pending';
  ms: number;
}
/** What the last run of `npm test` or of `npm run test:slow` left. */
export interface Report {
  startedAt: string;
  seconds: number;
  /** A line for each test and each file that failed, and for each error outside of tests. */
  failures: string[];
  tests: TestResult[];
}

const folder = join(resolve(import.meta.dirname, '../..'), 'test-results');
/** Where each run leaves its report, and the command of that run. */
export const REPORTS = {
  quick: { file: join(folder, 'report.json'), command: 'npm test' },
  slow: { file: join(folder, 'slow.json'), command: 'npm run test:slow' },
} as const;
