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
/** What the last run of all tests left. */
export interface Report {
  startedAt: string;
  seconds: number;
  failed: number;
  tests: TestResult[];
}

export const REPORT = join(resolve(import.meta.dirname, '..'), 'test-results/report.json');
