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
/** What the last whole run of a project left. */
export interface Report {
  startedAt: string;
  /** From the beginning of the run to its end, with the projects that ran beside this one. */
  seconds: number;
  /** A line for each test and each file that failed, and for each error outside of tests. */
  failures: string[];
  tests: TestResult[];
}

/** The projects of vitest.config.ts, from the cheapest layer to the most expensive. */
export const projectNames = ['shared', 'scripts', 'client', 'server', 'walks', 'e2e', 'slow', 'long'] as const;
export type ProjectName = (typeof projectNames)[number];
/** What runs on every change: the slow and the long ones take as long as all others together, and run before a release. */
export const onEveryChange = projectNames.filter((name) => name !== 'slow' && name !== 'long');

const folder = join(resolve(import.meta.dirname, '../..'), 'test-results');
/** Where a whole run of a project leaves its report. */
export const reportOf = (project: ProjectName): string => join(folder, `${project}.json`);
