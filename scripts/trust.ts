/**
 * npm run test:security and npm run test:faults: runs the tests that docs/security.md names next to its traps and
 * threats, or next to its faults. Then it attacks the product, or kills it, while people work, and prints a line for
 * each row: what was tried, how often, and what was let in or lost. `-- --kills 200` kills that often (20 without it),
 * `-- --restarts 20 --requests 20000` replaces that many processes under load (9 without it) and goes on until so many
 * requests were made, `-- --backups 600` makes a backup every 20 s for that many seconds (60 without it), `-- --from
 * DIR` upgrades from the release that is installed there; `-- --only attacks` skips the tests that npm test runs too,
 * and `-- --only kills,memory` runs only these of the longer ones.
 */
import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest, type TestCase } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** How often this test tried, how often it was let in or something was lost, and what it measured. */
    tried?: number;
    letIn?: number;
    measured?: string;
  }
}

const root = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '20' },
    restarts: { type: 'string', default: '9' },
    requests: { type: 'string', default: '0' },
    backups: { type: 'string', default: '60' },
    only: { type: 'string' },
    from: { type: 'string' },
  },
});
const [kind] = positionals;
if (kind !== 'security' && kind !== 'faults') throw new Error('Say which: security or faults');
process.env['KILLS'] = values.kills;
process.env['RESTARTS'] = values.restarts;
process.env['REQUESTS'] = values.requests;
if (values.from) process.env['OLD_RELEASE'] = resolve(values.from);
process.env['BACKUP_SECONDS'] = values.backups;
process.env['FUZZ_TIMES'] = '3';
const longer =
  values.only?.split(',') ??
  (kind === 'security' ? ['attacks'] : ['kills', 'machines', 'upgrade', 'backups', 'containers', 'memory']);

interface Row {
  number: string;
  what: string;
  /** Where its tests are: files, or a folder of browser tests. */
  files: string[];
}
const isMine = (number: string) => (kind === 'faults' ? number.startsWith('F-') : /^TR?-/.test(number));
const rows: Row[] = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
    const [number = '', what = ''] = cells;
    if (!/^(?:TR|T|F)-\d+$/.test(number)) return [];
    return [{ number, what, files: [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) }];
  })
  .filter(({ number }) => isMine(number));

interface Shown {
  file: string;
  titles: string;
  passed: boolean;
  meta: { tried?: number; letIn?: number; measured?: string };
}
function titlesOf(test: TestCase): string {
  const titles = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) titles.unshift(at.name);
  return titles.join(' ');
}
async function run(filters: string[], config?: string): Promise<Shown[]> {
  const vitest = await startVitest('test', filters, {
    root,
    watch: false,
    reporters: ['dot'],
    ...(config && { config }),
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const shown = tests.map((test) => ({
    file: relative(root, test.module.moduleId),
    titles: titlesOf(test),
    passed: test.result().state === 'passed',
    meta: test.meta(),
  }));
  await vitest.close();
  return shown;
}

const isFile = (name: string) => /\.test\.tsx?$/.test(name);
/** What has a browser in it takes long: only where nothing else shows the row. */
function testsOf({ files }: Row): string[] {
  const all = files.filter(isFile);
  const quick = all.filter((name) => !name.startsWith('e2e/'));
  return quick.length > 0 ? quick : all;
}
const named = [...new Set(rows.flatMap(testsOf))];
const own = values.only ? [] : await run(named.map((name) => (name.includes('/') ? name : `/${name}`)));
const attacks = await run(longer, 'server/test/trust/vitest.config.ts');

/** A number as a whole word: T-1 is not T-11. */
const carries = (titles: string, number: string) => new RegExp(`(?:^|[^A-Z])${number}(?!\\d)`).test(titles);
function shownBy({ number, files }: Row): Shown[] {
  const those = own.filter(({ file }) =>
    files.some((name) => (name.includes('/') ? file === name : basename(file) === name)),
  );
  const carrying = those.filter(({ titles }) => carries(titles, number));
  return [...(carrying.length > 0 ? carrying : those), ...attacks.filter(({ titles }) => carries(titles, number))];
}

console.log(`\n${'No.'.padEnd(6)} ${'tried'.padStart(7)} ${kind === 'faults' ? 'lost' : 'in'}  what was tried`);
const failed = [...own, ...attacks].filter(({ passed }) => !passed).length;
const without: string[] = [];
for (const row of rows) {
  const tests = shownBy(row);
  const tried = tests.reduce((sum, { meta }) => sum + (meta.tried ?? 1), 0);
  const bad = tests.reduce((sum, { passed, meta }) => sum + (meta.letIn ?? 0) + (passed ? 0 : 1), 0);
  if (tests.length === 0) without.push(row.number);
  console.log(
    `${row.number.padEnd(6)} ${String(tried || '–').padStart(7)} ${String(tests.length > 0 ? bad : '–').padStart(4)}  ${row.what}${
      tests.length > 0 ? '' : row.files.length > 0 ? ` (${row.files.join(', ')})` : ' (no separate test)'
    }`,
  );
}
console.log('');
for (const { titles, meta } of attacks)
  if (meta.measured) console.log(`${titles}\n  ${meta.tried} tried, ${meta.letIn} let in or lost; ${meta.measured}`);
if (without.length > 0) console.log(`\nNot shown by this run: ${without.join(' ')}`);
console.log(failed === 0 ? '\nNothing let in, nothing lost.' : `\n${failed} failed.`);
process.exit(failed > 0 ? 1 : 0);
