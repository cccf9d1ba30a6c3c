/**
 * npm test: units, parts of screens, HTTP on a real PostgreSQL, and a walk of each kind of people in a real browser.
 * npm run test:browser: every screen. npm run test:slow and npm run test:long: the files named so. npm run test:change:
 * all but these two, as CI does on every change. npm run test:all: everything.
 * Arguments choose: npm test -- --project server quotes. A project that ran as a whole leaves its report for npm run
 * promises. A file that fails runs once more alone at the end; if it passes then, the run is green and names it. The
 * last line is `N passed, N failed`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest, type TestCase, type TestModule } from 'vitest/node';
import {
  onEveryChange,
  type ProjectName,
  projectNames,
  type Report,
  reportOf,
  type TestResult,
} from './checks/report.ts';

/** With more failed files than these something is broken, and a second try would only take longer. */
const RETRIED_FILES = 12;

const root = resolve(import.meta.dirname, '..');
/** Where the processes of a run find what an earlier one has compiled. */
process.env['NODE_COMPILE_CACHE'] ??= resolve(root, 'node_modules/.cache/quickfleet-tests');
const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: 'string', multiple: true, default: [] },
    browser: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    change: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
/** What `npm test` runs before a commit. */
const QUICK = ['shared', 'scripts', 'client', 'server', 'walks'] as const satisfies ProjectName[];

/** A file that is named runs, whatever its project is. */
function projectsOf(): readonly string[] {
  if (values.project.length > 0) return values.project;
  if (values.slow) return ['slow'];
  if (values.long) return ['long'];
  if (values.change) return onEveryChange;
  if (values.browser) return ['walks', 'e2e'];
  return values.all || filters.length > 0 ? projectNames : QUICK;
}

/** The names of the blocks around a test and its own. */
function titlesOf(test: TestCase): string[] {
  const titles = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) titles.unshift(at.name);
  return titles;
}

const fileOf = (module: TestModule): string => relative(root, module.moduleId);
const resultOf = (test: TestCase, module: TestModule): TestResult => ({
  project: module.project.name,
  file: fileOf(module),
  titles: titlesOf(test),
  state: test.result().state,
  ms: Math.round(test.diagnostic()?.duration ?? 0),
});

/** What was said, in one line. */
const sentence = (error: unknown): string =>
  String((error as { message?: unknown } | undefined)?.message ?? error)
    .replace(/\s+/g, ' ')
    .slice(0, 500);

/** A line for each failed test. A file that cannot be loaded, or with a failing beforeAll, has none and is one itself. */
function failuresOf(module: TestModule): string[] {
  const file = fileOf(module);
  const failed = [...module.children.allTests('failed')].map(
    (test) => `${file}: ${titlesOf(test).join(' > ')}: ${sentence(test.result().errors?.[0])}`,
  );
  if (failed.length > 0 || module.state() !== 'failed') return failed;
  const [error] = [module, ...module.children.allSuites()].flatMap((block) => block.errors());
  return [`${file}: ${sentence(error)}`];
}

/** What one file of one project showed. */
interface FileResult {
  project: string;
  file: string;
  tests: TestResult[];
  failures: string[];
}
interface RunResult {
  files: FileResult[];
  /** Errors that belong to no test. */
  stray: string[];
}

async function run(only: readonly string[], projects: readonly string[]): Promise<RunResult> {
  const vitest = await startVitest('test', [...only], { root, watch: false, project: [...projects] });
  const files = vitest.state.getTestModules().map((module) => ({
    project: module.project.name,
    file: fileOf(module),
    tests: [...module.children.allTests()].map((test) => resultOf(test, module)),
    failures: failuresOf(module),
  }));
  const stray = vitest.state.getUnhandledErrors().map((error) => `outside of a test: ${sentence(error)}`);
  await vitest.close();
  return { files, stray };
}

/** Runs the failed files once more, one at a time, and takes their second result. Returns those that pass then. */
async function retry(files: FileResult[]): Promise<string[]> {
  const failed = files.filter(({ failures }) => failures.length > 0);
  if (failed.length === 0 || failed.length > RETRIED_FILES) return [];
  for (const failure of failed.flatMap(({ failures }) => failures)) console.log(`failed, runs once more: ${failure}`);
  process.env['TEST_WORKERS'] = '1';
  const flaky: string[] = [];
  for (const project of new Set(failed.map((one) => one.project))) {
    const own = failed.filter((one) => one.project === project);
    const again = await run(
      own.map(({ file }) => resolve(root, file)),
      [project],
    );
    for (const first of own) {
      const second = again.files.find(({ file }) => file === first.file);
      if (!second || again.stray.length > 0) continue;
      if (second.failures.length === 0) flaky.push(first.file);
      Object.assign(first, second);
    }
  }
  return flaky;
}

async function writeReport(project: ProjectName, startedAt: Date, files: FileResult[], stray: string[]): Promise<void> {
  const own = files.filter((one) => one.project === project);
  const report: Report = {
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    failures: [...own.flatMap(({ failures }) => failures), ...stray],
    tests: own.flatMap(({ tests }) => tests),
  };
  await mkdir(dirname(reportOf(project)), { recursive: true });
  await writeFile(reportOf(project), `${JSON.stringify(report, null, 1)}\n`);
}

const startedAt = new Date();
const projects = projectsOf();
const { files, stray } = await run(filters, projects);
const flaky = await retry(files);

if (filters.length === 0)
  for (const project of projectNames)
    if (projects.includes(project)) await writeReport(project, startedAt, files, stray);

const count = (state: TestResult['state']) =>
  files.flatMap(({ tests }) => tests).filter((test) => test.state === state);
const failures = [...files.flatMap((one) => one.failures), ...stray];
const skipped = count('skipped').length;
for (const failure of failures) console.log(`failed: ${failure}`);
for (const file of flaky) console.log(`flaky: ${file}`);
console.log(`${count('passed').length} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failures.length > 0 || count('passed').length === 0 ? 1 : 0);
