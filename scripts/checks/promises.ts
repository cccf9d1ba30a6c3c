/**
 * npm run promises: which numbers of docs/promises.md did the last runs of all test projects cover? A number
 * counts when a test ran and passed and its title, or its block's title, begins with the number. With --strict a
 * missing number or report is a failure; where the slow or long tests did not run, what they alone show is named and
 * left to them. What failed in those runs comes last, where a long output is read first.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onEveryChange, projectNames, type Report, reportOf } from './report.ts';

const root = resolve(import.meta.dirname, '../..');
const isStrict = process.argv.includes('--strict');
const promised = [...readFileSync(join(root, 'docs/promises.md'), 'utf8').matchAll(/^\| ([A-Z]\d{2,3}) \|/gm)].map(
  ([, number = '']) => number,
);

const reports = projectNames.flatMap((project): Report[] => {
  try {
    return [JSON.parse(readFileSync(reportOf(project), 'utf8'))];
  } catch {
    console.error(`The tests of ${project} have not run: npm run test:all, or npm test -- --project ${project}.`);
    if (isStrict && onEveryChange.some((name) => name === project)) process.exit(1);
    return [];
  }
});
const tests = reports.flatMap((report) => report.tests.map((test) => ({ ...test, startedAt: report.startedAt })));

/** The numbers a title begins with: `K07 K12 shows …`. */
const numbersOf = (title: string): string[] => /^(?:[A-Z]\d{2,3}[ ,]+)+/.exec(title)?.[0].match(/[A-Z]\d{2,3}/g) ?? [];

const carried = new Map<string, { passed: number; others: string[] }>();
for (const { file, titles, state } of tests)
  for (const number of new Set(titles.flatMap(numbersOf))) {
    const found = carried.get(number) ?? { passed: 0, others: [] };
    if (state === 'passed') found.passed++;
    else found.others.push(`${file}: ${titles.join(' > ')} (${state})`);
    carried.set(number, found);
  }

/** What the slow and the long tests show, by their titles, where they did not run. */
const isComplete = reports.length === projectNames.length;
const others = isComplete ? [] : globSync('{server,e2e}/**/*.{slow,long}.test.ts', { cwd: root });
const titlesIn = (file: string) => readFileSync(join(root, file), 'utf8').match(/(?<=['`])[A-Z]\d{2,3}[ ,].*/g) ?? [];
const left = new Set(others.flatMap((file) => titlesIn(file).flatMap(numbersOf)));

const unseen = promised.filter((number) => !carried.get(number)?.passed);
const missing = unseen.filter((number) => !left.has(number) || carried.has(number));
const unknown = [...carried.keys()].filter((number) => !promised.includes(number));
console.log(`${promised.length - unseen.length} of ${promised.length} promises shown by tests that passed`);
const leftOnes = unseen.filter((number) => !missing.includes(number));
if (leftOnes.length > 0) console.log(`left to npm run test:slow and test:long: ${leftOnes.join(' ')}`);
for (const { startedAt, seconds, tests } of reports)
  console.log(`  in the run of ${startedAt} (${tests.length} tests, ${seconds} s)`);
const isNewer = ({ file, startedAt }: (typeof tests)[number]) =>
  (statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.parse(startedAt);
const changed = [...new Set(tests.filter(isNewer).map(({ file }) => file))];
if (changed.length > 0) console.log(`changed since then: ${changed.join(' ')}`);
if (missing.length > 0) console.log(`missing: ${missing.join(' ')}`);
for (const number of missing)
  for (const other of carried.get(number)?.others ?? []) console.log(`  ${number} ${other}`);
if (unknown.length > 0) console.log(`unknown: ${unknown.join(' ')}`);
for (const { failures, startedAt } of reports)
  for (const failure of failures) console.log(`failed in the run of ${startedAt}: ${failure}`);
process.exit(isStrict && missing.length + unknown.length > 0 ? 1 : 0);
