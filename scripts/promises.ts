/**
 * npm run promises: which numbers of docs/promises.md does no test title carry yet? Exit 1 while one is missing, with
 * --strict.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const promised = [...readFileSync(join(root, 'docs/promises.md'), 'utf8').matchAll(/^\| ([A-Z]\d\d) \|/gm)].map(
  ([, number = '']) => number,
);
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.test\.tsx?$/.test(file));
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*\(\s*[`'"]((?:[A-Z]\d\d[ ,]+)+)/g;
const carried = new Set(
  files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(TITLE)].flatMap(
      ([, numbers = '']) => numbers.match(/[A-Z]\d\d/g) ?? [],
    ),
  ),
);
const missing = promised.filter((number) => !carried.has(number));
const unknown = [...carried].filter((number) => !promised.includes(number));
console.log(
  `${promised.length - missing.length} of ${promised.length} promises carried by a test title in ${files.length} files`,
);
if (missing.length > 0) console.log(`missing: ${missing.join(' ')}`);
if (unknown.length > 0) console.log(`unknown: ${unknown.join(' ')}`);
process.exit(process.argv.includes('--strict') && missing.length > 0 ? 1 : 0);
