/**
 * npm test: units, HTTP tests on a real PostgreSQL and the main job in a real browser, in one run that ends with the
 * line `N passed, N failed`. npm run test:browser: every screen on its own. Arguments choose, e.g. npm test --
 * --project server quotes
 */
import { resolve } from 'node:path';
import { startVitest } from 'vitest/node';

const root = resolve(import.meta.dirname, '..');
const filters: string[] = [];
const projects: string[] = [];
const args = process.argv.slice(2);
for (let at = 0; at < args.length; at++) {
  const arg = args[at] ?? '';
  if (arg === '--project') projects.push(args[++at] ?? '');
  else filters.push(arg);
}

if (projects.length === 0) projects.push('shared', 'client', 'server', 'walk');

const vitest = await startVitest('test', filters, { root, watch: false, project: projects });
const results = vitest.state
  .getTestModules()
  .flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
const failedFiles = vitest.state
  .getTestModules()
  .filter(
    (module) =>
      module.state() === 'failed' && [...module.children.allTests()].every((test) => test.result().state !== 'failed'),
  ).length;
const count = (state: string) => results.filter((result) => result === state).length;
const failed = count('failed') + failedFiles + vitest.state.getUnhandledErrors().length;
await vitest.close();
console.log(
  `${count('passed')} passed, ${failed} failed${count('skipped') > 0 ? `, ${count('skipped')} skipped` : ''}`,
);
process.exit(failed > 0 || count('passed') === 0 ? 1 : 0);
