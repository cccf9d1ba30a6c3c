/**
 * npm run promises: which numbers of docs/promises.md did the last run of all tests show? A number counts when a test
 * whose title, or whose block's, begins with it ran and passed. With --strict one that is missing is a failure, and so
 * is a run that never was.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REPORT, type Report } from './report.ts';

const root = resolve(import.meta.dirname, '..');
const isStrict = process.argv.includes('--strict');
const promised = [...readFileSync(join(root, 'docs/promises.md'), 'utf8').matchAll(/^\| ([A-Z]\d\d) \|/gm)].map(
  ([, number = '']) => number,
);

function readReport(): Report {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    console.error('There is no report of a run of all tests. Run: npm test');
    process.exit(isStrict ? 1 : 0);
  }
}
const report = readReport();

/** The numbers a title begins with: `K07 K12 shows …`. */
const numbersOf = (title: string): string[] => /^(?:[A-Z]\d\d[ ,]+)+/.exec(title)?.[0].match(/[A-Z]\d\d/g) ?? [];

const carried = new Map<string, { passed: number; others: string[] }>();
for (const { file, titles, state } of report.tests)
  for (const number of new Set(titles.flatMap(numbersOf))) {
    const found = carried.get(number) ?? { passed: 0, others: [] };
    if (state === 'passed') found.passed++;
    else found.others.push(`${file}: ${titles.join(' > ')} (${state})`);
    carried.set(number, found);
  }

const missing = promised.filter((number) => !carried.get(number)?.passed);
const unknown = [...carried.keys()].filter((number) => !promised.includes(number));
console.log(
  `${promised.length - missing.length} of ${promised.length} promises shown by tests that passed, ` +
    `in the run of ${report.startedAt} (${report.tests.length} tests, ${report.seconds} s)`,
);
const changed = [...new Set(report.tests.map(({ file }) => file))].filter(
  (file) => (statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.parse(report.startedAt),
);
if (changed.length > 0) console.log(`changed since then: ${changed.join(' ')}`);
if (missing.length > 0) console.log(`missing: ${missing.join(' ')}`);
for (const number of missing)
  for (const other of carried.get(number)?.others ?? []) console.log(`  ${number} ${other}`);
if (unknown.length > 0) console.log(`unknown: ${unknown.join(' ')}`);
process.exit(isStrict && missing.length + unknown.length > 0 ? 1 : 0);
