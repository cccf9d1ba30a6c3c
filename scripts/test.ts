/**
 * npm test: units, parts of screens, HTTP on a real PostgreSQL, and every screen in a real browser, in one run that ends
 * with the line `N passed, N failed`. npm run test:slow: the files named `*.slow.test.ts`. Arguments choose:
 * npm test -- --project server quotes. A run without them leaves its report for npm run promises.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { startVitest, type TestCase, type TestModule } from 'vitest/node';
import { REPORTS, type Report, type TestResult } from './checks/report.ts';

const root = resolve(import.meta.dirname, '..');
const filters: string[] = [];
const projects: string[] = [];
let isSlow = false;
const args = process.argv.slice(2);
for (let at = 0; at < args.length; at++) {
  const arg = args[at] ?? '';
  if (arg === '--project') projects.push(args[++at] ?? '');
  else if (arg === '--slow') isSlow = true;
  else filters.push(arg);
}
const isWhole = filters.length === 0 && projects.length === 0;
// A file that is named runs, slow or not.
if (isSlow) projects.push('slow');
else if (isWhole) projects.push('!slow');

/** The names of the blocks around a test and its own. */
function titlesOf(test: TestCase): string[] {
  const titles = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) titles.unshift(at.name);
  return titles;
}

const resultOf = (test: TestCase, module: TestModule): TestResult => ({
  project: module.project.name,
  file: relative(root, module.moduleId),
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
  const file = relative(root, module.moduleId);
  const failed = [...module.children.allTests('failed')].map(
    (test) => `${file}: ${titlesOf(test).join(' > ')}: ${sentence(test.result().errors?.[0])}`,
  );
  if (failed.length > 0 || module.state() !== 'failed') return failed;
  const [error] = [module, ...module.children.allSuites()].flatMap((block) => block.errors());
  return [`${file}: ${sentence(error)}`];
}

const startedAt = new Date();
const vitest = await startVitest('test', filters, {
  root,
  watch: false,
  ...(projects.length > 0 && { project: projects }),
});
const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => resultOf(test, module)));
const count = (state: TestResult['state']) => tests.filter((test) => test.state === state).length;
const failures = [
  ...modules.flatMap(failuresOf),
  ...vitest.state.getUnhandledErrors().map((error) => `outside of a test: ${sentence(error)}`),
];
await vitest.close();

if (isWhole) {
  const report: Report = {
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    failures,
    tests,
  };
  const { file } = REPORTS[isSlow ? 'slow' : 'quick'];
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(report, null, 1)}\n`);
}
console.log(
  `${count('passed')} passed, ${failures.length} failed${count('skipped') > 0 ? `, ${count('skipped')} skipped` : ''}`,
);
process.exit(failures.length > 0 || count('passed') === 0 ? 1 : 0);
